//! The oracle: concrete evaluation of functions of one block of `arith` ops, on unsigned integers.
//!
//! `check-addresses` compares layouts with the oracle. So it shares no code with the crate that generates and
//! simplifies these functions, not even the table of operations: each op has the semantics of MLIR's `arith`
//! documentation, on its exact width, and undefined behavior is a [`Trap`]. In reading order: `operation` defines each
//! op; `read` converts a function to a list of steps, once; `eval` executes the steps for an index.
//!
//! Additions, subtractions, multiplications and left shifts may wrap, which is reported with the result. Wrapping is a
//! trap if the `overflowFlags` of the op exclude it.

mod eval;
mod operation;
mod read;

pub(in crate::check_addresses) use eval::OracleMachine;
pub(in crate::check_addresses) use operation::Trap;

use ir::Op;
use ir::layout::Table;
use operation::OracleOp;

/// A function as a list of steps. Each value has a slot; the inputs have the first ones.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleFunction {
    /// The widths of the inputs, in bits.
    pub(in crate::check_addresses) inputs: Vec<u32>,
    pub(in crate::check_addresses) steps: Vec<OracleStep>,
    /// The initial value of each slot: the values of constants, otherwise 0.
    pub(in crate::check_addresses) start: Vec<u64>,
    /// The slots of the results.
    pub(in crate::check_addresses) results: Vec<usize>,
    /// The widths of the results, in bits.
    pub(in crate::check_addresses) outputs: Vec<u32>,
    /// The tables that ops load from, with their values.
    pub(in crate::check_addresses) tables: Vec<Table>,
}

/// One op of a function.
#[derive(Clone, Debug)]
pub(in crate::check_addresses) struct OracleStep {
    pub(in crate::check_addresses) kind: OracleOp,
    /// The width of the operands, in bits; for a `select`, the width of the last two.
    pub(in crate::check_addresses) width: u32,
    pub(in crate::check_addresses) operands: [usize; 3],
    /// The slot of the first result; a second result has the next slot.
    pub(in crate::check_addresses) result: usize,
    pub(in crate::check_addresses) promises: Promises,
    op: Op,
}

/// The `overflowFlags` of an op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::check_addresses) struct Promises {
    /// `true` if the op must not wrap as an unsigned operation.
    pub(in crate::check_addresses) nuw: bool,
    /// `true` if the op must not wrap as a signed operation.
    pub(in crate::check_addresses) nsw: bool,
}

/// Returns the greatest word of a width from 1 to 64.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

#[cfg(test)]
mod tests;
