//! `tensor.cast`: a tensor under another type of the same shape.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| ViewOp::new(registry, module, op).pair()?.same()),
    ..OpDef::foreign("tensor.cast", "a tensor under another type")
};
