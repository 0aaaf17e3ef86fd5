//! `onnx.Squeeze`: a tensor without the dims of length 1 that the operand `axes` lists, or without all of them.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Squeeze"),
    summary: text("a tensor without dims of length 1"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.squeeze(view.ints_operand(1)?)
    })),
    ..OpDef::FOREIGN_PURE
};
