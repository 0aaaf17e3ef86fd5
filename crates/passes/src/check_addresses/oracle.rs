//! The oracle: evaluates functions of one block of `arith` ops on integers without signs, op by op in the module.
//!
//! `check-addresses` compares layouts with it, so it shares nothing with the crate that makes and simplifies these
//! functions, not even the table of operations: each op is what MLIR's documentation of `arith` states, on the exact
//! width, and what MLIR leaves undefined is a [`Trap`]. In reading order: `operation` is what each op does;
//! `read` makes a list of steps of a function, once; `eval` runs it on an index.
//!
//! Sums, differences, products, and shifts to the left may wrap, which is reported beside the result; where flags of the op
//! (`overflowFlags`) promise that it does not, wrapping is a trap.

mod eval;
mod operation;
mod read;

pub(in crate::check_addresses) use eval::OracleMachine;
pub(in crate::check_addresses) use operation::Trap;

use ir::Op;
use operation::OracleOp;

/// A function as a list of steps. Each value has a slot: the inputs' come first.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleFunction {
    /// The widths of the inputs, in bits.
    pub(in crate::check_addresses) inputs: Vec<u32>,
    pub(in crate::check_addresses) steps: Vec<OracleStep>,
    /// What each slot begins with: the values of constants, and 0.
    pub(in crate::check_addresses) start: Vec<u64>,
    /// The slots of the results.
    pub(in crate::check_addresses) results: Vec<usize>,
    /// The widths of the results, in bits.
    pub(in crate::check_addresses) outputs: Vec<u32>,
}

/// One op.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleStep {
    pub(in crate::check_addresses) kind: OracleOp,
    /// The width of the operands, in bits; of a `select`, that of the last two.
    pub(in crate::check_addresses) width: u32,
    pub(in crate::check_addresses) operands: [usize; 3],
    /// The slot of the first result; a second result has the next one.
    pub(in crate::check_addresses) result: usize,
    pub(in crate::check_addresses) promises: Promises,
    op: Op,
}

/// What an op promises of its operands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::check_addresses) struct Promises {
    /// That it does not wrap as one without signs.
    pub(in crate::check_addresses) nuw: bool,
    /// That it does not wrap as one with signs.
    pub(in crate::check_addresses) nsw: bool,
}

/// The greatest word of a width from 1 to 64.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests;
