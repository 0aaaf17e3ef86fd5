//! `onnx.Concat`: the concatenation of tensors along a dim.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.required_int("axis")?;
        view.concat(view.axis("axis", view.result())?.unwrap_or(0))
    }),
    ..OpDef::foreign_pure("onnx.Concat", "the concatenation of tensors along a dim")
};
