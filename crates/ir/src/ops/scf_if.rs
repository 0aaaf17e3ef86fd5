//! `scf.if`: runs one of its two regions.

use crate::registry::OpDef;

pub(super) const DEF: OpDef = OpDef {
    type_equalities: Some(|module, op| {
        let results: Vec<_> = module.results(op).collect();
        let blocks = module.regions(op).iter().flat_map(|&region| module.blocks(region));
        blocks.flat_map(|&block| super::equalities::yielded(module, block, &results)).collect()
    }),
    ..OpDef::foreign("scf.if", "runs one of its two regions")
};
