//! Expressions as sums of digits, and the mixed radix of several digits of one value.

use super::expr::{AtomKind, Expr};
use super::exprs::Exprs;

/// A digit times a factor: `factor * (floor(x / divisor) mod modulus)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScaledDigit {
    /// The divisor, above 0.
    pub divisor: i64,
    /// The modulus, above 0; `None` for a quotient.
    pub modulus: Option<i64>,
    /// The factor.
    pub factor: i64,
}

/// A term of a sum: a digit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DigitTerm {
    /// The dividend.
    pub value: Expr,
    /// The digit.
    pub digit: ScaledDigit,
}

impl ScaledDigit {
    /// Returns a multiple of the value.
    fn multiple(factor: i64) -> ScaledDigit {
        ScaledDigit { divisor: 1, modulus: None, factor }
    }

    /// Returns `true` if the digit is a multiple of the value.
    pub(crate) fn is_linear(&self) -> bool {
        self.divisor == 1 && self.modulus.is_none()
    }

    /// Returns the end of the digit: divisor times modulus; `None` if no value reaches it.
    pub(crate) fn end(&self) -> Option<i64> {
        self.divisor.checked_mul(self.modulus?)
    }

    /// Returns the factor of the digit of this weight; 0 if the weight is outside this digit, `None` on overflow.
    pub fn factor_at(&self, weight: i64) -> Option<i64> {
        let inside = weight >= self.divisor && self.end().is_none_or(|end| weight < end);
        if inside { self.factor.checked_mul(weight / self.divisor) } else { Some(0) }
    }

    /// Returns the sum of the factors of the digit of this weight in several digits; `None` on overflow.
    pub(crate) fn sum_at<'a>(
        digits: impl IntoIterator<Item = &'a ScaledDigit>,
        weight: i64,
    ) -> Option<i64> {
        let mut factors = digits.into_iter().map(|digit| digit.factor_at(weight));
        factors.try_fold(0i64, |sum, factor| sum.checked_add(factor?))
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
    /// counts as its value. `None` if a term is an exclusive or or a value
    /// of a table.
    pub fn digit_terms(&mut self, expr: Expr) -> Option<(i64, Vec<DigitTerm>)> {
        let open = self.without_outer_guards(expr);
        let sum = self.kind(open)?.clone();
        let mut terms = Vec::with_capacity(sum.terms.len());
        for &(atom, factor) in &sum.terms {
            terms.push(match *self.atom_kind(atom) {
                AtomKind::Digit { value, divisor, modulus } => {
                    DigitTerm { value, digit: ScaledDigit { divisor, modulus, factor } }
                }
                AtomKind::Var { .. } => {
                    let value = self.of_atom(atom);
                    DigitTerm { value, digit: ScaledDigit::multiple(factor) }
                }
                AtomKind::Xor(_) | AtomKind::Guard { .. } | AtomKind::Lookup { .. } => return None,
            });
        }
        Some((sum.constant, terms))
    }
}

/// Returns the ascending weights, below `end`, of the mixed radix in which each of these digits of one value consists of
/// whole digits. The first weight is 1, and each weight divides the next. `None` if the weights do not nest.
pub fn weights_of<'a>(digits: impl Iterator<Item = &'a ScaledDigit>, end: i64) -> Option<Vec<i64>> {
    let mut weights = vec![1];
    for digit in digits {
        weights.extend([Some(digit.divisor), digit.end()].into_iter().flatten());
    }
    weights.retain(|&weight| weight == 1 || weight < end);
    weights.sort_unstable();
    weights.dedup();
    weights.windows(2).all(|pair| pair[1] % pair[0] == 0).then_some(weights)
}

/// Returns the mixed radix of an index below `length` in which each of these digits consists of whole digits: the weight
/// and the length of each digit, the fastest first. `None` if the weights do not nest.
pub(crate) fn radix_of<'a>(
    digits: impl Iterator<Item = &'a ScaledDigit>,
    length: i64,
) -> Option<Vec<(i64, i64)>> {
    let mut weights = weights_of(digits, length)?;
    // An index below 1 has no digit.
    weights.retain(|&weight| weight < length);
    let ends = weights.iter().skip(1).map(|&end| Some(end)).chain([None]);
    let radix = weights.iter().zip(ends).map(|(&weight, end)| match end {
        Some(end) => (weight, end / weight),
        None => (weight, (length - 1) / weight + 1),
    });
    Some(radix.collect())
}
