//! `onnx.Identity`: the tensor itself.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|module, op| ViewOp::new(module, op).pair()?.same()),
    ..OpDef::foreign("onnx.Identity", "the tensor itself")
};
