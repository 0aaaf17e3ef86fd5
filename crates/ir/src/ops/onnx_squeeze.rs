//! `onnx.Squeeze`: a tensor without the dims of length 1 that the operand `axes` lists, or without all of them.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.squeeze(view.ints_operand(1)?)
    }),
    ..OpDef::foreign_pure("onnx.Squeeze", "a tensor without dims of length 1")
};
