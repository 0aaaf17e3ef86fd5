//! The operations that index arithmetic is made of, as an interface.
//!
//! A transform tells what it means once, over an [`Algebra`]; evaluating it on numbers, bounding it by
//! ranges and writing it down as an expression are three algebras under the same meaning.

/// Index arithmetic over some kind of value. Division rounds down, as all division of the project does.
pub trait Algebra {
    /// What stands for an index.
    type Value: Clone;

    /// `constant` plus the sum of factor times value.
    fn linear(&mut self, constant: i64, terms: &[(i64, Self::Value)]) -> Self::Value;

    /// `floor(value / divisor)`, and that modulo `modulus` where there is one. Both are above 0.
    fn digit(&mut self, value: &Self::Value, divisor: i64, modulus: Option<i64>) -> Self::Value;

    /// The bitwise exclusive or of two values that are not negative.
    fn xor(&mut self, a: &Self::Value, b: &Self::Value) -> Self::Value;

    /// The predicate `low <= value < high`: an index is valid only where it holds. The result is the same
    /// value, which may be taken to be in that range wherever the index is valid.
    fn require(&mut self, value: &Self::Value, low: i64, high: i64) -> Self::Value;
}

/// Plain numbers: one index at a time.
#[derive(Clone, Debug)]
pub(crate) struct Concrete {
    /// Every predicate so far holds.
    pub(crate) valid: bool,
    /// A value did not fit 64 bits; all values after that mean nothing.
    pub(crate) overflow: bool,
}

impl Default for Concrete {
    fn default() -> Concrete {
        Concrete { valid: true, overflow: false }
    }
}

impl Concrete {
    fn narrow(&mut self, value: Option<i128>) -> i64 {
        match value.map(i64::try_from) {
            Some(Ok(value)) => value,
            _ => {
                self.overflow = true;
                0
            }
        }
    }
}

impl Algebra for Concrete {
    type Value = i64;

    fn linear(&mut self, constant: i64, terms: &[(i64, i64)]) -> i64 {
        let sum = terms.iter().try_fold(i128::from(constant), |sum, &(factor, value)| {
            sum.checked_add(i128::from(factor) * i128::from(value))
        });
        self.narrow(sum)
    }

    fn digit(&mut self, value: &i64, divisor: i64, modulus: Option<i64>) -> i64 {
        let quotient = if divisor == 1 { *value } else { value.div_euclid(divisor) };
        modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus))
    }

    fn xor(&mut self, a: &i64, b: &i64) -> i64 {
        a ^ b
    }

    fn require(&mut self, value: &i64, low: i64, high: i64) -> i64 {
        self.valid &= low <= *value && *value < high;
        *value
    }
}

/// The numbers from `low` to `high`, both included; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
}

impl Range {
    /// The indices of a dim of this length, at least 1.
    pub fn below(length: i64) -> Range {
        Range { low: 0, high: length - 1 }
    }

    /// One number.
    pub fn only(value: i64) -> Range {
        Range { low: value, high: value }
    }

    /// How many numbers it has. A layout has no range of 2^63 or more.
    pub(crate) fn count(self) -> i64 {
        self.high.saturating_sub(self.low).saturating_add(1)
    }

    /// Whether all of it lies within another.
    pub fn within(self, other: Range) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// The numbers in both; nothing if there are none.
    pub fn meet(self, other: Range) -> Option<Range> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Range { low, high })
    }
}

/// Ranges: bounds that hold for every valid index. They need not be reached.
#[derive(Clone, Debug, Default)]
pub struct IntervalDomain {
    /// A predicate can never hold: no index is valid, and the ranges mean nothing.
    pub empty: bool,
    /// A bound does not fit 64 bits.
    pub overflow: bool,
}

impl IntervalDomain {
    fn narrow(&mut self, low: Option<i128>, high: Option<i128>) -> Range {
        match (low.map(i64::try_from), high.map(i64::try_from)) {
            (Some(Ok(low)), Some(Ok(high))) => Range { low, high },
            _ => {
                self.overflow = true;
                Range::only(0)
            }
        }
    }
}

impl Algebra for IntervalDomain {
    type Value = Range;

    fn linear(&mut self, constant: i64, terms: &[(i64, Range)]) -> Range {
        let (mut low, mut high) = (Some(i128::from(constant)), Some(i128::from(constant)));
        for &(factor, range) in terms {
            let factor = i128::from(factor);
            let (a, b) = (factor * i128::from(range.low), factor * i128::from(range.high));
            low = low.and_then(|low| low.checked_add(a.min(b)));
            high = high.and_then(|high| high.checked_add(a.max(b)));
        }
        self.narrow(low, high)
    }

    fn digit(&mut self, value: &Range, divisor: i64, modulus: Option<i64>) -> Range {
        let (low, high) = (value.low.div_euclid(divisor), value.high.div_euclid(divisor));
        match modulus {
            None => Range { low, high },
            Some(modulus) if low.div_euclid(modulus) == high.div_euclid(modulus) => {
                Range { low: low.rem_euclid(modulus), high: high.rem_euclid(modulus) }
            }
            Some(modulus) => Range::below(modulus),
        }
    }

    fn xor(&mut self, a: &Range, b: &Range) -> Range {
        if a.low == a.high && b.low == b.high {
            return Range::only(a.low ^ b.low);
        }
        // No bit of the result is above the highest bit of the operands.
        let bits = 64 - (a.high | b.high).leading_zeros();
        Range { low: 0, high: if bits >= 63 { i64::MAX } else { (1 << bits) - 1 } }
    }

    fn require(&mut self, value: &Range, low: i64, high: i64) -> Range {
        value.meet(Range { low, high: high - 1 }).unwrap_or_else(|| {
            // What has overflowed is no bound, and shows nothing.
            self.empty |= !self.overflow;
            Range::only(low)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_for_all_their_numbers() {
        let values = |range: Range| range.low..=range.high;
        for (low, high) in [(-5, 3), (0, 7), (6, 6), (9, 14)] {
            let range = Range { low, high };
            for divisor in 1..4 {
                for modulus in [None, Some(2), Some(5)] {
                    let bound = IntervalDomain::default().digit(&range, divisor, modulus);
                    for value in values(range) {
                        let digit = Concrete::default().digit(&value, divisor, modulus);
                        assert!(values(bound).contains(&digit));
                    }
                }
            }
        }
        let bound = IntervalDomain::default().xor(&Range::below(5), &Range { low: 1, high: 3 });
        assert_eq!(bound, Range::below(8));
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let mut numbers = Concrete::default();
        numbers.linear(1, &[(i64::MAX, 1)]);
        assert!(numbers.overflow && numbers.valid);
        let mut ranges = IntervalDomain::default();
        ranges.linear(0, &[(2, Range { low: i64::MIN, high: 0 })]);
        assert!(ranges.overflow);
    }

    #[test]
    fn a_predicate_that_never_holds_is_told() {
        let mut ranges = IntervalDomain::default();
        assert_eq!(ranges.require(&Range::below(9), 4, 20), Range { low: 4, high: 8 });
        assert!(!ranges.empty);
        ranges.require(&Range::below(9), 9, 20);
        assert!(ranges.empty);
    }
}
