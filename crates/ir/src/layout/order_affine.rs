//! Orders as affine maps, the form in which a tensor type carries them: result `k` is the logical
//! dimension at physical position `k`.

use super::dim::Dim;
use super::order::{DimsOrder, OrderError, check};
use crate::affine::{AffineExpr, AffineMap};

impl DimsOrder {
    /// The map of the order: `NHWC` is `(d0, d1, d2, d3) -> (d0, d2, d3, d1)`. Rank zero is `() -> ()`.
    pub fn to_affine_map(self) -> AffineMap {
        let positions: Vec<u32> = self.results().map(number).collect();
        AffineMap::permutation(&positions).expect("an order is a permutation")
    }

    /// The order of a map.
    ///
    /// # Errors
    /// The map has symbols, a result is not a lone dimension, there is not one result for each dimension,
    /// or a dimension stands twice. The first result at fault is named.
    pub fn from_affine_map(map: &AffineMap) -> Result<DimsOrder, OrderError> {
        if map.num_symbols() != 0 {
            return Err(OrderError::Symbols { symbols: map.num_symbols() as usize });
        }
        let results: Result<Vec<usize>, OrderError> =
            map.results().iter().enumerate().map(lone_dim).collect();
        let (results, dims) = (results?, map.num_dims() as usize);
        // A result that stands twice is told first: it is the reason where there are too many.
        let order = check(dims, results.iter().copied())?;
        if results.len() != dims {
            return Err(OrderError::Results { results: results.len(), dims });
        }
        Ok(order)
    }
}

fn number(dim: Dim) -> u32 {
    u32::try_from(dim.index()).expect("a dim is below the greatest rank")
}

fn lone_dim((result, expr): (usize, &AffineExpr)) -> Result<usize, OrderError> {
    match expr {
        AffineExpr::Dim(dim) => Ok(*dim as usize),
        other => Err(OrderError::NotADim { result, text: other.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn refused(dims: u32, results: Vec<AffineExpr>, expect: Expect) {
        let map = AffineMap::new(dims, 0, results).unwrap();
        expect.assert_eq(&DimsOrder::from_affine_map(&map).unwrap_err().to_string());
    }

    #[test]
    fn maps_go_both_ways() {
        let map = DimsOrder::NHWC.to_affine_map();
        expect!["(d0, d1, d2, d3) -> (d0, d2, d3, d1)"].assert_eq(&map.to_string());
        assert_eq!(DimsOrder::from_affine_map(&map), Ok(DimsOrder::NHWC));
        let scalar = DimsOrder::SCALAR.to_affine_map();
        expect!["() -> ()"].assert_eq(&scalar.to_string());
        assert_eq!(DimsOrder::from_affine_map(&scalar), Ok(DimsOrder::SCALAR));
    }

    #[test]
    fn other_maps_are_refused_with_their_reason() {
        use AffineExpr::{Const, Dim};
        refused(
            2,
            vec![Dim(0), Const(3)],
            expect!["result 1 of the order is `3`, which is not a dim"],
        );
        refused(
            2,
            vec![Dim(1), Dim(1)],
            expect!["result 1 of the order is d1 again, which is result 0 already"],
        );
        refused(
            3,
            vec![Dim(0), Dim(1)],
            expect!["the map has 2 results for 3 dims; an order has one result for each dim"],
        );
        refused(
            3,
            vec![Dim(2), Dim(2)],
            expect!["result 1 of the order is d2 again, which is result 0 already"],
        );
        refused(
            2,
            vec![Dim(1), Dim(0), Dim(1)],
            expect!["result 2 of the order is d1 again, which is result 0 already"],
        );
        let symbols = AffineMap::new(1, 2, vec![Dim(0)]).unwrap();
        expect!["the map has symbols (2); an order has none"]
            .assert_eq(&DimsOrder::from_affine_map(&symbols).unwrap_err().to_string());
        assert!(DimsOrder::from_affine_map(&AffineMap::identity(16)).is_err());
    }
}
