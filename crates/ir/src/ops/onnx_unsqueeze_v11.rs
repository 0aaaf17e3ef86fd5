//! `onnx.UnsqueezeV11`: a tensor with new dims of length 1 at the indices that the attribute `axes` lists.

use crate::registry::{OpDef, SharedFn, text};
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("onnx.UnsqueezeV11"),
    summary: text("a tensor with new dims of length 1"),
    view_relations: Some(SharedFn::of(&|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.unsqueeze(&view.required_ints("axes")?)
    })),
    ..OpDef::FOREIGN_PURE
};
