//! Abstract domains: the kinds of values over which index arithmetic is evaluated.
//!
//! - `range`: ranges of integers; `table`: functions that are lists of numbers;
//! - `algebra`: the interface, five operations;
//! - `concrete`: concrete evaluation, one index at a time, and `lanes`: many at once;
//! - `interval`: interval analysis, which bounds all indices at once;
//! - `strided_interval`: intervals with a congruence, the bounds of values in expressions and programs, and
//!   `strided_domain`: index arithmetic on them;
//! - `progression`: arithmetic progressions, the sets of indices of a preimage search;
//! - `number`: common divisors and multiples, and division that rounds.

mod algebra;
mod concrete;
mod interval;
mod lanes;
mod number;
mod progression;
mod range;
mod strided_domain;
mod strided_interval;
mod table;

pub use algebra::Algebra;
pub(crate) use concrete::Concrete;
pub use interval::IntervalDomain;
pub(crate) use lanes::{LaneValue, Lanes};
pub use number::gcd;
pub(crate) use number::{ceil, inverse_modulo, lcm, lowest_terms};
pub(crate) use progression::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, LinearTerm, solve_sum,
};
pub use range::Range;
pub(crate) use strided_domain::StridedDomain;
pub use strided_interval::StridedInterval;
pub use table::Table;
