//! Parser of MLIR text into the IR.
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
//! // An error is reported with its location: here a use of an undefined value.
//! let text = "\"npu.store\"(%1) : (i32) -> ()";
//! assert!(layoutc_parser::parse(text, 0, &registry, &mut sink).is_none());
//! assert_eq!(sink.diags()[0].message, "value `%1` is not defined");
//! ```
//!
//! A handwritten parser reads the MLIR structure, and a pest grammar the text of the layout dialect. The modules, in
//! reading order: `state` is the state of a parse, with the names of `scopes` and the cache of `text_cache`. `text` is
//! the lexical level, with error reporting and recovery. `mlir` reads types, attributes, ops and files; `layout` reads
//! the attributes and types of the dialect. [`pipeline`] reads pass pipelines. A [`ModuleText`] has the
//! diagnostics about a text and its module, and locates the parts that they name (`locate`): a second parse records the
//! spans of these parts (`parts`, `record`).
//!
//! Every text results in a module or in diagnostics. Nesting is bounded, numbers are checked, and memory and time are
//! proportional to the length of the text. After an error the parser continues with the next op.

mod layout;
mod limits;
mod locate;
mod mlir;
mod module_text;
mod parts;
pub mod pipeline;
mod record;
mod scopes;
mod state;
mod text;
mod text_cache;

pub use module_text::ModuleText;

use ir::diag::Sink;
use ir::{Module, Registry};

/// The limits of the crate, for the documentation.
pub const LIMITS: &[ir::layout::Limit] = limits::ALL;

/// Parses a module from `text`, whose first byte is at position `base` of the source map, as [`ModuleText::parse`] does.
///
/// Reports at most a thousand errors to `sink`, in the order of the text and with the spans of the parts that they name.
/// `None` if there are any. The module is not verified.
pub fn parse(text: &str, base: u32, registry: &Registry, sink: &mut Sink) -> Option<Module> {
    let mut text = ModuleText::new(text, base, registry);
    let module = text.parse();
    text.take().into_iter().for_each(|diag| sink.push(diag));
    module
}
