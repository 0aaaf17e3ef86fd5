//! The rules that simplify quotients. Each is exact for all values of the variables.

use super::polynomial::{Polynomial, Var};
use super::space::{Space, VarKind};
use crate::domain::gcd;

/// The maximum number of nested rule applications.
const MAX_DEPTH: u32 = crate::limits::SYMBOL_RULES as u32;

impl Space {
    /// Returns the quotient, rounded down; `None` if the divisor may be below 1, or a number is too large.
    pub(super) fn quotient(
        &mut self,
        value: &Polynomial,
        divisor: &Polynomial,
    ) -> Option<Polynomial> {
        if divisor.as_constant() == Some(1) {
            return Some(value.clone());
        }
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let found = self.simplified(value, divisor);
        self.depth -= 1;
        found
    }

    fn simplified(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        let below = divisor.plus_constant(-1)?;
        if !self.is_nonnegative(&below) {
            return None;
        }
        // A multiple of the divisor leaves the quotient.
        let (whole, rest) = value.divided(divisor)?;
        let part = self.small_quotient(&rest, divisor)?;
        whole.plus(&part)
    }

    /// Returns the quotient of a value without a multiple of the divisor.
    fn small_quotient(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<Polynomial> {
        if let Some(number) = self.single_quotient(value, divisor) {
            return Some(Polynomial::constant(number));
        }
        if let Some((value, divisor)) = common_factor(value, divisor) {
            return self.quotient(&value, &divisor);
        }
        if let Some((value, divisor)) = self.upper_part(value, divisor) {
            return self.quotient(&value, &divisor);
        }
        if let Some((value, divisor)) = self.flattened(value, divisor) {
            return self.quotient(&value, &divisor);
        }
        Some(self.quotient_var(value, divisor))
    }

    /// Returns the quotient if it is a single number, by the interval, or by proofs that it is 0 or -1.
    fn single_quotient(&mut self, value: &Polynomial, divisor: &Polynomial) -> Option<i128> {
        let interval = self.interval(value).over(self.interval(divisor));
        if let (Some(low), Some(high)) = (interval.low, interval.high)
            && low == high
        {
            return Some(low);
        }
        // The value and the divisor minus 1 minus the value are at least 0: the quotient is 0.
        if interval.high.is_none_or(|high| high >= 0) && interval.low.is_none_or(|low| low <= 0) {
            let above = divisor.minus(value)?.plus_constant(-1)?;
            if self.is_nonnegative(value) && self.is_nonnegative(&above) {
                return Some(0);
            }
        }
        if interval.low.is_none_or(|low| low <= -1) && interval.high.is_none_or(|high| high >= -1) {
            let below = value.scaled(-1)?.plus_constant(-1)?;
            let above = value.plus(divisor)?;
            if self.is_nonnegative(&below) && self.is_nonnegative(&above) {
                return Some(-1);
            }
        }
        None
    }

    /// Drops the lower part of a value: for a factor s of the divisor, v = s*h + l with 0 <= l < s, the quotient is that
    /// of h by the divisor over s.
    fn upper_part(
        &mut self,
        value: &Polynomial,
        divisor: &Polynomial,
    ) -> Option<(Polynomial, Polynomial)> {
        let whole = divisor.as_constant();
        let mut factors: Vec<Polynomial> = Vec::new();
        let content = content_of(divisor);
        // Divisors that occur as factors of the value.
        for (_, coefficient) in value.terms() {
            let common = gcd(content, coefficient.unsigned_abs());
            let common = i128::try_from(common).ok().filter(|&it| it > 1);
            factors.extend(common.map(Polynomial::constant));
        }
        if whole.is_none() {
            let vars = divisor.vars();
            let single = vars.iter().map(|&var| Polynomial::var(var));
            factors.extend(single.filter(|var| divisor.exactly_over(var).is_some()));
        }
        for factor in factors {
            let (high, low) = value.divided(&factor)?;
            if high.is_zero() {
                continue;
            }
            let Some(rest) = divisor.exactly_over(&factor) else { continue };
            let above = factor.minus(&low)?.plus_constant(-1)?;
            if self.is_nonnegative(&low) && self.is_nonnegative(&above) {
                return Some((high, rest));
            }
        }
        None
    }

    /// Joins nested quotients: floor((h + floor(x / a)) / b) is floor((x + a*h) / (a*b)).
    fn flattened(
        &mut self,
        value: &Polynomial,
        divisor: &Polynomial,
    ) -> Option<(Polynomial, Polynomial)> {
        let quotients: Vec<Var> = value
            .vars()
            .into_iter()
            .filter(|&var| matches!(self.kind(var), VarKind::Quotient { .. }))
            .collect();
        let [only] = quotients[..] else { return None };
        let (slope, rest) = value.linear_in(only)?;
        if slope.as_constant() != Some(1) {
            return None;
        }
        let VarKind::Quotient { value: inner, divisor: by } = self.kind(only).clone() else {
            return None;
        };
        let value = inner.plus(&rest.times(&by)?)?;
        Some((value, divisor.times(&by)?))
    }
}

/// Returns the greatest common divisor of all coefficients, the constant included.
fn content_of(polynomial: &Polynomial) -> u128 {
    gcd(polynomial.content(), polynomial.constant_term().unsigned_abs())
}

/// Divides the value and the divisor by their greatest common divisor, and rounds the constant of the value down.
/// `None` if it is 1.
fn common_factor(value: &Polynomial, divisor: &Polynomial) -> Option<(Polynomial, Polynomial)> {
    let common = i128::try_from(gcd(value.content(), content_of(divisor))).ok()?;
    if common <= 1 {
        return None;
    }
    Some((value.divided_down(common)?, divisor.divided_down(common)?))
}
