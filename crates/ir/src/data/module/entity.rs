//! The entities of a module: their ids, and the storage behind each.
//!
//! Only [`crate::Module`](super::Module) accesses the storage.

use super::label::Label;
use crate::data::ids::{Attr, Name, Type};
use crate::data::table::EntityId;
use crate::source::{Entity, Span};
use std::fmt;
use std::num::NonZeroU32;

/// Defines the id of an entity. It has a niche, so that an optional id has four bytes.
macro_rules! entity_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(NonZeroU32);

        impl $name {
            /// Returns the number of the entity, dense from 0 in its module, as an index of side tables.
            pub fn number(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl EntityId for $name {
            fn of_number(number: usize) -> $name {
                let number = u32::try_from(number + 1).ok().and_then(NonZeroU32::new);
                $name(number.expect("fewer than 2^32 entities fit in memory"))
            }

            fn index(self) -> usize {
                self.number()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.number())
            }
        }
    };
}

entity_id! {
    /// An op of a [`crate::Module`].
    Op
}
entity_id! {
    /// A value: a result of an op, or an argument of a block.
    Value
}
entity_id! {
    /// A block: a list of ops, with arguments.
    Block
}
entity_id! {
    /// A region: a list of blocks that belongs to an op.
    Region
}

impl From<Op> for Entity {
    fn from(op: Op) -> Entity {
        Entity::Op(op.0.get() - 1)
    }
}

impl From<Value> for Entity {
    fn from(value: Value) -> Entity {
        Entity::Value(value.0.get() - 1)
    }
}

/// The storage of an op, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub(super) struct OpData {
    pub(super) name: Name,
    pub(super) attrs: Attr,
    pub(super) props: Option<Attr>,
    pub(super) operands: (u32, u32),
    pub(super) results: (u32, u32),
    pub(super) parent: Option<Block>,
    pub(super) prev: Option<Op>,
    pub(super) next: Option<Op>,
    pub(super) span: u32,
    /// One more than the index of the op's [`Nested`] in the module's table; 0 if it has none.
    pub(super) nested: u32,
}

/// The regions and successors of an op. Few ops have any.
#[derive(Clone, Debug, Default)]
pub(super) struct Nested {
    pub(super) regions: Vec<Region>,
    pub(super) successors: Box<[Block]>,
}

/// The storage of a value, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub(super) struct ValueData {
    pub(super) ty: Type,
    pub(super) label: Label,
    pub(super) owner: u32,
    /// The index among the results or arguments; the bit [`ARGUMENT`] is set for arguments.
    pub(super) index: u32,
}

/// The bit of [`ValueData::index`] that marks an argument of a block.
pub(super) const ARGUMENT: u32 = 1 << 31;

/// The storage of a block, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub(super) struct BlockData {
    pub(super) label: Label,
    pub(super) args: Vec<Value>,
    pub(super) parent: Region,
    pub(super) first: Option<Op>,
    pub(super) last: Option<Op>,
    pub(super) span: u32,
}

/// The storage of a region, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub(super) struct RegionData {
    pub(super) parent: Op,
    pub(super) blocks: Vec<Block>,
}

/// The definition of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Def {
    /// The n-th result of an op.
    Result(Op, usize),
    /// The n-th argument of a block.
    Argument(Block, usize),
}

/// Returns the span of a position that an entity stores; [`Span::NONE`] for `u32::MAX`.
pub(super) fn span_at(position: u32) -> Span {
    if position == u32::MAX { Span::NONE } else { Span::new(position, position + 1) }
}
