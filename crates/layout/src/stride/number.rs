//! Whole numbers: greatest common divisors, least common multiples, and division that rounds up.

use std::ops::{Div, Rem};

/// Returns the greatest common divisor of two numbers that are not negative.
pub(crate) fn gcd<T: Copy + Default + PartialEq + Rem<Output = T>>(mut a: T, mut b: T) -> T {
    while b != T::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// Returns a fraction of positive parts in lowest terms.
pub(crate) fn lowest_terms<T>(num: T, den: T) -> (T, T)
where
    T: Copy + Default + PartialEq + Rem<Output = T> + Div<Output = T>,
{
    let common = gcd(num, den);
    (num / common, den / common)
}

/// Returns the least common multiple of two positive numbers. `None` if it does not fit.
pub(crate) fn lcm(a: i128, b: i128) -> Option<i128> {
    (a / gcd(a, b)).checked_mul(b)
}

/// Returns the least whole number that is not below `value / by`, for `by` above zero.
pub(crate) fn div_up(value: i128, by: i128) -> i128 {
    -(-value).div_euclid(by)
}
