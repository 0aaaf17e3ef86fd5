//! `onnx.Flatten`: a tensor reshaped to a matrix. The dims before an axis are its rows, the others its columns.

use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry, SharedFn, text};
use crate::views::ViewRelations;
use crate::views::dims::{axis_index, count};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Flatten"),
    summary: text("a tensor reshaped to a matrix"),
    view_relations: Some(SharedFn::of(&view_relations)),
    ..OpDef::FOREIGN_PURE
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let axis = view.int("axis")?.unwrap_or(1);
    let pair = view.pair()?;
    // The axis may also be the rank, behind the last dim.
    let rank = pair.before.len();
    let axis = if axis == rank as i64 { rank } else { axis_index(axis, rank)? };
    let (rows, columns) = pair.before.split_at(axis);
    let lengths = [count(rows)?, count(columns)?];
    pair.reshape(&lengths)
}
