//! The strided interval of a value over all indices: bounds and a remainder.

use super::expr::{Atom, AtomKind, Expr, LinearSum};
use crate::domain::gcd;

/// A strided interval: bounds, both included, and `value = remainder (mod modulus)`. A modulus of 0 means that the value
/// is the remainder; otherwise the remainder is from 0 up to the modulus. Bounds may be far beyond 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StridedInterval {
    pub(super) low: i128,
    pub(super) high: i128,
    pub(super) modulus: i64,
    pub(super) remainder: i64,
}

impl StridedInterval {
    pub(super) const UNKNOWN: StridedInterval =
        StridedInterval { low: i128::MIN, high: i128::MAX, modulus: 1, remainder: 0 };

    fn new(low: i128, high: i128, modulus: i128, remainder: i128) -> StridedInterval {
        let modulus = fitting_divisor(modulus);
        match (modulus, i64::try_from(remainder)) {
            (0, Ok(remainder)) => StridedInterval { low, high, modulus, remainder },
            (0, Err(_)) => StridedInterval { low, high, modulus: 1, remainder: 0 },
            _ => {
                let remainder = remainder.rem_euclid(modulus.into());
                let remainder = remainder.try_into().expect("it is below the modulus");
                StridedInterval { low, high, modulus, remainder }
            }
        }
    }

    /// Returns the interval of a sum; `None` if a bound does not fit 128 bits.
    pub(super) fn of_sum(
        sum: &LinearSum,
        atoms: impl Fn(Atom) -> StridedInterval,
    ) -> Option<StridedInterval> {
        let (mut low, mut high) = (i128::from(sum.constant), i128::from(sum.constant));
        let (mut modulus, mut remainder) = (0, i128::from(sum.constant));
        for &(atom, factor) in &sum.terms {
            let (interval, factor) = (atoms(atom), i128::from(factor));
            let (a, b) = (factor.checked_mul(interval.low)?, factor.checked_mul(interval.high)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
            modulus = gcd(modulus, (factor * i128::from(interval.modulus)).abs());
            remainder += factor * i128::from(interval.remainder);
            if modulus != 0 {
                remainder %= modulus;
            }
        }
        Some(StridedInterval::new(low, high, modulus, remainder))
    }

    pub(super) fn of_atom(
        kind: &AtomKind,
        exprs: impl Fn(Expr) -> StridedInterval,
    ) -> StridedInterval {
        match kind {
            AtomKind::Var { range, .. } => {
                StridedInterval::new(range.low.into(), range.high.into(), 1, 0)
            }
            AtomKind::Digit { value, divisor, modulus } => exprs(*value).digit(*divisor, *modulus),
            AtomKind::Xor(parts) => parts
                .iter()
                .map(|&part| exprs(part))
                .reduce(StridedInterval::xor)
                .expect("an exclusive or has two parts or more"),
            AtomKind::Guard { value, range } => {
                let StridedInterval { modulus, remainder, .. } = exprs(*value);
                StridedInterval {
                    low: range.low.into(),
                    high: range.high.into(),
                    modulus,
                    remainder,
                }
            }
        }
    }

    /// Returns the interval of a digit. Its remainder is unknown: where the value's remainder implies it, the rules have
    /// divided the value already.
    fn digit(self, divisor: i64, modulus: Option<i64>) -> StridedInterval {
        let quotient = |bound: i128| bound.div_euclid(divisor.into());
        match modulus {
            None => StridedInterval::new(quotient(self.low), quotient(self.high), 1, 0),
            Some(modulus) => StridedInterval::new(0, i128::from(modulus) - 1, 1, 0),
        }
    }

    fn xor(self, other: StridedInterval) -> StridedInterval {
        let bits = self.bits().max(other.bits());
        let high = if bits > 126 { i128::MAX } else { (1 << bits) - 1 };
        let low = if self.low >= 0 && other.low >= 0 { 0 } else { !high };
        // Every bit below the lower of the two powers of two is known in both.
        let zeros = self.known_bits().min(other.known_bits());
        let remainder = i128::from(self.remainder ^ other.remainder);
        StridedInterval::new(low, high, 1 << zeros, remainder)
    }

    /// Returns the number of bits, without the sign, that every value fits in.
    pub(super) fn bits(self) -> u32 {
        let bits = |bound: i128| 128 - (bound ^ (bound >> 127)).leading_zeros();
        bits(self.low).max(bits(self.high))
    }

    /// Returns the number of lowest bits that are the same in every value.
    fn known_bits(self) -> u32 {
        if self.modulus == 0 { 62 } else { self.modulus.trailing_zeros() }
    }

    /// Returns the number of lowest bits that are 0 in every value.
    pub(super) fn zero_bits(self) -> u32 {
        self.known_bits().min(self.remainder.trailing_zeros())
    }

    pub(super) fn is_multiple_of(self, divisor: i64) -> bool {
        self.modulus % divisor == 0 && self.remainder % divisor == 0
    }

    /// Returns `floor(value / size)` if it is the same for all values; `None` if it is not.
    pub(super) fn cell(self, size: i128) -> Option<i128> {
        let cell = self.low.div_euclid(size);
        (cell == self.high.div_euclid(size)).then_some(cell)
    }

    pub(super) fn is_within(self, low: i64, high: i64) -> bool {
        i128::from(low) <= self.low && self.high < i128::from(high)
    }
}

/// Returns a divisor of the modulus that fits 64 bits.
fn fitting_divisor(mut modulus: i128) -> i64 {
    modulus = modulus.abs();
    while modulus > i64::MAX.into() {
        modulus = if modulus % 2 == 0 { modulus / 2 } else { 1 };
    }
    modulus.try_into().expect("it was halved until it fits")
}
