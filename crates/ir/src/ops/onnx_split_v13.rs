//! `onnx.SplitV13`: parts of a tensor along a dim, of the lengths that operand 1 lists, or of equal lengths.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.SplitV13"),
    summary: text("parts of a tensor along a dim"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.split(view.axis("axis", view.operand(0))?.unwrap_or(0), view.ints_operand(1)?)
    })),
    ..OpDef::FOREIGN_PURE
};
