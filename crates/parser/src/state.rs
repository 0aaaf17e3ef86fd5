//! The parser state that the modules of the crate share.

use crate::record::PartRecorder;
use crate::scopes::{Scopes, TypedUse};
use crate::text_cache::TextCache;
use indexmap::IndexMap;
use ir::attrs::Attr;
use ir::diag::Sink;
use ir::module::{Op, Value};
use ir::types::Type;
use ir::{Module, Registry};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// A failure whose error is already reported. The caller cannot continue.
#[derive(Debug)]
pub(crate) struct Failed;

/// The result of parsing one construct.
pub(crate) type Parse<T> = Result<T, Failed>;

/// The state of parsing one text.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
    pub(crate) base: u32,
    pub(crate) depth: u16,
    pub(crate) module: Module,
    pub(crate) registry: &'a Registry,
    pub(crate) sink: &'a mut Sink,
    pub(crate) scopes: Scopes,
    pub(crate) pending: Vec<Pending>,
    /// Names in dialect text that are not aliases, with the position of their first occurrence.
    pub(crate) mentioned: FxHashMap<&'a str, usize>,
    /// The positions of alias definitions.
    pub(crate) alias_positions: FxHashMap<&'a str, usize>,
    pub(crate) unknown: Option<Value>,
    pub(crate) inference: Inference,
    /// `true` if affine maps are read without normalizing them again.
    pub(crate) skips_normalizing: bool,
    /// The names of the symbols of the descriptor whose stages are read; empty outside of descriptors with symbols.
    pub(crate) symbols: Rc<[String]>,
    /// The most recent scalar type, by its keyword.
    pub(crate) last_scalar: Option<(&'a str, Type)>,
    pub(crate) type_texts: TextCache<Type>,
    pub(crate) dict_texts: TextCache<Attr>,
    pub(crate) recovery: Recovery<'a>,
    pub(crate) budget: TextBudget,
    /// The recorder of spans. `None` in a parse that needs only the module.
    pub(crate) recorder: Option<Box<PartRecorder<'a>>>,
}

/// An op or argument whose location is an alias that is defined later, with the range of the alias name.
pub(crate) enum Pending {
    /// The location is stored elsewhere, until the value exists.
    None,
    Op(Op, (usize, usize)),
    Value(Value, (usize, usize)),
}

/// The state of error recovery.
#[derive(Default)]
pub(crate) struct Recovery<'a> {
    /// `true` if nothing more is parsed or reported: the nesting was too deep, or there were too many errors.
    pub(crate) is_abandoned: bool,
    /// `true` if recovery from an error skipped to the end of the text, so that open brackets are not reported.
    pub(crate) has_swallowed: bool,
    /// The position after the region that was closed last.
    pub(crate) region_end: usize,
    /// The number of bytes searched for matching brackets.
    pub(crate) searched: usize,
    /// The ops without a known custom form, by name: the position of the first one, and their number.
    pub(crate) unread: IndexMap<String, (usize, usize)>,
    /// `true` if the op that failed is already skipped.
    pub(crate) is_skipped: bool,
    /// The aliases with an invalid definition.
    pub(crate) aliases: FxHashSet<&'a str>,
}

/// The values whose types are inferred after parsing.
#[derive(Default)]
pub(crate) struct Inference {
    /// The ops whose results have no types yet, in text order.
    pub(crate) ops: Vec<Op>,
    /// The uses of such results that state a type.
    pub(crate) uses: Vec<TypedUse>,
}

/// The remaining budgets; see `crate::text`.
pub(crate) struct TextBudget {
    /// Bytes of dense elements that are wider than [`NARROW`].
    pub(crate) wide_bytes: usize,
    /// The parts of fused locations.
    pub(crate) fused_parts: usize,
    /// The names that are compared with a misspelled name.
    pub(crate) near_names: usize,
}

impl TextBudget {
    pub(crate) fn new(text: usize) -> TextBudget {
        TextBudget {
            wide_bytes: text.saturating_mul(16).saturating_add(1 << 26),
            fused_parts: text.saturating_mul(2).saturating_add(1 << 16),
            near_names: 1 << 18,
        }
    }
}

impl<'a> Parser<'a> {
    pub(crate) fn new(
        text: &'a str,
        base: u32,
        registry: &'a Registry,
        sink: &'a mut Sink,
    ) -> Parser<'a> {
        let mut module = Module::new();
        registry.prepare(&mut module.ctx);
        Parser {
            text,
            at: 0,
            base,
            depth: 0,
            module,
            registry,
            sink,
            scopes: Scopes::default(),
            pending: Vec::new(),
            mentioned: FxHashMap::default(),
            alias_positions: FxHashMap::default(),
            unknown: None,
            inference: Inference::default(),
            last_scalar: None,
            type_texts: TextCache::default(),
            dict_texts: TextCache::default(),
            recovery: Recovery::default(),
            budget: TextBudget::new(text.len()),
            skips_normalizing: false,
            symbols: Rc::default(),
            recorder: None,
        }
    }
}
