//! Partitioned Boolean quadratic problems (PBQP), solved exactly and with a certificate.
//!
//! A [`Problem`] has nodes with a cost for each label, and edges with a cost for each pair of labels. [`solve`] labels
//! all nodes at the least total cost, or as close to it as its [`Limits`] permit, with a proven lower bound.
//! [`check()`] verifies the [`Certificate`] of a solution independently of the solver's code.
//!
//! ```
//! use layoutc_pbqp::{FORBIDDEN, Limits, Problem, check, solve};
//!
//! // Two ops that can each use layout 0 or 1. The first prefers layout 1; a conversion between them costs 10 bytes, and
//! // layout 1 into layout 0 is not possible.
//! let mut problem = Problem::new();
//! let first = problem.add_node(vec![3, 0])?;
//! let second = problem.add_node(vec![0, 4])?;
//! problem.add_edge(first, second, vec![0, 10, FORBIDDEN, 0])?;
//!
//! let solution = solve(&problem, Limits::default()).unwrap();
//! assert_eq!((solution.label(first), solution.label(second)), (0, 0));
//! assert_eq!((solution.cost(), solution.gap()), (3, 0));
//! assert_eq!(check(&problem, &solution.certificate), Ok(()));
//! # Ok::<(), layoutc_pbqp::ProblemError>(())
//! ```
//!
//! The solver works in this order:
//! - `reduce` eliminates nodes of at most two neighbors (R0, RI, RII: Scholz and Eckstein 2002) and removes labels that
//!   no optimum needs;
//! - `biconnected` finds blocks that share only one node with the rest. Such a block is solved for each label of that
//!   node;
//! - `irreducible::trws` bounds each remaining irreducible core by message passing (TRW-S, Kolmogorov 2006),
//!   `irreducible::linear` by its linear relaxation, strengthened by odd cycles, and `branch` closes the gap by branch and
//!   bound, or by `conditioning` where few fixed labels make the core reducible. A core is not searched further once its
//!   cost is its bound.
//!
//! `docs/decisions.md` lists the benefit of each step.
//!
//! All limits are counts, and all numbers are integers, except in the linear relaxation, which uses only operations that
//! IEEE 754 defines exactly: the same problem has the same solution on every machine. A certificate has integers alone.

mod biconnected;
mod branch;
mod certificate;
mod check;
mod conditioning;
mod cost;
mod graph;
mod irreducible;
mod limits;
mod polish;
mod problem;
mod reduce;
mod solution;
mod solve;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use check::{CertificateError, check};
pub use cost::{Cost, FORBIDDEN, MAX_TOTAL, allowed_pairs};
pub use limits::Limits;
pub use problem::{EdgeId, NodeId, Problem, ProblemError};
pub use solution::{CoreStats, Solution, SolveError, SolverStats};
pub use solve::{solve, solve_with_progress};
