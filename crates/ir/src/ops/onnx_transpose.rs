//! `onnx.Transpose`: a tensor with permuted dims, in reverse order by default.

use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry, SharedFn, text};
use crate::views::ViewRelations;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Transpose"),
    summary: text("a tensor with permuted dims"),
    view_relations: Some(SharedFn::of(&view_relations)),
    ..OpDef::FOREIGN_PURE
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let perm = view.permutation("perm")?;
    let pair = view.pair()?;
    let perm = perm.unwrap_or_else(|| (0..pair.before.len() as i64).rev().collect());
    pair.transpose(&perm)
}
