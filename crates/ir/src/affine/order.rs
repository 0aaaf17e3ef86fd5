//! Orders as affine maps, the form in which a tensor type carries them: result `k` is the logical
//! dimension at physical position `k`.

use std::fmt;

use super::{AffineExpr, AffineMap};
use layout::{Dim, DimsOrder, OrderError};

/// Why an affine map is no order. Results are counted from zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderMapError {
    /// The map has symbols.
    Symbols {
        /// How many symbols it has.
        symbols: usize,
    },
    /// A result is not a lone dimension.
    NotADim {
        /// The result at fault.
        result: usize,
        /// The result as it is written.
        text: String,
    },
    /// The results are dimensions, but no permutation of them.
    Order(OrderError),
}

impl fmt::Display for OrderMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderMapError::Symbols { symbols } => {
                write!(f, "the map has symbols ({symbols}); an order has none")
            }
            OrderMapError::NotADim { result, text } => {
                write!(f, "result {result} of the order is `{text}`, which is not a dim")
            }
            OrderMapError::Order(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for OrderMapError {}

impl From<OrderError> for OrderMapError {
    fn from(error: OrderError) -> OrderMapError {
        OrderMapError::Order(error)
    }
}

impl From<DimsOrder> for AffineMap {
    /// The map of an order: `NHWC` is `(d0, d1, d2, d3) -> (d0, d2, d3, d1)`. Rank zero is `() -> ()`.
    fn from(order: DimsOrder) -> AffineMap {
        let positions: Vec<u32> = order.results().map(number).collect();
        AffineMap::permutation(&positions).expect("an order is a permutation")
    }
}

impl TryFrom<&AffineMap> for DimsOrder {
    type Error = OrderMapError;

    /// The order of a map. The first result at fault is named.
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
    fn refused(dims: u32, results: Vec<AffineExpr>, expect: Expect) {
        let map = AffineMap::new(dims, 0, results).unwrap();
        expect.assert_eq(&DimsOrder::try_from(&map).unwrap_err().to_string());
    }

    #[test]
    fn maps_go_both_ways() {
        let map = AffineMap::from(DimsOrder::NHWC);
        expect!["(d0, d1, d2, d3) -> (d0, d2, d3, d1)"].assert_eq(&map.to_string());
        assert_eq!(DimsOrder::try_from(&map), Ok(DimsOrder::NHWC));
        let scalar = AffineMap::from(DimsOrder::SCALAR);
        expect!["() -> ()"].assert_eq(&scalar.to_string());
        assert_eq!(DimsOrder::try_from(&scalar), Ok(DimsOrder::SCALAR));
    }

    /// The affine maps that VPUX's own sources give its named orders, from `tests/vectors/vpux.json`.
    #[test]
    fn named_orders_have_the_maps_of_vpux() {
        for case in testkit::vectors::section("vpux.json", "affine") {
            let order = DimsOrder::from_name(case["order"].as_str().unwrap()).unwrap();
            let map = AffineMap::from(order);
            assert_eq!(map.to_string(), case["map"].as_str().unwrap());
            assert_eq!(DimsOrder::try_from(&map), Ok(order));
        }
    }

    #[test]
    fn maps_of_all_small_orders_round_trip() {
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
            expect!["result 1 of the order repeats d1, which is already result 0"],
        );
        refused(
            3,
            vec![Dim(0), Dim(1)],
            expect!["the map has 2 results for 3 dims; expected one result for each dim"],
        );
        refused(
            3,
            vec![Dim(2), Dim(2)],
            expect!["result 1 of the order repeats d2, which is already result 0"],
        );
        refused(
            2,
            vec![Dim(1), Dim(0), Dim(1)],
            expect!["result 2 of the order repeats d1, which is already result 0"],
        );
        let symbols = AffineMap::new(1, 2, vec![Dim(0)]).unwrap();
        expect!["the map has symbols (2); an order has none"]
            .assert_eq(&DimsOrder::try_from(&symbols).unwrap_err().to_string());
        assert!(DimsOrder::try_from(&AffineMap::identity(16)).is_err());
    }
}
