//! Integer sets: the points at which a list of affine constraints holds.

use super::{AffineError, AffineExpr};

/// One condition of an [`IntegerSet`]: `expr == 0` or `expr >= 0`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineConstraint {
    /// What is compared with zero.
    pub expr: AffineExpr,
    /// Whether the condition is an equality; otherwise it is `>=`.
    pub is_eq: bool,
}

/// The points of `num_dims` dimensions, given `num_symbols` symbols, at which all constraints hold.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    num_dims: u32,
    num_symbols: u32,
    /// The outer box keeps the set, which attributes hold, small.
    constraints: Box<Box<[AffineConstraint]>>,
}

impl IntegerSet {
    /// Makes a set. An empty list becomes the constraint `0 == 0`, as when MLIR reads one.
    /// Fails where a constraint uses a dimension or symbol that the set does not have.
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

    /// How many dimensions a point has.
    pub fn num_dims(&self) -> u32 {
        self.num_dims
    }

    /// How many symbols the set takes.
    pub fn num_symbols(&self) -> u32 {
        self.num_symbols
    }

    /// The conditions, at least one.
    pub fn constraints(&self) -> &[AffineConstraint] {
        &self.constraints
    }

    /// Whether the point is in the set.
    /// `None` where it has not the set's counts, or a constraint has no value there (see [`AffineExpr::eval`]).
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        if dims.len() != self.num_dims as usize || symbols.len() != self.num_symbols as usize {
            return None;
        }
        let holds = |c: &AffineConstraint| Some(c.is_met_by(c.expr.eval(dims, symbols)?));
        self.constraints.iter().map(holds).try_fold(true, |all, one| Some(all && one?))
    }
}

impl AffineConstraint {
    fn is_met_by(&self, value: i64) -> bool {
        if self.is_eq { value == 0 } else { value >= 0 }
    }
}
