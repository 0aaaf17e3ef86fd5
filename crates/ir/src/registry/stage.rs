//! The interface of ops that are stages of a descriptor.

use crate::data::shared::SharedFn;
use crate::layout::transform::{FormAttributes, TransformKind};
use crate::layout::{Combine, LayoutFault, MemoryAxes, MemoryForm, OpenDescriptor};
use crate::module::{Module, Op};

/// A function that returns the base of a descriptor; `None` if an attribute of the op is missing or its type differs
/// from the definition's.
pub type BaseOf = SharedFn<dyn Fn(StageOp<'_>) -> Option<Base> + Send + Sync>;

/// A function that returns the way in which an op combines the parts of a value, or the fault of an unknown way; `None`
/// as that of [`BaseOf`].
pub type CombineOf =
    SharedFn<dyn Fn(StageOp<'_>) -> Option<Result<Combine, LayoutFault>> + Send + Sync>;

/// The role of an op in a descriptor.
#[derive(Clone, Debug)]
pub enum DescriptorStage {
    /// The base of a descriptor: its results are dims of memory, or of an existing layout.
    Base(BaseOf),
    /// A transform of this kind, applied to the op's operands.
    Transform(&'static TransformKind),
    /// The copies of a placement: each index has a slot at every value of the op's operand.
    Copies,
    /// The parts of a placement: the values at all values of the op's operand are combined. The function returns the way
    /// to combine them.
    Partial(CombineOf),
    /// The end of a descriptor: its operands are the logical dims.
    Yield,
}

/// The base of a descriptor.
#[derive(Clone, Debug)]
pub enum Base {
    /// Memory, whose lengths may be open, or its fault.
    Memory(Box<Result<OpenDescriptor, LayoutFault>>),
    /// Memory of static lengths with named axes. Its strides count on the axis of each dim, and its offset is zero.
    Axes(Box<OpenDescriptor>, MemoryAxes),
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

    /// Returns the strings of a list; `None` if no list has this key, or an element is no string.
    pub fn strings(self, key: &str) -> Option<Vec<String>> {
        let ctx = &self.module.ctx;
        let list = ctx.as_array(self.module.attr(self.op, key)?)?;
        list.iter().map(|&entry| ctx.as_str(entry).map(str::to_owned)).collect()
    }

    /// Returns a string; `None` if no string has this key.
    pub fn string(self, key: &str) -> Option<String> {
        self.module.str_attr(self.op, key).map(str::to_owned)
    }

    /// Returns the integers of a dictionary by name; `None` if no dictionary has this key, or a value is no integer.
    pub fn named_ints(self, key: &str) -> Option<Vec<(String, i64)>> {
        let ctx = &self.module.ctx;
        let entries = ctx.dict_entries(self.module.attr(self.op, key)?).iter();
        entries
            .map(|&(name, value)| Some((ctx.text(name).to_owned(), ctx.as_int(value)?)))
            .collect()
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
