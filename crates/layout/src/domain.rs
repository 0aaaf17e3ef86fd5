//! Abstract domains: the kinds of value over which index arithmetic is evaluated.
//!
//! - `algebra`: the interface, four operations;
//! - `concrete`: numbers, one index at a time;
//! - `interval`: ranges, which bound all indices at once;
//! - `strided_interval`: ranges with a congruence, which expressions and programs know of their values, and
//!   `strided_domain`: index arithmetic on them;
//! - `progression`: arithmetic progressions, the sets of indices of an inverse search;
//! - `number`: common divisors and multiples, and division that rounds.

mod algebra;
mod concrete;
mod interval;
mod number;
mod progression;
mod strided_domain;
mod strided_interval;

pub use algebra::Algebra;
pub(crate) use concrete::Concrete;
pub use interval::{IntervalDomain, Range};
pub use number::gcd;
pub(crate) use number::{ceil, lcm, lowest_terms};
pub(crate) use progression::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, LinearTerm, solve_sum,
};
pub(crate) use strided_domain::StridedDomain;
pub use strided_interval::StridedInterval;
