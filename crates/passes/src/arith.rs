//! Evaluates addressing functions: `func.func`s of one block of `arith` ops on integers without signs.
//!
//! This is what `check-addresses` holds a function's ops against, so it shares nothing with what makes or rewrites them:
//! each op is what MLIR's documentation of `arith` says, on the exact width, and what MLIR leaves undefined is a
//! [`Trap`]. In reading order: `read` makes a list of steps of a function, once; `eval` runs it on an index.
//!
//! Sums, differences, products, and shifts to the left may wrap, which is told beside the result; where flags of the op
//! (`overflowFlags`) promise that it does not, wrapping is a trap.

mod eval;
mod read;

pub(crate) use eval::{Machine, Trap};

use ir::Op;

/// A function as a list of steps. Each value has a slot: the inputs' come first.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// The widths of the inputs, in bits.
    pub(crate) inputs: Vec<u32>,
    pub(crate) steps: Vec<Step>,
    /// What each slot begins with: the values of constants, and 0.
    pub(crate) start: Vec<u64>,
    /// The slots of the results.
    pub(crate) results: Vec<usize>,
    /// The widths of the results, in bits.
    pub(crate) outputs: Vec<u32>,
}

/// One op.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) kind: Kind,
    /// The width of the operands, in bits; of a `select`, that of the last two.
    pub(crate) width: u32,
    pub(crate) operands: [usize; 3],
    /// The slot of the first result; a second result has the next one.
    pub(crate) result: usize,
    pub(crate) promises: Promises,
    op: Op,
}

/// What an op promises of its operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Promises {
    /// That it does not wrap as one without signs.
    pub(crate) nuw: bool,
    /// That it does not wrap as one with signs.
    pub(crate) nsw: bool,
}

/// What an op does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Add,
    Sub,
    Mul,
    MulExtended,
    Div,
    Rem,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Min,
    Max,
    Compare(Predicate),
    Select,
    Extend,
    /// To the low bits, this many.
    Truncate(u32),
}

/// How two words compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
    Equal,
    Unequal,
    Below,
    AtMost,
    Above,
    AtLeast,
}

/// The greatest word of a width from 1 to 64.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests;
