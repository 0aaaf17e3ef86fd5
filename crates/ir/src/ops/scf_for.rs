//! `scf.for`: runs its region again and again, with values that it carries along.

use crate::module::{Module, Op, Value};
use crate::registry::{OpDef, Ties};

pub(super) const DEF: OpDef =
    OpDef { ties: Some(ties), ..OpDef::foreign("scf.for", "runs its region again and again") };

/// Behind both bounds and the step stand the first values of what is carried, and the region's arguments behind the
/// index; the results are the last ones.
fn ties(module: &Module, op: Op) -> Ties {
    let results: Vec<Value> = module.results(op).collect();
    let first = module.operands(op).get(3..).unwrap_or_default();
    let body = module.regions(op).first().and_then(|&region| module.blocks(region).first());
    let Some(&body) = body else { return Vec::new() };
    let carried = module.arguments(body).get(1..).unwrap_or_default();
    // Other numbers are no loop that anybody understands.
    if first.len() != results.len() || carried.len() != results.len() {
        return Vec::new();
    }
    let ties = first.iter().chain(carried).copied().zip(results.iter().cycle().copied());
    ties.chain(super::yielded(module, body, &results)).collect()
}
