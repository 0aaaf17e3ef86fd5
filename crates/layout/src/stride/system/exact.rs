//! Exact ratios of any size: products of many 64-bit factors, for the potentials of a graph.

use std::cmp::Ordering;

use num_bigint::BigUint;

use crate::domain::{gcd, lowest_terms};

/// A positive fraction in lowest terms, of any size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExactRatio {
    num: BigUint,
    den: BigUint,
}

impl ExactRatio {
    /// Returns the ratio 1.
    pub(super) fn one() -> ExactRatio {
        ExactRatio { num: BigUint::from(1u32), den: BigUint::from(1u32) }
    }

    /// Multiplies by `num / den`, both above 0.
    pub(super) fn multiply(&mut self, num: u64, den: u64) {
        if num == den {
            return;
        }
        let (num, den) = lowest_terms(num, den);
        // Both fractions are in lowest terms, so only crosswise common factors remain.
        let above = common(&self.den, num);
        let below = common(&self.num, den);
        self.num /= below;
        self.num *= num / above;
        self.den /= above;
        self.den *= den / below;
    }

    /// Returns the numerator and the denominator; `None` if one does not fit an `i128`.
    pub(super) fn to_i128(&self) -> Option<(i128, i128)> {
        Some(((&self.num).try_into().ok()?, (&self.den).try_into().ok()?))
    }
}

impl PartialOrd for ExactRatio {
    fn partial_cmp(&self, other: &ExactRatio) -> Option<Ordering> {
        (&self.num * &other.den).partial_cmp(&(&other.num * &self.den))
    }
}

/// Returns the greatest common divisor of a number and a factor above 0.
fn common(number: &BigUint, factor: u64) -> u64 {
    gcd(factor, u64::try_from(number % factor).expect("a remainder is below its divisor"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the product of factors in lowest terms, computed without intermediate reductions.
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
            prop_assert_eq!((ratio.num.clone(), ratio.den.clone()), (num.clone(), den.clone()));
            let both = i128::try_from(num).ok().zip(i128::try_from(den).ok());
            prop_assert_eq!(ratio.to_i128(), both);
        }

        #[test]
        fn comparison_agrees_with_big_integers(a in factors(), b in factors(), same in 0..4u8) {
            let b = if same == 0 { a.iter().rev().copied().collect() } else { b };
            let (ratios, (p, q)) = ((exact(&a), exact(&b)), (product(&a), product(&b)));
            let order = (p.0 * q.1).cmp(&(q.0 * p.1));
            prop_assert_eq!(ratios.0.partial_cmp(&ratios.1), Some(order));
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
        assert!(ratio.num.bits() > 64_000 && ratio > ExactRatio::one());
        steps.iter().rev().for_each(|&(num, den)| ratio.multiply(den, num));
        assert_eq!(ratio, ExactRatio::one());
        ratio.multiply(u64::MAX - 1, u64::MAX);
        assert!(ratio < ExactRatio::one());
    }
}
