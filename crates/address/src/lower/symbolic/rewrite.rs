//! Expressions in the form that words compute: without quotients that are rounded up, and without negative dividends.

use super::bounds::Bounds;
use crate::lower::fault::AddressFault;
use layout::{SymExpr, SymNode, SymbolSet, SymbolicFault};

/// The rewriting of expressions, with the intervals of their symbols and dims.
pub(super) struct Rewriter<'a> {
    pub(super) bounds: &'a Bounds,
    pub(super) names: &'a SymbolSet,
}

impl Rewriter<'_> {
    /// Returns an equal expression, each node of which is one operation on words. Its dividends are never negative, and
    /// its divisors are at least 1.
    ///
    /// # Errors
    /// A divisor may be below 1, or a dividend has no least value within 128 bits.
    pub(super) fn computed(&self, expr: &SymExpr) -> Result<SymExpr, AddressFault> {
        let node = expr.node();
        let Some([a, b]) = node.operands() else {
            // A dim of length 1, and a symbol with one value, are numbers.
            let only = self.bounds.of(expr).filter(|interval| interval.low == interval.high);
            let only = only.and_then(|interval| i64::try_from(interval.low).ok());
            return Ok(only.map_or_else(|| expr.clone(), SymExpr::constant));
        };
        let (a, b) = (self.computed(a)?, self.computed(b)?);
        match node {
            SymNode::Sum(..) => operation("+", a, b),
            SymNode::Product(..) => operation("*", a, b),
            SymNode::FloorDiv(..) => self.quotient(a, b),
            SymNode::CeilDiv(..) => {
                let most = operation("-", b.clone(), SymExpr::constant(1))?;
                self.quotient(operation("+", a, most)?, b)
            }
            SymNode::Mod(..) => {
                if b.as_constant() == Some(1) {
                    return Ok(SymExpr::constant(0));
                }
                let (dividend, _) = self.dividend(a, &b)?;
                operation("mod", dividend, b)
            }
            SymNode::Constant(_) | SymNode::Symbol(_) | SymNode::Dim(_) => Ok(expr.clone()),
        }
    }

    fn quotient(&self, a: SymExpr, b: SymExpr) -> Result<SymExpr, AddressFault> {
        if b.as_constant() == Some(1) {
            return Ok(a);
        }
        let (dividend, multiple) = self.dividend(a, &b)?;
        let quotient = operation("floordiv", dividend, b)?;
        operation("-", quotient, SymExpr::constant(multiple))
    }

    /// Returns the dividend plus a multiple of the divisor, which is never negative, and the factor of that multiple.
    fn dividend(&self, a: SymExpr, b: &SymExpr) -> Result<(SymExpr, i64), AddressFault> {
        let divisor = self.bounds.of(b).filter(|it| it.low >= 1).ok_or_else(|| {
            self.undecided(format!("the divisor `{}` may be below 1", b.text(self.names)))
        })?;
        let dividend = self.bounds.of(&a).ok_or_else(|| {
            self.undecided(format!("`{}` does not fit 128 bits", a.text(self.names)))
        })?;
        if dividend.low >= 0 {
            return Ok((a, 0));
        }
        let factor = i64::try_from(-dividend.low.div_euclid(divisor.low)).map_err(|_| {
            self.undecided(format!("the dividend `{}` may be negative", a.text(self.names)))
        })?;
        let multiple = operation("*", b.clone(), SymExpr::constant(factor))?;
        Ok((operation("+", a, multiple)?, factor))
    }

    fn undecided(&self, message: String) -> AddressFault {
        AddressFault::Symbolic(Box::new(undecided(message)))
    }
}

/// Returns the fault of a question that is undecided.
pub(super) fn undecided(message: String) -> SymbolicFault {
    let mut fault = SymbolicFault::new(message);
    fault.undecided = true;
    fault
}

/// Returns the result of an operator of index maps, without operations on constants.
pub(super) fn operation(sign: &str, a: SymExpr, b: SymExpr) -> Result<SymExpr, AddressFault> {
    match (sign, a.as_constant(), b.as_constant()) {
        ("+" | "-", _, Some(0)) | ("*", _, Some(1)) => return Ok(a),
        ("+", Some(0), _) | ("*", Some(1), _) => return Ok(b),
        ("*", Some(0), _) | ("*", _, Some(0)) => return Ok(SymExpr::constant(0)),
        _ => {}
    }
    let is_constant = a.as_constant().is_some() && b.as_constant().is_some();
    let found = SymExpr::operation(sign, a, b)
        .map_err(|message| AddressFault::Symbolic(Box::new(SymbolicFault::new(message))))?;
    // A constant that does not fit 64 bits stays an operation, which then does not fit a word.
    let folded = is_constant.then(|| found.eval(&[], &[]).ok()).flatten();
    match folded.and_then(|value| i64::try_from(value).ok()) {
        Some(value) => Ok(SymExpr::constant(value)),
        None => Ok(found),
    }
}

/// A sum as operations on words see it: the difference of two values, or the sum.
#[derive(Clone, Copy, Debug)]
pub enum Addition<'a> {
    /// The difference.
    Difference(&'a SymExpr, &'a SymExpr),
    /// The sum.
    Sum(&'a SymExpr, &'a SymExpr),
}

impl<'a> Addition<'a> {
    /// Returns the operation of a sum: a product by -1 is subtracted.
    pub fn of(a: &'a SymExpr, b: &'a SymExpr) -> Addition<'a> {
        match (negated(a), negated(b)) {
            (_, Some(b)) => Addition::Difference(a, b),
            (Some(a), None) => Addition::Difference(b, a),
            (None, None) => Addition::Sum(a, b),
        }
    }
}

/// Returns the other factor of a product by -1.
fn negated(expr: &SymExpr) -> Option<&SymExpr> {
    match expr.node() {
        SymNode::Product(sign, of) if sign.as_constant() == Some(-1) => Some(of),
        _ => None,
    }
}
