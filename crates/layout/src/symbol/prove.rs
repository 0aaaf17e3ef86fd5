//! Proofs that a polynomial is at least 0 for all values of its variables.
//!
//! A polynomial that is linear in a variable, or grows or falls with it, is least at an end of the variable's range, so the
//! variable is replaced by its ends: d < n gives d = n - 1. A quotient is replaced by its bounds. Each step is sound; a
//! polynomial for which no step succeeds may still be at least 0.

use super::interval::Interval;
use super::polynomial::{Polynomial, Var};
use super::space::{Space, VarKind};

/// The maximum depth of a proof.
const MAX_DEPTH: u32 = crate::limits::SYMBOL_PROOF_DEPTH as u32;

/// How a polynomial changes with a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trend {
    /// It never falls.
    Up,
    /// It never grows.
    Down,
    /// It does not depend on the variable.
    Level,
}

impl Trend {
    fn and(self, other: Trend) -> Option<Trend> {
        match (self, other) {
            (Trend::Level, trend) | (trend, Trend::Level) => Some(trend),
            (a, b) => (a == b).then_some(a),
        }
    }

    fn reversed(self) -> Trend {
        match self {
            Trend::Up => Trend::Down,
            Trend::Down => Trend::Up,
            Trend::Level => Trend::Level,
        }
    }
}

impl Space {
    /// Returns `true` if a polynomial is proven to be at least 0; `false` if it may be negative.
    pub(super) fn is_nonnegative(&mut self, polynomial: &Polynomial) -> bool {
        let Interval { low, high } = self.interval(polynomial);
        if low.is_some_and(|low| low >= 0) {
            return true;
        }
        if high.is_some_and(|high| high < 0) {
            return false;
        }
        if self.is_above_a_fact(polynomial) {
            return true;
        }
        if self.steps == 0 || self.depth >= MAX_DEPTH {
            return false;
        }
        self.steps -= 1;
        self.depth += 1;
        let proven = self.prove(polynomial).unwrap_or(false);
        self.depth -= 1;
        proven
    }

    /// Returns `true` if a polynomial is a fact that is not negative, plus a number that is not either. Ends of the ranges
    /// of variables would lose a fact about a quotient.
    fn is_above_a_fact(&self, polynomial: &Polynomial) -> bool {
        self.facts.iter().any(|fact| {
            let rest = polynomial.minus(fact).and_then(|rest| rest.as_constant());
            rest.is_some_and(|rest| rest >= 0)
        })
    }

    /// Returns `true` if a polynomial is proven to be 0; `false` if it may not be.
    pub(super) fn is_zero(&mut self, polynomial: &Polynomial) -> bool {
        if polynomial.is_zero() {
            return true;
        }
        let negative = polynomial.scaled(-1);
        self.is_nonnegative(polynomial)
            && negative.is_some_and(|negative| self.is_nonnegative(&negative))
    }

    /// Returns `true` if a step proves the polynomial; `None` also if a number is too large.
    fn prove(&mut self, polynomial: &Polynomial) -> Option<bool> {
        let content = i128::try_from(polynomial.content()).ok()?;
        let reduced = polynomial.divided_down(content.max(1))?;
        let polynomial = &reduced;
        if self.interval(polynomial).low.is_some_and(|low| low >= 0) || self.grows(polynomial) {
            return Some(true);
        }
        let vars = polynomial.vars();
        let is_dim = |space: &Space, var: &Var| matches!(space.kind(*var), VarKind::Dim { .. });
        // The last dims first, which are digits of the others.
        let dims: Vec<Var> = vars.iter().rev().copied().filter(|var| is_dim(self, var)).collect();
        for &dim in &dims {
            if !self.is_nested(polynomial, dim) && polynomial.linear_in(dim).is_some() {
                return Some(self.prove_at_ends(polynomial, dim));
            }
        }
        let nested: Vec<Var> = (0..self.len()).rev().map(Var).collect();
        let nested = nested.into_iter().filter(|var| is_dim(self, var));
        let nested: Vec<Var> =
            nested.filter(|&var| self.is_nested(polynomial, var) || dims.contains(&var)).collect();
        for &dim in &nested {
            if let Some(trend) = self.trend(polynomial, dim) {
                return Some(self.prove_at_end(polynomial, dim, trend));
            }
        }
        if self.prove_without_quotient(polynomial) {
            return Some(true);
        }
        for &dim in &nested {
            if let Some((split, _)) = self.split(polynomial, dim) {
                return Some(self.is_nonnegative(&split));
            }
        }
        for symbol in (0..self.len()).map(Var) {
            let is_symbol = matches!(self.kind(symbol), VarKind::Symbol { .. });
            let occurs = vars.contains(&symbol) || self.is_nested(polynomial, symbol);
            if !is_symbol || !occurs {
                continue;
            }
            let inside = self.is_nested(polynomial, symbol);
            if let Some(trend) = self.trend(polynomial, symbol) {
                if self.prove_at_end(polynomial, symbol, trend) {
                    return Some(true);
                }
            } else if !inside
                && polynomial.linear_in(symbol).is_some()
                && self.prove_at_ends(polynomial, symbol)
            {
                return Some(true);
            }
        }
        Some(self.prove_by_facts(polynomial))
    }

    /// Returns `true` if no coefficient is negative once each symbol counts from its least value.
    fn grows(&mut self, polynomial: &Polynomial) -> bool {
        let mut moved = polynomial.clone();
        for var in polynomial.vars() {
            let Some(low) = self.interval_of(var).low else { return false };
            if self.is_nested(polynomial, var) {
                if low < 0 {
                    return false;
                }
                continue;
            }
            let by = Polynomial::var(var).plus_constant(low);
            let Some(next) = by.and_then(|by| self.replaced(&moved, var, &by)) else {
                return false;
            };
            moved = next;
        }
        moved.terms().all(|(_, coefficient)| coefficient >= 0)
    }

    /// Proves a polynomial that is linear in a variable at both ends of its range, or at the end where it is less.
    fn prove_at_ends(&mut self, polynomial: &Polynomial, var: Var) -> bool {
        let Some((slope, _)) = polynomial.linear_in(var) else { return false };
        match self.sign(&slope) {
            Some(trend) => self.prove_at_end(polynomial, var, trend),
            None => {
                self.prove_at_end(polynomial, var, Trend::Up)
                    && self.prove_at_end(polynomial, var, Trend::Down)
            }
        }
    }

    /// Proves a polynomial with a bound in place of a variable: a lower bound if it grows with the variable.
    fn prove_at_end(&mut self, polynomial: &Polynomial, var: Var, trend: Trend) -> bool {
        let mut bounds = match trend {
            Trend::Down => self.upper(var),
            Trend::Up | Trend::Level => self.lower(var),
        };
        bounds.dedup();
        bounds.into_iter().any(|bound| {
            let replaced = self.replaced(polynomial, var, &bound);
            replaced.is_some_and(|replaced| self.is_nonnegative(&replaced))
        })
    }

    /// Returns how a multiple of a variable changes with it, by the sign of its coefficient; `None` if it is unknown.
    fn sign(&mut self, slope: &Polynomial) -> Option<Trend> {
        if slope.is_zero() {
            return Some(Trend::Level);
        }
        let Interval { low, high } = self.interval(slope);
        if low.is_some_and(|low| low >= 0) || self.is_nonnegative(slope) {
            return Some(Trend::Up);
        }
        if high.is_some_and(|high| high <= 0) {
            return Some(Trend::Down);
        }
        let negative = slope.scaled(-1)?;
        self.is_nonnegative(&negative).then_some(Trend::Down)
    }

    /// Returns how a polynomial changes with a variable that quotients may contain; `None` if it is unknown.
    pub(super) fn trend(&mut self, polynomial: &Polynomial, var: Var) -> Option<Trend> {
        let vars = polynomial.vars();
        let own: Vec<Var> = vars.into_iter().filter(|&own| self.depends(own, var)).collect();
        let mut rest = polynomial.clone();
        let mut trend = Trend::Level;
        for quotient in own.into_iter().filter(|&own| own != var) {
            let (slope, others) = rest.linear_in(quotient)?;
            if slope.vars().into_iter().any(|it| self.depends(it, var)) {
                return None;
            }
            let VarKind::Quotient { value, divisor } = self.kind(quotient).clone() else {
                return None;
            };
            if divisor.vars().into_iter().any(|it| self.depends(it, var)) {
                return None;
            }
            let inner = self.trend(&value, var)?;
            trend = trend.and(match self.sign(&slope)? {
                Trend::Up => inner,
                Trend::Down => inner.reversed(),
                Trend::Level => Trend::Level,
            })?;
            rest = others;
        }
        let step = match rest.degree_in(var) {
            0 => return Some(trend),
            1 => rest.linear_in(var)?.0,
            _ => {
                let next = Polynomial::var(var).plus_constant(1)?;
                self.replaced(&rest, var, &next)?.minus(&rest)?
            }
        };
        trend.and(self.sign(&step)?)
    }

    /// Proves a polynomial with a bound in place of a quotient that no other quotient contains.
    fn prove_without_quotient(&mut self, polynomial: &Polynomial) -> bool {
        let vars = polynomial.vars();
        vars.into_iter().rev().any(|var| {
            let VarKind::Quotient { value, divisor } = self.kind(var).clone() else {
                return false;
            };
            !self.is_nested(polynomial, var)
                && self.prove_with_bounds_of(polynomial, var, &value, &divisor).unwrap_or(false)
        })
    }

    fn prove_with_bounds_of(
        &mut self,
        polynomial: &Polynomial,
        var: Var,
        value: &Polynomial,
        divisor: &Polynomial,
    ) -> Option<bool> {
        let (slope, rest) = polynomial.linear_in(var)?;
        let sign = self.sign(&slope);
        let lowest = value.minus(divisor)?.plus_constant(1)?;
        // divisor * quotient is from value - divisor + 1 to value.
        let bounded = |space: &mut Space, end: &Polynomial| {
            let relaxed = match slope.exactly_over(divisor) {
                Some(times) => rest.plus(&times.times(end)?)?,
                // A number is at least 0 if its multiple by the divisor is above minus the divisor.
                None => {
                    let sum = slope.times(end)?.plus(&rest.times(divisor)?)?;
                    sum.plus(divisor)?.plus_constant(-1)?
                }
            };
            Some(space.is_nonnegative(&relaxed))
        };
        let up = matches!(sign, Some(Trend::Up | Trend::Level) | None);
        let down = matches!(sign, Some(Trend::Down) | None);
        let by_value = (!up || bounded(self, &lowest)?) && (!down || bounded(self, value)?);
        if by_value {
            return Some(true);
        }
        let at = |space: &mut Space, end: Option<i128>| {
            let end = Polynomial::constant(end?);
            let replaced = space.replaced(polynomial, var, &end)?;
            Some(space.is_nonnegative(&replaced))
        };
        let Interval { low, high } = self.interval_of(var);
        Some((!up || at(self, low)?) && (!down || at(self, high)?))
    }

    /// Splits a dim that a quotient divides into quotient and remainder, two new digits. `None` if no
    /// quotient divides it, or a number is too large.
    pub(super) fn split(
        &mut self,
        polynomial: &Polynomial,
        dim: Var,
    ) -> Option<(Polynomial, [Var; 2])> {
        let alone = Polynomial::var(dim);
        let mut divisors: Vec<Polynomial> = (0..self.len())
            .map(Var)
            .filter(|&var| polynomial.vars().contains(&var) || self.is_nested(polynomial, var))
            .filter_map(|var| match self.kind(var) {
                VarKind::Quotient { value, divisor } if *value == alone => Some(divisor.clone()),
                _ => None,
            })
            .collect();
        divisors.sort_by_key(|divisor| (divisor.as_constant().is_none(), divisor.as_constant()));
        let divisor = divisors.into_iter().next()?;
        let last = self.upper(dim).into_iter().next()?;
        let below = divisor.plus_constant(-1)?;
        let most = self.quotient(&last, &divisor)?;
        let high = self.bounded(VarKind::Dim { number: None }, Polynomial::default(), most);
        let low = self.bounded(VarKind::Dim { number: None }, Polynomial::default(), below);
        let whole = Polynomial::var(high).times(&divisor)?.plus(&Polynomial::var(low))?;
        let inside = last.minus(&whole)?;
        self.assume_nonnegative(&inside);
        Some((self.replaced(polynomial, dim, &whole)?, [high, low]))
    }

    /// Proves a polynomial by subtracting a multiple of a fact that is not negative.
    fn prove_by_facts(&mut self, polynomial: &Polynomial) -> bool {
        for number in 0..self.facts.len() {
            let fact = self.facts[number].clone();
            let mut multiples: Vec<Polynomial> = Vec::new();
            for (monomial, coefficient) in polynomial.terms() {
                for (own, by) in fact.terms() {
                    let divides = coefficient.checked_rem(by) == Some(0);
                    if own.is_one() || (coefficient < 0) != (by < 0) || !divides {
                        continue;
                    }
                    let times = monomial.over(own).zip(coefficient.checked_div(by));
                    multiples.extend(times.map(|(it, times)| Polynomial::term(it, times)));
                }
            }
            for multiple in multiples {
                let positive = self.interval(&multiple).low.is_some_and(|low| low >= 0);
                let rest = multiple.times(&fact).and_then(|it| polynomial.minus(&it));
                if let Some(rest) = rest.filter(|_| positive)
                    && rest.terms().len() <= polynomial.terms().len()
                    && self.is_nonnegative(&rest)
                {
                    return true;
                }
            }
        }
        false
    }
}
