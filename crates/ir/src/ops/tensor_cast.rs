//! `tensor.cast`: a tensor under another type of the same shape.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|module, op| ViewOp::new(module, op).pair()?.same()),
    ..OpDef::foreign("tensor.cast", "a tensor under another type")
};
