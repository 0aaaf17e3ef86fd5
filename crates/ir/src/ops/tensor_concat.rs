//! `tensor.concat`: tensors one after the other along a dim.

use crate::registry::OpDef;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(|registry, module, op| {
        let view = ViewOp::new(registry, module, op);
        view.concat(view.required_int("dim")?)
    }),
    ..OpDef::foreign("tensor.concat", "tensors one after the other along a dim")
};
