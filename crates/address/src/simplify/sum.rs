//! The cheapest nesting of a sum: `((n * 64 + c) * 56 + h) * 56 + w` rather than four products.
//!
//! Dynamic programming over the sets of terms. A set stands for its sum divided by the greatest common divisor
//! of its factors, with the sign that makes its first term positive; a set is the sum or difference of multiples
//! of two disjoint sets. That finds the best of all nestings in which each factor is taken out as soon
//! as it can be.

use super::cost::{Cost, FactorSize, MultiplyBy, NARROW, Price};
use layout::{StridedInterval, gcd};
use rustc_hash::FxHashMap;

/// A term of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct SumOperand {
    /// What it is multiplied by, not 0.
    pub(super) factor: i64,
    /// Whether it is a bool: a select makes any multiple of it.
    pub(super) is_boolean: bool,
    /// What is known of it.
    pub(super) interval: StridedInterval,
    /// How great it is.
    pub(super) size: FactorSize,
}

/// Beyond so many terms factors are taken out in the order of their size.
const MOST_EXACT: usize = 9;

/// A sum has at most this many terms, so that a set of them is a `u32`.
pub(super) const MOST_TERMS: usize = 30;

#[derive(Clone, Copy, Debug)]
enum SumTermKind {
    Plain,
    Boolean,
    Constant,
}

#[derive(Clone, Copy, Debug)]
struct SumTerm {
    factor: i64,
    kind: SumTermKind,
    /// The operand; none for the constant.
    kid: Option<usize>,
    interval: StridedInterval,
    size: FactorSize,
}

/// How to nest a sum.
#[derive(Clone, Debug)]
pub(super) struct SumPlan {
    terms: Vec<SumTerm>,
    /// For sets of two and more terms: the two sets that they consist of.
    splits: FxHashMap<u32, (u32, u32)>,
    cost: Cost,
}

impl SumPlan {
    /// The cheapest nesting of a constant plus a sum of at most [`MOST_TERMS`] parts.
    pub(super) fn new(constant: i64, parts: Vec<SumOperand>, cost: Cost) -> SumPlan {
        let terms = parts.iter().enumerate().map(|(kid, part)| SumTerm {
            factor: part.factor,
            kind: if part.is_boolean { SumTermKind::Boolean } else { SumTermKind::Plain },
            kid: Some(kid),
            interval: part.interval,
            size: part.size,
        });
        let mut terms: Vec<SumTerm> = terms.collect();
        if constant != 0 || terms.is_empty() {
            terms.push(SumTerm {
                factor: constant,
                kind: SumTermKind::Constant,
                kid: None,
                interval: StridedInterval::number(1),
                size: FactorSize::Wide,
            });
        }
        // The sum has the sign of its first term.
        if let Some(first) = terms.iter().position(|term| term.factor > 0) {
            terms.swap(0, first);
        }
        let mut plan = SumPlan { terms, splits: FxHashMap::default(), cost };
        if plan.terms.len() <= MOST_EXACT {
            plan.nest_exactly();
        } else {
            plan.nest_by_size();
        }
        plan
    }

    /// The operand of each term; none for the constant.
    pub(super) fn order(&self) -> Vec<Option<usize>> {
        self.terms.iter().map(|term| term.kid).collect()
    }

    /// The set of all terms.
    pub(super) fn full(&self) -> u32 {
        (1 << self.terms.len()) - 1
    }

    /// What the sum of a set is divided by, and whether it is negated, to give what stands for it.
    pub(super) fn scale(&self, set: u32) -> (u128, bool) {
        let members = (0..self.terms.len()).filter(|n| set >> n & 1 == 1);
        let scale = members.fold(0, |scale, n| gcd(scale, self.terms[n].factor.into()));
        (scale.unsigned_abs(), self.terms[set.trailing_zeros() as usize].factor < 0)
    }

    /// The two sets that a set of more than one term consists of; the first has its first term.
    pub(super) fn split(&self, set: u32) -> Option<(u32, u32)> {
        self.splits.get(&set).copied()
    }

    /// What two sets are multiplied by to give their union, and whether the second is subtracted.
    pub(super) fn factors(&self, left: u32, right: u32) -> (u128, u128, bool) {
        let ((a, sign_a), (b, sign_b)) = (self.scale(left), self.scale(right));
        let whole = self.scale(left | right).0.max(1);
        (a / whole, b / whole, sign_a != sign_b)
    }

    /// Where two sets are a bool and the constant: the term of the bool, and what stands for both where it
    /// holds and where it does not.
    pub(super) fn choice(&self, left: u32, right: u32) -> Option<(usize, i128, i128)> {
        if left.count_ones() != 1 || right.count_ones() != 1 {
            return None;
        }
        let [a, b] = [left, right].map(|set| set.trailing_zeros() as usize);
        let (condition, constant) = match (self.terms[a].kind, self.terms[b].kind) {
            (SumTermKind::Boolean, SumTermKind::Constant) => (a, b),
            (SumTermKind::Constant, SumTermKind::Boolean) => (b, a),
            _ => return None,
        };
        let (scale, negative) = self.scale(left | right);
        let scale = i128::try_from(scale.max(1)).ok()? * if negative { -1 } else { 1 };
        let zero = i128::from(self.terms[constant].factor) / scale;
        Some((condition, zero + i128::from(self.terms[condition].factor) / scale, zero))
    }

    fn nest_exactly(&mut self) {
        let full = self.full();
        let scales: Vec<u128> = (0..=full).map(|set| self.scale_or_one(set)).collect();
        let sizes: Vec<FactorSize> = (0..=full)
            .map(|set| if set == 0 { FactorSize::Wide } else { self.size(set) })
            .collect();
        let mut prices: Vec<Price> = vec![0; full as usize + 1];
        for set in 1..=full {
            let first = set & set.wrapping_neg();
            let others = set & !first;
            // All sets of others, without all of them, join the first.
            let mut best: Option<(Price, u32)> = None;
            let mut right = others;
            while right != 0 {
                let left = set & !right;
                let price = prices[left as usize]
                    + prices[right as usize]
                    + self.join_price(left, right, &scales, &sizes);
                if best.is_none_or(|(least, _)| price < least) {
                    best = Some((price, right));
                }
                right = (right - 1) & others;
            }
            if let Some((price, right)) = best {
                prices[set as usize] = price;
                self.splits.insert(set, (set & !right, right));
            }
        }
    }

    /// How great the sum of a set is, which nothing shows where it has more than one term.
    fn size(&self, set: u32) -> FactorSize {
        let first = self.terms[set.trailing_zeros() as usize];
        if set.count_ones() == 1 || self.cost != Cost::Slots {
            return first.size;
        }
        let (scale, negative) = self.scale(set);
        let Ok(scale) = i128::try_from(scale.max(1)) else { return FactorSize::Wide };
        let scale = if negative { -scale } else { scale };
        let members = (0..self.terms.len()).filter(|n| set >> n & 1 == 1);
        let sum = members.fold(StridedInterval::number(0), |sum, n| {
            let term = &self.terms[n];
            sum.plus(term.interval.times(i128::from(term.factor) / scale))
        });
        if sum.within(0..NARROW.cast_signed()) { FactorSize::Narrow } else { FactorSize::Wide }
    }

    fn scale_or_one(&self, set: u32) -> u128 {
        if set == 0 { 1 } else { self.scale(set).0.max(1) }
    }

    fn join_price(&self, left: u32, right: u32, scales: &[u128], sizes: &[FactorSize]) -> Price {
        if self.choice(left, right).is_some() {
            return self.cost.simple();
        }
        let whole = scales[(left | right) as usize];
        let times =
            |set: u32| self.times_price(set, scales[set as usize] / whole, sizes[set as usize]);
        times(left) + times(right) + self.cost.simple()
    }

    fn times_price(&self, set: u32, factor: u128, size: FactorSize) -> Price {
        let leaf = (set.count_ones() == 1).then(|| self.terms[set.trailing_zeros() as usize].kind);
        match leaf {
            Some(SumTermKind::Constant) => 0,
            Some(SumTermKind::Boolean) => self.cost.simple(),
            _ => MultiplyBy::best(factor, size, self.cost).1,
        }
    }

    fn nest_by_size(&mut self) {
        let rest = self.terms.split_off(1);
        let mut rest: Vec<SumTerm> = rest;
        rest.sort_by_key(|term| std::cmp::Reverse(term.factor.unsigned_abs()));
        self.terms.extend(rest);
        for n in 1..self.terms.len() {
            let last = 1 << n;
            self.splits.insert((last << 1) - 1, (last - 1, last));
        }
    }
}
