//! `onnx.Identity`: the operand, unchanged.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Identity"),
    summary: text("the operand, unchanged"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        ViewOp::new(registry, module, op).pair()?.same()
    })),
    ..OpDef::FOREIGN_PURE
};
