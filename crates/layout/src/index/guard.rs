//! Predicates. A predicate that ranges prove is dropped; any other is recorded, and its value becomes a guard, which is
//! known to be in range.

use std::ops::RangeInclusive;

use super::expr::{AtomKind, Expr, Predicate};
use super::exprs::Exprs;
use crate::domain::{Range, StridedInterval, gcd};

/// The choice whether a predicate is recorded. Predicates of a layout are recorded, those of a proof are not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    Yes,
    No,
}

impl Exprs {
    /// Returns the same value, guarded so that it is known to be in the range at every valid index (rule 14).
    /// Predicates are normalized: a predicate on `4 * d0 - 16` becomes one on `d0`.
    pub(super) fn guard(&mut self, value: Expr, low: i64, high: i64, record: Record) -> Expr {
        if value == Expr::OVERFLOW {
            return Expr::OVERFLOW;
        }
        let interval = self.interval(value);
        if interval.within(low.into()..high.into()) {
            return value;
        }
        if low >= high || interval.high < low.into() || interval.low >= high.into() {
            // The predicate never holds, and so implies nothing about the value.
            self.record(Predicate { value, low, high }, record);
            return value;
        }
        self.guard_sum(Predicate { value, low, high }, record).unwrap_or(Expr::OVERFLOW)
    }

    fn record(&mut self, test: Predicate, record: Record) {
        if record == Record::Yes {
            self.predicates.insert(test);
        }
    }

    /// Removes the constant from the predicate and divides it by the common factor of its terms.
    fn guard_sum(&mut self, test: Predicate, record: Record) -> Option<Expr> {
        let sum = self.kind(test.value)?;
        let factors = sum.terms.iter().map(|&(_, factor)| factor.unsigned_abs());
        let common = i128::from(factors.fold(0, gcd));
        let sign = sum.terms.first().map_or(1, |&(_, factor)| i128::from(factor.signum()));
        let constant = sum.constant;
        let scale = i64::try_from(common * sign).ok()?;
        if (constant, scale) == (0, 1) {
            return Some(self.guard_parts(test, record));
        }
        let terms = sum.terms.iter();
        let terms = terms.map(|&(atom, factor)| Some((atom, factor.checked_div(scale)?)));
        let terms: Vec<_> = terms.collect::<Option<_>>()?;
        let value = self.sum_of(0, &terms);
        let ends = [test.low, test.high].map(|bound| i128::from(bound) - i128::from(constant));
        let ends = divided(ends[0]..=ends[1] - 1, i128::from(scale));
        let low = (*ends.start()).try_into().ok()?;
        let high = (*ends.end() + 1).try_into().ok()?;
        let inner = self.guard(value, low, high, record);
        Some(self.sum(constant, &[(scale, inner)]))
    }

    /// Removes a lower part of the value that cannot affect the result of the predicate.
    fn guard_parts(&mut self, test: Predicate, record: Record) -> Expr {
        let interval = self.interval(test.value);
        // A bound that the interval proves may be moved, so it does not restrict the size of the cut.
        let low = if i128::from(test.low) <= interval.low { 0 } else { test.low };
        let high = if interval.high < test.high.into() { 0 } else { test.high };
        let whole = i64::try_from(gcd(low.unsigned_abs(), high.unsigned_abs())).unwrap_or(1);
        let cut = self
            .cut_sizes(test.value, whole)
            .into_iter()
            .find_map(|size| Some((size, self.cut(test.value, size)?)));
        let Some((size, cut)) = cut else { return self.guard_atom(test, interval, record) };
        let low = test.low.div_euclid(size);
        let high = (test.high - 1).div_euclid(size) + 1;
        let inner = self.guard(cut.high, low, high, record);
        self.sum(0, &[(size, inner), (1, cut.low)])
    }

    fn guard_atom(&mut self, test: Predicate, interval: StridedInterval, record: Record) -> Expr {
        self.record(test, record);
        fn narrow(bound: i128) -> i64 {
            i64::try_from(bound).expect("it is between two of 64 bits")
        }
        let low = narrow(interval.low.max(test.low.into()));
        let high = narrow(interval.high.min(i128::from(test.high) - 1));
        if low == high {
            return self.sum(low, &[]);
        }
        let value = match self.as_atom(test.value).map(|atom| self.atom_kind(atom)) {
            Some(&AtomKind::Guard { value, .. }) => value,
            _ => test.value,
        };
        self.expr_of_kind(AtomKind::Guard { value, range: Range { low, high } })
    }
}

/// Returns the bounds of `x` from those of `scale * x`. All bounds are inclusive.
fn divided(values: RangeInclusive<i128>, scale: i128) -> RangeInclusive<i128> {
    if scale < 0 {
        return divided(-values.end()..=-values.start(), -scale);
    }
    -(-values.start()).div_euclid(scale)..=values.end().div_euclid(scale)
}
