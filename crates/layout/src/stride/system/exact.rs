//! Exact ratios of any size: products of many 64-bit factors, for the potentials of a graph.

use std::cmp::Ordering;

use crate::domain::{gcd, lowest_terms};

/// A positive fraction in lowest terms, of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExactRatio {
    num: Natural,
    den: Natural,
}

impl ExactRatio {
    /// Returns the ratio 1.
    pub(super) fn one() -> ExactRatio {
        ExactRatio { num: Natural::one(), den: Natural::one() }
    }

    /// Multiplies by `num / den`, both above 0.
    pub(super) fn multiply(&mut self, num: u64, den: u64) {
        let (mut num, mut den) = lowest_terms(num, den);
        // Both fractions are in lowest terms, so only crosswise common factors remain.
        self.den.cancel(&mut num);
        self.num.cancel(&mut den);
        self.num.multiply(num);
        self.den.multiply(den);
    }

    /// Returns the numerator and the denominator; `None` if one does not fit an `i128`.
    pub(super) fn to_i128(&self) -> Option<(i128, i128)> {
        Some((self.num.to_i128()?, self.den.to_i128()?))
    }
}

impl Ord for ExactRatio {
    fn cmp(&self, other: &ExactRatio) -> Ordering {
        self.num.product(&other.den).compare(&other.num.product(&self.den))
    }
}

impl PartialOrd for ExactRatio {
    fn partial_cmp(&self, other: &ExactRatio) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A number above 0 of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Natural {
    /// The digits in base 2^64, least significant first. The last digit is not 0.
    limbs: Vec<u64>,
}

impl Natural {
    fn one() -> Natural {
        Natural { limbs: vec![1] }
    }

    /// Divides this number and `factor`, which is above 0, by their greatest common divisor.
    fn cancel(&mut self, factor: &mut u64) {
        if *factor == 1 {
            return;
        }
        let common = gcd(*factor, self.remainder(*factor));
        if common != 1 {
            self.divide(common);
            *factor /= common;
        }
    }

    fn multiply(&mut self, by: u64) {
        if by == 1 {
            return;
        }
        let mut carry = 0;
        for limb in &mut self.limbs {
            let sum = u128::from(*limb) * u128::from(by) + carry;
            *limb = low(sum);
            carry = sum >> u64::BITS;
        }
        if carry != 0 {
            self.limbs.push(low(carry));
        }
    }

    fn remainder(&self, by: u64) -> u64 {
        low(self
            .limbs
            .iter()
            .rev()
            .fold(0, |rest, &limb| ((rest << u64::BITS) | u128::from(limb)) % u128::from(by)))
    }

    /// Divides by a divisor of this number.
    fn divide(&mut self, by: u64) {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let part = (rest << u64::BITS) | u128::from(*limb);
            *limb = low(part / u128::from(by));
            rest = part % u128::from(by);
        }
        if self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    fn product(&self, other: &Natural) -> Natural {
        let mut limbs = vec![0; self.limbs.len() + other.limbs.len()];
        for (at, &limb) in self.limbs.iter().enumerate() {
            let mut carry = 0;
            for (place, &by) in other.limbs.iter().enumerate() {
                let sum = u128::from(limb) * u128::from(by) + u128::from(limbs[at + place]) + carry;
                limbs[at + place] = low(sum);
                carry = sum >> u64::BITS;
            }
            limbs[at + other.limbs.len()] = low(carry);
        }
        if limbs.last() == Some(&0) {
            limbs.pop();
        }
        Natural { limbs }
    }

    fn compare(&self, other: &Natural) -> Ordering {
        fn digits(number: &Natural) -> usize {
            number.limbs.len()
        }
        digits(self)
            .cmp(&digits(other))
            .then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }

    fn to_i128(&self) -> Option<i128> {
        match self.limbs[..] {
            [low] => Some(low.into()),
            [low, high] => i128::try_from(u128::from(high) << u64::BITS | u128::from(low)).ok(),
            _ => None,
        }
    }
}

/// Returns the lower 64 bits.
fn low(value: u128) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    fn big(natural: &Natural) -> BigUint {
        let limbs = natural.limbs.iter().rev();
        limbs.fold(BigUint::ZERO, |sum, &limb| (sum << 64u32) + limb)
    }

    /// Returns the product of factors in lowest terms, computed by an independent library.
    fn product(factors: &[(u64, u64)]) -> (BigUint, BigUint) {
        let one = || BigUint::from(1u32);
        let (mut num, mut den) = (one(), one());
        for &(by, over) in factors {
            (num, den) = (num * by, den * over);
        }
        let (mut common, mut rest) = (num.clone(), den.clone());
        while rest != BigUint::ZERO {
            (common, rest) = (rest.clone(), common % rest);
        }
        (num / &common, den / common)
    }

    fn exact(factors: &[(u64, u64)]) -> ExactRatio {
        let mut ratio = ExactRatio::one();
        factors.iter().for_each(|&(num, den)| ratio.multiply(num, den));
        ratio
    }

    /// Generates small factors, which often cancel, and factors at the limits of the type.
    fn factor() -> impl Strategy<Value = u64> {
        prop_oneof![
            1..=30u64,
            Just(u64::MAX),
            (u64::MAX - 5)..=u64::MAX,
            Just(1 << 63),
            1..=u64::MAX
        ]
    }

    fn factors() -> impl Strategy<Value = Vec<(u64, u64)>> {
        prop::collection::vec((factor(), factor()), 0..24)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn products_agree_with_big_integers(factors in factors()) {
            let (ratio, (num, den)) = (exact(&factors), product(&factors));
            prop_assert_eq!((big(&ratio.num), big(&ratio.den)), (num.clone(), den.clone()));
            let both = i128::try_from(num).ok().zip(i128::try_from(den).ok());
            prop_assert_eq!(ratio.to_i128(), both);
        }

        #[test]
        fn comparison_agrees_with_big_integers(a in factors(), b in factors(), same in 0..4u8) {
            let b = if same == 0 { a.iter().rev().copied().collect() } else { b };
            let (ratios, (p, q)) = ((exact(&a), exact(&b)), (product(&a), product(&b)));
            let order = (p.0 * q.1).cmp(&(q.0 * p.1));
            prop_assert_eq!(ratios.0.cmp(&ratios.1), order);
            prop_assert_eq!(ratios.0 == ratios.1, order == Ordering::Equal);
        }

        #[test]
        fn small_products_agree_with_128_bits(
            factors in prop::collection::vec((1..=255u64, 1..=255u64), 0..15),
        ) {
            let all = |of: fn(&(u64, u64)) -> u64| -> u128 {
                factors.iter().map(|it| u128::from(of(it))).product()
            };
            let (num, den) = (all(|it| it.0), all(|it| it.1));
            let common = gcd(num, den);
            let lowest = |part: u128| i128::try_from(part / common).unwrap();
            prop_assert_eq!(exact(&factors).to_i128(), Some((lowest(num), lowest(den))));
        }
    }

    #[test]
    fn product_of_a_long_cycle_is_one() {
        let steps: Vec<(u64, u64)> = (1..=3000).map(|at| (u64::MAX - at, 1 << 40 | at)).collect();
        let mut ratio = exact(&steps);
        assert!(ratio.num.limbs.len() > 1000 && ratio > ExactRatio::one());
        steps.iter().rev().for_each(|&(num, den)| ratio.multiply(den, num));
        assert_eq!(ratio, ExactRatio::one());
        ratio.multiply(u64::MAX - 1, u64::MAX);
        assert!(ratio < ExactRatio::one());
    }
}
