//! `onnx.Split`: parts of a tensor along a dim, of the lengths that operand 1 lists, or `num_outputs` equal parts.

use crate::views::ViewRelations;
use crate::views::dims::ensure;
use crate::views::op::ViewOp;

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let axis = view.axis("axis", view.operand(0))?;
    if let Some(outputs) = view.int("num_outputs")? {
        let results = view.results().len();
        ensure(outputs == results as i64, || {
            format!("`num_outputs` is {outputs}, but the op has {results} results")
        })?;
    }
    view.split(axis.unwrap_or(0), view.ints_operand(1)?)
}
