//! The dims of TOSA's ops, in the forms of LLVM 19 and of TOSA 1.0 and 1.1.
//!
//! Convolutions, pools, resizes and gathers have fixed dims: N, H, W, C. Zero points, shifts and tables are no tensors of
//! the shared dims.

use super::row::{DimRow, read, row};
use crate::op_dims::ListSpec;
use crate::ops::known_kinds::tosa::ELEMENTWISE;
use crate::registry::{DimsResult, ListKind, ValueDims};
use crate::views::form::ListSource::{Attr, Operand};
use crate::views::op::ViewOp;

const AXIS: ListSpec = ListSpec::new(ListKind::Axes, &[Attr("axis")]);

pub(super) const ROWS: &[DimRow] = &[
    row("* ... -> *", &[], ELEMENTWISE),
    row("* . . -> *", &[], "tosa.negate"),
    row("* * . -> *", &[], "tosa.mul"),
    row("* . -> *", &[], "tosa.table"),
    read(rescale, "tosa.rescale"),
    row(
        "* -> *",
        &[AXIS],
        "tosa.reduce_all tosa.reduce_any tosa.reduce_max tosa.reduce_min tosa.reduce_prod tosa.reduce_product
         tosa.reduce_sum tosa.reverse",
    ),
    row("* -> -", &[AXIS], "tosa.argmax"),
    row(
        "* . . -> *",
        &[ListSpec::new(ListKind::Groups, &[Attr("padding"), Operand(1)])],
        "tosa.pad",
    ),
    row(
        "* . -> *",
        &[ListSpec::new(ListKind::Lists, &[Attr("multiples"), Operand(1)])],
        "tosa.tile",
    ),
];

/// Returns the dims of a conversion of scale. The multipliers of each channel belong to the last dim, which then keeps
/// its position.
fn rescale(view: ViewOp<'_>) -> DimsResult {
    let per_channel = view.module.attr(view.op, "per_channel");
    let is_per_channel = per_channel.is_some_and(|attr| view.module.ctx.as_int(attr) != Some(0));
    let mut dims = view.shared_dims("* . ... -> *", &[])?;
    if let (true, Some(ValueDims::Shared(of_input))) = (is_per_channel, dims.operands.first())
        && let Some(&last) = of_input.last()
    {
        dims.pinned[last] = true;
    }
    Ok(dims)
}
