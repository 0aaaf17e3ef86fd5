//! Affine expressions, maps and integer sets, as in MLIR: the arithmetic that index computations are written in.
//!
//! A leaf of the crate: nothing else of the IR is imported. [`AffineExpr`] is the tree, built only through
//! constructors that check and fold (`fold`). [`AffineMap`] and [`IntegerSet`] are lists of expressions over
//! numbered dimensions and symbols. All of them print the text that MLIR 19 prints.

mod error;
mod expr;
mod fold;
mod map;
mod operator;
mod order;
mod print;
mod set;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tool_tests;

pub use error::{AffineError, MAX_DEPTH, MAX_NODES};
pub use expr::{AffineExpr, BinaryExpr};
pub use map::AffineMap;
pub use operator::BinaryOp;
pub use order::OrderMapError;
pub use set::{AffineConstraint, IntegerSet};
