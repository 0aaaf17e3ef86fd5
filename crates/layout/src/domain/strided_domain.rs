//! Strided-interval analysis: index arithmetic on intervals with a congruence, which bound a box of indices at once.
//!
//! It excludes more values than interval analysis: a sum of multiples of 6 and 10 is even, so it is never 1.

use super::algebra::Algebra;
use super::range::Range;
use super::strided_interval::StridedInterval;
use super::table::Table;

/// The state of strided-interval analysis over a box of indices. Its intervals hold for every valid index.
#[derive(Clone, Debug, Default)]
pub(crate) struct StridedDomain {
    /// `true` if a predicate never holds, so no index of the box is valid.
    is_empty: bool,
    /// `true` if a bound did not fit 128 bits. All later intervals are then unspecified.
    overflow: bool,
}

impl StridedDomain {
    /// Returns `true` if no index of the box is valid; `false` if one is, or if it is unknown.
    pub(crate) fn excludes_all(&self) -> bool {
        self.is_empty && !self.overflow
    }

    /// Returns `true` if the intervals are specified: no bound overflowed.
    pub(crate) fn is_exact(&self) -> bool {
        !self.overflow
    }
}

impl Algebra for StridedDomain {
    type Value = StridedInterval;

    fn linear(&mut self, constant: i64, terms: &[(i64, StridedInterval)]) -> StridedInterval {
        let terms = terms.iter().map(|&(factor, term)| (factor.into(), term));
        StridedInterval::linear(constant.into(), terms).unwrap_or_else(|| {
            self.overflow = true;
            StridedInterval::number(0)
        })
    }

    fn digit(
        &mut self,
        value: &StridedInterval,
        divisor: i64,
        modulus: Option<i64>,
    ) -> StridedInterval {
        let quotient = value.quotient(divisor.into());
        modulus.map_or(quotient, |modulus| quotient.remainder(modulus.into()))
    }

    fn xor(&mut self, a: &StridedInterval, b: &StridedInterval) -> StridedInterval {
        let mixed = a.xor(*b);
        // The bits above the highest varying one are the same in every value.
        let varying = (a.low ^ a.high) | (b.low ^ b.high);
        let bits = 128 - varying.leading_zeros();
        if bits >= 127 {
            return mixed;
        }
        let low = ((a.low ^ b.low) >> bits) << bits;
        mixed.meet(StridedInterval::range(low, low + ((1 << bits) - 1))).unwrap_or(mixed)
    }

    fn lookup(&mut self, index: &StridedInterval, table: &Table) -> StridedInterval {
        let inside = index.meet(StridedInterval::range(0, i128::from(table.length()) - 1));
        let ends = inside.and_then(|inside| {
            Some(Range { low: inside.low.try_into().ok()?, high: inside.high.try_into().ok()? })
        });
        let range = ends.and_then(|ends| table.range_over(ends)).unwrap_or(table.range());
        StridedInterval::range(range.low.into(), range.high.into())
    }

    fn require(&mut self, value: &StridedInterval, low: i64, high: i64) -> StridedInterval {
        let met = StridedInterval::new(low.into(), i128::from(high) - 1, 1, 0)
            .and_then(|bound| value.meet(bound));
        met.unwrap_or_else(|| {
            self.is_empty = true;
            StridedInterval::number(low.into())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xor_contains_every_pair_and_keeps_common_bits() {
        for (low_a, low_b) in (0..12).flat_map(|a| (0..12).map(move |b| (a, b))) {
            for (count_a, count_b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                let a = StridedInterval::range(low_a, low_a + count_a);
                let b = StridedInterval::range(low_b, low_b + count_b);
                let mixed = StridedDomain::default().xor(&a, &b);
                for x in a.low..=a.high {
                    for y in b.low..=b.high {
                        assert!(mixed.meet(StridedInterval::number(x ^ y)).is_some());
                    }
                }
            }
        }
        let (a, b) = (StridedInterval::range(8, 15), StridedInterval::number(3));
        assert_eq!(StridedDomain::default().xor(&a, &b), StridedInterval::range(8, 15));
    }

    #[test]
    fn congruence_proves_a_box_empty() {
        let mut domain = StridedDomain::default();
        let digits = StridedInterval::range(0, 1 << 40);
        let sum = domain.linear(0, &[(6, digits), (-10, digits)]);
        domain.require(&sum, 2, 4);
        assert!(!domain.excludes_all());
        domain.require(&sum, 1, 2);
        assert!(domain.excludes_all());
    }
}
