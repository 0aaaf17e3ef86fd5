//! What is known of every value of an expression: its bounds, and its remainder by some number.

/// Bounds and a congruence that hold of every value. Never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Facts {
    /// The least value it may have.
    pub(crate) low: i128,
    /// The greatest value it may have.
    pub(crate) high: i128,
    /// Every value is `rest` more than a multiple of this; 0 where it is `rest` itself.
    pub(crate) step: i128,
    /// At least 0 and below `step`, where that is not 0.
    pub(crate) rest: i128,
}

/// Steps stay below this, so that nothing here overflows.
const GREATEST_STEP: i128 = 1 << 62;

impl Facts {
    /// The one value.
    pub(crate) fn number(value: i128) -> Facts {
        Facts { low: value, high: value, step: 0, rest: value }
    }

    /// All values from `low` to `high`, both included.
    pub(crate) fn range(low: i128, high: i128) -> Facts {
        if low == high { Facts::number(low) } else { Facts { low, high, step: 1, rest: 0 } }
    }

    /// What a bool is as a number.
    pub(crate) const BOOL: Facts = Facts { low: 0, high: 1, step: 1, rest: 0 };

    /// All values of that range with a congruence; the bounds are drawn in to values that have it.
    fn of(low: i128, high: i128, step: i128, rest: i128) -> Option<Facts> {
        if low > high {
            return None;
        }
        if step == 0 {
            return (low <= rest && rest <= high).then(|| Facts::number(rest));
        }
        let step = if step > GREATEST_STEP { 1 } else { step };
        let rest = rest.rem_euclid(step);
        let low = low + (rest - low).rem_euclid(step);
        let high = high - (high - rest).rem_euclid(step);
        match low.cmp(&high) {
            std::cmp::Ordering::Greater => None,
            std::cmp::Ordering::Equal => Some(Facts::number(low)),
            std::cmp::Ordering::Less => Some(Facts { low, high, step, rest }),
        }
    }

    /// The value, where there is one only.
    pub(crate) fn constant(self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    /// Whether every value is at least 0 and below `end`.
    pub(crate) fn within(self, end: i128) -> bool {
        self.low >= 0 && self.high < end
    }

    /// How many of the lowest bits are 0 in every value.
    pub(crate) fn zero_bits(self) -> u32 {
        if self.step == 0 {
            return if self.rest == 0 { 62 } else { self.rest.trailing_zeros() };
        }
        let rest = if self.rest == 0 { 62 } else { self.rest.trailing_zeros() };
        rest.min(self.step.trailing_zeros())
    }

    /// What is known of a sum; none if bounds leave 128 bits.
    pub(crate) fn plus(self, other: Facts) -> Facts {
        let step = gcd(self.step, other.step);
        let (low, high) = (self.low + other.low, self.high + other.high);
        Facts::of(low, high, step, self.rest + other.rest).expect("a sum of values is a value")
    }

    /// What is known of a multiple. Both are below 2^64.
    pub(crate) fn times(self, factor: i128) -> Facts {
        let (a, b) = (self.low * factor, self.high * factor);
        let step = match self.step.checked_mul(factor.abs()) {
            Some(step) if step <= GREATEST_STEP => step,
            _ => 1,
        };
        let rest = if self.step == 0 { a } else { self.rest * factor };
        let step = if self.step == 0 { 0 } else { step };
        Facts::of(a.min(b), a.max(b), step, rest).expect("a multiple of a value is a value")
    }

    /// What is known of `floor(value / divisor)`.
    pub(crate) fn quotient(self, divisor: i128) -> Facts {
        let (low, high) = (self.low.div_euclid(divisor), self.high.div_euclid(divisor));
        if low != high && self.step % divisor == 0 {
            let (step, rest) = (self.step / divisor, self.rest.div_euclid(divisor));
            return Facts::of(low, high, step, rest).expect("a quotient of a value is a value");
        }
        Facts::range(low, high)
    }

    /// What is known of the remainder by a divisor.
    pub(crate) fn remainder(self, divisor: i128) -> Facts {
        let cell = self.low.div_euclid(divisor);
        if cell == self.high.div_euclid(divisor) {
            return self.plus(Facts::number(-cell * divisor));
        }
        let step = gcd(self.step, divisor);
        Facts::of(0, divisor - 1, step, self.rest).expect("a remainder of a value is a value")
    }

    /// What both tell; none where they contradict each other.
    pub(crate) fn meet(self, other: Facts) -> Option<Facts> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        let (a, b) = if self.step == 0 { (self, other) } else { (other, self) };
        if a.step == 0 {
            let fits = if b.step == 0 {
                a.rest == b.rest
            } else {
                (a.rest - b.rest).rem_euclid(b.step) == 0
            };
            return if fits { Facts::of(low, high, 0, a.rest) } else { None };
        }
        let common = gcd(a.step, b.step);
        if (a.rest - b.rest) % common != 0 {
            return None;
        }
        let whole = (a.step / common).checked_mul(b.step).filter(|&step| step <= GREATEST_STEP);
        match whole {
            Some(step) => Facts::of(low, high, step, joined(a, b, common).rem_euclid(step)),
            None => {
                let finer = if a.step >= b.step { a } else { b };
                Facts::of(low, high, finer.step, finer.rest)
            }
        }
    }
}

/// The value below the least common multiple of two steps that has both remainders (Chinese remainder theorem).
fn joined(a: Facts, b: Facts, common: i128) -> i128 {
    let modulus = b.step / common;
    let inverse = inverse_of((a.step / common).rem_euclid(modulus), modulus);
    let times = ((b.rest - a.rest) / common).rem_euclid(modulus) * inverse % modulus;
    a.rest + a.step * times
}

/// The inverse of a number by a modulus that it has no divisor in common with; 0 for the modulus 1.
fn inverse_of(value: i128, modulus: i128) -> i128 {
    let (mut old, mut new) = ((value, 1), (modulus, 0));
    while new.0 != 0 {
        let times = old.0 / new.0;
        (old, new) = (new, (old.0 - times * new.0, old.1 - times * new.1));
    }
    if modulus == 1 { 0 } else { old.1.rem_euclid(modulus) }
}

/// The greatest common divisor, not negative; 0 and a number have that number.
pub(crate) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(facts: Facts) -> Vec<i128> {
        let fits =
            |value: &i128| facts.step == 0 || (value - facts.rest).rem_euclid(facts.step) == 0;
        (facts.low..=facts.high).filter(fits).collect()
    }

    fn samples() -> Vec<Facts> {
        let mut samples = Vec::new();
        for low in -7..7 {
            for length in 0..9 {
                for step in 1..7 {
                    samples.extend(Facts::of(low, low + length, step, low + 1));
                }
            }
        }
        samples
    }

    #[test]
    fn a_meet_is_the_intersection() {
        let samples = samples();
        for (n, &a) in samples.iter().enumerate() {
            for &b in samples.iter().skip(n % 7).step_by(7) {
                let both: Vec<_> =
                    values(a).into_iter().filter(|v| values(b).contains(v)).collect();
                assert_eq!(a.meet(b).map_or(Vec::new(), values), both, "{a:?} and {b:?}");
            }
        }
    }

    #[test]
    fn operations_keep_every_value() {
        for a in samples() {
            for value in values(a) {
                for k in [-6, -1, 2, 3, 12] {
                    assert!(values(a.times(k)).contains(&(value * k)), "{a:?} times {k}");
                }
                for d in [1, 2, 3, 5, 8] {
                    let quotient = a.quotient(d);
                    assert!(values(quotient).contains(&value.div_euclid(d)), "{a:?} by {d}");
                    assert!(values(a.remainder(d)).contains(&value.rem_euclid(d)), "{a:?} mod {d}");
                }
            }
        }
    }
}
