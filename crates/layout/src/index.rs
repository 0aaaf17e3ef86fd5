//! Symbolic evaluation: index expressions in a normal form.
//!
//! An expression is a constant plus a sum of factor times [`Atom`]; an atom is a variable, a digit of an expression, an
//! exclusive or, or an expression known to be in a range. Every constructor returns the normal form, so equal
//! expressions have equal [`Expr`]s, and so have many equal functions. The parts, in reading order:
//! - `expr`: the data; `exprs`: the store of expressions, each of them once;
//! - `sum`: sums, and digits of one value that join again;
//! - `digit`, `xor`, `guard`: the rules of the three other operations;
//! - `query`: evaluation, substitution, affine form;
//! - `aligned`: the proof that neighbours along a dim are neighbours in memory, as vectors need;
//! - `print`: the text of an expression.
//!
//! All rules hold for whole numbers without bound. Stored numbers have 64 bits: a factor that does not fit yields
//! [`Expr::OVERFLOW`], and so does every expression made from it.

mod aligned;
mod digit;
mod expr;
mod exprs;
mod guard;
mod print;
mod query;
mod sum;
mod xor;

use crate::domain::Algebra;
pub use expr::{Atom, AtomKind, Expr, LinearSum, Predicate};
pub use exprs::Exprs;
pub use print::ExprDisplay;

impl Algebra for Exprs {
    type Value = Expr;

    fn linear(&mut self, constant: i64, terms: &[(i64, Expr)]) -> Expr {
        self.sum(constant, terms)
    }

    fn digit(&mut self, value: &Expr, divisor: i64, modulus: Option<i64>) -> Expr {
        self.digit_of(*value, divisor, modulus)
    }

    fn xor(&mut self, a: &Expr, b: &Expr) -> Expr {
        self.xor_of(vec![*a, *b])
    }

    fn require(&mut self, value: &Expr, low: i64, high: i64) -> Expr {
        self.guard(*value, low, high, guard::Record::Yes)
    }
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
