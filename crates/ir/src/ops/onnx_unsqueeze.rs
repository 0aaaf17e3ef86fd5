//! `onnx.Unsqueeze`: a tensor with new dims of length 1 at the indices that the operand `axes` lists.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.unsqueeze(&view.required_ints_operand(1)?)
    }),
    ..OpDef::foreign_pure("onnx.Unsqueeze", "a tensor with new dims of length 1")
};
