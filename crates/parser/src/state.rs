//! The state of reading one text, which all other files of the crate read and change.

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

/// The sign that an error was reported and the caller cannot go on.
#[derive(Debug)]
pub(crate) struct Failed;

/// The result of reading one thing.
pub(crate) type Parse<T> = Result<T, Failed>;

/// The state of reading one text.
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
    /// Names in texts of dialects that are no aliases, with their first place.
    pub(crate) mentioned: FxHashMap<&'a str, usize>,
    /// The places of the definitions of aliases.
    pub(crate) alias_places: FxHashMap<&'a str, usize>,
    pub(crate) unknown: Option<Value>,
    pub(crate) inference: Inference,
    /// `true` if affine maps are read without folding them again.
    pub(crate) is_unsettled: bool,
    /// The type of one word that was read last.
    pub(crate) last_scalar: Option<(&'a str, Type)>,
    pub(crate) type_texts: TextCache<Type>,
    pub(crate) dict_texts: TextCache<Attr>,
    pub(crate) recovery: Recovery<'a>,
    pub(crate) budget: TextBudget,
    /// The recorder of positions; `None` in a reading that needs only the module.
    pub(crate) recorder: Option<Box<PartRecorder<'a>>>,
}

/// An op or argument whose location is an alias that is defined later, with the range of its name.
pub(crate) enum Pending {
    /// Kept elsewhere.
    None,
    Op(Op, (usize, usize)),
    Value(Value, (usize, usize)),
}

/// The state of recovery from errors.
#[derive(Default)]
pub(crate) struct Recovery<'a> {
    /// `true` if nothing more is reported: nesting was too deep or errors were too many.
    pub(crate) is_abandoned: bool,
    /// `true` if an error reached to the end of the text, so that open brackets need no report.
    pub(crate) has_swallowed: bool,
    /// The position after the last region that was closed.
    pub(crate) region_end: usize,
    /// The bytes that were searched for the partners of brackets.
    pub(crate) searched: usize,
    /// The ops whose custom form has no row, by name: the position of the first, and their number.
    pub(crate) unread: IndexMap<String, (usize, usize)>,
    /// `true` if an op that failed was skipped already.
    pub(crate) is_skipped: bool,
    /// Aliases whose definition failed.
    pub(crate) aliases: FxHashSet<&'a str>,
}

/// The values whose types are inferred at the end of the text.
#[derive(Default)]
pub(crate) struct Inference {
    /// The ops whose results have no types yet, in the order of the text.
    pub(crate) ops: Vec<Op>,
    /// Uses of such results with a type.
    pub(crate) uses: Vec<TypedUse>,
}

/// The rest of each budget; see [`crate::text`].
pub(crate) struct TextBudget {
    /// Bytes of dense elements that are wider than [`NARROW`].
    pub(crate) wide_bytes: usize,
    /// Parts of fused locations.
    pub(crate) fused_parts: usize,
    /// Names that a misspelt name is compared with.
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
            alias_places: FxHashMap::default(),
            unknown: None,
            inference: Inference::default(),
            last_scalar: None,
            type_texts: TextCache::default(),
            dict_texts: TextCache::default(),
            recovery: Recovery::default(),
            budget: TextBudget::new(text.len()),
            is_unsettled: false,
            recorder: None,
        }
    }
}
