//! `onnx.SplitV11`: parts of a tensor along a dim, of the lengths that the attribute `split` lists, or of equal
//! lengths.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.split(view.axis("axis", view.operand(0))?.unwrap_or(0), view.ints("split")?)
    }),
    ..OpDef::foreign_pure("onnx.SplitV11", "parts of a tensor along a dim")
};
