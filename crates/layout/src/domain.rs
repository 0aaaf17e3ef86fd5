//! Abstract domains: the kinds of value over which index arithmetic is evaluated.
//!
//! - `algebra`: the interface, four operations;
//! - `concrete`: numbers, one index at a time;
//! - `interval`: ranges, which bound all indices at once;
//! - `progression`: arithmetic progressions, the sets of indices of an inverse search;
//! - `number`: greatest common divisors and division that rounds.

mod algebra;
mod concrete;
mod interval;
mod number;
mod progression;

pub use algebra::Algebra;
pub(crate) use concrete::Concrete;
pub use interval::{IntervalDomain, Range};
pub(crate) use number::gcd;
pub(crate) use progression::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Term, solve_sum,
};
