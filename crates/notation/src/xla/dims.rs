//! The dims of a search. A dim has one number, whatever the order of the splits and joins, so that equal offsets over
//! equal dims are one expression.

use std::collections::BTreeMap;

use super::plan::{PlanDim, TilePlan};

/// A step of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DimStep {
    /// A dim becomes its quotient and its remainder.
    Split { whole: PlanDim, by: i64 },
    /// A dim times `slots`, plus a faster dim if there is one, becomes a dim.
    Join { slow: PlanDim, fast: Option<PlanDim>, slots: i64 },
}

/// The dims of a search. The first ones are the logical dims.
pub(super) struct DerivedDims {
    /// The number of values of each dim.
    counts: Vec<i64>,
    /// The step that leads to each dim; `None` for a logical dim.
    origins: Vec<Option<DimStep>>,
    /// The first dim of each step. The remainder of a split follows the quotient.
    known: BTreeMap<DimStep, PlanDim>,
    rank: usize,
}

impl DerivedDims {
    /// Returns the logical dims.
    pub(super) fn new(lengths: &[i64]) -> DerivedDims {
        DerivedDims {
            counts: lengths.to_vec(),
            origins: vec![None; lengths.len()],
            known: BTreeMap::new(),
            rank: lengths.len(),
        }
    }

    /// Returns the number of values of a dim.
    pub(super) fn count(&self, dim: PlanDim) -> i64 {
        self.counts[dim]
    }

    /// Returns the quotient and the remainder of a dim.
    pub(super) fn split(&mut self, whole: PlanDim, by: i64) -> (PlanDim, PlanDim) {
        let count = self.counts[whole];
        let counts = [(count - 1) / by + 1, by.min(count)];
        let outer = self.add(DimStep::Split { whole, by }, &counts);
        (outer, outer + 1)
    }

    /// Returns the join of two dims; `None` if its count does not fit 64 bits.
    pub(super) fn join(
        &mut self,
        slow: PlanDim,
        fast: Option<PlanDim>,
        slots: i64,
    ) -> Option<PlanDim> {
        let least = fast.map_or(1, |fast| self.counts[fast]);
        let count = (self.counts[slow] - 1).checked_mul(slots)?.checked_add(least)?;
        Some(self.add(DimStep::Join { slow, fast, slots }, &[count]))
    }

    fn add(&mut self, step: DimStep, counts: &[i64]) -> PlanDim {
        let next = self.counts.len();
        *self.known.entry(step).or_insert_with(|| {
            self.counts.extend(counts);
            self.origins.resize(next + counts.len(), Some(step));
            next
        })
    }

    /// Returns the plan that leads to some dims, and their numbers in the plan. `None` if a length does not fit 64 bits.
    pub(super) fn plan_to(&self, dims: &[PlanDim]) -> Option<(TilePlan, Vec<PlanDim>)> {
        let mut plan = TilePlan::new(&self.counts[..self.rank]);
        let mut numbers: BTreeMap<PlanDim, PlanDim> =
            (0..self.rank).map(|dim| (dim, dim)).collect();
        let found: Option<Vec<PlanDim>> =
            dims.iter().map(|&dim| self.reach(dim, &mut plan, &mut numbers)).collect();
        Some((plan, found?))
    }

    fn reach(
        &self,
        dim: PlanDim,
        plan: &mut TilePlan,
        numbers: &mut BTreeMap<PlanDim, PlanDim>,
    ) -> Option<PlanDim> {
        if let Some(&known) = numbers.get(&dim) {
            return Some(known);
        }
        let step = self.origins[dim]?;
        match step {
            DimStep::Split { whole, by } => {
                let whole = self.reach(whole, plan, numbers)?;
                let (outer, inner) = plan.split(whole, by);
                let first = self.known[&step];
                numbers.extend([(first, outer), (first + 1, inner)]);
            }
            DimStep::Join { slow, fast, slots } => {
                let slow = self.reach(slow, plan, numbers)?;
                let (slow, fast) = match fast {
                    Some(fast) => (slow, self.reach(fast, plan, numbers)?),
                    None => plan.split(slow, 1),
                };
                numbers.insert(dim, plan.join(slow, fast, slots)?);
            }
        }
        numbers.get(&dim).copied()
    }
}
