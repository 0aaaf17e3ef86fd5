//! `onnx.Identity`: the operand, unchanged.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| ViewOp::new(registry, module, op).pair()?.same()),
    ..OpDef::foreign_pure("onnx.Identity", "the operand, unchanged")
};
