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
//! MLIR's structure is read by hand, as MLIR does: `cursor` is the lexical level, `types`, `attrs`,
//! `numbers`, `dense` and `affine` read what ops carry, `ops` reads ops, blocks and regions in
//! generic form, `custom` the custom forms of MLIR, `scope` keeps names, `file` reads aliases and
//! resources, `inference` gives types to values that have none in the text. The layout dialect's own text is a pest grammar, read in `layout` and `choice`
//! (attributes), `layout_types`, `uniform` (custom forms of ops) and [`pipeline`].
//!
//! Any text gives a module or diagnostics: nesting is bounded, numbers are checked, `budget` keeps
//! memory and time in proportion to the text, and after a fault `recover` finds the next op.

mod affine;
mod attrs;
mod budget;
mod choice;
mod cursor;
mod custom;
mod dense;
mod file;
mod inference;
mod layout;
mod layout_types;
mod numbers;
mod ops;
pub mod pipeline;
mod recover;
mod scope;
mod texts;
mod types;
mod uniform;

use ir::attrs::Attr;
use ir::diag::Sink;
use ir::module::{Op, Value};
use ir::types::Type;
use ir::{Module, Registry};
use rustc_hash::FxHashMap;

/// Reads a module from `text`, whose first byte is at position `base` of the source map.
///
/// Faults go to `sink` in the order of the text, as many as are found up to a thousand; there is a
/// module only if there were none. It is not verified yet.
pub fn parse(text: &str, base: u32, registry: &Registry, sink: &mut Sink) -> Option<Module> {
    read(text, base, registry, sink, true)
}

/// As [`parse`], for a module that is verified next: faulty descriptors, whose dims get no types, are left for the
/// verifier to tell, together with all that it finds elsewhere. Otherwise one would hide the rest.
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
    tell_untyped: bool,
) -> Option<Module> {
    let mut own = Sink::default();
    let mut parser = Parser::new(text, base, registry, &mut own);
    parser.file();
    parser.infer(tell_untyped);
    let module = parser.module;
    let sound = !own.has_errors();
    let mut found = own.take();
    // What is undefined comes to light at the end of its scope only.
    found.sort_by_key(|diag| diag.span().start);
    found.into_iter().for_each(|diag| sink.push(diag));
    sound.then_some(module)
}

/// Reads the text of an affine map or set as it stands; none if it is not well formed.
pub(crate) fn read_affine(text: &str, registry: &Registry) -> Option<ir::AttrKind> {
    let mut sink = Sink::default();
    Parser::new(text, 0, registry, &mut sink).unsettled().ok()
}

/// An op or argument whose location is an alias that is defined later, at this place of the text.
pub(crate) enum Pending {
    /// Kept elsewhere.
    None,
    Op(Op, (usize, usize)),
    Value(Value, (usize, usize)),
}

/// The state of reading one text.
pub(crate) struct Parser<'a> {
    text: &'a str,
    at: usize,
    base: u32,
    depth: u16,
    module: Module,
    registry: &'a Registry,
    sink: &'a mut Sink,
    scopes: scope::Scopes,
    pending: Vec<Pending>,
    /// Names of no alias in texts of dialects, with their first place.
    mentioned: FxHashMap<&'a str, usize>,
    /// Where aliases are defined.
    alias_places: FxHashMap<&'a str, usize>,
    unknown: Option<Value>,
    inference: inference::Inference,
    /// Affine maps are taken as they stand.
    unsettled: bool,
    type_texts: texts::Texts<Type>,
    dict_texts: texts::Texts<Attr>,
    recovery: recover::Recovery<'a>,
    budget: budget::Budget,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, base: u32, registry: &'a Registry, sink: &'a mut Sink) -> Parser<'a> {
        Parser {
            text,
            at: 0,
            base,
            depth: 0,
            module: Module::new(),
            registry,
            sink,
            scopes: scope::Scopes::default(),
            pending: Vec::new(),
            mentioned: FxHashMap::default(),
            alias_places: FxHashMap::default(),
            unknown: None,
            inference: inference::Inference::default(),
            type_texts: texts::Texts::default(),
            dict_texts: texts::Texts::default(),
            recovery: recover::Recovery::default(),
            budget: budget::Budget::new(text.len()),
            unsettled: false,
        }
    }
}
