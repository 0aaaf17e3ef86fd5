//! The ids of interned names, types and attributes.
//!
//! A [`Context`](super::context::Context) numbers the items that it interns: equal items of one context have equal ids.

use std::num::NonZeroU32;

/// An interned text: the name of an op, attribute, dialect, symbol or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub(super) NonZeroU32);

impl Name {
    /// Returns the number of the name, dense from 0, as an index of side tables.
    pub fn number(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// An interned type; [`TypeKind`](super::types::TypeKind) is its structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(pub(super) NonZeroU32);

/// An interned attribute; [`AttrKind`](super::attrs::AttrKind) is its structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Attr(NonZeroU32);

/// The table of a context that holds an attribute, and its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttrRow {
    /// A row of the lists.
    Array(usize),
    /// A row of the dictionaries.
    Dict(usize),
    /// A row of all other attributes.
    Leaf(usize),
}

impl Attr {
    /// Returns the id of a row. The low bits are the table, and lists have the most ids: each takes two bytes of text.
    ///
    /// # Panics
    /// The index is 2^31 - 1 of a list, 2^30 - 1 of another attribute, or above. No text of 4 GiB reaches it.
    pub(super) fn of_row(row: AttrRow) -> Attr {
        let (index, shift, table) = match row {
            AttrRow::Leaf(index) => (index, 2, 0),
            AttrRow::Dict(index) => (index, 2, 2),
            AttrRow::Array(index) => (index, 1, 1),
        };
        let number = u32::try_from(((index as u64 + 1) << shift) | table).ok();
        Attr(number.and_then(NonZeroU32::new).expect("an index of a row is below 2^30"))
    }

    /// Returns the row of an id.
    pub(super) fn row(self) -> AttrRow {
        let number = self.0.get() as usize;
        match number & 3 {
            0 => AttrRow::Leaf((number >> 2) - 1),
            2 => AttrRow::Dict((number >> 2) - 1),
            _ => AttrRow::Array((number >> 1) - 1),
        }
    }
}
