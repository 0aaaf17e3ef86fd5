//! Reads MLIR text into the IR.
//!
//! ```
//! # use ir as layoutc_ir;
//! use layoutc_ir::print::type_to_string;
//! use layoutc_ir::{Registry, diag::Sink};
//!
//! let (registry, mut sink) = (Registry::new(), Sink::default());
//! let text = "%0 = \"npu.load\"() : () -> tensor<2x3xf16, {order = #layout.order<CN>}>";
//! let module = layoutc_parser::parse(text, 0, &registry, &mut sink).unwrap();
//! let load = module.ops(module.body()).next().unwrap();
//! let loaded = module.results(load).next().unwrap();
//! let ty = type_to_string(&module, module.ty(loaded));
//! assert_eq!(ty, "tensor<2x3xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>");
//!
//! // A fault is reported at its place, here a value that is not defined.
//! let text = "\"npu.store\"(%1) : (i32) -> ()";
//! assert!(layoutc_parser::parse(text, 0, &registry, &mut sink).is_none());
//! assert_eq!(sink.diags()[0].message, "value `%1` is not defined");
//! ```
//!
//! MLIR's structure is read by hand, as MLIR does; the layout dialect's own text is a pest grammar. In reading order:
//! `state` is the state of reading one text, with the names of `scopes` and the results of `text_cache`; `text` is
//! the lexical level, with failures and recovery; `mlir` reads types, attributes, ops and files, `layout` the
//! dialect's attributes and types. [`pipeline`] reads pass pipelines. [`locate`] finds the parts that diagnostics name, by a
//! second reading that records them (`parts`, `record`).
//!
//! Any text gives a module or diagnostics: nesting is bounded, numbers are checked, memory and time are in proportion to
//! the text, and after an error reading goes on with the next op.

mod layout;
mod locate;
mod mlir;
mod parts;
pub mod pipeline;
mod record;
mod scopes;
mod state;
mod text;
mod text_cache;

pub use locate::locate;

use ir::diag::Sink;
use ir::{Module, Registry};
use state::Parser;

/// Reads a module from `text`, whose first byte is at position `base` of the source map.
///
/// Errors go to `sink` in the order of the text, at most a thousand; `None` if there are any. The module is not verified
/// yet.
pub fn parse(text: &str, base: u32, registry: &Registry, sink: &mut Sink) -> Option<Module> {
    read(text, base, registry, sink, true)
}

/// As [`parse`], for a module that is verified next: the verifier reports faulty descriptors, whose dims get no types,
/// together with all that it finds elsewhere.
pub fn parse_to_verify(
    text: &str,
    base: u32,
    registry: &Registry,
    sink: &mut Sink,
) -> Option<Module> {
    read(text, base, registry, sink, false)
}

fn read(
    text: &str,
    base: u32,
    registry: &Registry,
    sink: &mut Sink,
    reports_untyped: bool,
) -> Option<Module> {
    let mut own = Sink::default();
    let mut parser = Parser::new(text, base, registry, &mut own);
    parser.file();
    parser.infer(reports_untyped);
    let module = parser.module;
    let sound = !own.has_errors();
    let mut found = own.take();
    // What is undefined comes to light at the end of its scope only.
    found.sort_by_key(|diag| diag.span().start);
    found.into_iter().for_each(|diag| sink.push(diag));
    sound.then_some(module)
}
