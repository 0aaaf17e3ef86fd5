//! The search for an index of a component: a valid one, or a valid one that violates a bound.
//!
//! The search bisects the box of the cut dims. It excludes a half if strided intervals prove that the half has no such
//! index. Dims on which neither the predicates nor the goal depend are fixed. Intervals of a linear form of independent
//! digits are exact, so the number of steps for such a form is logarithmic in the lengths. A box of few indices is
//! enumerated, so the search is complete: it fails to decide only if the budget is exhausted.

use super::components::IndependentComponent;
use super::layout::Layout;
use crate::domain::{Algebra, Concrete, Range, StridedDomain, StridedInterval};
use crate::index::{AtomKind, Expr, Exprs};
use crate::space::{DimId, IndexSpace};

/// The budget of the searches that check layouts, in evaluations of one stage. All descriptors of a module share one
/// budget.
#[derive(Clone, Debug)]
pub struct CheckBudget {
    left: u64,
}

impl CheckBudget {
    /// The number of evaluations of a fresh budget.
    pub const STEPS: u64 = crate::limits::CHECK_STEPS;

    /// Returns a budget of this many evaluations.
    #[must_use]
    pub fn new(steps: u64) -> CheckBudget {
        CheckBudget { left: steps }
    }

    /// Charges steps to the budget. Returns `false` if fewer steps are left.
    fn spend(&mut self, steps: usize) -> bool {
        let left = self.left.checked_sub(steps as u64);
        self.left = left.unwrap_or(0);
        left.is_some()
    }
}

impl Default for CheckBudget {
    fn default() -> CheckBudget {
        CheckBudget::new(CheckBudget::STEPS)
    }
}

/// The property of the index that a search tries to find.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    /// A valid index.
    Valid,
    /// A valid index at which the value of a dim is negative, or at least a length.
    Outside(DimId, i64),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The values of the cut dims of such an index.
    Index(Vec<i64>),
    /// No index satisfies the goal.
    Absent,
    /// The search exhausted its budget.
    Undecided,
}

/// The maximum number of indices of a box that is enumerated, as that is cheaper than bisecting it.
const FEW: u128 = 16;

/// A search below one cut.
pub(super) struct IndexSearch<'a> {
    layout: &'a Layout,
    component: &'a IndependentComponent,
    goal: Goal,
    /// The box to search; `None` until it is computed. A cut dim on which nothing depends is fixed at its first index.
    whole: Option<Vec<Range>>,
    intervals: Vec<StridedInterval>,
    numbers: Vec<i64>,
}

impl<'a> IndexSearch<'a> {
    /// Prepares a search for an index of a component.
    pub(super) fn new(
        layout: &'a Layout,
        component: &'a IndependentComponent,
        goal: Goal,
    ) -> IndexSearch<'a> {
        let dims = layout.lengths.len();
        IndexSearch {
            layout,
            component,
            goal,
            whole: None,
            intervals: vec![StridedInterval::number(0); dims],
            numbers: vec![0; dims],
        }
    }

    /// Returns any index that satisfies the goal.
    pub(super) fn any(&mut self, budget: &mut CheckBudget) -> Found {
        let first: Vec<i64> = self.component.cut.iter().map(|&(_, range)| range.low).collect();
        if self.holds_at(&first) {
            return Found::Index(first);
        }
        let whole = self.whole();
        self.within(whole, budget)
    }

    /// Returns the first such index in row-major order, or any if the budget is exhausted before the first is known.
    pub(super) fn first(&mut self, budget: &mut CheckBudget) -> Found {
        let mut found = match self.any(budget) {
            Found::Index(found) => found,
            other => return other,
        };
        let mut bounds = self.whole();
        for at in 0..bounds.len() {
            let mut low = bounds[at].low;
            while low < found[at] {
                let half = midpoint(low, found[at]);
                bounds[at] = Range { low, high: half };
                match self.within(bounds.clone(), budget) {
                    Found::Index(earlier) => found = earlier,
                    Found::Absent => low = half + 1,
                    Found::Undecided => return Found::Index(found),
                }
            }
            bounds[at] = Range::only(found[at]);
        }
        Found::Index(found)
    }

    fn whole(&mut self) -> Vec<Range> {
        let IndexSearch { layout, component, goal, .. } = *self;
        self.whole.get_or_insert_with(|| layout.decisive(component, goal)).clone()
    }

    /// Returns the value of a dim at an index of the cut.
    pub(super) fn value_at(&mut self, index: &[i64], dim: DimId) -> i64 {
        self.holds_at(index);
        self.numbers[dim.number()]
    }

    fn within(&mut self, whole: Vec<Range>, budget: &mut CheckBudget) -> Found {
        if self.component.is_declared {
            return if self.excludes(&whole) { Found::Absent } else { Found::Undecided };
        }
        let steps = self.component.stages.len() + 1;
        let mut left = vec![whole];
        while let Some(part) = left.pop() {
            if self.excludes(&part) {
                if !budget.spend(steps) {
                    return Found::Undecided;
                }
                continue;
            }
            let space = IndexSpace::new(part.iter().map(|range| range.ends()));
            let points = if space.count() <= FEW { space.count() as usize } else { 2 };
            if !budget.spend(steps * (points + 1)) {
                return Found::Undecided;
            }
            if let Some(found) = self.probe(&part, &space) {
                return Found::Index(found);
            }
            if space.count() > FEW {
                left.extend(halves(part));
            }
        }
        Found::Absent
    }

    /// Returns `true` if intervals prove that no index of a box satisfies the goal.
    fn excludes(&mut self, part: &[Range]) -> bool {
        let mut domain = StridedDomain::default();
        let cut = part.iter();
        let cut = cut.map(|range| StridedInterval::range(range.low.into(), range.high.into()));
        self.layout.fill_component(self.component, cut, &mut self.intervals, &mut domain);
        domain.excludes_all()
            || match self.goal {
                Goal::Valid => false,
                Goal::Outside(dim, length) => {
                    domain.is_exact() && self.intervals[dim.number()].within(0..length.into())
                }
            }
    }

    /// Tests all indices of a small box, and the first and the last index of a large one.
    fn probe(&mut self, part: &[Range], space: &IndexSpace) -> Option<Vec<i64>> {
        let mut index = space.first();
        if space.count() > FEW {
            let last: Vec<i64> = part.iter().map(|range| range.high).collect();
            return [index, last].into_iter().find(|index| self.holds_at(index));
        }
        loop {
            if self.holds_at(&index) {
                return Some(index);
            }
            if !space.advance(&mut index) {
                return None;
            }
        }
    }

    /// Returns `true` if an index of the cut satisfies the goal.
    fn holds_at(&mut self, index: &[i64]) -> bool {
        let mut numbers = Concrete::default();
        let cut = index.iter().copied();
        self.layout.fill_component(self.component, cut, &mut self.numbers, &mut numbers);
        !numbers.is_invalid
            && !numbers.is_unknown
            && match self.goal {
                Goal::Valid => true,
                Goal::Outside(dim, length) => !(0..length).contains(&self.numbers[dim.number()]),
            }
    }
}

impl Layout {
    /// Returns the box of the cut of a component. Normal forms show the dims on which neither the predicates nor the
    /// goal depend, such as the multiples of a modulus; these are fixed at their first index.
    fn decisive(&self, component: &IndependentComponent, goal: Goal) -> Vec<Range> {
        let mut exprs = Exprs::new();
        let mut values = vec![exprs.constant(0); self.lengths.len()];
        let cut = (0..).zip(&component.cut).map(|(number, &(_, range))| {
            let index = exprs.var(number, range.count());
            exprs.linear(range.low, &[(1, index)])
        });
        let cut: Vec<Expr> = cut.collect();
        self.fill_component(component, cut, &mut values, &mut exprs);
        let mut decisive: Vec<Expr> = exprs.predicates().map(|predicate| predicate.value).collect();
        if let Goal::Outside(dim, _) = goal {
            decisive.push(values[dim.number()]);
        }
        let all = decisive.contains(&Expr::OVERFLOW);
        let mut used = vec![all; component.cut.len()];
        for atom in decisive.into_iter().flat_map(|value| exprs.atoms_of(value)) {
            if let AtomKind::Var { number, .. } = exprs.atom_kind(atom)
                && let Some(used) = used.get_mut(*number as usize)
            {
                *used = true;
            }
        }
        let ranges = component.cut.iter().zip(used);
        ranges
            .map(|(&(_, range), used)| if used { range } else { Range::only(range.low) })
            .collect()
    }
}

/// Bisects a box along its widest dim. The half with the operand indices is the last.
fn halves(part: Vec<Range>) -> [Vec<Range>; 2] {
    let widest = (0..part.len()).max_by_key(|&at| part[at].high.abs_diff(part[at].low));
    let mut operands = part.clone();
    let mut results = part;
    if let Some(at) = widest {
        let end = aligned_end(operands[at]);
        operands[at].high = end;
        results[at].low = end + 1;
    }
    [results, operands]
}

/// Returns the last number of the lower half of a range of several numbers. Halves start at multiples of powers of two,
/// as the digits and bits of indices do.
fn aligned_end(range: Range) -> i64 {
    let bit = 63 - (range.low ^ range.high).leading_zeros();
    ((range.high >> bit) << bit) - 1
}

fn midpoint(low: i64, high: i64) -> i64 {
    low + ((i128::from(high) - i128::from(low)) / 2) as i64
}

#[cfg(test)]
mod tests;
