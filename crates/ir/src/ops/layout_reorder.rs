//! `layout.reorder`: copies a tensor into another layout of the same logical shape.

use super::checks::shape_text;
use crate::choice::{Choice, Slot};
use crate::diag::code;
use crate::encoding;
use crate::registry::{Arity, OpCheck, OpDef, SharedFn, Traits, pieces, text};
use crate::types::Extent;
use crate::views::COPY_OP;

pub(super) const DEF: OpDef = OpDef {
    name: text(COPY_OP),
    summary: text("copies a tensor into another layout of the same logical shape"),
    traits: Traits::PURE,
    operands: Arity::Exactly(1),
    syntax: Some(pieces!(@Operands {} @FunctionTypes)),
    verify: Some(SharedFn::from_static(&verify)),
    is_copy: true,
    // Operand and result have different layouts.
    choice: Some(SharedFn::from_static(&|| Choice::all(Slot::Any))),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((from, to)) = super::checks::tensor_to_tensor(check) else { return };
    if from != to {
        let message = format!(
            "`layout.reorder` must keep the logical shape, but its operand has {} and its result {}",
            shape_text(from),
            shape_text(to)
        );
        return check.error(code::TYPE_MISMATCH, message);
    }
    same_bounds(check);
}

/// Checks that the result has the bounds of the operand, so that both have the same number of elements in memory.
fn same_bounds(check: &mut OpCheck<'_>) {
    let module = check.module;
    let ends = [module.operands(check.op).first().copied(), module.results(check.op).next()];
    let [Some(from), Some(to)] =
        ends.map(|value| encoding::laid_out_lengths(&module.ctx, module.ty(value?)))
    else {
        return;
    };
    let mut dims = from.iter().zip(&to).enumerate();
    if let Some((dim, (before, after))) = dims.find(|(_, (before, after))| before != after) {
        fn shown(bound: &Extent) -> String {
            match bound {
                Some(bound) => format!("has bound {bound}"),
                None => "has no bound".to_owned(),
            }
        }
        let message = format!(
            "`layout.reorder` must keep the bounds, but d{dim} of its operand {} and of its result {}",
            shown(before),
            shown(after)
        );
        check.error_at(check.location().output(0), code::TYPE_MISMATCH, message);
    }
}
