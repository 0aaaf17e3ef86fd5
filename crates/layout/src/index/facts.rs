//! What is known of a value whatever the index is: an interval and a remainder.

use super::{Atom, AtomKind, Expr, Exprs, Range, Sum};
use crate::domain::gcd;

/// Bounds, both included, and `value = remainder (mod modulus)`, where a modulus of 0 tells the value itself.
/// The bounds of an atom may be far beyond 64 bits; the remainder is from 0 up to a modulus that is not 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Facts {
    pub(super) low: i128,
    pub(super) high: i128,
    modulus: i64,
    remainder: i64,
}

impl Facts {
    pub(super) const NOTHING: Facts =
        Facts { low: i128::MIN, high: i128::MAX, modulus: 1, remainder: 0 };

    fn new(low: i128, high: i128, modulus: i128, remainder: i128) -> Facts {
        let modulus = fitting_divisor(modulus);
        match (modulus, i64::try_from(remainder)) {
            (0, Ok(remainder)) => Facts { low, high, modulus, remainder },
            (0, Err(_)) => Facts { low, high, modulus: 1, remainder: 0 },
            _ => {
                let remainder = remainder.rem_euclid(modulus.into());
                let remainder = remainder.try_into().expect("it is below the modulus");
                Facts { low, high, modulus, remainder }
            }
        }
    }

    /// Nothing if a bound does not fit 128 bits.
    pub(super) fn of_sum(sum: &Sum, atoms: impl Fn(Atom) -> Facts) -> Option<Facts> {
        let (mut low, mut high) = (i128::from(sum.constant), i128::from(sum.constant));
        let (mut modulus, mut remainder) = (0, i128::from(sum.constant));
        for &(atom, factor) in &sum.terms {
            let (facts, factor) = (atoms(atom), i128::from(factor));
            let (a, b) = (factor.checked_mul(facts.low)?, factor.checked_mul(facts.high)?);
            low = low.checked_add(a.min(b))?;
            high = high.checked_add(a.max(b))?;
            modulus = gcd(modulus, (factor * i128::from(facts.modulus)).abs());
            remainder += factor * i128::from(facts.remainder);
            if modulus != 0 {
                remainder %= modulus;
            }
        }
        Some(Facts::new(low, high, modulus, remainder))
    }

    pub(super) fn of_atom(kind: &AtomKind, exprs: impl Fn(Expr) -> Facts) -> Facts {
        match kind {
            AtomKind::Var { range, .. } => Facts::new(range.low.into(), range.high.into(), 1, 0),
            AtomKind::Digit { value, divisor, modulus } => exprs(*value).digit(*divisor, *modulus),
            AtomKind::Xor(parts) => parts
                .iter()
                .map(|&part| exprs(part))
                .reduce(Facts::xor)
                .expect("an exclusive or has two parts or more"),
            AtomKind::Guard { value, range } => {
                let Facts { modulus, remainder, .. } = exprs(*value);
                Facts { low: range.low.into(), high: range.high.into(), modulus, remainder }
            }
        }
    }

    /// The remainder of a digit is not known: where that of the value would tell it, the rules have divided
    /// the value.
    fn digit(self, divisor: i64, modulus: Option<i64>) -> Facts {
        let quotient = |bound: i128| bound.div_euclid(divisor.into());
        match modulus {
            None => Facts::new(quotient(self.low), quotient(self.high), 1, 0),
            Some(modulus) => Facts::new(0, i128::from(modulus) - 1, 1, 0),
        }
    }

    fn xor(self, other: Facts) -> Facts {
        let bits = self.bits().max(other.bits());
        let high = if bits > 126 { i128::MAX } else { (1 << bits) - 1 };
        let low = if self.low >= 0 && other.low >= 0 { 0 } else { !high };
        // Below the lower of the two powers of two, every bit of both is known.
        let zeros = self.known_bits().min(other.known_bits());
        let remainder = i128::from(self.remainder ^ other.remainder);
        Facts::new(low, high, 1 << zeros, remainder)
    }

    /// How many bits, the sign left out, every value fits in.
    pub(super) fn bits(self) -> u32 {
        let bits = |bound: i128| 128 - (bound ^ (bound >> 127)).leading_zeros();
        bits(self.low).max(bits(self.high))
    }

    /// How many of the lowest bits are the same in every value.
    fn known_bits(self) -> u32 {
        if self.modulus == 0 { 62 } else { self.modulus.trailing_zeros() }
    }

    /// How many of the lowest bits are 0 in every value.
    pub(super) fn zero_bits(self) -> u32 {
        self.known_bits().min(self.remainder.trailing_zeros())
    }

    pub(super) fn is_multiple_of(self, divisor: i64) -> bool {
        self.modulus % divisor == 0 && self.remainder % divisor == 0
    }

    /// `floor(value / size)`, if it is the same for all values.
    pub(super) fn cell(self, size: i128) -> Option<i128> {
        let cell = self.low.div_euclid(size);
        (cell == self.high.div_euclid(size)).then_some(cell)
    }

    pub(super) fn is_within(self, low: i64, high: i64) -> bool {
        i128::from(low) <= self.low && self.high < i128::from(high)
    }
}

/// A divisor that fits 64 bits.
fn fitting_divisor(mut modulus: i128) -> i64 {
    modulus = modulus.abs();
    while modulus > i64::MAX.into() {
        modulus = if modulus % 2 == 0 { modulus / 2 } else { 1 };
    }
    modulus.try_into().expect("it was halved until it fits")
}

impl Exprs {
    /// Bounds of the value at every valid index. They need not be reached. What is beyond 64 bits is cut
    /// off, as [`eval`](Exprs::eval) gives no such value; [`fits`](Exprs::fits) tells of it.
    pub fn range(&self, expr: Expr) -> Range {
        let Facts { low, high, .. } = self.facts(expr);
        let narrow = |bound: i128| {
            bound.clamp(i64::MIN.into(), i64::MAX.into()).try_into().expect("it was clamped")
        };
        Range { low: narrow(low), high: narrow(high) }
    }

    /// Whether the value is known to fit 64 bits at every valid index. An overflow does not.
    pub fn fits(&self, expr: Expr) -> bool {
        let Facts { low, high, .. } = self.facts(expr);
        i64::try_from(low).is_ok() && i64::try_from(high).is_ok()
    }

    /// A modulus and a remainder that the value has at every valid index. A modulus of 0 tells that the
    /// value is the remainder.
    pub fn congruence(&self, expr: Expr) -> (i64, i64) {
        let Facts { modulus, remainder, .. } = self.facts(expr);
        (modulus, remainder)
    }
}
