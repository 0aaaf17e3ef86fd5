//! Affine expressions, maps and integer sets, as in MLIR. Index computations are written in this arithmetic.
//!
//! The module imports nothing else of the IR. [`AffineExpr`] is the expression tree; its constructors alone build it,
//! and they check and fold (`fold`). [`AffineMap`] and [`IntegerSet`] are lists of expressions over numbered dimensions
//! and symbols. All of them print the same text as MLIR 19.

mod error;
mod expr;
mod fold;
mod index_map;
mod map;
mod operator;
mod order;
mod print;
mod set;
mod sym_expr;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;

pub use error::{AffineError, MAX_DEPTH, MAX_NODES};
pub use expr::{AffineExpr, BinaryExpr};
pub use map::AffineMap;
pub use operator::BinaryOp;
pub use order::OrderMapError;
pub use print::NamedExpr;
pub use set::{AffineConstraint, IntegerSet};
