//! Whole numbers: common divisors and multiples, and rounding division. Division is much faster on 64 bits than on 128,
//! so operands that fit are narrowed. Searches divide at each step, so the divisions are inlined.

use std::ops::{Div, Rem};

/// Returns the greatest common divisor of two nonnegative numbers. That of 0 and a number is the number.
pub fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(mut a: T, mut b: T) -> T {
    while b != T::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns a fraction in lowest terms. Both parts are positive.
pub(crate) fn lowest_terms<T>(num: T, den: T) -> (T, T)
where
    T: Copy + Default + PartialEq + Rem<Output = T> + Div<Output = T>,
{
    let common = gcd(num, den);
    (num / common, den / common)
}

/// Returns the least common multiple of two positive numbers; `None` if it does not fit 128 bits.
pub(crate) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// Returns `true` if a number is a multiple of a divisor above 0.
#[inline]
pub(crate) fn is_multiple(value: i128, of: u64) -> bool {
    of == 1
        || match u64::try_from(value.unsigned_abs()) {
            Ok(value) => value.is_multiple_of(of),
            Err(_) => value.unsigned_abs().is_multiple_of(of.into()),
        }
}

/// Returns the quotient rounded down. The divisor is above 0.
#[inline]
pub(crate) fn floor(value: i128, divisor: i128) -> i128 {
    match (i64::try_from(value), i64::try_from(divisor)) {
        (_, Ok(1)) => value,
        (Ok(value), Ok(divisor)) => value.div_euclid(divisor).into(),
        _ => value.div_euclid(divisor),
    }
}

/// Returns the nonnegative remainder. The divisor is above 0.
#[inline]
pub(crate) fn remainder(value: i128, divisor: i128) -> i128 {
    match (i64::try_from(value), i64::try_from(divisor)) {
        (Ok(value), Ok(divisor)) => value.rem_euclid(divisor).into(),
        _ => value.rem_euclid(divisor),
    }
}

/// Returns the quotient rounded up. The divisor is above 0.
#[inline]
pub(crate) fn ceil(value: i128, divisor: i128) -> i128 {
    let quotient = floor(value, divisor);
    if quotient.checked_mul(divisor) == Some(value) { quotient } else { quotient + 1 }
}

/// Returns the inverse of a number modulo `modulus`, which is at least 1; `None` if they have a common divisor.
pub(crate) fn inverse_modulo(value: i128, modulus: i128) -> Option<i128> {
    let mut old = (value.rem_euclid(modulus), 1);
    let mut new = (modulus, 0);
    while new.0 != 0 {
        let times = old.0 / new.0;
        (old, new) = (new, (old.0 - times * new.0, old.1 - times * new.1));
    }
    (old.0 == 1).then(|| old.1.rem_euclid(modulus))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gcd_divides_both_numbers() {
        assert_eq!((gcd(0u64, 6), gcd(6u64, 0), gcd(0i64, 0)), (6, 6, 0));
        assert_eq!((gcd(12u64, 18), gcd(7i128, 64), gcd(5i64, 5)), (6, 1, 5));
    }

    #[test]
    fn division_agrees_on_64_bits_and_more() {
        let ends = [0, 1, 2, 3, 7, i128::from(i64::MAX)];
        for value in ends.iter().flat_map(|&end| [end, -end - 1, end << 3, (-end - 1) << 3]) {
            for divisor in [1i128, 2, 3, 5, i64::MAX.into()] {
                assert_eq!(floor(value, divisor), value.div_euclid(divisor));
                let up = value.div_euclid(divisor) + i128::from(value.rem_euclid(divisor) != 0);
                assert_eq!(ceil(value, divisor), up);
                let of = u64::try_from(divisor).unwrap();
                assert_eq!(is_multiple(value, of), value.rem_euclid(divisor) == 0);
            }
        }
        assert_eq!(ceil(i128::MIN, 3), i128::MIN / 3);
    }
}
