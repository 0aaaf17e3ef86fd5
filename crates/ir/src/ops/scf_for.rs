//! `scf.for`: runs its region again and again, with values that it carries along.

use crate::module::{Module, Op, Value};
use crate::registry::{OpDef, TypeEqualities};

pub(super) const DEF: OpDef = OpDef {
    type_equalities: Some(type_equalities),
    ..OpDef::foreign("scf.for", "runs its region again and again")
};

/// Behind both bounds and the step stand the first values of what is carried, and the region's arguments behind the
/// index; the results are the last ones.
fn type_equalities(module: &Module, op: Op) -> TypeEqualities {
    let results: Vec<Value> = module.results(op).collect();
    let first = module.operands(op).get(3..).unwrap_or_default();
    let body = module.regions(op).first().and_then(|&region| module.blocks(region).first());
    let Some(&body) = body else { return Vec::new() };
    let carried = module.arguments(body).get(1..).unwrap_or_default();
    // Other numbers are no loop that anybody understands.
    if first.len() != results.len() || carried.len() != results.len() {
        return Vec::new();
    }
    let type_equalities = first.iter().chain(carried).copied().zip(results.iter().cycle().copied());
    type_equalities.chain(super::equalities::yielded(module, body, &results)).collect()
}
