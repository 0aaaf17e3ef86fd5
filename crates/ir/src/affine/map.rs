//! Affine maps: lists of expressions over a fixed number of dimensions and symbols.

use super::{AffineError, AffineExpr};

/// A map from `num_dims` dimensions and `num_symbols` symbols to a list of values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AffineMap {
    num_dims: u32,
    num_symbols: u32,
    /// The outer box keeps the map, which attributes hold, small.
    results: Box<Box<[AffineExpr]>>,
}

impl AffineMap {
    fn of(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> Self {
        Self { num_dims, num_symbols, results: Box::new(results.into()) }
    }

    /// Makes a map. Fails where a result uses a dimension or symbol that the map does not have.
    pub fn new(
        num_dims: u32,
        num_symbols: u32,
        results: Vec<AffineExpr>,
    ) -> Result<Self, AffineError> {
        results.iter().try_for_each(|expr| expr.check_range(num_dims, num_symbols))?;
        Ok(Self::of(num_dims, num_symbols, results))
    }

    /// The map that gives its `num_dims` dimensions back.
    pub fn identity(num_dims: u32) -> Self {
        Self::of(num_dims, 0, (0..num_dims).map(AffineExpr::Dim).collect())
    }

    /// The map whose result `k` is the dimension `positions[k]`.
    /// Fails where `positions` does not hold each of `0..positions.len()` once.
    pub fn permutation(positions: &[u32]) -> Result<Self, AffineError> {
        let num_dims = u32::try_from(positions.len()).map_err(|_| AffineError::NotPermutation)?;
        let results = positions.iter().copied().map(AffineExpr::Dim).collect();
        let map = Self::of(num_dims, 0, results);
        map.is_permutation().then_some(map).ok_or(AffineError::NotPermutation)
    }

    /// How many dimensions the map takes.
    pub fn num_dims(&self) -> u32 {
        self.num_dims
    }

    /// How many symbols the map takes.
    pub fn num_symbols(&self) -> u32 {
        self.num_symbols
    }

    /// The expressions, one per result.
    pub fn results(&self) -> &[AffineExpr] {
        &self.results
    }

    /// Whether result `k` is dimension `k` for all of them, and there are no symbols.
    pub fn is_identity(&self) -> bool {
        self.num_symbols == 0
            && self.num_dims as usize == self.results.len()
            && (0..).zip(self.results()).all(|(dim, result)| *result == AffineExpr::Dim(dim))
    }

    /// Whether the results are the dimensions, each once, in any order, and there are no symbols.
    pub fn is_permutation(&self) -> bool {
        self.as_permutation().is_some()
    }

    /// The dimension that each result is, where the map is a permutation.
    pub fn as_permutation(&self) -> Option<Vec<u32>> {
        if self.num_symbols != 0 || self.num_dims as usize != self.results.len() {
            return None;
        }
        let mut seen = vec![false; self.results.len()];
        self.results.iter().map(|result| first_use(result, &mut seen)).collect()
    }

    /// The values of the results at a point.
    /// `None` where the point has not the map's counts, or a result has no value there (see [`AffineExpr::eval`]).
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        if dims.len() != self.num_dims as usize || symbols.len() != self.num_symbols as usize {
            return None;
        }
        self.results.iter().map(|expr| expr.eval(dims, symbols)).collect()
    }
}

/// The dimension that `expr` is, unless `seen` has it already; marks it as seen.
fn first_use(expr: &AffineExpr, seen: &mut [bool]) -> Option<u32> {
    let AffineExpr::Dim(dim) = expr else {
        return None;
    };
    let seen = seen.get_mut(*dim as usize)?;
    (!std::mem::replace(seen, true)).then_some(*dim)
}
