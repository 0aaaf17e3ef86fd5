//! Expressions as sums of digits, and the mixed radix of several digits of one value.

use super::expr::{AtomKind, Expr};
use super::exprs::Exprs;

/// A digit of a value, times a factor: `factor * (floor(value / divisor) mod modulus)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitTerm {
    /// The dividend.
    pub value: Expr,
    /// The divisor, above 0.
    pub divisor: i64,
    /// The modulus, above 0; `None` for a quotient.
    pub modulus: Option<i64>,
    /// The factor.
    pub factor: i64,
}

impl DigitTerm {
    /// Returns the end of the digit: divisor times modulus; `None` if there is no modulus, or the product overflows.
    fn end(&self) -> Option<i64> {
        self.divisor.checked_mul(self.modulus?)
    }

    /// Returns the factor of the digit of this weight; 0 if the weight is outside the term.
    pub fn factor_at(&self, weight: i64) -> Option<i64> {
        let inside = weight >= self.divisor && self.end().is_none_or(|end| weight < end);
        if inside { self.factor.checked_mul(weight / self.divisor) } else { Some(0) }
    }
}

impl Exprs {
    /// Returns the number of a component of the index; `None` if the expression is another one.
    pub fn as_var(&self, expr: Expr) -> Option<u32> {
        match self.atom_kind(self.as_atom(expr)?) {
            AtomKind::Var { number, .. } => Some(*number),
            _ => None,
        }
    }

    /// Returns an expression as a constant and digits. A component of the index is a digit of itself, and a guard
    /// counts as its value. `None` if a term is an exclusive or.
    pub fn digit_terms(&mut self, expr: Expr) -> Option<(i64, Vec<DigitTerm>)> {
        let open = self.without_outer_guards(expr);
        let sum = self.kind(open)?.clone();
        let mut terms = Vec::with_capacity(sum.terms.len());
        for &(atom, factor) in &sum.terms {
            terms.push(match *self.atom_kind(atom) {
                AtomKind::Digit { value, divisor, modulus } => {
                    DigitTerm { value, divisor, modulus, factor }
                }
                AtomKind::Var { .. } => {
                    let value = self.linear_of_atom(atom);
                    DigitTerm { value, divisor: 1, modulus: None, factor }
                }
                AtomKind::Xor(_) | AtomKind::Guard { .. } => return None,
            });
        }
        Some((sum.constant, terms))
    }
}

/// Returns the ascending weights of the mixed radix in which each of these terms of one value consists of whole
/// digits. The first weight is 1, and each weight divides the next. `None` if the weights do not nest.
pub fn weights_of<'a>(terms: impl Iterator<Item = &'a DigitTerm>) -> Option<Vec<i64>> {
    let mut weights = vec![1];
    for term in terms {
        weights.push(term.divisor);
        if term.modulus.is_some() {
            weights.push(term.end()?);
        }
    }
    weights.sort_unstable();
    weights.dedup();
    weights.windows(2).all(|pair| pair[1] % pair[0] == 0).then_some(weights)
}
