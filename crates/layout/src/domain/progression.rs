//! Arithmetic progressions: the sets of indices of a preimage search, and the solutions of a linear sum.

use super::number::{ceil, floor, gcd, is_multiple};
use super::range::Range;

/// The `count` indices `start`, `start + step`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArithmeticProgression {
    /// The first and least index.
    pub(crate) start: i64,
    /// The difference between neighbors: at least 1, and exactly 1 if there is one index.
    pub(crate) step: i64,
    /// The number of indices, at least 1.
    pub(crate) count: i64,
}

impl ArithmeticProgression {
    /// Returns the progression of one index.
    pub(crate) fn one(index: i64) -> ArithmeticProgression {
        ArithmeticProgression { start: index, step: 1, count: 1 }
    }

    /// Returns all indices of a range.
    pub(crate) fn all(range: Range) -> ArithmeticProgression {
        ArithmeticProgression { start: range.low, step: 1, count: range.count() }
    }

    /// Returns the only index; `None` if there are several.
    pub(crate) fn single(self) -> Option<i64> {
        (self.count == 1).then_some(self.start)
    }

    /// Returns `true` if these are exactly the indices of the range.
    pub(crate) fn is_all_of(self, range: Range) -> bool {
        self == ArithmeticProgression::all(range)
    }

    /// Returns the indices in ascending order.
    pub(crate) fn indices(self) -> impl Iterator<Item = i64> {
        (0..self.count).map(move |at| self.start + at * self.step)
    }

    /// Returns the indices moved by `by`; `None` if one overflows 64 bits.
    pub(crate) fn shifted(self, by: i64) -> Option<ArithmeticProgression> {
        let end = (self.count - 1).checked_mul(self.step)?.checked_add(self.start)?;
        end.checked_add(by)?;
        Some(ArithmeticProgression { start: self.start.checked_add(by)?, ..self })
    }

    /// Returns the indices within a range; `None` if there are none.
    pub(crate) fn clipped(self, range: Range) -> Option<ArithmeticProgression> {
        if self.count == 1 {
            return (range.low <= self.start && self.start <= range.high).then_some(self);
        }
        let start = i128::from(self.start);
        let step = i128::from(self.step);
        let below = (i128::from(range.low) - start).max(0);
        let first = below / step + i128::from(below % step != 0);
        let last = (i128::from(range.high) - start).div_euclid(step);
        let last = last.min(i128::from(self.count) - 1);
        if first > last {
            return None;
        }
        let start = i64::try_from(start + first * step).ok()?;
        let count = i64::try_from(last - first + 1).ok()?;
        Some(ArithmeticProgression { start, step: if count == 1 { 1 } else { self.step }, count })
    }
}

/// The error of a search that has exceeded its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BudgetExceeded;

pub(crate) const MAX_BRANCHES: u64 = crate::limits::BRANCHES;

/// The budget of one search, counted in branches.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    used: u64,
}

impl Budget {
    /// Charges branches to the budget.
    ///
    /// # Errors
    /// The search has taken more than [`MAX_BRANCHES`] branches.
    pub(crate) fn spend(&mut self, branches: u64) -> Result<(), BudgetExceeded> {
        self.used = self.used.saturating_add(branches);
        if self.used > MAX_BRANCHES { Err(BudgetExceeded) } else { Ok(()) }
    }
}

/// The branches of a search behind one stage. A branch has a progression for each result dim and holds all combinations
/// of their indices. The branches are disjoint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branches {
    progressions: Vec<ArithmeticProgression>,
    count: usize,
}

impl Branches {
    /// Removes all branches and keeps the allocation.
    pub(crate) fn clear(&mut self) {
        self.progressions.clear();
        self.count = 0;
    }

    /// Adds a branch, unless one of its progressions is `None`.
    pub(crate) fn add(
        &mut self,
        progressions: impl IntoIterator<Item = Option<ArithmeticProgression>>,
    ) {
        let before = self.progressions.len();
        for progression in progressions {
            match progression {
                Some(progression) => self.progressions.push(progression),
                None => return self.progressions.truncate(before),
            }
        }
        self.count += 1;
    }

    /// Returns the number of branches.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Returns the progressions of one branch.
    pub(crate) fn get(&self, at: usize) -> &[ArithmeticProgression] {
        let width = self.progressions.len().checked_div(self.count).unwrap_or(0);
        &self.progressions[at * width..(at + 1) * width]
    }
}

/// A term of a linear sum: a factor times an index within a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinearTerm {
    pub(crate) factor: i64,
    pub(crate) range: Range,
}

/// Finds all indices whose sum of factor times index is `target` and adds a branch for each solution. An index of
/// factor 0 is free: its progression is its whole range.
///
/// # Errors
/// The search exceeds its budget.
pub(crate) fn solve_sum(
    target: i128,
    terms: &[LinearTerm],
    budget: &mut Budget,
    found: &mut Branches,
) -> Result<(), BudgetExceeded> {
    let mut order: Vec<usize> = (0..terms.len()).filter(|&at| terms[at].factor != 0).collect();
    // The greatest factor comes first, as it has the fewest candidates: exactly one if the factors are nested.
    order.sort_by_key(|&at| std::cmp::Reverse(terms[at].factor.unsigned_abs()));
    let tails = tails(terms, &order);
    let progressions = terms.iter().map(|term| ArithmeticProgression::all(term.range)).collect();
    let mut search = SumSearch { terms, order, tails, progressions, budget, found };
    search.search(target, 0)
}

/// Bounds of the sum of the terms from one position on.
#[derive(Clone, Copy)]
struct Tail {
    low: i128,
    high: i128,
    /// A divisor of every such sum; 0 if no term is left.
    gcd: u64,
}

fn tails(terms: &[LinearTerm], order: &[usize]) -> Vec<Tail> {
    let mut tails = vec![Tail { low: 0, high: 0, gcd: 0 }; order.len() + 1];
    for (place, &at) in order.iter().enumerate().rev() {
        let factor = i128::from(terms[at].factor);
        let range = terms[at].range;
        let a = factor * i128::from(range.low);
        let b = factor * i128::from(range.high);
        let next = tails[place + 1];
        // Fifteen products of two 63-bit numbers may just exceed 128 bits. A saturated bound is still a bound.
        tails[place] = Tail {
            low: next.low.saturating_add(a.min(b)),
            high: next.high.saturating_add(a.max(b)),
            gcd: gcd(next.gcd, terms[at].factor.unsigned_abs()),
        };
    }
    tails
}

/// A search for the indices of all terms, one term after another.
struct SumSearch<'a> {
    terms: &'a [LinearTerm],
    /// The positions of the terms, in the order in which the search fixes them.
    order: Vec<usize>,
    tails: Vec<Tail>,
    progressions: Vec<ArithmeticProgression>,
    budget: &'a mut Budget,
    found: &'a mut Branches,
}

impl SumSearch<'_> {
    /// Fixes the terms from `place` on. The recursion depth is the number of terms, at most the rank.
    fn search(&mut self, target: i128, place: usize) -> Result<(), BudgetExceeded> {
        let tail = self.tails[place];
        if target < tail.low || target > tail.high {
            return Ok(());
        }
        let Some(&at) = self.order.get(place) else {
            self.found.add(self.progressions.iter().map(|&progression| Some(progression)));
            return Ok(());
        };
        if !is_multiple(target, tail.gcd) {
            return Ok(());
        }
        let Some((low, high)) = self.candidates(target, place) else { return Ok(()) };
        for index in low..=high {
            self.budget.spend(1)?;
            self.progressions[at] = ArithmeticProgression::one(index);
            self.search(target - i128::from(self.terms[at].factor) * i128::from(index), place + 1)?;
        }
        Ok(())
    }

    /// Returns the range of indices of the term at `place` for which the later terms can reach the remainder; `None` if
    /// it is empty.
    fn candidates(&self, target: i128, place: usize) -> Option<(i64, i64)> {
        let term = self.terms[self.order[place]];
        let factor = i128::from(term.factor);
        let rest = self.tails[place + 1];
        let a = target.saturating_sub(rest.high);
        let b = target.saturating_sub(rest.low);
        let (low, high) = if factor > 0 {
            (ceil(a, factor), floor(b, factor))
        } else {
            (ceil(b.saturating_neg(), -factor), floor(a.saturating_neg(), -factor))
        };
        let low = low.max(i128::from(term.range.low));
        let high = high.min(i128::from(term.range.high));
        if low > high {
            return None;
        }
        Some((i64::try_from(low).ok()?, i64::try_from(high).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(target: i128, terms: &[(i64, i64, i64)]) -> Vec<Vec<ArithmeticProgression>> {
        let terms: Vec<LinearTerm> = terms
            .iter()
            .map(|&(factor, low, high)| LinearTerm { factor, range: Range { low, high } })
            .collect();
        let mut found = Branches::default();
        solve_sum(target, &terms, &mut Budget::default(), &mut found).unwrap();
        (0..found.count()).map(|at| found.get(at).to_vec()).collect()
    }

    #[test]
    fn solve_sum_finds_exactly_all_solutions() {
        for target in -20..40 {
            for (a, b, c) in [(8, 1, 3), (-4, 2, 6), (5, 5, -3), (1, -1, 7)] {
                let mut naive = Vec::new();
                for x in -1..3 {
                    for y in 0..4 {
                        for z in 0..2 {
                            if a * x + b * y + c * z == target {
                                naive.push(vec![
                                    ArithmeticProgression::one(x),
                                    ArithmeticProgression::one(y),
                                    ArithmeticProgression::one(z),
                                ]);
                            }
                        }
                    }
                }
                let mut found = solutions(target.into(), &[(a, -1, 2), (b, 0, 3), (c, 0, 1)]);
                found.sort_by_key(|progressions| {
                    progressions.iter().map(|progression| progression.start).collect::<Vec<_>>()
                });
                assert_eq!(found, naive, "{a} {b} {c} = {target}");
            }
        }
    }

    #[test]
    fn solve_sum_leaves_indices_of_factor_zero_free() {
        let free = ArithmeticProgression { start: 0, step: 1, count: 5 };
        assert_eq!(solutions(6, &[(3, 0, 9), (0, 0, 4)]), [[ArithmeticProgression::one(2), free]]);
        assert_eq!(solutions(0, &[]), [[]; 1]);
        assert!(solutions(1, &[]).is_empty());
    }

    #[test]
    fn clipped_keeps_the_indices_within_a_range() {
        let progression = ArithmeticProgression { start: 1, step: 3, count: 4 };
        let clipped = |low, high| progression.clipped(Range { low, high });
        assert_eq!(clipped(2, 9), Some(ArithmeticProgression { start: 4, step: 3, count: 2 }));
        assert_eq!(clipped(-5, 1), Some(ArithmeticProgression::one(1)));
        assert_eq!(clipped(8, 9), None);
        assert_eq!(clipped(11, 99), None);
    }

    #[test]
    fn solve_sum_stops_at_its_budget() {
        let wide = LinearTerm { factor: 1, range: Range { low: 0, high: 1 << 40 } };
        let mut found = Branches::default();
        let result = solve_sum(1 << 40, &[wide, wide], &mut Budget::default(), &mut found);
        assert_eq!(result, Err(BudgetExceeded));
    }
}
