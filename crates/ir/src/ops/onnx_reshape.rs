//! `onnx.Reshape`: a tensor of another shape. A 0 in the shape copies a length of the operand, and -1 is inferred.

use crate::module::{Module, Op};
use crate::registry::{OpDef, Registry};
use crate::views::op::{ViewOp, count, ensure};
use crate::views::{Opaque, ViewRelations};

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(view_relations),
    ..OpDef::foreign_pure("onnx.Reshape", "a tensor of another shape")
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let zero_copies = view.int("allowzero")?.unwrap_or(0) == 0;
    let pair = view.pair()?;
    let shape = view.required_ints_operand(1)?;
    let lengths = resolve(shape, &pair.before, zero_copies)?;
    pair.reshape(&lengths)
}

/// Resolves a shape operand to lengths, for a tensor with the lengths `before`. Lengths of 0 or less that remain are
/// invalid for the result.
fn resolve(mut shape: Vec<i64>, before: &[i64], zero_copies: bool) -> Result<Vec<i64>, Opaque> {
    for (at, len) in shape.iter_mut().enumerate().filter(|(_, len)| zero_copies && **len == 0) {
        *len = *before.get(at).ok_or_else(|| {
            Opaque::new(format!(
                "entry {at} of the shape copies a dim that the operand does not have"
            ))
        })?;
    }
    if let Some(open) = shape.iter().position(|&len| len == -1) {
        let rest = shape.iter().enumerate().filter(|&(at, _)| at != open).map(|(_, &len)| len);
        let (all, rest) = (count(before)?, count(&rest.collect::<Vec<_>>())?);
        ensure(rest >= 1 && all % rest == 0, || {
            format!("{all} elements are not a multiple of {rest}")
        })?;
        shape[open] = all / rest;
    }
    Ok(shape)
}
