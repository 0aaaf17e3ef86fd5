//! `layout.view`: a tensor of another shape in the same memory. No data moves.

use super::checks::{keeps_count, tensor_to_tensor};
use crate::diag::code;
use crate::encoding::{self, Reading};
use crate::layout::{
    ContiguityConstraint, Scaled, SubviewMap, TensorLayout, ViewMap, checked_product,
};
use crate::module::Value;
use crate::registry::{Arity, OpCheck, OpDef, SharedFn, Traits, pieces, text};
use crate::types::Extent;
use crate::views::op::ViewOp;

pub(super) const DEF: OpDef = OpDef {
    name: text("layout.view"),
    summary: text("a tensor of another shape in the same memory; no data moves"),
    traits: Traits::PURE,
    operands: Arity::Exactly(1),
    syntax: Some(pieces!(@Operands {} @FunctionTypes)),
    verify: Some(SharedFn::from_static(&verify)),
    view_relations: Some(SharedFn::from_static(&|registry, module, op| {
        ViewOp::new(registry, module, op).memory()
    })),
    ..OpDef::ONE_RESULT
};

fn verify(check: &mut OpCheck<'_>) {
    let Some((from, to)) = tensor_to_tensor(check) else { return };
    if !keeps_count(check, elements(from), elements(to)) {
        return;
    }
    if let Some(message) = bounded_disagreement(check).or_else(|| disagreement(check)) {
        check.error(code::VIEW, message);
    }
}

/// Returns the reason why tensors with bounds do not share their memory at every run-time length. `None` if they do, or
/// have no bounds.
fn bounded_disagreement(check: &OpCheck<'_>) -> Option<String> {
    let module = check.module;
    let op = check.op;
    let mut values = module.operands_and_results(op);
    values.find(|&value| encoding::bounds(&module.ctx, module.ty(value)).is_some())?;
    let opaque = ViewOp::new(check.registry, module, op).memory().err()?;
    Some(format!("`layout.view` does not keep the memory of its operand: {opaque}"))
}

/// Returns the reason why two layouts do not describe the same memory. `None` if they do, or if either has unresolved
/// strides, which `resolve-strides` then assigns.
fn disagreement(check: &OpCheck<'_>) -> Option<String> {
    let module = check.module;
    let op = check.op;
    let (whole, whole_strides) = resolved(check, *module.operands(op).first()?)?;
    let (part, part_strides) = resolved(check, module.results(op).next()?)?;
    fn lens(layout: &TensorLayout) -> Option<Vec<i64>> {
        layout.shape().values().map(|len| len.get()).collect()
    }
    let orders = Some((whole.order(), part.order()));
    let (map, contiguity) =
        SubviewMap::of_view(&ViewMap::Memory, &lens(&whole)?, &lens(&part)?, orders).ok()?;
    let value = |of: Scaled| i128::from(whole_strides[of.var]) * i128::from(of.times);
    if let Some(ContiguityConstraint { outer, inner }) =
        contiguity.iter().find(|it| value(it.outer) != value(it.inner))
    {
        let dim = outer.var;
        let stride = value(*outer);
        let dense = value(*inner);
        return Some(format!(
            "`layout.view` merges d{dim} with the next inner dim, so the stride of d{dim} must be {dense} elements, but is {stride}"
        ));
    }
    let strides = map.dims().iter().map(|dim| dim.stride().map(value));
    let wrong = strides
        .zip(&part_strides)
        .enumerate()
        .find(|(_, (right, given))| right.is_some_and(|right| right != i128::from(**given)));
    if let Some((dim, (Some(right), given))) = wrong {
        return Some(format!(
            "the stride of d{dim} of the result of `layout.view` must be {right} elements in the memory of its operand, but is {given}"
        ));
    }
    let before = whole.offset().get();
    let after = part.offset().get();
    (before != after).then(|| {
        format!("the result of `layout.view` must start at element {before} as its operand does, but starts at {after}")
    })
}

/// Returns the layout of a value with its strides by logical dim; `None` if the strides are unresolved.
fn resolved(check: &OpCheck<'_>, value: Value) -> Option<(TensorLayout, Vec<i64>)> {
    let reading = encoding::read(&check.module.ctx, check.module.ty(value)).ok()??;
    let layout = match reading {
        Reading::Ordered(layout) => *layout,
        Reading::Format(layout) => layout.ordered().ok()??,
        Reading::Open | Reading::Descriptor(_) | Reading::Opaque(_) => return None,
    };
    let strides = layout.strides()?.values().map(|stride| stride.get()).collect();
    Some((layout, strides))
}

/// Returns the number of elements; `None` if a dim is dynamic, or the product is 2^128 or more.
fn elements(dims: &[Extent]) -> Option<u128> {
    let lengths: Option<Vec<u128>> = dims.iter().map(|dim| dim.map(u128::from)).collect();
    checked_product(lengths?)
}
