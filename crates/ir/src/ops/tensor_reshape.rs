//! `tensor.reshape`: a tensor in the shape that operand 1 lists.

use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry};
use crate::views::ViewRelations;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(view_relations),
    ..OpDef::foreign("tensor.reshape", "a tensor in another shape")
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    view.pair()?.reshape(&view.required_ints_operand(1)?)
}
