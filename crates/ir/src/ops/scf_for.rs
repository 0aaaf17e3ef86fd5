//! `scf.for`: a loop with loop-carried values.

use super::checks::{is_index_or_integer, same_types, yields_results};
use super::scf_yield;
use crate::diag::{code, counted};
use crate::module::{Module, Op, Value};
use crate::print::type_to_string;
use crate::registry::{Arity, OpCheck, OpDef, Registry, SharedFn, Traits, TypeEqualities, text};
use crate::types::Type;
use crate::views::constant_ints;

pub(super) const DEF: OpDef = OpDef {
    name: text("scf.for"),
    summary: text("a loop with loop-carried values"),
    traits: Traits::SSA_DOMINANCE.and(Traits::RECURSIVE_EFFECTS),
    operands: Arity::AtLeast(3),
    regions: Arity::Exactly(1),
    type_equalities: Some(SharedFn::from_static(&type_equalities)),
    trip_count: Some(SharedFn::from_static(&trip_count)),
    verify: Some(SharedFn::from_static(&verify)),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    let operands = module.operands(op);
    let index = module.ty(operands[0]);
    if !is_index_or_integer(&module.ctx, index) {
        let shown = type_to_string(module, index);
        let message = format!(
            "the bounds of `scf.for` are `{shown}`, but must be `index` or signless integers"
        );
        return check.error_at(check.location().input(0), code::TYPE_MISMATCH, message);
    }
    let carried: Vec<Type> = operands[3..].iter().map(|&value| module.ty(value)).collect();
    let results: Vec<Value> = module.results(op).collect();
    if results.len() != carried.len() {
        let results = counted(results.len(), "result");
        let carried = counted(carried.len(), "initial value");
        return check.error(code::COUNT, format!("`scf.for` has {results}, but {carried}"));
    }
    let place = check.location();
    same_types(
        check,
        &operands[1..3],
        &[index; 2],
        |at| place.clone().input(at + 1),
        |at, got, expected| {
            format!("operand {} of `scf.for` is `{got}`, but operand 0 is `{expected}`", at + 1)
        },
    );
    same_types(
        check,
        &results,
        &carried,
        |at| place.clone().output(at),
        |at, got, expected| {
            format!("result {at} of `scf.for` is `{got}`, but its initial value is `{expected}`")
        },
    );
    body(check, index, &carried);
}

/// Checks the arguments of the region, which are the index and the carried values, and the yielded values.
fn body(check: &mut OpCheck<'_>, index: Type, carried: &[Type]) {
    let module = check.module;
    let regions = module.regions(check.op);
    let Some(&block) = regions.first().and_then(|&region| module.blocks(region).first()) else {
        return check.error(code::STRUCTURE, "the region of `scf.for` must not be empty");
    };
    let arguments = module.arguments(block);
    if arguments.len() != carried.len() + 1 {
        let has = counted(arguments.len(), "argument");
        let expected = carried.len() + 1;
        return check.error(
            code::COUNT,
            format!("the region of `scf.for` has {has}, but must have {expected}"),
        );
    }
    let expected: Vec<Type> = [index].iter().chain(carried).copied().collect();
    same_types(
        check,
        arguments,
        &expected,
        |at| module.type_location(arguments[at]),
        |at, got, expected| {
            format!("argument {at} of the region of `scf.for` is `{got}`, but must be `{expected}`")
        },
    );
    yields_results(check, scf_yield::NAME, regions);
}

/// Returns the pairs of carried values. The initial values follow both bounds and the step, and the carried arguments
/// follow the index. Each must have the type of its result, as the yielded value must.
fn type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let results: Vec<Value> = module.results(op).collect();
    let first = module.operands(op).get(3..).unwrap_or_default();
    let body = module.regions(op).first().and_then(|&region| module.blocks(region).first());
    let Some(&body) = body else { return Vec::new() };
    let carried = module.arguments(body).get(1..).unwrap_or_default();
    // The verifier rejects other counts.
    if first.len() != results.len() || carried.len() != results.len() {
        return Vec::new();
    }
    let type_equalities = first.iter().chain(carried).copied().zip(results.iter().cycle().copied());
    type_equalities.chain(super::equalities::yielded(module, body, &results)).collect()
}

/// Returns the number of iterations; `None` unless both bounds and the step are constants and the step is positive.
fn trip_count(registry: &Registry, module: &Module, op: Op) -> Option<u64> {
    let bounds = module.operands(op).get(..3)?;
    let [low, high, step] = bounds
        .iter()
        .map(|&value| match constant_ints(registry, module, value)?[..] {
            [one] => Some(i128::from(one)),
            _ => None,
        })
        .collect::<Option<Vec<_>>>()?[..]
    else {
        return None;
    };
    if step < 1 {
        return None;
    }
    u64::try_from((high - low).max(0).checked_add(step - 1)? / step).ok()
}
