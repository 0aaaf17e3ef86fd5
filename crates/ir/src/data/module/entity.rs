//! The entities of a module: their ids, and the storage behind each.
//!
//! Only [`crate::Module`](super::Module) accesses the storage.

use super::label::Label;
use crate::data::ids::{Attr, Name, Type};
use crate::data::list::ShortList;
use crate::source::{Entity, Span};
use la_arena::{Idx, RawIdx};
use std::marker::PhantomData;

/// An op of a [`crate::Module`].
pub type Op = Idx<OpData>;
/// A value: a result of an op, or an argument of a block.
pub type Value = Idx<ValueData>;
/// A block: a list of ops, with arguments.
pub type Block = Idx<BlockData>;
/// A region: a list of blocks that belongs to an op.
pub type Region = Idx<RegionData>;

impl From<Op> for Entity {
    fn from(op: Op) -> Entity {
        Entity::Op(op.into_raw().into_u32())
    }
}

impl From<Value> for Entity {
    fn from(value: Value) -> Entity {
        Entity::Value(value.into_raw().into_u32())
    }
}

/// An optional id in four bytes. The id of an arena has no niche for `None`.
pub(super) struct OptionalId<T> {
    raw: u32,
    entity: PhantomData<fn() -> T>,
}

impl<T> Clone for OptionalId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OptionalId<T> {}

impl<T> std::fmt::Debug for OptionalId<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().map(|id| id.into_raw().into_u32()).fmt(f)
    }
}

impl<T> OptionalId<T> {
    pub(super) const NONE: OptionalId<T> = OptionalId { raw: u32::MAX, entity: PhantomData };

    pub(super) fn to(id: Idx<T>) -> OptionalId<T> {
        OptionalId { raw: id.into_raw().into_u32(), entity: PhantomData }
    }

    pub(super) fn get(self) -> Option<Idx<T>> {
        (self.raw != u32::MAX).then(|| Idx::from_raw(RawIdx::from_u32(self.raw)))
    }
}

/// The storage of an op, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub struct OpData {
    pub(super) name: Name,
    pub(super) attrs: Attr,
    pub(super) props: Option<Attr>,
    pub(super) operands: (u32, u32),
    pub(super) results: (u32, u32),
    pub(super) parent: OptionalId<BlockData>,
    pub(super) prev: OptionalId<OpData>,
    pub(super) next: OptionalId<OpData>,
    pub(super) span: u32,
    /// One more than the index of the op's [`Nested`] in the module's table; 0 if it has none.
    pub(super) nested: u32,
}

/// The regions and successors of an op. Few ops have any.
#[derive(Clone, Debug, Default)]
pub(super) struct Nested {
    pub(super) regions: Vec<Region>,
    pub(super) successors: ShortList<Block, 3>,
}

/// The storage of a value, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub struct ValueData {
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
pub struct BlockData {
    pub(super) label: Label,
    pub(super) args: Vec<Value>,
    pub(super) parent: Region,
    pub(super) first: OptionalId<OpData>,
    pub(super) last: OptionalId<OpData>,
    pub(super) span: u32,
}

/// The storage of a region, which [`crate::Module`] reads.
#[derive(Clone, Debug)]
pub struct RegionData {
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
