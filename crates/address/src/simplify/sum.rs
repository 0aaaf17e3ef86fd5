//! The cheapest nesting of a sum: `((n * 64 + c) * 56 + h) * 56 + w` instead of a product per term.
//!
//! Dynamic programming over the sets of terms. The value of a set is its sum divided by the greatest common divisor of
//! its factors, with the sign that makes its first term positive. A set is computed as the sum or difference of
//! multiples of two disjoint sets. The result is the cheapest of all nestings that factor out each common divisor as
//! early as possible.

use super::cost::{CostModel, FactorSize, MultiplyBy, NARROW, Price};
use super::select::InstructionSelector;
use crate::program::ValueId;
use layout::{StridedInterval, gcd};
use rustc_hash::FxHashMap;

/// The maximum number of terms for the dynamic program. Longer sums are nested in descending order of factors.
const MOST_EXACT: usize = 9;

/// The maximum number of terms of a sum, so that a set of terms fits a [`TermSet`].
pub(super) const MOST_TERMS: usize = 30;

/// A set of terms, one bit per term.
type TermSet = u32;

/// The operand of a factor.
#[derive(Clone, Copy, Debug)]
enum SumTermKind {
    Word(ValueId),
    /// A boolean; a select computes any multiple of it.
    Boolean(ValueId),
    One,
}

/// A term of a sum.
#[derive(Clone, Copy, Debug)]
struct SumTerm {
    /// The factor, never 0.
    factor: i64,
    kind: SumTermKind,
    interval: StridedInterval,
    size: FactorSize,
}

/// The nesting of a sum.
#[derive(Clone, Debug)]
struct SumPlan {
    terms: Vec<SumTerm>,
    /// For each set of two or more terms, the two disjoint sets that it is computed from.
    splits: FxHashMap<TermSet, (TermSet, TermSet)>,
    cost: CostModel,
}

impl SumPlan {
    /// Returns the cheapest nesting of a constant plus 1 to [`MOST_TERMS`] terms.
    fn new(constant: i64, mut terms: Vec<SumTerm>, cost: CostModel) -> SumPlan {
        if constant != 0 {
            terms.push(SumTerm {
                factor: constant,
                kind: SumTermKind::One,
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

    /// Returns the set of all terms.
    fn full(&self) -> TermSet {
        (1 << self.terms.len()) - 1
    }

    /// Returns the first term of a set.
    fn first(&self, set: TermSet) -> SumTerm {
        self.terms[set.trailing_zeros() as usize]
    }

    fn members(&self, set: TermSet) -> impl Iterator<Item = &SumTerm> {
        self.terms.iter().enumerate().filter(move |(n, _)| set >> n & 1 == 1).map(|(_, term)| term)
    }

    /// Returns the divisor of the sum of a set, and `true` if the value of the set has the opposite sign of the sum.
    fn scale(&self, set: TermSet) -> (u128, bool) {
        let scale = self.members(set).fold(0, |scale, term| gcd(scale, term.factor.unsigned_abs()));
        (scale.into(), self.first(set).factor < 0)
    }

    /// Returns the factors of two sets in the value of their union, and `true` if the second set is subtracted.
    fn factors(&self, left: TermSet, right: TermSet) -> (u128, u128, bool) {
        let ((a, sign_a), (b, sign_b)) = (self.scale(left), self.scale(right));
        let whole = self.scale(left | right).0;
        (a / whole, b / whole, sign_a != sign_b)
    }

    /// Returns the select that computes two sets if one is a single boolean and the other the constant: the boolean,
    /// the value if it is true, and the value if it is false. `None` for other sets.
    fn choice(&self, left: TermSet, right: TermSet) -> Option<(ValueId, i128, i128)> {
        if left.count_ones() != 1 || right.count_ones() != 1 {
            return None;
        }
        let (a, b) = (self.first(left), self.first(right));
        let (condition, factor, constant) = match (a.kind, b.kind) {
            (SumTermKind::Boolean(condition), SumTermKind::One) => (condition, a.factor, b.factor),
            (SumTermKind::One, SumTermKind::Boolean(condition)) => (condition, b.factor, a.factor),
            _ => return None,
        };
        let scale = self.signed_scale(left | right)?;
        let zero = i128::from(constant) / scale;
        Some((condition, zero + i128::from(factor) / scale, zero))
    }

    fn signed_scale(&self, set: TermSet) -> Option<i128> {
        let (scale, negative) = self.scale(set);
        let scale = i128::try_from(scale).ok()?;
        Some(if negative { -scale } else { scale })
    }

    fn nest_exactly(&mut self) {
        let full = self.full();
        let of_sets = 1..=full;
        let scales: Vec<u128> =
            std::iter::once(1).chain(of_sets.clone().map(|set| self.scale(set).0)).collect();
        let sizes: Vec<FactorSize> =
            std::iter::once(FactorSize::Wide).chain(of_sets.map(|set| self.size(set))).collect();
        let mut prices: Vec<Price> = vec![0; full as usize + 1];
        for set in 1..=full {
            let first = set & set.wrapping_neg();
            let others = set & !first;
            // Enumerate the non-empty subsets of `others` as `right`; `left` keeps the first term.
            let mut best: Option<(Price, TermSet)> = None;
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

    /// Returns the size of the value of a set. A driver cannot prove it for more than one term.
    fn size(&self, set: TermSet) -> FactorSize {
        if set.count_ones() == 1 || self.cost != CostModel::Slots {
            return self.first(set).size;
        }
        let Some(scale) = self.signed_scale(set) else { return FactorSize::Wide };
        let sum = self.members(set).fold(StridedInterval::number(0), |sum, term| {
            sum.plus(term.interval.times(i128::from(term.factor) / scale))
        });
        if sum.within(0..NARROW.cast_signed()) { FactorSize::Narrow } else { FactorSize::Wide }
    }

    fn join_price(
        &self,
        left: TermSet,
        right: TermSet,
        scales: &[u128],
        sizes: &[FactorSize],
    ) -> Price {
        if self.choice(left, right).is_some() {
            return self.cost.simple();
        }
        let whole = scales[(left | right) as usize];
        let times =
            |set: TermSet| self.times_price(set, scales[set as usize] / whole, sizes[set as usize]);
        times(left) + times(right) + self.cost.simple()
    }

    fn times_price(&self, set: TermSet, factor: u128, size: FactorSize) -> Price {
        match self.first(set).kind {
            SumTermKind::One if set.count_ones() == 1 => 0,
            SumTermKind::Boolean(_) if set.count_ones() == 1 => self.cost.simple(),
            _ => MultiplyBy::best(factor, size, self.cost).1,
        }
    }

    fn nest_by_size(&mut self) {
        self.terms[1..].sort_by_key(|term| std::cmp::Reverse(term.factor.unsigned_abs()));
        for n in 1..self.terms.len() {
            let last = 1 << n;
            self.splits.insert((last << 1) - 1, (last - 1, last));
        }
    }
}

impl InstructionSelector<'_> {
    /// Returns a constant plus the sum of factor times operand, in the cheapest nesting.
    pub(super) fn sum(&mut self, constant: i64, factors: &[i64], operands: &[ValueId]) -> ValueId {
        if operands.is_empty() {
            return self.number(constant.into());
        }
        let terms = factors.iter().zip(operands).map(|(&factor, &operand)| SumTerm {
            factor,
            kind: match self.is_boolean(operand) {
                true => SumTermKind::Boolean(operand),
                false => SumTermKind::Word(operand),
            },
            interval: self.interval(operand),
            size: self.size(operand),
        });
        let plan = SumPlan::new(constant, terms.collect(), self.cost);
        let (scale, negative) = plan.scale(plan.full());
        let sum = self.scaled(&plan, plan.full(), scale);
        if negative {
            let zero = self.number(0);
            return self.minus(zero, sum);
        }
        sum
    }

    /// Returns the value of a set of terms times a factor of at least 1.
    fn scaled(&mut self, plan: &SumPlan, set: TermSet, factor: u128) -> ValueId {
        let Some(&(left, right)) = plan.splits.get(&set) else {
            return self.scaled_term(plan.first(set).kind, factor);
        };
        if let Some((condition, one, zero)) = plan.choice(left, right) {
            let one = self.number(one);
            let zero = self.number(zero);
            let chosen = self.choose(condition, one, zero);
            return self.times(chosen, factor);
        }
        let (by_left, by_right, minus) = plan.factors(left, right);
        let a = self.scaled(plan, left, by_left);
        let b = self.scaled(plan, right, by_right);
        let sum = if minus { self.minus(a, b) } else { self.plus(a, b) };
        self.times(sum, factor)
    }

    fn scaled_term(&mut self, term: SumTermKind, factor: u128) -> ValueId {
        match term {
            SumTermKind::Word(value) => self.times(value, factor),
            SumTermKind::Boolean(value) => {
                let one = self.number(factor.cast_signed());
                let zero = self.number(0);
                self.choose(value, one, zero)
            }
            SumTermKind::One => self.number(factor.cast_signed()),
        }
    }
}
