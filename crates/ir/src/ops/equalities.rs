//! Type equalities that ops share.

use crate::module::{Block, Module, Op, Value};
use crate::registry::TypeEqualities;

/// Returns the operands and results that have the same type as the first result of an elementwise op.
pub(super) fn result_type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let Some(first) = module.result(op, 0) else { return Vec::new() };
    let others = module.operands(op).iter().copied().chain(module.results(op).skip(1));
    let same_type = others.filter(|&value| module.ty(value) == module.ty(first));
    same_type.map(|value| (value, first)).collect()
}

/// Returns the values of an op with regions that have equal types: operands, results, region arguments and yielded
/// values. A value of one type may flow into any other value of that type, so all of them must keep equal types.
pub(super) fn region_type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let ends = module.inner_blocks(op).filter_map(|block| module.last_op(block));
    let yielded = ends.flat_map(|end| module.operands(end)).copied();
    let made: Vec<Value> = module.results(op).chain(module.inner_arguments(op)).collect();
    if module.inner_blocks(op).next().is_none() || made.is_empty() {
        return Vec::new();
    }
    let all = module.operands(op).iter().copied().chain(made.iter().copied()).chain(yielded);
    let pairs = all.filter_map(|value| {
        Some((value, made.iter().copied().find(|&it| module.ty(it) == module.ty(value))?))
    });
    pairs.filter(|(from, to)| from != to || !made.contains(from)).collect()
}

/// Returns the operands of the last op of a block, each with the result that receives it.
pub(super) fn yielded(module: &Module, block: Block, results: &[Value]) -> TypeEqualities {
    let last = module.last_op(block);
    let operands = last.map_or(&[][..], |last| module.operands(last));
    operands.iter().copied().zip(results.iter().copied()).collect()
}
