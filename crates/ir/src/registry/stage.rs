//! The interface of ops that are stages of a descriptor.

use crate::data::shared::SharedFn;
use crate::layout::transform::{FormAttributes, TransformKind};
use crate::layout::{LayoutFault, MemoryForm, OpenDescriptor};
use crate::module::{Module, Op};

/// A function that returns the base of a descriptor; `None` if an attribute of the op is missing or its type differs
/// from the definition's.
pub type BaseOf = SharedFn<dyn Fn(StageOp<'_>) -> Option<Base> + Send + Sync>;

/// The role of an op in a descriptor.
#[derive(Clone, Debug)]
pub enum DescriptorStage {
    /// The base of a descriptor: its results are dims of memory, or of an existing layout.
    Base(BaseOf),
    /// A transform of this kind, applied to the op's operands.
    Transform(&'static TransformKind),
    /// The end of a descriptor: its operands are the logical dims.
    Yield,
}

/// The base of a descriptor.
#[derive(Clone, Debug)]
pub enum Base {
    /// Memory, whose lengths may be open, or its fault.
    Memory(Box<Result<OpenDescriptor, LayoutFault>>),
    /// The layout of the descriptor or tensor of this name.
    From(String),
}

impl Base {
    /// Returns the base that is memory of these lengths, of which some may be open.
    pub fn memory(form: MemoryForm, lengths: &[i64]) -> Base {
        Base::Memory(Box::new(OpenDescriptor::new(form, lengths)))
    }
}

/// An op with its attributes, as a stage of a descriptor.
#[derive(Clone, Copy, Debug)]
pub struct StageOp<'a> {
    module: &'a Module,
    op: Op,
}

impl<'a> StageOp<'a> {
    /// Returns an op of a module as a stage.
    pub(crate) fn new(module: &'a Module, op: Op) -> StageOp<'a> {
        StageOp { module, op }
    }

    /// Returns the name of a symbol reference; `None` if no symbol reference has this key.
    pub fn symbol(self, key: &str) -> Option<String> {
        self.module.symbol_attr(self.op, key).map(str::to_owned)
    }
}

impl FormAttributes for StageOp<'_> {
    fn int(&self, key: &str) -> Option<i64> {
        self.module.int_attr(self.op, key)
    }

    fn ints(&self, key: &str) -> Option<Vec<i64>> {
        self.module.ctx.as_int_list(self.module.attr(self.op, key)?)
    }
}
