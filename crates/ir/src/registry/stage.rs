//! The interface of ops that are stages of a descriptor.

use crate::data::shared::SharedFn;
use crate::layout::transform::{FormAttributes, TransformKind};
use crate::layout::{Combine, LayoutFault, MemoryAxes, MemoryForm, OpenDescriptor, SymExpr};
use crate::module::{Module, Op};

/// The key of the names of a descriptor's symbols.
pub const SYMBOLS_ATTR: &str = "symbols";

/// The key of the set of values of a descriptor's symbols.
pub const WHERE_ATTR: &str = "where";

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
    /// Memory in a descriptor with symbols, or its fault.
    Symbolic(Box<Result<SymbolicMemory, LayoutFault>>),
    /// The layout of the descriptor or tensor of this name.
    From(String),
}

/// Memory whose lengths are expressions over the symbols of a descriptor.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum SymbolicMemory {
    /// Row-major memory of these lengths.
    Packed(Vec<SymExpr>),
    /// Row-major memory of these lengths, whose rows begin at multiples of a number of elements.
    Aligned(Vec<SymExpr>, SymExpr),
    /// Memory of these lengths and strides, in elements, in which index zero is at an offset.
    Strided(Vec<SymExpr>, Vec<SymExpr>, SymExpr),
}

impl Base {
    /// Returns the base of memory with symbols; `None` if there is none.
    pub fn symbolic(memory: Option<Result<SymbolicMemory, LayoutFault>>) -> Option<Base> {
        Some(Base::Symbolic(Box::new(memory?)))
    }

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

    /// Returns `true` if the descriptor of the op has symbols.
    pub fn has_symbols(self) -> bool {
        let descriptor = self.module.parent_op(self.op);
        descriptor.is_some_and(|op| self.module.attr(op, SYMBOLS_ATTR).is_some())
    }

    /// Returns a list of expressions over the symbols of the descriptor; `None` if no list of integers and no map over
    /// symbols has this key.
    ///
    /// # Errors
    /// A length is open, an expression is too deep or too large, or a divisor is below 1.
    pub fn exprs(self, key: &'static str) -> Option<Result<Vec<SymExpr>, LayoutFault>> {
        let ctx = &self.module.ctx;
        let attr = self.module.attr(self.op, key)?;
        let fault = |message: String| LayoutFault::new(message).at_attribute(key);
        if let Some(map) = ctx.as_symbol_map(attr) {
            return Some(map.sym_exprs().map_err(fault).and_then(|exprs| without_open(exprs, key)));
        }
        let number = || Some(vec![ctx.as_int(attr)?]);
        let numbers = ctx.as_int_list(attr).or_else(number)?;
        Some(without_open(numbers.into_iter().map(SymExpr::constant).collect(), key))
    }

    /// Returns an expression over the symbols of the descriptor, as [`exprs`](Self::exprs) returns a list; `None` also
    /// for another number of them.
    ///
    /// # Errors
    /// As [`exprs`](Self::exprs).
    pub fn expr(self, key: &'static str) -> Option<Result<SymExpr, LayoutFault>> {
        match self.exprs(key)? {
            Ok(exprs) => <[SymExpr; 1]>::try_from(exprs).ok().map(|[expr]| Ok(expr)),
            Err(fault) => Some(Err(fault)),
        }
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

/// Checks that no expression is the number of an open length.
fn without_open(exprs: Vec<SymExpr>, key: &'static str) -> Result<Vec<SymExpr>, LayoutFault> {
    match exprs.iter().any(|expr| expr.as_constant() == Some(OpenDescriptor::OPEN)) {
        false => Ok(exprs),
        true => {
            let message = "open lengths (`?`) are incompatible with `symbols`";
            let fault = LayoutFault::new(message).at_attribute(key);
            Err(fault.note("name each unknown length in `symbols`"))
        }
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
