//! `onnx.SqueezeV11`: a tensor without the dims of length 1 that the attribute `axes` lists, or without all of them.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.squeeze(view.ints("axes")?)
    }),
    ..OpDef::foreign_pure("onnx.SqueezeV11", "a tensor without dims of length 1")
};
