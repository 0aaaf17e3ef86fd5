//! Abstract domains: what index arithmetic is evaluated over.

mod algebra;
mod progression;
mod strided_interval;

pub(crate) use algebra::Concrete;
pub use algebra::{Algebra, IntervalDomain, Range};
pub(crate) use progression::{ArithmeticProgression, Branches, Budget, Term, TooMany, solve_sum};
pub use strided_interval::{StridedInterval, gcd};
