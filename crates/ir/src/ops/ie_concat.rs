//! `IE.Concat` of VPUX: tensors at offsets in a larger tensor, or their concatenation along `per_axis`.

use crate::attrs::AttrKind;
use crate::module::{Module, Op};
use crate::types::Piece;
use crate::views::dims::ensure;
use crate::views::op::ViewOp;
use crate::views::{Opaque, ViewRelations};

/// The key of the offsets of all operands, one list each.
const OFFSETS: &str = "static_offsets";

/// The key of the axis: `#IE.Concat<axis = 1 : i64>`.
const AXIS: &str = "per_axis";

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
    match view.module.attr(view.op, OFFSETS) {
        Some(_) => view.boxes_at(&view.int_lists(OFFSETS)?),
        None => view.concat(axis(view.module, view.op)?),
    }
}

/// Returns the axis of `#IE.Concat<axis = 1>`. With an offset or a stride between the operands, the op interleaves them.
fn axis(module: &Module, op: Op) -> Result<i64, Opaque> {
    let text = module.attr(op, AXIS).map(|attr| match module.ctx.attr_kind(attr) {
        AttrKind::Dialect { text, .. } => match &text.body[..] {
            [Piece::Text(text)] => text.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    });
    let text = text.ok_or_else(|| Opaque::malformed(format!("`{AXIS}` is missing")))?;
    let only = text.strip_prefix("Concat<").and_then(|rest| rest.strip_suffix('>'));
    let value = only.and_then(|only| only.trim().strip_prefix("axis")?.trim().strip_prefix('='));
    let value = value.map(|value| value.split(':').next().unwrap_or_default().trim());
    let axis = value.and_then(|value| value.parse::<i64>().ok());
    ensure(axis.is_some(), || format!("`{AXIS}` is not of the form `#IE.Concat<axis = 1>`"))?;
    axis.ok_or_else(|| Opaque::new("no axis"))
}
