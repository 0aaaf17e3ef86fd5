//! `onnx.Reshape`: a tensor of another shape. A 0 in the shape copies a length of the operand, and -1 is inferred.
//! A computed shape is known from the types if each has one dynamic dim.

use crate::views::dims::{
    ViewLen, dynamic_count, ensure, laid_out_count, split_or_merged, static_lengths,
};
use crate::views::form::reshape;
use crate::views::op::ViewOp;
use crate::views::{Opaque, ViewRelations};

/// Returns the relations of an op.
pub(super) fn relations(view: ViewOp<'_>) -> ViewRelations {
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
fn resolve(shape: Vec<i64>, before: &[ViewLen], zero_copies: bool) -> Result<Vec<ViewLen>, Opaque> {
    let mut is_copied = vec![false; before.len()];
    let mut lengths = static_lengths(&shape);
    for at in (0..shape.len()).filter(|&at| zero_copies && shape[at] == 0) {
        lengths[at] = *before.get(at).ok_or_else(|| {
            Opaque::new(format!(
                "entry {at} of the shape copies a dim that the operand does not have"
            ))
        })?;
        is_copied[at] = true;
    }
    if let Some(open) = shape.iter().position(|&len| len == -1) {
        lengths[open] = inferred(&lengths, open, before, &is_copied)?;
    }
    Ok(lengths)
}

/// Returns the length of the entry `open`, which makes the numbers of elements equal.
fn inferred(
    shape: &[ViewLen],
    open: usize,
    before: &[ViewLen],
    is_copied: &[bool],
) -> Result<ViewLen, Opaque> {
    let mut rest = shape.to_vec();
    rest.remove(open);
    let all = laid_out_count(before)?;
    let rest = laid_out_count(&rest)?;
    let mut own = (0..before.len()).filter(|&at| before[at].is_dynamic());
    let Some(position) = own.clone().position(|at| !is_copied[at]) else {
        return Ok(ViewLen::Static(quotient(all, rest)?));
    };
    // The entry is the one dynamic dim that no other entry copies, and keeps its position among the dynamic dims.
    let dynamic = own.clone().count();
    let is_kept = dynamic_count(shape) + 1 == dynamic && dynamic_count(&shape[..open]) == position;
    ensure(is_kept, || "a dynamic dim is split or merged".to_owned())?;
    match own.nth(position).map(|at| before[at]) {
        Some(ViewLen::Bounded(_)) => Ok(ViewLen::Bounded(quotient(all, rest)?)),
        _ if all == rest => Ok(ViewLen::Dynamic),
        _ => Err(split_or_merged()),
    }
}

fn quotient(all: i64, rest: i64) -> Result<i64, Opaque> {
    ensure(rest >= 1 && all % rest == 0, || {
        format!("{all} elements are not a multiple of {rest}")
    })?;
    Ok(all / rest)
}
