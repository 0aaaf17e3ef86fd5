//! `onnx.Concat`: the concatenation of tensors along a dim.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.Concat"),
    summary: text("the concatenation of tensors along a dim"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.required_int("axis")?;
        view.concat(view.axis("axis", view.result())?.unwrap_or(0))
    })),
    ..OpDef::FOREIGN_PURE
};
