//! `layout.view`: reads the same memory as another shape; no data moves.

use crate::diag::code;
use crate::encoding::{self, Reading};
use crate::layout::{Placement, TensorLayout};
use crate::module::Value;
use crate::registry::{Arity, OpCheck, OpDef, Syntax};
use crate::types::Extent;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    operands: Arity::Exactly(1),
    results: Arity::Exactly(1),
    regions: Arity::Exactly(0),
    syntax: Some(&[Syntax::Operands, Syntax::AttrDict, Syntax::FunctionTypes]),
    verify,
    view_relations: Some(|registry, module, op| ViewOp::new(registry, module, op).pair()?.memory()),
    ..OpDef::new("layout.view", "reads the same memory as another tensor; no data moves")
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((from, to)) = super::checks::tensor_to_tensor(check) else { return };
    if let (Some(before), Some(after)) = (elements(from), elements(to))
        && before != after
    {
        let message = format!("`layout.view` of {before} elements as {after} elements");
        return check.error(code::TYPE_MISMATCH, message);
    }
    if let Some(message) = disagreement(check) {
        check.error(code::VIEW, message);
    }
}

/// How two layouts with strides are not one memory; none where either is open, which `resolve-strides` then makes fit.
fn disagreement(check: &OpCheck<'_>) -> Option<String> {
    let (module, op) = (check.module, check.op);
    let (whole, whole_strides) = resolved(check, *module.operands(op).first()?)?;
    let (part, part_strides) = resolved(check, module.results(op).next()?)?;
    let lens = |layout: &TensorLayout| -> Option<Vec<i64>> {
        layout.shape().values().map(|len| len.get()).collect()
    };
    let memory: Option<Vec<i64>> = part.mem_shape().values().map(|len| len.get()).collect();
    let placed = Placement::whole(&lens(&whole)?).in_memory(whole.order()).ok()?;
    let (placed, merges) = placed.reshaped(&memory?).ok()?;
    let placed = placed.in_memory(part.order().inverse()).ok()?;
    let scaled = |(dim, times): (usize, i64)| i128::from(whole_strides[dim]) * i128::from(times);
    if let Some(merge) = merges.iter().find(|merge| scaled(merge.outer) != scaled(merge.inner)) {
        let (dim, stride, dense) = (merge.outer.0, scaled(merge.outer), scaled(merge.inner));
        return Some(format!(
            "`layout.view` reads d{dim} and the dim inside it as one, but the stride of d{dim} is {stride} and not {dense}"
        ));
    }
    let strides = placed.dims().iter().map(|place| place.stride().map(scaled));
    let wrong = strides
        .zip(&part_strides)
        .enumerate()
        .find(|(_, (right, given))| right.is_some_and(|right| right != i128::from(**given)));
    if let Some((dim, (Some(right), given))) = wrong {
        return Some(format!(
            "`layout.view` gives d{dim} of its result the stride {given}, but in the memory of its operand it is {right}"
        ));
    }
    let (before, after) = (whole.offset().get(), part.offset().get());
    (before != after).then(|| {
        format!("`layout.view` begins at element {after}, but its operand at element {before}")
    })
}

/// The layout of a value with its strides by logical dim, if they are known.
fn resolved(check: &OpCheck<'_>, value: Value) -> Option<(TensorLayout, Vec<i64>)> {
    let reading = encoding::read(&check.module.ctx, check.module.ty(value)).ok()??;
    let layout = match reading {
        Reading::Ordered(layout) => *layout,
        Reading::Format(layout) => layout.ordered().ok()??,
        Reading::Open | Reading::Descriptor(_) => return None,
    };
    let strides = layout.strides()?.values().map(|stride| stride.get()).collect();
    Some((layout, strides))
}

/// The number of elements; none if a dim is dynamic or the product passes 2^127.
fn elements(dims: &[Extent]) -> Option<u128> {
    dims.iter().try_fold(1u128, |product, dim| product.checked_mul(u128::from((*dim)?)))
}
