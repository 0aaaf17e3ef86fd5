//! Reads MLIR text into the IR.

pub mod pipeline;

use ir::diag::Sink;
use ir::{Module, Registry};

/// Reads a module from `text`, whose first byte is at position `base` of the source map.
///
/// Faults go to `sink`, as many as are found; there is a module only if there were none.
pub fn parse(text: &str, base: u32, registry: &Registry, sink: &mut Sink) -> Option<Module> {
    let _ = (text, base, registry, sink);
    None
}
