//! The state of the printer: the module, the output buffer and cached texts.

use super::names::ChosenNames;
use super::orders::OrderAliases;
use crate::data::ids::{Attr, Name, Type};
use crate::data::module::{Alias, Module};
use crate::registry::{AssemblyForm, Registry};
use crate::source::SourceMap;
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;
use std::io;

/// The form of the printed text.
#[derive(Clone, Copy, Default)]
pub struct PrintOptions<'a> {
    /// `true` to print every op in generic form, as `mlir-opt --mlir-print-op-generic` does.
    pub generic: bool,
    /// The sources if locations are printed, `None` otherwise. An op without a location has its position in the source.
    pub locs: Option<&'a SourceMap>,
    /// The maximum number of elements of a printed `dense` or `sparse` constant, except splats. Larger constants are
    /// printed as `dense_resource<__elided__>`. `None` for no limit.
    pub elide_above: Option<u64>,
    /// `true` to print the ops and attributes of closed dialects as a dialect that IRDL defines has them: without
    /// properties, and with strings as the parameters of attributes.
    pub irdl: bool,
}

/// The size at which the buffer is flushed, in bytes, so that memory does not grow with the module.
const CHUNK: usize = 1 << 16;

/// The printed texts of types or dictionaries, so that a repeated one is written once. Texts are kept until they fill
/// [`KEPT_BYTES`], so that memory does not grow with the module.
pub(super) struct PrintedTexts<K> {
    texts: FxHashMap<K, Box<str>>,
    bytes: usize,
}

/// The greatest length in bytes of a text that is kept.
const MAX_CACHED_TEXT: usize = 512;

/// The greatest size in bytes of all kept texts.
const MAX_CACHED_BYTES: usize = 1 << 18;

/// The bytes of memory per kept text, besides the text: its entry in the map, and the overhead of the allocator.
const BYTES_OF_ENTRY: usize = 48;

impl<K> Default for PrintedTexts<K> {
    fn default() -> Self {
        PrintedTexts { texts: FxHashMap::default(), bytes: 0 }
    }
}

impl<K: Eq + Hash> PrintedTexts<K> {
    /// Returns the kept text; `None` if it is not kept.
    pub(super) fn get(&self, key: K) -> Option<&str> {
        self.texts.get(&key).map(|text| &**text)
    }

    /// Keeps a text, unless it is long or the memory for texts is full.
    pub(super) fn keep(&mut self, key: K, text: &str) {
        let bytes = self.bytes + text.len() + BYTES_OF_ENTRY;
        if text.len() < MAX_CACHED_TEXT && bytes <= MAX_CACHED_BYTES {
            self.bytes = bytes;
            self.texts.insert(key, text.into());
        }
    }
}

/// The state of one print.
pub(super) struct Printer<'a> {
    pub(super) module: &'a Module,
    pub(super) registry: Option<&'a Registry>,
    pub(super) options: PrintOptions<'a>,
    pub(super) out: String,
    pub(super) sink: Option<&'a mut dyn io::Write>,
    pub(super) indent: usize,
    /// The length at which a text in a message is truncated, in bytes.
    pub(super) longest: usize,
    pub(super) names: ChosenNames,
    /// The names of the aliases that the printer uses, by type or attribute.
    pub(super) alias_names: FxHashMap<Alias, &'a str>,
    /// The aliases of orders; `None` in messages.
    pub(super) orders: Option<&'a OrderAliases>,
    /// The index of the alias whose definition is being written; `None` outside of definitions.
    pub(super) before: Option<usize>,
    /// The aliases that the text uses.
    pub(super) used: FxHashSet<&'a str>,
    /// The aliases without a use so far, in a print that only searches for uses. When none is left, the print fails.
    pub(super) missing_uses: Option<FxHashSet<&'a str>>,
    /// `true` inside a dialect's own text, where aliases of orders are expanded.
    pub(super) is_plain: bool,
    /// The custom forms of ops, by name.
    pub(super) forms: FxHashMap<Name, Option<AssemblyForm<'a>>>,
    pub(super) type_texts: PrintedTexts<Type>,
    pub(super) dict_texts: PrintedTexts<Attr>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(
        module: &'a Module,
        registry: Option<&'a Registry>,
        options: PrintOptions<'a>,
    ) -> Printer<'a> {
        Printer {
            module,
            registry,
            options,
            out: String::new(),
            sink: None,
            indent: 0,
            longest: usize::MAX,
            names: ChosenNames::default(),
            alias_names: FxHashMap::default(),
            orders: None,
            before: None,
            used: FxHashSet::default(),
            missing_uses: None,
            is_plain: false,
            forms: FxHashMap::default(),
            type_texts: PrintedTexts::default(),
            dict_texts: PrintedTexts::default(),
        }
    }

    /// Returns `true` if a text in a message has reached its maximum length, and ends it with `...`.
    pub(super) fn is_truncated(&mut self) -> bool {
        let long = self.out.len() > self.longest;
        if long && !self.out.ends_with("...") {
            self.out.push_str("...");
        }
        long
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        if let Some(sink) = &mut self.sink {
            sink.write_all(self.out.as_bytes())?;
            self.out.clear();
        }
        match &self.missing_uses {
            Some(missing) if missing.is_empty() => Err(io::ErrorKind::Interrupted.into()),
            _ => Ok(()),
        }
    }

    pub(super) fn flush_if_long(&mut self) -> io::Result<()> {
        if self.out.len() >= CHUNK { self.flush() } else { Ok(()) }
    }

    /// Writes a comma before each item except the first.
    pub(super) fn comma(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }

    /// Writes the items of a list, separated by commas.
    pub(super) fn list<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        mut write: impl FnMut(&mut Self, T),
    ) {
        for (at, item) in items.into_iter().enumerate() {
            self.comma(at);
            write(self, item);
        }
    }

    /// Writes the opening of a bracket, what `write` writes, and the end of the bracket.
    pub(super) fn bracket(&mut self, open: &str, close: char, write: impl FnOnce(&mut Self)) {
        self.out.push_str(open);
        write(self);
        self.out.push(close);
    }
}
