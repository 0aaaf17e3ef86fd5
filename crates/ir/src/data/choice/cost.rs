//! The cost of a choice, as an integer expression over properties of the op.
//!
//! ```text
//! COST    = SUM
//! SUM     = SUM + PRODUCT | SUM - PRODUCT | PRODUCT
//! PRODUCT = PRODUCT * FACTOR | PRODUCT / FACTOR | PRODUCT % FACTOR | FACTOR
//! FACTOR  = N | dim(V, D) | rank(V) | bytes(V) | attr(KEY) | attr(KEY, N) | (SUM)
//! ```
//!
//! The properties are those of conditions. Arithmetic is exact in 64 bits. `a / b` is rounded so that the remainder
//! `a % b` is at least 0. A dynamic length counts as 1, as it does in the cost of a reorder.

use super::condition::{Const, Term};
use layout::impl_display;
use std::fmt::{self, Display, Formatter};

/// The maximum number of terms of a cost.
pub const MAX_COST_TERMS: usize = crate::limits::COST_TERMS as usize;

/// The cost of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CostExpr {
    /// A property of the op, or an integer.
    Term(Term),
    /// An operation on two costs.
    Binary(CostOp, Box<[CostExpr; 2]>),
}

/// An operation on two integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CostOp {
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `*`.
    Mul,
    /// `/`, the quotient whose remainder is at least 0.
    Div,
    /// `%`, the remainder, at least 0.
    Rem,
}

/// The reason why a cost has no value for an op.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CostFault {
    /// A term is unknown or not an integer, such as an absent attribute.
    Unknown(Box<Term>),
    /// An intermediate value is out of the range of 64-bit integers.
    Overflow,
    /// A divisor is 0.
    DivisionByZero,
    /// The value is less than 0.
    Negative(i64),
}

impl_display!(CostFault {
    Self::Unknown(term) => "`{term}` is unknown",
    Self::Overflow => "it does not fit 64 bits",
    Self::DivisionByZero => "it divides by 0",
    Self::Negative(value) => "it must be at least 0, but is {value}",
});

impl CostOp {
    /// All operations.
    pub const ALL: [CostOp; 5] = [CostOp::Add, CostOp::Sub, CostOp::Mul, CostOp::Div, CostOp::Rem];

    /// Returns the operation of a sign; `None` if the sign is invalid.
    pub fn from_sign(sign: &str) -> Option<CostOp> {
        CostOp::ALL.into_iter().find(|op| op.sign() == sign)
    }

    /// Returns the sign of the operation.
    pub fn sign(self) -> &'static str {
        match self {
            CostOp::Add => "+",
            CostOp::Sub => "-",
            CostOp::Mul => "*",
            CostOp::Div => "/",
            CostOp::Rem => "%",
        }
    }

    /// Returns `true` if the operation binds as tightly as a product.
    pub fn is_product(self) -> bool {
        !matches!(self, CostOp::Add | CostOp::Sub)
    }

    /// Applies the operation.
    ///
    /// # Errors
    /// The result does not fit 64 bits, or the divisor is 0.
    pub fn apply(self, a: i64, b: i64) -> Result<i64, CostFault> {
        let value = match self {
            CostOp::Add => a.checked_add(b),
            CostOp::Sub => a.checked_sub(b),
            CostOp::Mul => a.checked_mul(b),
            CostOp::Div | CostOp::Rem if b == 0 => return Err(CostFault::DivisionByZero),
            CostOp::Div => a.checked_div_euclid(b),
            CostOp::Rem => a.checked_rem_euclid(b),
        };
        value.ok_or(CostFault::Overflow)
    }
}

impl CostExpr {
    /// Returns the cost of a number.
    pub fn number(value: i64) -> CostExpr {
        CostExpr::Term(Term::Const(Const::Int(value)))
    }

    /// Returns the cost of an integer property of the op.
    ///
    /// # Errors
    /// The term is not an integer.
    pub fn term(term: Term) -> Result<CostExpr, String> {
        term.check()?;
        let is_integer = match &term {
            Term::Elem(_) => false,
            Term::Const(value) => matches!(value, Const::Int(_)),
            Term::Attr { default: Some(value), .. } => value.as_int().is_some(),
            Term::Dim(..) | Term::Rank(_) | Term::Bytes(_) | Term::Attr { default: None, .. } => {
                true
            }
        };
        match is_integer {
            true => Ok(CostExpr::Term(term)),
            false => Err(format!("`{term}` is not an integer, as a cost must be")),
        }
    }

    /// Returns the cost of an operation.
    ///
    /// # Errors
    /// There are more than [`MAX_COST_TERMS`] terms.
    pub fn binary(op: CostOp, a: CostExpr, b: CostExpr) -> Result<CostExpr, String> {
        let terms = a.terms().saturating_add(b.terms());
        if terms > MAX_COST_TERMS {
            return Err(format!("a cost must have at most {MAX_COST_TERMS} terms"));
        }
        Ok(CostExpr::Binary(op, Box::new([a, b])))
    }

    fn terms(&self) -> usize {
        match self {
            CostExpr::Term(_) => 1,
            CostExpr::Binary(_, parts) => parts.iter().map(CostExpr::terms).sum(),
        }
    }

    /// Returns the value if the cost is a number.
    pub fn as_number(&self) -> Option<i64> {
        match self {
            CostExpr::Term(Term::Const(Const::Int(value))) => Some(*value),
            _ => None,
        }
    }

    /// Returns the value of the cost, where `value` evaluates the terms.
    ///
    /// # Errors
    /// A term is unknown, or an operation has no result.
    pub fn evaluate(&self, value: &impl Fn(&Term) -> Option<i64>) -> Result<i64, CostFault> {
        match self {
            CostExpr::Term(term) => {
                value(term).ok_or_else(|| CostFault::Unknown(Box::new(term.clone())))
            }
            CostExpr::Binary(op, parts) => {
                let [a, b] = &**parts;
                op.apply(a.evaluate(value)?, b.evaluate(value)?)
            }
        }
    }
}

impl Display for CostExpr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let CostExpr::Binary(op, parts) = self else {
            let CostExpr::Term(term) = self else { return Ok(()) };
            return term.fmt(f);
        };
        let [a, b] = &**parts;
        // Operations of equal rank are grouped from the left.
        fn is_sum(part: &CostExpr) -> bool {
            matches!(part, CostExpr::Binary(op, _) if !op.is_product())
        }
        operand(f, a, op.is_product() && is_sum(a))?;
        write!(f, " {} ", op.sign())?;
        operand(f, b, if op.is_product() { matches!(b, CostExpr::Binary(..)) } else { is_sum(b) })
    }
}

fn operand(f: &mut Formatter<'_>, part: &CostExpr, is_bracketed: bool) -> fmt::Result {
    match is_bracketed {
        true => write!(f, "({part})"),
        false => part.fmt(f),
    }
}
