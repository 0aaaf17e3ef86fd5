//! The conversions that ops perform themselves, in an assignment and in the module that it writes.
//!
//! An op that converts an operand itself uses it in the layout before the conversion, without a reorder; the type of the
//! operand states that layout. No attribute of the module claims that a conversion is free: its price is that of the
//! rule, which is looked up again for the types as they are written.

use crate::assign_layouts::problem::Assignment;
use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::offers::{OpOffers, Request, RuleSources, SiteOffer};
use crate::assign_layouts::sites::{Site, SiteRule, Sites};
use ir::{Module, Op};

/// The sums over the fused conversions of an assignment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct FusedTotals {
    pub(crate) count: u64,
    pub(crate) cost: u64,
}

/// Returns the offer that each site with fused conversions uses.
fn taken<'a>(
    sites: &'a Sites,
    assignment: &'a Assignment,
) -> impl Iterator<Item = (&'a Site, &'a SiteOffer)> {
    let offers = sites.all.iter().zip(&assignment.offers).filter_map(|(site, &offer)| {
        let SiteRule::Offers(offers) = &site.rule else { return None };
        Some((site, offers.get(offer?)?))
    });
    offers.filter(|(_, offer)| !offer.fused.is_empty())
}

/// Returns the sums over the fused conversions of an assignment.
pub(crate) fn totals(sites: &Sites, assignment: &Assignment) -> FusedTotals {
    let mut totals = FusedTotals::default();
    for fused in taken(sites, assignment).flat_map(|(_, offer)| &offer.fused) {
        totals.count += 1;
        totals.cost = totals.cost.saturating_add(fused.cost);
    }
    totals
}

/// Returns an op whose types in the written module no offer of its rule allows at the cost that the assignment claims,
/// with its fused conversions. `None` if there is none.
pub(crate) fn unsupported(
    module: &Module,
    rules: RuleSources<'_>,
    footprints: &mut Footprints,
    (sites, assignment): (&Sites, &Assignment),
) -> Option<Op> {
    let mut written = taken(sites, assignment);
    let found = written.find(|(site, claimed)| {
        let offers = OpOffers::new(module, rules, site.op).offers;
        !offers.iter().any(|offer| {
            offer.cost == claimed.cost
                && offer.fused == claimed.fused
                && is_written(module, footprints, site.op, offer)
        })
    });
    found.map(|(site, _)| site.op)
}

/// Returns `true` if the types of an op state the layouts that an offer requests exactly.
fn is_written(module: &Module, footprints: &mut Footprints, op: Op, offer: &SiteOffer) -> bool {
    let values = module.operands_and_results(op);
    offer.requests.iter().zip(values).all(|(request, value)| {
        let Request::Exactly(layout) = *request else { return true };
        let ty = module.ty(value);
        let Some(key) = footprints.key(&module.ctx, value, ty) else { return true };
        let stated = Candidate::declared(module, ty);
        let stated = stated.unwrap_or_else(|| footprints.row_major(key));
        footprints.is_same(key, stated, layout)
    })
}
