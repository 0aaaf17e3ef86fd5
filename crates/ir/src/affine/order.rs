//! Orders as affine maps, the form in which tensor types store them: result `k` is the logical dim of physical position
//! `k`.

use super::{AffineExpr, AffineMap};
use layout::{Dim, DimsOrder, OrderError, impl_error, impl_from};

/// The reason why an affine map is not an order. Results are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderMapError {
    /// The map has symbols.
    Symbols {
        /// The number of symbols.
        symbols: usize,
    },
    /// A result is an expression other than a dimension.
    NotADim {
        /// The index of the result.
        result: usize,
        /// The text of the result.
        text: String,
    },
    /// The results are dimensions, but not a permutation of them.
    Order(OrderError),
}

impl_error!(OrderMapError {
    Self::Symbols { symbols } => "an order must not have symbols, but the map has {symbols}",
    Self::NotADim { result, text } => "result {result} of the order is `{text}`, which is not a dim",
    Self::Order(error) => "{error}",
});
impl_from!(OrderMapError { Order(OrderError) });

impl From<DimsOrder> for AffineMap {
    /// Returns the map of an order: `NHWC` is `(d0, d1, d2, d3) -> (d0, d2, d3, d1)`. Rank 0 is `() -> ()`.
    fn from(order: DimsOrder) -> AffineMap {
        let positions: Vec<u32> = order.results().map(number).collect();
        AffineMap::permutation(&positions).expect("an order is a permutation")
    }
}

impl TryFrom<&AffineMap> for DimsOrder {
    type Error = OrderMapError;

    /// Returns the order of a map. The error names the first invalid result.
    fn try_from(map: &AffineMap) -> Result<DimsOrder, OrderMapError> {
        if map.num_symbols() != 0 {
            return Err(OrderMapError::Symbols { symbols: map.num_symbols() as usize });
        }
        let results: Result<Vec<usize>, OrderMapError> =
            map.results().iter().enumerate().map(lone_dim).collect();
        Ok(DimsOrder::of_rank(map.num_dims() as usize, &results?)?)
    }
}

fn number(dim: Dim) -> u32 {
    u32::try_from(dim.index()).expect("a dim is below the greatest rank")
}

fn lone_dim((result, expr): (usize, &AffineExpr)) -> Result<usize, OrderMapError> {
    match expr {
        AffineExpr::Dim(dim) => Ok(*dim as usize),
        other => Err(OrderMapError::NotADim { result, text: other.to_string() }),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check_error(dims: u32, results: Vec<AffineExpr>, expect: Expect) {
        let map = AffineMap::new(dims, 0, results).unwrap();
        expect.assert_eq(&DimsOrder::try_from(&map).unwrap_err().to_string());
    }

    #[test]
    fn order_maps_convert_in_both_directions() {
        let map = AffineMap::from(DimsOrder::NHWC);
        expect!["(d0, d1, d2, d3) -> (d0, d2, d3, d1)"].assert_eq(&map.to_string());
        assert_eq!(DimsOrder::try_from(&map), Ok(DimsOrder::NHWC));
        let scalar = AffineMap::from(DimsOrder::SCALAR);
        expect!["() -> ()"].assert_eq(&scalar.to_string());
        assert_eq!(DimsOrder::try_from(&scalar), Ok(DimsOrder::SCALAR));
    }

    /// Checks the affine maps of VPUX's named orders, from `tests/vectors/vpux.json`.
    #[test]
    fn named_orders_agree_with_vpux_maps() {
        for case in testkit::vectors::section("vpux.json", "affine") {
            let order = DimsOrder::from_name(case["order"].as_str().unwrap()).unwrap();
            let map = AffineMap::from(order);
            assert_eq!(map.to_string(), case["map"].as_str().unwrap());
            assert_eq!(DimsOrder::try_from(&map), Ok(order));
        }
    }

    #[test]
    fn small_orders_round_trip_through_maps() {
        let mut orders = vec![Vec::new()];
        for rank in 0..5usize {
            for results in &orders {
                let order = DimsOrder::from_results(results).unwrap();
                assert_eq!(DimsOrder::try_from(&AffineMap::from(order)), Ok(order));
            }
            let longer = |results: &Vec<usize>| {
                (0..=rank).map(|at| [&results[..at], &[rank], &results[at..]].concat()).collect()
            };
            orders = orders.iter().flat_map::<Vec<Vec<usize>>, _>(longer).collect();
        }
    }

    #[test]
    fn try_from_reports_invalid_order_maps() {
        use AffineExpr::{Const, Dim};
        check_error(
            2,
            vec![Dim(0), Const(3)],
            expect!["result 1 of the order is `3`, which is not a dim"],
        );
        check_error(
            2,
            vec![Dim(1), Dim(1)],
            expect!["result 1 of the order repeats d1, which is already result 0"],
        );
        check_error(
            3,
            vec![Dim(0), Dim(1)],
            expect!["the map has 2 results for 3 dims; expected one result for each dim"],
        );
        check_error(
            3,
            vec![Dim(2), Dim(2)],
            expect!["result 1 of the order repeats d2, which is already result 0"],
        );
        check_error(
            2,
            vec![Dim(1), Dim(0), Dim(1)],
            expect!["result 2 of the order repeats d1, which is already result 0"],
        );
        let symbols = AffineMap::new(1, 2, vec![Dim(0)]).unwrap();
        expect!["an order must not have symbols, but the map has 2"]
            .assert_eq(&DimsOrder::try_from(&symbols).unwrap_err().to_string());
        assert!(DimsOrder::try_from(&AffineMap::identity(16)).is_err());
    }
}
