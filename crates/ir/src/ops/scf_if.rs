//! `scf.if`: executes one of its two regions.

use super::checks::{condition, yields_results};
use super::scf_yield;
use crate::diag::code;
use crate::module::Region;
use crate::registry::{Arity, OpCheck, OpDef, SharedFn, Traits, text};

pub(super) const DEF: OpDef = OpDef {
    name: text("scf.if"),
    summary: text("executes one of its two regions"),
    traits: Traits::SSA_DOMINANCE.and(Traits::RECURSIVE_EFFECTS),
    operands: Arity::Exactly(1),
    regions: Arity::Exactly(2),
    verify: Some(SharedFn::from_static(&verify)),
    type_equalities: Some(SharedFn::from_static(&|module, op| {
        let results: Vec<_> = module.results(op).collect();
        let blocks = module.inner_blocks(op);
        blocks.flat_map(|block| super::equalities::yielded(module, block, &results)).collect()
    })),
    ..OpDef::NEW
};

fn verify(check: &mut OpCheck<'_>) {
    let module = check.module;
    let op = check.op;
    condition(check);
    // An op without results may have an empty second region.
    let may_lack = module.results(op).len() == 0;
    let regions = module.regions(op).iter().copied().enumerate();
    let regions: Vec<Region> = regions
        .filter(|&(at, region)| !(at == 1 && may_lack && module.blocks(region).is_empty()))
        .map(|(_, region)| region)
        .collect();
    let blocks = regions.iter().flat_map(|&region| module.blocks(region));
    if blocks.clone().any(|&block| !module.arguments(block).is_empty()) {
        check.error(code::STRUCTURE, "a region of `scf.if` has arguments, but must have none");
    }
    yields_results(check, scf_yield::NAME, &regions);
}
