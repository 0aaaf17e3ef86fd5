//! The row of a table: the dims of the ops of equal form, by name.

use crate::op_dims::ListSpec;
use crate::registry::{AbsorbOf, DimsResult};
use crate::views::op::ViewOp;

/// The dims of the ops of some names.
#[derive(Clone, Copy)]
pub(in crate::ops) struct DimRow {
    /// The names, separated by white space.
    names: &'static str,
    pub(super) dims: RowDims,
}

/// The source of the dims of a row.
#[derive(Clone, Copy)]
pub(super) enum RowDims {
    /// The text and the lists of [`crate::op_dims`].
    Text(&'static str, &'static [ListSpec]),
    /// A function that reads the op.
    Read(fn(ViewOp<'_>) -> DimsResult),
    /// A function that returns the change of an op which then computes on permuted values.
    Absorb(fn() -> AbsorbOf),
}

impl DimRow {
    /// Returns the names.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.names.split_whitespace()
    }
}

/// Returns the row of ops with these dims, and with lists that name dims.
pub(super) const fn row(
    dims: &'static str,
    lists: &'static [ListSpec],
    names: &'static str,
) -> DimRow {
    DimRow { names, dims: RowDims::Text(dims, lists) }
}

/// Returns the row of ops whose dims a function reads.
pub(super) const fn read(dims: fn(ViewOp<'_>) -> DimsResult, names: &'static str) -> DimRow {
    DimRow { names, dims: RowDims::Read(dims) }
}

/// Returns the row of ops that compute on permuted values after a change.
pub(super) const fn absorb(absorb: fn() -> AbsorbOf, names: &'static str) -> DimRow {
    DimRow { names, dims: RowDims::Absorb(absorb) }
}
