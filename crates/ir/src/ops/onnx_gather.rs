//! `onnx.Gather`: the entries of a dim that the operand `indices` lists. With one constant index, it is a slice.

use crate::views::dims::{ViewLen, axis_index, ensure};
use crate::views::op::ViewOp;
use crate::views::pair::DimSlice;
use crate::views::{Opaque, ViewRelations};

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    let axis = view.axis("axis", view.operand(0))?.unwrap_or(0);
    let pair = view.pair()?;
    let axis = axis_index(axis, pair.before.len())?;
    let indices = view.required_ints_operand(1)?;
    let [index] = indices[..] else {
        return Err(Opaque::new(format!("there are {} indices, but a slice has 1", indices.len())));
    };
    let rank = view.module.kind(view.operand(1)?).tensor_dims().map_or(0, <[_]>::len);
    ensure(rank <= 1, || "the indices have several dims".to_owned())?;
    let begin = match pair.before[axis] {
        ViewLen::Static(length) if index < 0 => index.checked_add(length).unwrap_or(-1),
        // An index from the end depends on the run-time length.
        _ => index,
    };
    let mut dims: Vec<DimSlice> = pair.before.iter().copied().map(DimSlice::whole).collect();
    dims[axis] = DimSlice { begin, step: 1, len: ViewLen::Static(1) };
    // The shape of the indices replaces the dim.
    let kept = (0..dims.len()).filter(|&dim| dim != axis || rank == 1).collect();
    pair.sliced(&dims, kept)
}
