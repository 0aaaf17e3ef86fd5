//! `onnx.Flatten`: a tensor reshaped to a matrix. The dims before an axis are its rows, the others its columns.

use crate::views::ViewRelations;
use crate::views::dims::{axis_index, count};
use crate::views::op::ViewOp;

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let axis = view.int("axis")?.unwrap_or(1);
    let pair = view.pair()?;
    // The axis may also be the rank, behind the last dim.
    let rank = pair.before.len();
    let axis = if axis == rank as i64 { rank } else { axis_index(axis, rank)? };
    let (rows, columns) = pair.before.split_at(axis);
    let lengths = [count(rows)?, count(columns)?];
    pair.reshape(&lengths)
}
