//! What an op says of its part in a descriptor: the interface that its definition answers by.

use crate::layout::transform::Transform;
use crate::layout::{LayoutBuilder, LayoutFault};
use crate::module::{Module, Op};

/// The part of an op in a descriptor. Its answers are nothing where an attribute lacks or is of another
/// kind than the definition says.
#[derive(Clone, Copy, Debug)]
pub enum Stage {
    /// It begins a descriptor: its results are dims of memory, or of a layout that exists.
    Base(fn(StageOp<'_>) -> Option<Base>),
    /// It puts a transform over its operands.
    Transform(fn(StageOp<'_>) -> Option<Transform>),
    /// It ends a descriptor: its operands are the logical dims.
    Yield,
}

/// What a descriptor stands on.
#[derive(Clone, Debug)]
pub enum Base {
    /// Memory, if there can be such.
    Memory(Box<Result<LayoutBuilder, LayoutFault>>),
    /// The layout of the descriptor or tensor of this name.
    From(String),
}

impl Base {
    /// Memory, or why there is none.
    pub fn memory(built: Result<LayoutBuilder, LayoutFault>) -> Base {
        Base::Memory(Box::new(built))
    }
}

/// An op with its attributes, as a stage of a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct StageOp<'a> {
    module: &'a Module,
    op: Op,
}

impl<'a> StageOp<'a> {
    /// An op of a module.
    pub(crate) fn new(module: &'a Module, op: Op) -> StageOp<'a> {
        StageOp { module, op }
    }

    /// An integer attribute.
    pub fn int(self, key: &str) -> Option<i64> {
        self.module.ctx.as_int(self.module.attr(self.op, key)?)
    }

    /// A list of integers.
    pub fn ints(self, key: &str) -> Option<Vec<i64>> {
        self.module.ctx.as_int_list(self.module.attr(self.op, key)?)
    }

    /// A symbol.
    pub fn symbol(self, key: &str) -> Option<String> {
        self.module.ctx.as_symbol(self.module.attr(self.op, key)?).map(str::to_owned)
    }
}
