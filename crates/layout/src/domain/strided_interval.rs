//! Intervals with a congruence: bounds of a value, and its remainder modulo a step.

use super::number::{floor, gcd, inverse_modulo, remainder};
use std::cmp::Ordering;

/// The integers from `low` to `high` that are congruent to `rest` modulo `step`. The set is never empty and contains
/// both bounds.
///
/// If the exact set of values cannot be expressed in this abstract domain, the interval is a superset of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StridedInterval {
    /// The least value.
    pub low: i128,
    /// The greatest value.
    pub high: i128,
    /// The modulus of the congruence, at most 2^62; 0 if there is only one value.
    pub step: i128,
    /// The remainder, from 0 to below `step`. If `step` is 0, the value itself.
    pub rest: i128,
}

/// The greatest step. The product of two steps does not overflow 128 bits.
const GREATEST_STEP: i128 = 1 << 62;

impl StridedInterval {
    /// The values of a boolean: 0 and 1.
    pub const BOOL: StridedInterval = StridedInterval { low: 0, high: 1, step: 1, rest: 0 };

    /// Every integer.
    pub(crate) const UNKNOWN: StridedInterval =
        StridedInterval { low: i128::MIN, high: i128::MAX, step: 1, rest: 0 };

    /// Returns the interval of one value.
    pub fn number(value: i128) -> StridedInterval {
        StridedInterval { low: value, high: value, step: 0, rest: value }
    }

    /// Returns all integers from `low` to `high`, both included.
    pub fn range(low: i128, high: i128) -> StridedInterval {
        if low == high {
            return StridedInterval::number(low);
        }
        StridedInterval { low, high, step: 1, rest: 0 }
    }

    /// Returns the integers from `low` to `high` that are congruent to `rest` modulo `step`; `None` if there are none.
    pub fn new(low: i128, high: i128, step: i128, rest: i128) -> Option<StridedInterval> {
        let step = fitting_step(step);
        let (rest, low, high) = match step {
            0 => return (low <= rest && rest <= high).then(|| StridedInterval::number(rest)),
            // Most intervals have no congruence, and 128-bit divisions are slow.
            1 => (0, low, high),
            _ => {
                let rest = remainder(rest, step);
                let low = low.checked_add(remainder(rest - remainder(low, step), step))?;
                let high = high.checked_sub(remainder(remainder(high, step) - rest, step))?;
                (rest, low, high)
            }
        };
        match low.cmp(&high) {
            Ordering::Greater => None,
            Ordering::Equal => Some(StridedInterval::number(low)),
            Ordering::Less => Some(StridedInterval { low, high, step, rest }),
        }
    }

    /// Returns the only value; `None` if there are several.
    pub fn constant(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Returns `true` if the range contains every value. The end of the range is excluded.
    pub fn within(self, range: std::ops::Range<i128>) -> bool {
        range.start <= self.low && self.high < range.end
    }

    /// Returns how many of the lowest bits are the same in every value.
    fn known_bits(self) -> u32 {
        if self.step == 0 { 62 } else { self.step.trailing_zeros() }
    }

    /// Returns how many of the lowest bits are 0 in every value, at most 62.
    pub fn zero_bits(self) -> u32 {
        self.known_bits().min(self.rest.trailing_zeros())
    }

    /// Returns how many bits hold every value, without the sign.
    pub(crate) fn bits(self) -> u32 {
        fn bits(bound: i128) -> u32 {
            128 - (bound ^ (bound >> 127)).leading_zeros()
        }
        bits(self.low).max(bits(self.high))
    }

    /// Returns `true` if every value is a multiple of `divisor`.
    pub(crate) fn is_multiple_of(self, divisor: i128) -> bool {
        self.step % divisor == 0 && self.rest % divisor == 0
    }

    /// Returns `floor(value / size)`; `None` if it differs between values.
    pub(crate) fn cell(self, size: i128) -> Option<i128> {
        let cell = floor(self.low, size);
        (cell == floor(self.high, size)).then_some(cell)
    }

    /// Returns the interval of a constant plus the sum of each factor times its value; `None` if a bound overflows 128
    /// bits.
    pub fn linear(
        constant: i128,
        terms: impl IntoIterator<Item = (i128, StridedInterval)>,
    ) -> Option<StridedInterval> {
        terms.into_iter().try_fold(StridedInterval::number(constant), |sum, (factor, term)| {
            sum.checked_plus(term.checked_times(factor)?)
        })
    }

    fn checked_plus(self, other: StridedInterval) -> Option<StridedInterval> {
        let low = self.low.checked_add(other.low)?;
        let high = self.high.checked_add(other.high)?;
        if low == high {
            return Some(StridedInterval::number(low));
        }
        if self.step == 1 || other.step == 1 {
            return Some(StridedInterval::range(low, high));
        }
        // Constants may be far above the steps; only their remainder counts.
        let step = common_step(self.step, other.step);
        let rest = remainder(self.rest, step) + remainder(other.rest, step);
        Some(StridedInterval::new(low, high, step, rest).expect("a sum of values is a value"))
    }

    fn checked_times(self, factor: i128) -> Option<StridedInterval> {
        let a = self.low.checked_mul(factor)?;
        let b = self.high.checked_mul(factor)?;
        if a == b {
            return Some(StridedInterval::number(a));
        }
        let step = fitting_step(self.step.saturating_mul(factor.saturating_abs()));
        let rest = remainder(self.rest, step) * remainder(factor, step);
        let product = StridedInterval::new(a.min(b), a.max(b), step, rest);
        Some(product.expect("a multiple of a value is a value"))
    }

    /// Returns the interval of a sum.
    ///
    /// # Panics
    /// A bound overflows 128 bits.
    #[must_use]
    pub fn plus(self, other: StridedInterval) -> StridedInterval {
        self.checked_plus(other).expect("bounds are far below 128 bits")
    }

    /// Returns the interval of a multiple.
    ///
    /// # Panics
    /// A bound overflows 128 bits.
    #[must_use]
    pub fn times(self, factor: i128) -> StridedInterval {
        self.checked_times(factor).expect("bounds are far below 128 bits")
    }

    /// Returns the interval of `floor(value / divisor)`. The divisor is above 0.
    #[must_use]
    pub fn quotient(self, divisor: i128) -> StridedInterval {
        let low = floor(self.low, divisor);
        let high = floor(self.high, divisor);
        if low != high && self.step >= divisor && self.step % divisor == 0 {
            let step = self.step / divisor;
            let rest = self.rest.div_euclid(divisor);
            return StridedInterval::new(low, high, step, rest)
                .expect("a quotient of a value is a value");
        }
        StridedInterval::range(low, high)
    }

    /// Returns the interval of the nonnegative remainder by a divisor above 0.
    #[must_use]
    pub fn remainder(self, divisor: i128) -> StridedInterval {
        let remainder = match self.cell(divisor) {
            Some(_) if self.step == 0 => {
                return StridedInterval::number(self.low.rem_euclid(divisor));
            }
            Some(cell) => {
                let rest = self.rest - (cell % self.step) * (divisor % self.step);
                let low = self.low.rem_euclid(divisor);
                let high = self.high.rem_euclid(divisor);
                StridedInterval::new(low, high, self.step, rest)
            }
            None => {
                StridedInterval::new(0, divisor - 1, common_step(self.step, divisor), self.rest)
            }
        };
        remainder.expect("a remainder of a value is a value")
    }

    /// Returns the interval of the bitwise exclusive or.
    #[must_use]
    pub fn xor(self, other: StridedInterval) -> StridedInterval {
        let bits = self.bits().max(other.bits());
        let high = if bits > 126 { i128::MAX } else { (1 << bits) - 1 };
        let low = if self.low >= 0 && other.low >= 0 { 0 } else { !high };
        // Below the smaller of the two powers of two, every bit of both operands is known.
        let step = 1 << self.known_bits().min(other.known_bits());
        let rest = (self.rest ^ other.rest).rem_euclid(step);
        StridedInterval::new(low, high, step, rest).expect("an exclusive or of values is a value")
    }

    /// Returns the interval of `value & mask`. Neither the mask nor a value is negative.
    #[must_use]
    pub fn masked(self, mask: i128) -> StridedInterval {
        let mask = mask & ((1 << self.bits()) - 1);
        let step = 1 << mask.trailing_zeros().min(62);
        StridedInterval::new(0, mask.min(self.high), step, 0).expect("0 is among them")
    }

    /// Returns the interval of the lesser of two values.
    #[must_use]
    pub fn min(self, other: StridedInterval) -> StridedInterval {
        StridedInterval::range(self.low.min(other.low), self.high.min(other.high))
    }

    /// Returns the interval of the greater of two values.
    #[must_use]
    pub fn max(self, other: StridedInterval) -> StridedInterval {
        StridedInterval::range(self.low.max(other.low), self.high.max(other.high))
    }

    /// Returns the least interval that contains both.
    #[must_use]
    pub fn join(self, other: StridedInterval) -> StridedInterval {
        let low = self.low.min(other.low);
        let high = self.high.max(other.high);
        let apart = self.rest.checked_sub(other.rest).map_or(1, i128::abs);
        let step = gcd(gcd(self.step, other.step), apart);
        StridedInterval::new(low, high, step, self.rest).expect("both have values")
    }

    /// Returns the intersection; `None` if it is empty.
    pub fn meet(self, other: StridedInterval) -> Option<StridedInterval> {
        let low = self.low.max(other.low);
        let high = self.high.min(other.high);
        let (a, b) = if self.step == 0 { (self, other) } else { (other, self) };
        if a.step == 0 {
            let fits = b.low <= a.rest && a.rest <= b.high && b.has_rest_of(a.rest);
            return fits.then_some(a);
        }
        if a.step == 1 || b.step == 1 {
            let finer = if a.step == 1 { b } else { a };
            return StridedInterval::new(low, high, finer.step, finer.rest);
        }
        let common = gcd(a.step, b.step);
        if (a.rest - b.rest) % common != 0 {
            return None;
        }
        match (a.step / common).checked_mul(b.step).filter(|&step| step <= GREATEST_STEP) {
            Some(step) => StridedInterval::new(low, high, step, common_rest(a, b, common)),
            None => {
                let finer = if a.step >= b.step { a } else { b };
                StridedInterval::new(low, high, finer.step, finer.rest)
            }
        }
    }

    fn has_rest_of(self, value: i128) -> bool {
        self.step == 0 && value == self.rest
            || self.step != 0 && value.rem_euclid(self.step) == self.rest
    }
}

/// Returns the greatest common divisor of two steps.
fn common_step(a: i128, b: i128) -> i128 {
    match (u64::try_from(a), u64::try_from(b)) {
        (Ok(a), Ok(b)) => gcd(a, b).into(),
        _ => gcd(a, b),
    }
}

/// Returns the step if it is at most [`GREATEST_STEP`], otherwise a divisor of it that is.
fn fitting_step(mut step: i128) -> i128 {
    while step > GREATEST_STEP {
        step = if step % 2 == 0 { step / 2 } else { 1 };
    }
    step
}

/// Returns the value below the least common multiple of both steps that has both remainders (Chinese remainder
/// theorem).
fn common_rest(a: StridedInterval, b: StridedInterval, common: i128) -> i128 {
    let modulus = b.step / common;
    let inverse = inverse_modulo(a.step / common, modulus).expect("the steps are coprime");
    let times = ((b.rest - a.rest) / common).rem_euclid(modulus) * inverse % modulus;
    a.rest + a.step * times
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(of: StridedInterval) -> Vec<i128> {
        (of.low..=of.high).filter(|&value| of.has_rest_of(value)).collect()
    }

    fn samples() -> Vec<StridedInterval> {
        let mut samples = Vec::new();
        for low in -7..7 {
            for length in 0..9 {
                for step in 1..7 {
                    samples.extend(StridedInterval::new(low, low + length, step, low + 1));
                }
            }
        }
        samples
    }

    /// Returns every seventh pair of samples.
    fn pairs() -> impl Iterator<Item = (StridedInterval, StridedInterval)> {
        let samples = samples();
        samples.clone().into_iter().enumerate().flat_map(move |(n, a)| {
            let others: Vec<_> = samples.iter().skip(n % 7).step_by(7).copied().collect();
            others.into_iter().map(move |b| (a, b))
        })
    }

    #[test]
    fn meet_is_the_intersection() {
        for (a, b) in pairs() {
            let both: Vec<_> = values(a).into_iter().filter(|v| values(b).contains(v)).collect();
            assert_eq!(a.meet(b).map_or(Vec::new(), values), both, "{a:?} and {b:?}");
        }
    }

    #[test]
    fn operations_contain_every_concrete_value() {
        for a in samples() {
            for value in values(a) {
                for k in [-6, -1, 0, 2, 3, 12] {
                    assert!(values(a.times(k)).contains(&(value * k)), "{a:?} times {k}");
                }
                for d in [1, 2, 3, 5, 8] {
                    let quotient = a.quotient(d);
                    assert!(values(quotient).contains(&value.div_euclid(d)), "{a:?} by {d}");
                    assert!(values(a.remainder(d)).contains(&value.rem_euclid(d)), "{a:?} mod {d}");
                }
                for mask in [0, 1, 2, 5, 6, 12] {
                    let masked = a.low < 0 || values(a.masked(mask)).contains(&(value & mask));
                    assert!(masked, "{a:?} and {mask}");
                }
            }
        }
    }

    #[test]
    fn binary_operations_contain_every_pair() {
        for (a, b) in pairs() {
            let results = [a.plus(b), a.xor(b), a.min(b), a.max(b)].map(values);
            for x in values(a) {
                for y in values(b) {
                    let exact = [x + y, x ^ y, x.min(y), x.max(y)];
                    let kept = results.iter().zip(exact).all(|(all, one)| all.contains(&one));
                    assert!(kept, "{x} and {y} of {a:?} and {b:?}");
                }
            }
            let joined = values(a.join(b));
            assert!(values(a).iter().chain(&values(b)).all(|value| joined.contains(value)));
        }
    }

    #[test]
    fn linear_rejects_bounds_beyond_128_bits() {
        let wide = StridedInterval::range(i128::MIN, i128::MAX);
        assert_eq!(StridedInterval::linear(1, [(1, wide)]), None);
        assert_eq!(StridedInterval::linear(0, [(2, wide)]), None);
        let large = StridedInterval::number(i128::MAX);
        assert_eq!(StridedInterval::linear(0, [(1, large)]), Some(large));
    }
}
