//! The offers of a choice whose op converts some of its values itself.
//!
//! A fused layout of a value is one more layout in which the op can use the value, at a cost. So a choice with fused
//! layouts offers every combination of them, and each offer is exact: a value that two ops convert themselves costs both
//! conversions, and a reorder that both of them share is another offer. The stride requirements of a choice are those
//! of its own layouts, so a fused layout has none.

use super::fit::{Fitted, FusedConversion, MAX_COMBINATIONS, Mismatch, RequiredLayout, required};
use super::op_facts::OpFacts;
use super::{Choice, FusedLayouts};
use crate::layout::StrideReqs;

/// A layout in which an op can use a value.
struct FusedLayout {
    value: usize,
    layout: RequiredLayout,
    cost: u64,
}

impl Choice {
    /// Returns the requirements as [`Choice::fit_all`] does, on an op with these types and roles.
    pub(super) fn fit_facts(&self, facts: &OpFacts<'_>) -> Result<Vec<Fitted>, Mismatch> {
        let own = self.fit_own(facts)?;
        if self.fuses().is_empty() {
            return Ok(own);
        }
        let fuses = self.fuses().iter();
        let mut layouts: Vec<FusedLayout> =
            fuses.flat_map(|fused| layouts_of(facts, fused)).collect();
        layouts.sort_by_key(|layout| layout.value);
        let mut all = Vec::new();
        for one in own {
            all.extend(combinations(one, &layouts));
            if all.len() > MAX_COMBINATIONS {
                return Err(Mismatch::Combinations { count: all.len() });
            }
        }
        Ok(all)
    }
}

/// Returns the fused layouts that the type of their value admits. An entry for a value that the op lacks, or of which
/// the cost has no value, has none.
fn layouts_of(facts: &OpFacts<'_>, fused: &FusedLayouts) -> Vec<FusedLayout> {
    let Some(value) = facts.value(fused.value()) else { return Vec::new() };
    let Ok(cost) = fused.cost().cost(facts) else { return Vec::new() };
    let slots = fused.layouts().iter();
    let layouts = slots.filter_map(|slot| {
        let layout = required(facts, value, slot).ok()?;
        layout.admits(facts.ctx(), facts.types[value], value).ok()?;
        // A value that is not a ranked tensor has no layout.
        (layout != RequiredLayout::Any).then_some(FusedLayout { value, layout, cost })
    });
    layouts.collect()
}

/// Returns an offer without fused conversions, then those with them: at most one for each value. The list ends one
/// after the maximum number of offers.
fn combinations(own: Fitted, layouts: &[FusedLayout]) -> Vec<Fitted> {
    let mut all = vec![own];
    for values in layouts.chunk_by(|a, b| a.value == b.value) {
        for at in 0..all.len() {
            for layout in values {
                let fused = fuse(&all[at], layout);
                all.extend(fused);
            }
            if all.len() > MAX_COMBINATIONS {
                return all;
            }
        }
    }
    all
}

/// Returns an offer with one more fused conversion. `None` if the layout of the value is that of the offer already, if
/// the offer uses every layout of it, or if the cost does not fit 64 bits.
fn fuse(offer: &Fitted, fused: &FusedLayout) -> Option<Fitted> {
    let &FusedLayout { value, ref layout, cost } = fused;
    let own = offer.required[value].clone();
    if own == *layout || own == RequiredLayout::Any {
        return None;
    }
    let mut fused = offer.clone();
    fused.required[value] = layout.clone();
    fused.reqs[value] = StrideReqs::any();
    fused.cost = offer.cost.checked_add(cost)?;
    fused.fused.push(FusedConversion { value, own, cost });
    Some(fused)
}
