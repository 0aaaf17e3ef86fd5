//! The dims of memory of a plan whose offset is a sum of dims.

use layout::MixedRadix;

use super::plan::{PlacedDim, PlanDim, PlanTerm, TilePlan};

/// A plan, and the dims of memory from the slowest.
pub(super) type PlacedPlan = (TilePlan, Vec<PlacedDim>);

/// Returns the plan of nested digits; `None` if a stride is not greater than the offsets of the faster digits.
pub(super) fn plan_of_digits(radix: &MixedRadix) -> Option<PlacedPlan> {
    let mut plan = TilePlan::new(&radix.lengths);
    let mut terms = Vec::new();
    for (dim, digits) in radix.dims.iter().enumerate() {
        let mut rest = dim;
        for (place, digit) in digits.iter().enumerate() {
            let is_last = place + 1 == digits.len();
            let (outer, own) = if is_last { (rest, rest) } else { plan.split(rest, digit.length) };
            terms.push((own, digit.stride));
            rest = outer;
        }
    }
    placed(plan, terms)
}

/// Returns a plan with its dims of memory, from dims and their strides.
pub(super) fn placed(mut plan: TilePlan, mut terms: Vec<(PlanDim, i64)>) -> Option<PlacedPlan> {
    terms.retain(|&(dim, _)| plan.counts[dim] > 1);
    terms.sort_unstable_by_key(|&(dim, stride)| (stride, dim));
    let mut most = 0i64;
    let terms: Option<Vec<PlanTerm>> = terms
        .into_iter()
        .map(|(dim, stride)| {
            most = most.checked_add(stride.checked_mul(plan.counts[dim] - 1)?)?;
            Some(PlanTerm { dim, stride, most })
        })
        .collect();
    let memory = plan.place(&terms?)?;
    Some((plan, memory))
}
