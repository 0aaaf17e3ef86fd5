//! Interval analysis: index arithmetic on ranges, which bound all indices at once.

use super::algebra::Algebra;
use super::range::Range;
use super::table::Table;

/// The state of interval analysis. Its ranges hold for every valid index, but need not be tight.
#[derive(Clone, Debug, Default)]
pub struct IntervalDomain {
    /// `true` if a predicate never holds. Then no index is valid, and the ranges are unspecified.
    pub is_empty: bool,
    /// `true` if a predicate may fail: the range of its value exceeds its bounds.
    pub is_partial: bool,
    /// `true` if a bound does not fit 64 bits. All later ranges are then unspecified.
    pub overflow: bool,
}

impl IntervalDomain {
    /// Returns `true` if every index is known to be valid: no predicate may fail, and no bound overflowed.
    pub fn is_total(&self) -> bool {
        !self.is_partial && !self.overflow
    }

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
        let mut low = Some(i128::from(constant));
        let mut high = Some(i128::from(constant));
        for &(factor, range) in terms {
            let factor = i128::from(factor);
            let a = factor * i128::from(range.low);
            let b = factor * i128::from(range.high);
            low = low.and_then(|low| low.checked_add(a.min(b)));
            high = high.and_then(|high| high.checked_add(a.max(b)));
        }
        self.narrow(low, high)
    }

    fn digit(&mut self, value: &Range, divisor: i64, modulus: Option<i64>) -> Range {
        let low = value.low.div_euclid(divisor);
        let quotient = Range { low, high: value.high.div_euclid(divisor) };
        modulus
            .map_or(quotient, |modulus| quotient.residues(modulus).unwrap_or(Range::below(modulus)))
    }

    fn xor(&mut self, a: &Range, b: &Range) -> Range {
        if a.low == a.high && b.low == b.high {
            return Range::only(a.low ^ b.low);
        }
        // No bit of the result is above the highest bit of the operands.
        let bits = 64 - (a.high | b.high).leading_zeros();
        Range { low: 0, high: if bits >= 63 { i64::MAX } else { (1 << bits) - 1 } }
    }

    fn lookup(&mut self, index: &Range, table: &Table) -> Range {
        table.range_over(*index).unwrap_or(table.range())
    }

    fn require(&mut self, value: &Range, low: i64, high: i64) -> Range {
        let bound = Range { low, high: high - 1 };
        self.is_partial |= !value.within(bound);
        value.meet(bound).unwrap_or_else(|| {
            // A range that overflowed is not a bound, so an empty intersection proves nothing.
            self.is_empty |= !self.overflow;
            Range::only(low)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::concrete::Concrete;
    use super::*;

    #[test]
    fn ranges_contain_every_concrete_value() {
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
    fn overflow_is_reported_beyond_64_bits() {
        let mut ranges = IntervalDomain::default();
        ranges.linear(0, &[(2, Range { low: i64::MIN, high: 0 })]);
        assert!(ranges.overflow && !ranges.is_total());
    }

    #[test]
    fn require_reports_partial_and_empty_predicates() {
        let mut ranges = IntervalDomain::default();
        assert_eq!(ranges.require(&Range::below(9), 0, 9), Range::below(9));
        assert!(ranges.is_total());
        assert_eq!(ranges.require(&Range::below(9), 4, 20), Range { low: 4, high: 8 });
        assert!(ranges.is_partial && !ranges.is_empty);
        ranges.require(&Range::below(9), 9, 20);
        assert!(ranges.is_empty);
    }
}
