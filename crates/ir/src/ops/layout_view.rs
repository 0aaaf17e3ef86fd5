//! `layout.view`: reads the same memory as another shape; no data moves.

use crate::diag::code;
use crate::registry::{Arity, OpCheck, OpDef, Syntax};
use crate::types::Extent;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::FunctionTypes]),
    verify,
    parts: Some(|module, op| ViewOp::new(module, op).pair()?.memory()),
    ..OpDef::new("layout.view", "reads the same memory as another tensor; no data moves")
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((from, to)) = super::tensor_to_tensor(check) else { return };
    if let (Some(before), Some(after)) = (elements(from), elements(to))
        && before != after
    {
        let message = format!("`layout.view` of {before} elements as {after} elements");
        check.error(code::TYPE_MISMATCH, message);
    }
}

/// The number of elements; none if a dim is dynamic or the product passes 2^127.
fn elements(dims: &[Extent]) -> Option<u128> {
    dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from((*dim)?)))
}
