//! The context of a module: interned names, types and attributes.
//!
//! The ids of one context are invalid in another. Items are never removed. `intern` has shorthands for common types and
//! attributes, `read` has readers of attribute values. `interner` is the storage, with the hash tables of `index_tables` and the
//! nesting `depths`.

mod depths;
mod index_tables;
mod intern;
mod interner;
mod read;

pub(crate) use read::sign_extend;

use super::attrs::{Attr, AttrKind, InContext};
use super::ids::AttrRow;
pub use super::ids::Name;
use super::shared::SharedFn;
use super::types::{Part, Type, TypeKind};
use depths::Depths;
use interner::{Interner, ListInterner};
use layout::FormatVersion;
use smol_str::SmolStr;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

/// The maximum nesting depth of types, attributes and regions that the parser and the verifier accept.
pub const MAX_DEPTH: u16 = crate::limits::NESTING as u16;

/// A function that returns the width in bits of an element type by the text after `!dialect.`; `None` if it is unknown.
pub type ElementWidth = SharedFn<dyn Fn(&str) -> Option<u32> + Send + Sync>;

/// Interned names, types and attributes.
#[derive(Clone, Debug, Default)]
pub struct Context {
    names: Interner<SmolStr>,
    types: Interner<TypeKind>,
    arrays: ListInterner<Attr>,
    dicts: ListInterner<(Name, Attr)>,
    /// All attributes but lists and dictionaries.
    leaves: Interner<AttrKind>,
    /// The functions that return the element widths of other dialects' types, by dialect.
    element_widths: BTreeMap<String, ElementWidth>,
    /// The version of TensorRT for formats that name none; `None` for the table without a version.
    format_version: Option<FormatVersion>,
    type_depths: Depths,
    array_depths: Depths,
    dict_depths: Depths,
    leaf_depths: Depths,
    /// The type `i64`, which untyped integers have; `None` until it is interned.
    i64_type: Option<Type>,
}

fn id(index: usize) -> NonZeroU32 {
    let number = u32::try_from(index + 1).expect("fewer than 2^32 interned entities fit in memory");
    NonZeroU32::new(number).expect("one more than an index is not zero")
}

impl Context {
    /// Returns an empty context.
    pub fn new() -> Context {
        Context::default()
    }

    /// Sets the function that returns the element widths of a dialect's types.
    pub fn set_element_width(&mut self, dialect: impl Into<String>, width: ElementWidth) {
        self.element_widths.insert(dialect.into(), width);
    }

    /// Sets the version of TensorRT whose types and generations are legal for formats that name no version.
    pub fn set_format_version(&mut self, version: Option<FormatVersion>) {
        self.format_version = version;
    }

    /// Returns the version of TensorRT for formats that name none; `None` for the table without a version.
    pub fn format_version(&self) -> Option<FormatVersion> {
        self.format_version
    }

    /// Returns the width in bits of an element of a dialect's type, by its text; `None` if it is unknown.
    pub fn element_width(&self, dialect: &str, text: &str) -> Option<u32> {
        self.element_widths.get(dialect)?(text)
    }

    /// Interns a text and returns its id.
    pub fn name(&mut self, text: &str) -> Name {
        // A lookup that hits, the common case, does not allocate.
        match self.names.find(text) {
            Some(index) => Name(id(index)),
            None => Name(id(self.names.insert(SmolStr::new(text)).0)),
        }
    }

    /// Returns the id of a text; `None` if it is not interned.
    pub fn find_name(&self, text: &str) -> Option<Name> {
        self.names.find(text).map(|index| Name(id(index)))
    }

    /// Returns the text of a name.
    pub fn text(&self, name: Name) -> &str {
        self.names.get(name.number())
    }

    /// Returns the number of names; each [`Name::number`] is less.
    pub fn names_len(&self) -> usize {
        self.names.len()
    }

    /// Returns all texts, by [`Name::number`].
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(SmolStr::as_str)
    }

    /// Interns a type and returns its id.
    pub fn ty(&mut self, kind: TypeKind) -> Type {
        let (index, new) = self.types.insert(kind);
        if new {
            self.type_depths.push(self.type_kind_depth(self.types.get(index)));
        }
        Type(id(index))
    }

    /// Returns the id of a type; `None` if it is not interned.
    pub fn find_type(&self, kind: &TypeKind) -> Option<Type> {
        self.types.find(kind).map(|index| Type(id(index)))
    }

    /// Returns the structure of a type.
    pub fn kind(&self, ty: Type) -> &TypeKind {
        self.types.get(ty.0.get() as usize - 1)
    }

    /// Returns all types, in the order of their first use.
    pub fn types(&self) -> impl Iterator<Item = (Type, &TypeKind)> {
        self.types.iter().enumerate().map(|(index, kind)| (Type(id(index)), kind))
    }

    /// Returns the id of an attribute that is neither a list nor a dictionary.
    ///
    /// # Panics
    /// The attribute is a list or a dictionary: [`Context::array`] and [`Context::dict`] intern those.
    pub fn attr(&mut self, kind: AttrKind) -> Attr {
        assert!(!matches!(kind, AttrKind::Array(_) | AttrKind::Dict(_)), "a list lacks its items");
        let (index, new) = self.leaves.insert(kind);
        if new {
            self.leaf_depths.push(self.leaf_depth(self.leaves.get(index)));
        }
        Attr::of_row(AttrRow::Leaf(index))
    }

    /// Returns the id of `[...]`.
    pub fn array(&mut self, attrs: &[Attr]) -> Attr {
        let (index, new) = self.arrays.insert(attrs);
        if new {
            let inner = self.attrs_depth(attrs.iter().copied());
            self.array_depths.push(inner.saturating_add(1));
        }
        Attr::of_row(AttrRow::Array(index))
    }

    /// Returns the id of a dictionary whose entries are sorted by key, each key once.
    fn sorted_dict(&mut self, entries: &[(Name, Attr)]) -> Attr {
        let (index, new) = self.dicts.insert(entries);
        if new {
            let inner = self.attrs_depth(entries.iter().map(|entry| entry.1));
            self.dict_depths.push(inner.saturating_add(1));
        }
        Attr::of_row(AttrRow::Dict(index))
    }

    /// Returns the structure of an attribute.
    pub fn attr_kind(&self, attr: Attr) -> &AttrKind {
        static ARRAY: AttrKind = AttrKind::Array(InContext::MARK);
        static DICT: AttrKind = AttrKind::Dict(InContext::MARK);
        match attr.row() {
            AttrRow::Array(_) => &ARRAY,
            AttrRow::Dict(_) => &DICT,
            AttrRow::Leaf(index) => self.leaves.get(index),
        }
    }

    /// Returns the nesting depth of a type, from 1.
    pub fn type_depth(&self, ty: Type) -> u16 {
        self.type_depths.get(ty.0.get() as usize - 1)
    }

    /// Returns the nesting depth of an attribute, from 1.
    pub fn attr_depth(&self, attr: Attr) -> u16 {
        match attr.row() {
            AttrRow::Array(index) => self.array_depths.get(index),
            AttrRow::Dict(index) => self.dict_depths.get(index),
            AttrRow::Leaf(index) => self.leaf_depths.get(index),
        }
    }

    fn attrs_depth(&self, attrs: impl IntoIterator<Item = Attr>) -> u16 {
        attrs.into_iter().map(|attr| self.attr_depth(attr)).max().unwrap_or(0)
    }

    fn part_depth(&self, part: Part<'_>) -> u16 {
        match part {
            Part::Attr(attr) => self.attr_depth(attr),
            Part::Type(ty) => self.type_depth(ty),
            Part::Text(_) => 0,
        }
    }

    fn type_kind_depth(&self, kind: &TypeKind) -> u16 {
        let mut inner = 0u16;
        kind.parts(&mut |part| inner = inner.max(self.part_depth(part)));
        inner.saturating_add(1)
    }

    fn leaf_depth(&self, kind: &AttrKind) -> u16 {
        let mut inner = 0u16;
        kind.parts(&mut |part| inner = inner.max(self.part_depth(part)));
        inner.saturating_add(1)
    }
}

#[cfg(test)]
mod tests;
