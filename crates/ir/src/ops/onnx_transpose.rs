//! `onnx.Transpose`: a tensor with its dims in another order, by default reversed.

use crate::module::{Module, Op};
use crate::registry::OpDef;
use crate::views::Parts;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    parts: Some(parts),
    ..OpDef::foreign("onnx.Transpose", "a tensor with its dims in another order")
};

fn parts(module: &Module, op: Op) -> Parts {
    let view = ViewOp::new(module, op);
    let pair = view.pair()?;
    let reversed = || (0..pair.before.len() as i64).rev().collect();
    let perm = view.ints("perm")?.unwrap_or_else(reversed);
    pair.transpose(&perm)
}
