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
pub struct Attr(pub(super) NonZeroU32);
