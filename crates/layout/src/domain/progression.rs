//! Sets of indices that an inverse search carries: evenly spaced runs, and the solutions of a linear sum.

use crate::domain::Range;

/// Evenly spaced indices: `start`, `start + step`, and so on, `count` of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ArithmeticProgression {
    pub(crate) start: i64,
    /// At least 1; 1 where the run has one index.
    pub(crate) step: i64,
    /// At least 1.
    pub(crate) count: i64,
}

impl ArithmeticProgression {
    /// One index.
    pub(crate) fn one(index: i64) -> ArithmeticProgression {
        ArithmeticProgression { start: index, step: 1, count: 1 }
    }

    /// All of a range.
    pub(crate) fn all(range: Range) -> ArithmeticProgression {
        ArithmeticProgression { start: range.low, step: 1, count: range.count() }
    }

    /// The one index, if it has only one.
    pub(crate) fn single(self) -> Option<i64> {
        (self.count == 1).then_some(self.start)
    }

    /// Whether it is exactly the range.
    pub(crate) fn is_all_of(self, range: Range) -> bool {
        self == ArithmeticProgression::all(range)
    }

    /// The indices in order.
    pub(crate) fn indices(self) -> impl Iterator<Item = i64> {
        (0..self.count).map(move |at| self.start + at * self.step)
    }

    /// The run moved; nothing where that leaves 64 bits.
    pub(crate) fn shifted(self, by: i64) -> Option<ArithmeticProgression> {
        let end = (self.count - 1).checked_mul(self.step)?.checked_add(self.start)?;
        end.checked_add(by)?;
        Some(ArithmeticProgression { start: self.start.checked_add(by)?, ..self })
    }

    /// The indices of the run that lie in a range; nothing if none does.
    pub(crate) fn clipped(self, range: Range) -> Option<ArithmeticProgression> {
        if self.count == 1 {
            return (range.low <= self.start && self.start <= range.high).then_some(self);
        }
        let (start, step) = (i128::from(self.start), i128::from(self.step));
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

/// The search has taken more steps than it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The most branches of one search.
pub(crate) const MOST_BRANCHES: u64 = 1 << 20;

/// Counts the branches of one search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Budget {
    used: u64,
}

impl Budget {
    pub(crate) fn spend(&mut self, branches: u64) -> Result<(), TooMany> {
        self.used = self.used.saturating_add(branches);
        if self.used > MOST_BRANCHES { Err(TooMany) } else { Ok(()) }
    }
}

/// One way on from a stage after another: in each, a run for each upper dim, all combinations of which belong
/// to it. No combination belongs to two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Branches {
    runs: Vec<ArithmeticProgression>,
    count: usize,
}

impl Branches {
    /// Forgets all ways on, but not the memory that they took.
    pub(crate) fn clear(&mut self) {
        self.runs.clear();
        self.count = 0;
    }

    /// Adds a way on, unless one of its runs is missing.
    pub(crate) fn add(&mut self, runs: impl IntoIterator<Item = Option<ArithmeticProgression>>) {
        let before = self.runs.len();
        for run in runs {
            match run {
                Some(run) => self.runs.push(run),
                None => return self.runs.truncate(before),
            }
        }
        self.count += 1;
    }

    /// How many ways on there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The runs of one of them.
    pub(crate) fn get(&self, at: usize) -> &[ArithmeticProgression] {
        let width = self.runs.len().checked_div(self.count).unwrap_or(0);
        &self.runs[at * width..(at + 1) * width]
    }
}

/// A term of a linear sum: a factor times an index within a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub(crate) factor: i64,
    pub(crate) range: Range,
}

/// All indices whose sum of factor times index is `target`: a branch for each solution. An index of factor 0 is
/// free, and comes as the run of its whole range.
///
/// # Errors
/// The search takes too many steps.
pub(crate) fn solve_sum(
    target: i128,
    terms: &[Term],
    budget: &mut Budget,
    found: &mut Branches,
) -> Result<(), TooMany> {
    let mut order: Vec<usize> = (0..terms.len()).filter(|&at| terms[at].factor != 0).collect();
    // The greatest factor first leaves the least room for it: one candidate each, where factors are nested.
    order.sort_by_key(|&at| std::cmp::Reverse(terms[at].factor.unsigned_abs()));
    let tails = tails(terms, &order);
    let runs = terms.iter().map(|term| ArithmeticProgression::all(term.range)).collect();
    let mut sum = Sum { terms, order, tails, runs, budget, found };
    sum.search(target, 0)
}

/// What the terms from a place on can add up to.
#[derive(Clone, Copy)]
struct Tail {
    low: i128,
    high: i128,
    /// Every sum is a multiple of it; 0 where nothing is left.
    gcd: u64,
}

fn tails(terms: &[Term], order: &[usize]) -> Vec<Tail> {
    let mut tails = vec![Tail { low: 0, high: 0, gcd: 0 }; order.len() + 1];
    for (place, &at) in order.iter().enumerate().rev() {
        let (factor, range) = (i128::from(terms[at].factor), terms[at].range);
        let (a, b) = (factor * i128::from(range.low), factor * i128::from(range.high));
        let next = tails[place + 1];
        // Fifteen products of two 63-bit numbers may just exceed 128 bits; a bound that saturates still bounds.
        tails[place] = Tail {
            low: next.low.saturating_add(a.min(b)),
            high: next.high.saturating_add(a.max(b)),
            gcd: gcd(next.gcd, terms[at].factor.unsigned_abs()),
        };
    }
    tails
}

/// The greatest common divisor; that of 0 and a number is the number.
fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Whether a number is a multiple of a divisor above 0. Numbers of 64 bits, which most are, are divided much faster.
fn is_multiple(value: i128, of: u64) -> bool {
    of == 1
        || match u64::try_from(value.unsigned_abs()) {
            Ok(value) => value.is_multiple_of(of),
            Err(_) => value.unsigned_abs().is_multiple_of(of.into()),
        }
}

/// The quotient rounded down; the divisor is above 0.
fn floor(value: i128, divisor: i128) -> i128 {
    match (i64::try_from(value), i64::try_from(divisor)) {
        (_, Ok(1)) => value,
        (Ok(value), Ok(divisor)) => value.div_euclid(divisor).into(),
        _ => value.div_euclid(divisor),
    }
}

struct Sum<'a> {
    terms: &'a [Term],
    /// The places of the terms in the order in which they are fixed.
    order: Vec<usize>,
    tails: Vec<Tail>,
    runs: Vec<ArithmeticProgression>,
    budget: &'a mut Budget,
    found: &'a mut Branches,
}

impl Sum<'_> {
    /// Fixes the terms from `place` on; the depth is the number of terms, at most the rank.
    fn search(&mut self, target: i128, place: usize) -> Result<(), TooMany> {
        let tail = self.tails[place];
        if target < tail.low || target > tail.high {
            return Ok(());
        }
        let Some(&at) = self.order.get(place) else {
            self.found.add(self.runs.iter().map(|&run| Some(run)));
            return Ok(());
        };
        if !is_multiple(target, tail.gcd) {
            return Ok(());
        }
        let Some((low, high)) = self.candidates(target, place) else { return Ok(()) };
        for index in low..=high {
            self.budget.spend(1)?;
            self.runs[at] = ArithmeticProgression::one(index);
            self.search(target - i128::from(self.terms[at].factor) * i128::from(index), place + 1)?;
        }
        Ok(())
    }

    /// The indices of the term at `place` that leave what the terms after it can add up to.
    fn candidates(&self, target: i128, place: usize) -> Option<(i64, i64)> {
        let term = self.terms[self.order[place]];
        let (factor, rest) = (i128::from(term.factor), self.tails[place + 1]);
        let (a, b) = (target.saturating_sub(rest.high), target.saturating_sub(rest.low));
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

/// The quotient rounded up; the divisor is above 0.
fn ceil(value: i128, divisor: i128) -> i128 {
    let quotient = floor(value, divisor);
    if quotient.checked_mul(divisor) == Some(value) { quotient } else { quotient + 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solutions(target: i128, terms: &[(i64, i64, i64)]) -> Vec<Vec<ArithmeticProgression>> {
        let terms: Vec<Term> = terms
            .iter()
            .map(|&(factor, low, high)| Term { factor, range: Range { low, high } })
            .collect();
        let mut found = Branches::default();
        solve_sum(target, &terms, &mut Budget::default(), &mut found).unwrap();
        (0..found.count()).map(|at| found.get(at).to_vec()).collect()
    }

    #[test]
    fn sums_have_exactly_their_solutions() {
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
                found.sort_by_key(|runs| runs.iter().map(|run| run.start).collect::<Vec<_>>());
                assert_eq!(found, naive, "{a} {b} {c} = {target}");
            }
        }
    }

    #[test]
    fn what_does_not_count_is_free() {
        let free = ArithmeticProgression { start: 0, step: 1, count: 5 };
        assert_eq!(solutions(6, &[(3, 0, 9), (0, 0, 4)]), [[ArithmeticProgression::one(2), free]]);
        assert_eq!(solutions(0, &[]), [[]; 1]);
        assert!(solutions(1, &[]).is_empty());
    }

    #[test]
    fn runs_are_clipped_to_what_lies_inside() {
        let run = ArithmeticProgression { start: 1, step: 3, count: 4 };
        let clipped = |low, high| run.clipped(Range { low, high });
        assert_eq!(clipped(2, 9), Some(ArithmeticProgression { start: 4, step: 3, count: 2 }));
        assert_eq!(clipped(-5, 1), Some(ArithmeticProgression::one(1)));
        assert_eq!(clipped(8, 9), None);
        assert_eq!(clipped(11, 99), None);
    }

    #[test]
    fn division_is_the_same_for_numbers_of_64_bits_and_more() {
        let ends = [0, 1, 2, 3, 7, i128::from(i64::MAX)];
        for value in ends.iter().flat_map(|&end| [end, -end - 1, end << 3, (-end - 1) << 3]) {
            for divisor in [1i128, 2, 3, 5, i64::MAX.into()] {
                assert_eq!(floor(value, divisor), value.div_euclid(divisor));
                let up = value.div_euclid(divisor) + i128::from(value.rem_euclid(divisor) != 0);
                assert_eq!(ceil(value, divisor), up);
                let of = u64::try_from(divisor).unwrap();
                assert_eq!(is_multiple(value, of), value.rem_euclid(divisor) == 0);
            }
        }
        assert_eq!(ceil(i128::MIN, 3), i128::MIN / 3);
    }

    #[test]
    fn a_search_without_end_is_given_up() {
        let wide = Term { factor: 1, range: Range { low: 0, high: 1 << 40 } };
        let mut found = Branches::default();
        let result = solve_sum(1 << 40, &[wide, wide], &mut Budget::default(), &mut found);
        assert_eq!(result, Err(TooMany));
    }
}
