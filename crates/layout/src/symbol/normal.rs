//! Expressions of polynomials, and the simplification of expressions.

use super::expr::{SymExpr, SymNode};
use super::polynomial::{Monomial, Polynomial, Var};
use super::set::SymbolSet;
use super::space::{Space, VarKind};
use crate::domain::{gcd, lcm};

impl SymbolSet {
    /// Returns an expression with the same value for all values of the symbols and all indices within the lengths: a sum
    /// of products, or the same expression if that is not shorter.
    pub fn simplified(&self, expr: &SymExpr, lengths: &[SymExpr]) -> SymExpr {
        let found = Space::new(self, lengths, &[]).and_then(|mut space| {
            let polynomial = space.polynomial(expr)?;
            space.expr(&polynomial)
        });
        found.filter(|found| found.nodes() <= expr.nodes()).unwrap_or_else(|| expr.clone())
    }
}

impl Space {
    /// Returns the expression of a polynomial; `None` if it has a digit, or a number does not fit 64 bits.
    pub(super) fn expr(&self, polynomial: &Polynomial) -> Option<SymExpr> {
        let mut rest = polynomial.clone();
        let mut terms: Vec<(u32, bool, SymExpr)> = Vec::new();
        // A value minus the divisor times the quotient is a remainder.
        for var in polynomial.vars() {
            let VarKind::Quotient { value, divisor } = self.kind(var) else { continue };
            let Some((slope, others)) = rest.linear_in(var) else { continue };
            let times = slope.scaled(-1).and_then(|slope| slope.exactly_over(divisor));
            let Some(times) = times.filter(|times| !times.is_zero()) else { continue };
            let next = others.minus(&times.times(value)?)?;
            if next.terms().len() < others.terms().len() {
                let remainder = SymNode::Mod(self.expr(value)?, self.expr(divisor)?);
                let (sign, times) = positive(&times)?;
                let remainder = SymExpr::new(remainder).ok()?;
                let term = match times.as_constant() {
                    Some(1) => remainder,
                    _ => SymExpr::new(SymNode::Product(remainder, self.expr(&times)?)).ok()?,
                };
                terms.push((0, sign, term));
                rest = next;
            }
        }
        for (monomial, coefficient) in rest.terms().filter(|(monomial, _)| !monomial.is_one()) {
            let term = self.term(monomial, coefficient.checked_abs()?)?;
            terms.push((monomial.degree(), coefficient >= 0, term));
        }
        // Products first, and a term that is added before those that are subtracted.
        terms.sort_by_key(|(degree, _, _)| std::cmp::Reverse(*degree));
        if let Some(first) = terms.iter().position(|(_, added, _)| *added) {
            terms[..=first].rotate_right(1);
        }
        let constant = i64::try_from(rest.constant_term()).ok()?;
        let mut sum: Option<SymExpr> = None;
        for (_, added, term) in terms {
            sum = Some(match (sum, added) {
                (None, true) => term,
                (None, false) => term.negated().ok()?,
                (Some(sum), true) => SymExpr::operation("+", sum, term).ok()?,
                (Some(sum), false) => SymExpr::operation("-", sum, term).ok()?,
            });
        }
        match (sum, constant) {
            (None, _) => Some(SymExpr::constant(constant)),
            (Some(sum), 0) => Some(sum),
            (Some(sum), _) => SymExpr::operation("+", sum, SymExpr::constant(constant)).ok(),
        }
    }

    /// Returns the expression of a product with a coefficient, at least 1.
    fn term(&self, monomial: &Monomial, coefficient: i128) -> Option<SymExpr> {
        let mut left = coefficient;
        let mut product: Option<SymExpr> = None;
        let mut factors = Vec::new();
        for &(var, power) in monomial.powers() {
            for _ in 0..power {
                factors.push(match self.kind(var) {
                    VarKind::Dim { number } => SymExpr::dim((*number)?),
                    VarKind::Symbol { number, divisor } if left % i128::from(*divisor) == 0 => {
                        left /= i128::from(*divisor);
                        SymExpr::symbol(*number)
                    }
                    VarKind::Symbol { number, divisor } => {
                        let by = SymExpr::constant(*divisor);
                        SymExpr::operation("floordiv", SymExpr::symbol(*number), by).ok()?
                    }
                    VarKind::Quotient { value, divisor } => self.quotient_expr(value, divisor)?,
                });
            }
        }
        let left = i64::try_from(left).ok()?;
        factors.extend((left != 1).then(|| SymExpr::constant(left)));
        for factor in factors {
            product = Some(match product {
                None => factor,
                Some(product) => SymExpr::operation("*", product, factor).ok()?,
            });
        }
        Some(product.unwrap_or_else(|| SymExpr::constant(1)))
    }

    fn quotient_expr(&self, value: &Polynomial, divisor: &Polynomial) -> Option<SymExpr> {
        let lowered = value.minus(divisor)?.plus_constant(1)?;
        let (sign, value) = if lowered.terms().len() < value.terms().len() {
            ("ceildiv", &lowered)
        } else {
            ("floordiv", value)
        };
        // Symbols are variables times their divisors: as symbols, both parts are multiplied by what makes them whole.
        let by = self.missing(value)?;
        let (value, divisor) = (value.scaled(by)?, divisor.scaled(by)?);
        SymExpr::operation(sign, self.expr(&value)?, self.expr(&divisor)?).ok()
    }

    /// Returns the least number by which each term is a product of whole symbols.
    fn missing(&self, value: &Polynomial) -> Option<i128> {
        let mut by: i128 = 1;
        for (monomial, coefficient) in value.terms() {
            let mut whole: i128 = 1;
            for &(var, power) in monomial.powers() {
                if let VarKind::Symbol { divisor, .. } = self.kind(var) {
                    whole = whole.checked_mul(i128::from(*divisor).checked_pow(power)?)?;
                }
            }
            let own = whole / gcd(whole, coefficient.checked_abs()?);
            by = lcm(by, own)?;
        }
        Some(by)
    }

    /// Returns the least or the greatest value over all dims as a polynomial without dims, and the index at which it is
    /// reached, by dim `true` for the last component; `None` if the value does not change in one direction with a dim.
    pub(super) fn extreme(
        &mut self,
        polynomial: &Polynomial,
        greatest: bool,
    ) -> Option<(Polynomial, Vec<bool>)> {
        use super::prove::Trend;
        let mut found = polynomial.clone();
        let mut at = Vec::new();
        for (dim, last) in self.dims() {
            let Some(&var) = dim.vars().first() else {
                at.push(false);
                continue;
            };
            let trend = self.trend(&found, var)?;
            let is_last = (trend == Trend::Up) == greatest && trend != Trend::Level;
            at.push(is_last);
            let end = if is_last { last } else { Polynomial::default() };
            found = self.replaced(&found, var, &end)?;
        }
        Some((found, at))
    }

    /// Returns the coefficient of each dim, and the rest without dims; `None` if the polynomial is not linear in the dims.
    pub(super) fn strides(
        &self,
        polynomial: &Polynomial,
        dims: &[Var],
    ) -> Option<(Vec<Polynomial>, Polynomial)> {
        let mut rest = polynomial.clone();
        let mut strides = Vec::new();
        for &dim in dims {
            if self.is_nested(&rest, dim) {
                return None;
            }
            let (stride, others) = rest.linear_in(dim)?;
            strides.push(stride);
            rest = others;
        }
        let depends = |part: &Polynomial| {
            let vars = part.vars();
            vars.into_iter().any(|own| dims.iter().any(|&dim| self.depends(own, dim)))
        };
        (!strides.iter().any(depends)).then_some((strides, rest))
    }
}

/// Returns `false` and the negated polynomial if its first coefficient is negative, otherwise `true` and the polynomial.
fn positive(polynomial: &Polynomial) -> Option<(bool, Polynomial)> {
    let is_negative = polynomial.terms().next().is_some_and(|(_, coefficient)| coefficient < 0);
    if is_negative {
        Some((false, polynomial.scaled(-1)?))
    } else {
        Some((true, polynomial.clone()))
    }
}
