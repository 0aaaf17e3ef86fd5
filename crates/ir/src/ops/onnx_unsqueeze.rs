//! `onnx.Unsqueeze`: a tensor with new dims of length 1 at the indices that the operand `axes` lists.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Unsqueeze"),
    summary: text("a tensor with new dims of length 1"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.unsqueeze(&view.required_ints_operand(1)?)
    })),
    ..OpDef::FOREIGN_PURE
};
