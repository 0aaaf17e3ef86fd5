//! `onnx.Reshape`: a tensor of another shape. A 0 in the shape copies a length of the operand, and -1 is inferred.
//! A computed shape is known from the types if each has one dynamic dim.

use crate::module::{Module, Op};
use crate::registry::{DYNAMIC, OpDef, Registry};
use crate::views::dims::{ensure, static_count};
use crate::views::form::reshape;
use crate::views::op::ViewOp;
use crate::views::{Opaque, ViewRelations};

pub(super) const DEF: OpDef = OpDef {
    view_relations: Some(view_relations),
    ..OpDef::foreign_pure("onnx.Reshape", "a tensor of another shape")
};

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    let view = ViewOp::new(registry, module, op);
    let zero_copies = view.int("allowzero")?.unwrap_or(0) == 0;
    let pair = view.pair()?;
    let shape = match view.required_ints_operand(1) {
        // The types alone determine the view if the shape is computed from the lengths of a dynamic tensor.
        Err(_) if pair.has_one_dynamic_dim() => return reshape(pair),
        shape => shape?,
    };
    let lengths = resolve(shape, &pair.before, zero_copies)?;
    pair.reshape(&lengths)
}

/// Resolves a shape operand to lengths, for a tensor with the lengths `before`. Lengths of 0 or less that remain are
/// invalid for the result.
fn resolve(mut shape: Vec<i64>, before: &[i64], zero_copies: bool) -> Result<Vec<i64>, Opaque> {
    let mut is_copied = vec![false; before.len()];
    for (at, len) in shape.iter_mut().enumerate().filter(|(_, len)| zero_copies && **len == 0) {
        *len = *before.get(at).ok_or_else(|| {
            Opaque::new(format!(
                "entry {at} of the shape copies a dim that the operand does not have"
            ))
        })?;
        is_copied[at] = true;
    }
    if let Some(open) = shape.iter().position(|&len| len == -1) {
        shape[open] = inferred(&shape, open, before, &is_copied)?;
    }
    Ok(shape)
}

/// Returns the length of the entry `open`, which makes the numbers of elements equal.
fn inferred(shape: &[i64], open: usize, before: &[i64], is_copied: &[bool]) -> Result<i64, Opaque> {
    let rest = shape.iter().enumerate().filter(|&(at, _)| at != open).map(|(_, &len)| len);
    let rest: Vec<i64> = rest.collect();
    let ((dynamic, all), (copied, rest)) = (static_count(before)?, static_count(&rest)?);
    if dynamic == copied {
        ensure(rest >= 1 && all % rest == 0, || {
            format!("{all} elements are not a multiple of {rest}")
        })?;
        return Ok(all / rest);
    }
    // The entry is the one dynamic dim that no other entry copies, and keeps its position among the dynamic dims.
    let is_dynamic = |(_, len): &(usize, &i64)| **len == DYNAMIC;
    let mut own = before.iter().enumerate().filter(is_dynamic);
    let position = own.position(|(at, _)| !is_copied[at]);
    let expected = shape[..open].iter().filter(|&&len| len == DYNAMIC).count();
    let is_kept = dynamic == copied + 1 && all == rest && position == Some(expected);
    ensure(is_kept, || "a dynamic dim is split or merged".to_owned())?;
    Ok(DYNAMIC)
}
