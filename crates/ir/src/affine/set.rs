//! Integer sets: the points that satisfy a list of affine constraints.

use super::{AffineError, AffineExpr};

/// A constraint of an [`IntegerSet`]: `expr == 0` or `expr >= 0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineConstraint {
    /// The expression that is compared with zero.
    pub expr: AffineExpr,
    /// `true` for `== 0`, `false` for `>= 0`.
    pub is_eq: bool,
}

/// The points of `num_dims` dimensions that satisfy all constraints, for given values of `num_symbols` symbols.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    num_dims: u32,
    num_symbols: u32,
    /// The outer box makes the set small, because attributes store it inline.
    constraints: Box<Box<[AffineConstraint]>>,
}

impl IntegerSet {
    /// Creates a set. An empty list becomes the constraint `0 == 0`, as in MLIR's parser. Fails if a constraint uses a
    /// dimension or symbol that the set does not have.
    pub fn new(
        num_dims: u32,
        num_symbols: u32,
        mut constraints: Vec<AffineConstraint>,
    ) -> Result<Self, AffineError> {
        constraints.iter().try_for_each(|c| c.expr.check_range(num_dims, num_symbols))?;
        if constraints.is_empty() {
            constraints.push(AffineConstraint { expr: AffineExpr::Const(0), is_eq: true });
        }
        Ok(Self { num_dims, num_symbols, constraints: Box::new(constraints.into()) })
    }

    /// Returns the number of dimensions of a point.
    pub fn num_dims(&self) -> u32 {
        self.num_dims
    }

    /// Returns the number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.num_symbols
    }

    /// Returns the constraints, at least one.
    pub fn constraints(&self) -> &[AffineConstraint] {
        &self.constraints
    }
}
