//! Affine maps: lists of expressions over a fixed number of dimensions and symbols.

use super::{AffineError, AffineExpr};

/// A map from `num_dims` dimensions and `num_symbols` symbols to a list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineMap {
    num_dims: u32,
    num_symbols: u32,
    /// The outer box makes the map small, because attributes store it inline.
    results: Box<Box<[AffineExpr]>>,
}

impl AffineMap {
    fn from_parts(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> Self {
        Self { num_dims, num_symbols, results: Box::new(results.into()) }
    }

    /// Creates a map. Fails if a result uses a dimension or symbol that the map does not have.
    pub fn new(
        num_dims: u32,
        num_symbols: u32,
        results: Vec<AffineExpr>,
    ) -> Result<Self, AffineError> {
        results.iter().try_for_each(|expr| expr.check_range(num_dims, num_symbols))?;
        Ok(Self::from_parts(num_dims, num_symbols, results))
    }

    /// Returns the map whose results are its `num_dims` dimensions.
    pub fn identity(num_dims: u32) -> Self {
        Self::from_parts(num_dims, 0, (0..num_dims).map(AffineExpr::Dim).collect())
    }

    /// Returns the map whose result `k` is the dimension `positions[k]`. Fails if `positions` is not a permutation of
    /// `0..positions.len()`.
    pub fn permutation(positions: &[u32]) -> Result<Self, AffineError> {
        let num_dims = u32::try_from(positions.len()).map_err(|_| AffineError::NotPermutation)?;
        let results = positions.iter().copied().map(AffineExpr::Dim).collect();
        let map = Self::from_parts(num_dims, 0, results);
        map.is_permutation().then_some(map).ok_or(AffineError::NotPermutation)
    }

    /// Returns the number of dimensions.
    pub fn num_dims(&self) -> u32 {
        self.num_dims
    }

    /// Returns the number of symbols.
    pub fn num_symbols(&self) -> u32 {
        self.num_symbols
    }

    /// Returns the expressions, one for each result.
    pub fn results(&self) -> &[AffineExpr] {
        &self.results
    }

    /// Returns `true` if result `k` is dimension `k` for all dimensions, and there are no symbols.
    pub fn is_identity(&self) -> bool {
        self.num_symbols == 0
            && self.num_dims as usize == self.results.len()
            && (0..).zip(self.results()).all(|(dim, result)| *result == AffineExpr::Dim(dim))
    }

    /// Returns `true` if the results are all dimensions, each once in any order, and there are no symbols.
    pub fn is_permutation(&self) -> bool {
        self.as_permutation().is_some()
    }

    /// Returns the dimension of each result; `None` if the map is not a permutation.
    pub fn as_permutation(&self) -> Option<Vec<u32>> {
        if self.num_symbols != 0 || self.num_dims as usize != self.results.len() {
            return None;
        }
        let mut seen = vec![false; self.results.len()];
        self.results.iter().map(|result| first_use(result, &mut seen)).collect()
    }

    /// Returns the values of the results at a point. `None` if the counts of the point and the map differ, or a result
    /// is undefined at the point (see [`AffineExpr::eval`]).
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        if dims.len() != self.num_dims as usize || symbols.len() != self.num_symbols as usize {
            return None;
        }
        self.results.iter().map(|expr| expr.eval(dims, symbols)).collect()
    }
}

/// Returns the dimension that `expr` is and marks it in `seen`; `None` if it was already marked.
fn first_use(expr: &AffineExpr, seen: &mut [bool]) -> Option<u32> {
    let AffineExpr::Dim(dim) = expr else {
        return None;
    };
    let seen = seen.get_mut(*dim as usize)?;
    (!std::mem::replace(seen, true)).then_some(*dim)
}
