//! `tensor.reshape`: a tensor in the shape that operand 1 lists.

use crate::module::{Module, Op};
use crate::registry::OpDef;
use crate::views::Parts;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef =
    OpDef { parts: Some(parts), ..OpDef::foreign("tensor.reshape", "a tensor in another shape") };

fn parts(module: &Module, op: Op) -> Parts {
    let view = ViewOp::new(module, op);
    view.pair()?.reshape(&view.required_ints_operand(1)?)
}
