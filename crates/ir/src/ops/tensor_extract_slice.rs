//! `tensor.extract_slice`: a slice with an offset, size and stride for each dim. Dims of size 1 may be dropped.

use super::checks::{operand_groups, shape_text};
use super::tensor_shapes::{DYNAMIC, dynamic_operands, ranked_pair};
use crate::diag::{code, counted};
use crate::module::{Module, Op};
use crate::registry::{Arity, AttrClass, AttrSpec, OpCheck, OpDef, Registry, SharedFn, text};
use crate::types::Extent;
use crate::views::dims::{ViewLen, ensure};
use crate::views::op::ViewOp;
use crate::views::pair::{DimSlice, Pair};
use crate::views::{Opaque, ViewRelations};
use std::borrow::Cow;

/// The keys of the offsets, sizes and strides, with one entry for each dim.
const LISTS: [&str; 3] = ["static_offsets", "static_sizes", "static_strides"];

pub(super) const DEF: OpDef = OpDef {
    name: text("tensor.extract_slice"),
    summary: text("a slice with an offset, size and stride for each dim"),
    operands: Arity::AtLeast(1),
    attrs: Cow::Borrowed(&[
        AttrSpec::required("operandSegmentSizes", AttrClass::Segments),
        AttrSpec::required(LISTS[0], AttrClass::I64s),
        AttrSpec::required(LISTS[1], AttrClass::I64s),
        AttrSpec::required(LISTS[2], AttrClass::I64s),
    ]),
    view_relations: Some(SharedFn::from_static(&view_relations)),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((before, after)) = ranked_pair(check) else { return };
    let Some(groups) = operand_groups(check, &[Some(1), None, None, None]) else { return };
    let mut sizes = Vec::new();
    for (at, key) in LISTS.into_iter().enumerate() {
        let Some(list) = check.attr(key).and_then(|attr| check.module.ctx.as_int_list(attr)) else {
            return;
        };
        let own = (&*format!("`{key}` of `tensor.extract_slice`"), list.len(), "entry");
        let rank = ("the operand", before.len(), "dim");
        if !check.same_count(check.location().attr(key), own, rank) {
            return;
        }
        if let Some(negative) = list.iter().find(|&&entry| entry < 0 && entry != DYNAMIC && at < 2)
        {
            let message = format!(
                "`{key}` of `tensor.extract_slice` must not be negative, but has entry {negative}"
            );
            return check.error_at(check.location().attr(key), code::OP_ATTRIBUTE, message);
        }
        dynamic_operands(check, key, groups[at + 1].clone());
        if at == 1 {
            sizes = list.iter().map(|&size| u64::try_from(size).ok()).collect();
        }
    }
    if !is_reduced(&sizes, after) {
        let message = format!(
            "the result of `tensor.extract_slice` has lengths {}, but `static_sizes` is {}",
            shape_text(after),
            shape_text(&sizes)
        );
        check.error_at(check.location().output(0), code::TYPE_MISMATCH, message);
    }
}

/// Returns `true` if the lengths of a result are the sizes of a slice, with some sizes of 1 dropped.
fn is_reduced(sizes: &[Extent], result: &[Extent]) -> bool {
    let mut kept = 0;
    for &size in sizes {
        match result.get(kept) {
            Some(&length) if length == size => kept += 1,
            _ if size == Some(1) => {}
            _ => return false,
        }
    }
    kept == result.len()
}

fn view_relations(registry: &Registry, module: &Module, op: Op) -> ViewRelations {
    sliced(ViewOp::new(registry, module, op))
}

/// Returns the relation of a slice with static offsets and strides. A size is static, the length of the same dim of
/// the operand, or has a bound in the type of the result.
pub(super) fn sliced(view: ViewOp<'_>) -> ViewRelations {
    let pair = view.pair()?;
    let rank = pair.before.len();
    let mut lists = Vec::new();
    for key in LISTS {
        let ints = view.required_ints(key)?;
        ensure(ints.len() == rank, || {
            let rank = counted(rank, "dim");
            format!("the operand has {rank}, but `{key}` has {} entries", ints.len())
        })?;
        let is_fixed = key == LISTS[1] || !ints.contains(&DYNAMIC);
        ensure(is_fixed, || format!("`{key}` is not static"))?;
        lists.push(ints);
    }
    let [begins, lens, steps] = &lists[..] else { unreachable!("each key has a list") };
    // The offsets are static, so the operands after the first one are the dynamic sizes.
    let mut operands = 1..;
    let mut dims = Vec::with_capacity(rank);
    for dim in 0..rank {
        let begin = begins[dim];
        let step = steps[dim];
        let mut len = ViewLen::Static(lens[dim]);
        if lens[dim] == DYNAMIC {
            let at = operands.next().unwrap_or_default();
            let is_own = begin == 0 && step == 1 && view.is_own_length(at, dim);
            len = match (is_own, bounded_size(&pair, dim)) {
                (true, _) => pair.before[dim],
                (false, Some(bound)) => bound,
                (false, None) => {
                    let message = format!("size {dim} is neither static nor the length of d{dim}");
                    return Err(Opaque::new(message));
                }
            };
        }
        dims.push(DimSlice { begin, step, len });
    }
    pair.slice_reduced(&dims)
}

/// Returns the bound of a dynamic size in the type of the result, which must have all dims of the operand; `None` if
/// it has no bound.
fn bounded_size(pair: &Pair, dim: usize) -> Option<ViewLen> {
    let same_rank = pair.after.len() == pair.before.len();
    pair.after.get(dim).copied().filter(|len| same_rank && matches!(len, ViewLen::Bounded(_)))
}
