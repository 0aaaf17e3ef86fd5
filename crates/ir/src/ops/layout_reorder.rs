//! `layout.reorder`: copies a tensor into another layout of the same logical shape.

use super::checks::shape_text;
use crate::choice::{Choice, Slot};
use crate::diag::code;
use crate::registry::{Arity, OpCheck, OpDef, Syntax, Traits};
use crate::views::COPY_OP;

pub(super) const DEF: OpDef = OpDef {
    traits: Traits::PURE,
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::FunctionTypes]),
    verify,
    is_copy: true,
    // Operand and result have different layouts.
    choice: Some(|| Choice::all(Slot::Any)),
    ..OpDef::new(COPY_OP, "copies a tensor into another layout of the same logical shape")
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((from, to)) = super::checks::tensor_to_tensor(check) else { return };
    if from != to {
        let message = format!(
            "`layout.reorder` must keep the logical shape, but its operand has {} and its result {}",
            shape_text(from),
            shape_text(to)
        );
        check.error(code::TYPE_MISMATCH, message);
    }
}
