//! Symbolic evaluation: index expressions in normal form.
//!
//! An expression is a constant plus a sum of terms, each a factor times an [`Atom`]. An atom is a variable, a digit of
//! an expression, an exclusive or, a value of a table, or a guard: an expression known to be in a range. Every constructor returns the
//! normal form, so equal expressions have equal [`Expr`]s. Many expressions that differ in writing but are equal as
//! functions also have equal [`Expr`]s. The parts, in reading order:
//! - `expr`: the data; `exprs`: the store, which holds each expression once;
//! - `sum`: sums, which also join digits of one value;
//! - `digit`, `xor`, `guard`, `lookup`: the rewrite rules of the four other operations;
//! - `cuts`: the numbers at which digits split the index; `query`: ranges, substitution, affine form;
//! - `terms`: expressions as sums of digits; `parities`: the proof that expressions with exclusive ors are equal;
//! - `aligned`: the proof that consecutive indices of a dim are consecutive in memory, as vector accesses require.
//!
//! The rules hold for integers of any size. Stored numbers have 64 bits: a factor that does not fit yields
//! [`Expr::OVERFLOW`], as does every expression with that operand.

mod aligned;
mod cuts;
mod digit;
mod expr;
mod exprs;
mod guard;
mod lookup;
mod parities;
mod query;
mod sum;
mod terms;
mod xor;

use crate::domain::{Algebra, Table};
pub use expr::{Atom, AtomKind, Expr, LinearSum, Predicate};
pub use exprs::Exprs;
pub(crate) use terms::radix_of;
pub use terms::{DigitTerm, ScaledDigit, weights_of};

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

    fn lookup(&mut self, index: &Expr, table: &Table) -> Expr {
        self.lookup_of(*index, table)
    }

    fn require(&mut self, value: &Expr, low: i64, high: i64) -> Expr {
        self.guard(*value, low, high, guard::Record::Yes)
    }
}

#[cfg(test)]
mod property_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
