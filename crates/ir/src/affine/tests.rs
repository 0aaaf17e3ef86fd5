//! Unit and property tests of the affine arithmetic, and the unfolded trees that these tests share.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::BinaryOp::{Add, CeilDiv, FloorDiv, Mod, Mul};
use super::*;

/// An expression before folding.
#[derive(Debug, Clone)]
pub(super) enum Raw {
    Dim(u32),
    Symbol(u32),
    Const(i64),
    Binary(BinaryOp, Box<(Raw, Raw)>),
}

impl Raw {
    pub(super) fn binary(op: BinaryOp, lhs: Raw, rhs: Raw) -> Raw {
        Raw::Binary(op, Box::new((lhs, rhs)))
    }

    pub(super) fn build(&self) -> Result<AffineExpr, AffineError> {
        match self {
            Raw::Dim(n) => Ok(AffineExpr::Dim(*n)),
            Raw::Symbol(n) => Ok(AffineExpr::Symbol(*n)),
            Raw::Const(value) => Ok(AffineExpr::Const(*value)),
            Raw::Binary(op, operands) => {
                AffineExpr::binary(*op, operands.0.build()?, operands.1.build()?)
            }
        }
    }

    /// Evaluates the tree naively; `None` also for a divisor below 1, because folding assumes positive divisors.
    fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i128> {
        let Raw::Binary(op, operands) = self else { return Some(self.leaf(dims, symbols).into()) };
        let a = operands.0.eval(dims, symbols)?;
        let b = operands.1.eval(dims, symbols)?;
        match op {
            Add => Some(a + b),
            Mul => Some(a * b),
            _ if b < 1 => None,
            Mod => Some(((a % b) + b) % b),
            FloorDiv => Some((a - ((a % b) + b) % b) / b),
            CeilDiv => Some((a + ((-a % b) + b) % b) / b),
        }
    }

    fn leaf(&self, dims: &[i64], symbols: &[i64]) -> i64 {
        match self {
            Raw::Dim(n) => dims[*n as usize],
            Raw::Symbol(n) => symbols[*n as usize],
            Raw::Const(value) => *value,
            Raw::Binary(..) => unreachable!("`eval` calls this for leaves only"),
        }
    }
}

fn d(n: u32) -> AffineExpr {
    AffineExpr::Dim(n)
}

fn s(n: u32) -> AffineExpr {
    AffineExpr::Symbol(n)
}

fn c(value: i64) -> AffineExpr {
    AffineExpr::Const(value)
}

fn op(op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    AffineExpr::binary(op, lhs, rhs).unwrap()
}

fn sub(lhs: AffineExpr, rhs: AffineExpr) -> AffineExpr {
    AffineExpr::sub(lhs, rhs).unwrap()
}

fn neg(expr: AffineExpr) -> AffineExpr {
    AffineExpr::neg(expr).unwrap()
}

#[track_caller]
fn check(expr: &AffineExpr, expect: Expect) {
    expect.assert_eq(&expr.to_string());
}

#[test]
fn add_folds_sums() {
    check(&op(Add, c(2), c(3)), expect!["5"]);
    check(&op(Add, c(4), d(0)), expect!["d0 + 4"]);
    check(&op(Add, s(0), d(0)), expect!["d0 + s0"]);
    check(&op(Add, d(0), c(0)), expect!["d0"]);
    check(&op(Add, op(Add, d(0), c(2)), c(3)), expect!["d0 + 5"]);
    check(&op(Add, op(Mul, d(0), c(2)), op(Mul, d(0), c(3))), expect!["d0 * 5"]);
    check(&op(Add, d(0), d(0)), expect!["d0 * 2"]);
    check(&sub(d(0), d(0)), expect!["0"]);
    check(&op(Add, op(Add, d(0), c(2)), d(1)), expect!["d0 + d1 + 2"]);
}

#[test]
fn mul_folds_products() {
    check(&op(Mul, c(-2), c(3)), expect!["-6"]);
    check(&op(Mul, c(2), d(0)), expect!["d0 * 2"]);
    check(&op(Mul, s(0), d(0)), expect!["d0 * s0"]);
    check(&op(Mul, d(0), c(1)), expect!["d0"]);
    check(&op(Mul, d(0), c(0)), expect!["0"]);
    check(&op(Mul, op(Mul, d(0), c(2)), c(3)), expect!["d0 * 6"]);
    check(&op(Mul, op(Mul, d(0), c(2)), s(0)), expect!["(d0 * s0) * 2"]);
}

#[test]
fn floor_div_and_ceil_div_fold_quotients() {
    check(&op(FloorDiv, c(-7), c(2)), expect!["-4"]);
    check(&op(CeilDiv, c(-7), c(2)), expect!["-3"]);
    check(&op(FloorDiv, c(5), c(-3)), expect!["-2"]);
    check(&op(CeilDiv, c(5), c(-3)), expect!["-1"]);
    check(&op(FloorDiv, c(5), c(0)), expect!["5 floordiv 0"]);
    check(&op(FloorDiv, d(0), c(1)), expect!["d0"]);
    check(&op(FloorDiv, op(Mul, d(0), c(8)), c(4)), expect!["d0 * 2"]);
    check(&op(CeilDiv, op(Mul, d(0), c(8)), c(-4)), expect!["d0 * -2"]);
    check(
        &op(FloorDiv, op(Add, d(0), op(Mul, d(1), c(8))), c(4)),
        expect!["d0 floordiv 4 + d1 * 2"],
    );
    check(
        &op(CeilDiv, op(Add, d(0), op(Mul, d(1), c(8))), c(4)),
        expect!["(d0 + d1 * 8) ceildiv 4"],
    );
}

#[test]
fn modulo_folds_remainders() {
    check(&op(Mod, c(-7), c(4)), expect!["1"]);
    check(&op(Mod, c(5), c(-3)), expect!["5 mod -3"]);
    check(&op(Mod, d(0), c(0)), expect!["d0 mod 0"]);
    check(&op(Mod, op(Mul, d(0), c(8)), c(4)), expect!["0"]);
    check(&op(Mod, op(Add, d(0), op(Mul, d(1), c(8))), c(4)), expect!["d0 mod 4"]);
    check(&op(Mod, op(Mod, d(0), c(6)), c(3)), expect!["d0 mod 3"]);
    check(&op(Mod, op(Mod, d(0), c(3)), c(6)), expect!["(d0 mod 3) mod 6"]);
}

#[test]
fn sub_folds_difference_from_rounded_value_to_mod() {
    let rounded = |q: AffineExpr| op(Mul, op(FloorDiv, d(0), q.clone()), q);
    check(&sub(d(0), rounded(c(4))), expect!["d0 mod 4"]);
    check(&sub(d(0), rounded(s(0))), expect!["d0 mod s0"]);
    check(&op(Add, d(0), op(Mul, op(FloorDiv, d(0), s(0)), neg(s(0)))), expect!["d0 mod s0"]);
    check(&sub(d(1), rounded(c(4))), expect!["d1 - (d0 floordiv 4) * 4"]);
    // `d0 mod -4` is undefined, but this difference is defined.
    check(&sub(d(0), rounded(c(-4))), expect!["d0 + (d0 floordiv -4) * 4"]);
}

#[test]
fn overflowing_constants_are_not_folded() {
    check(&op(Add, c(i64::MAX), c(1)), expect!["9223372036854775807 + 1"]);
    check(&op(Add, op(Add, d(0), c(i64::MAX)), c(1)), expect!["d0 + 9223372036854775807 + 1"]);
    check(&op(Mul, op(Mul, d(0), c(i64::MAX)), c(3)), expect!["(d0 * 9223372036854775807) * 3"]);
    check(&op(Add, op(Mul, d(0), c(i64::MAX)), d(0)), expect!["d0 * 9223372036854775807 + d0"]);
    check(&neg(c(i64::MIN)), expect!["-(-9223372036854775807 - 1)"]);
    check(&op(FloorDiv, c(i64::MIN), c(-1)), expect!["(-9223372036854775807 - 1) floordiv -1"]);
    check(
        &op(FloorDiv, op(Mul, d(0), c(i64::MIN)), c(-1)),
        expect!["(d0 * (-9223372036854775807 - 1)) floordiv -1"],
    );
}

#[test]
fn print_agrees_with_mlir() {
    check(&neg(d(0)), expect!["-d0"]);
    check(&sub(d(0), d(1)), expect!["d0 - d1"]);
    check(&sub(d(0), c(2)), expect!["d0 - 2"]);
    check(&sub(d(0), op(Mul, d(1), c(3))), expect!["d0 - d1 * 3"]);
    check(&sub(c(3), d(0)), expect!["-d0 + 3"]);
    check(&sub(d(0), op(Add, d(1), d(2))), expect!["d0 - (d1 + d2)"]);
    check(&op(Add, d(0), op(Add, d(1), d(2))), expect!["d0 + d1 + d2"]);
    check(&op(Mul, op(Add, d(0), d(1)), c(2)), expect!["(d0 + d1) * 2"]);
    check(&op(FloorDiv, neg(d(0)), c(2)), expect!["(-d0) floordiv 2"]);
    check(&op(Add, d(0), c(i64::MIN)), expect!["d0 + (-9223372036854775807 - 1)"]);
}

#[test]
fn constructors_reject_nonaffine_expressions() {
    let text = |result: Result<AffineExpr, AffineError>| result.unwrap_err().to_string();
    expect!["at least one factor of an affine product must not depend on dimensions"]
        .assert_eq(&text(AffineExpr::mul(d(0), d(1))));
    for kind in [Mod, FloorDiv, CeilDiv] {
        assert_eq!(AffineExpr::binary(kind, c(8), d(1)), Err(AffineError::NonAffineDivisor(kind)));
    }
    expect!["the right operand of `mod` must not depend on dimensions"]
        .assert_eq(&text(AffineExpr::modulo(s(0), d(1))));
}

#[test]
fn nodes_cache_properties() {
    let expr = op(Add, op(Mul, d(3), c(8)), op(Mul, s(1), c(12)));
    assert_eq!((expr.depth(), expr.max_dim(), expr.max_symbol()), (3, Some(3), Some(1)));
    assert_eq!(expr.largest_known_divisor(), 4);
    assert!(!expr.is_symbolic_or_constant());
    assert!(op(Mul, s(1), c(12)).is_symbolic_or_constant());
    assert_eq!(op(CeilDiv, op(Mul, d(0), s(0)), c(4)).largest_known_divisor(), 1);
}

#[test]
fn eval_returns_none_on_overflow_and_undefined_operators() {
    let expr = op(Add, op(Mul, d(0), s(0)), c(1));
    assert_eq!(expr.eval(&[6], &[7]), Some(43));
    assert_eq!(expr.eval(&[i64::MAX], &[2]), None);
    assert_eq!(expr.eval(&[], &[2]), None);
    assert_eq!(op(Mod, d(0), s(0)).eval(&[5], &[0]), None);
    assert_eq!(op(FloorDiv, d(0), s(0)).eval(&[5], &[0]), None);
    assert_eq!(op(FloorDiv, d(0), s(0)).eval(&[i64::MIN], &[-1]), None);
}

#[test]
fn map_new_rejects_out_of_range_positions() {
    let error = AffineMap::new(1, 1, vec![d(1)]).unwrap_err();
    expect!["dim d1 is out of range: the number of dims is 1"].assert_eq(&error.to_string());
    let error = AffineMap::new(1, 0, vec![op(Add, d(0), s(u32::MAX))]).unwrap_err();
    expect!["symbol s4294967295 is out of range: the number of symbols is 0"]
        .assert_eq(&error.to_string());
    assert_eq!(
        AffineMap::new(u32::MAX, 0, vec![d(u32::MAX)]),
        Err(AffineError::DimOutOfRange { dim: u32::MAX, num_dims: u32::MAX })
    );
}

#[test]
fn map_prints_and_evaluates() {
    let map = AffineMap::new(2, 1, vec![d(0), op(Add, d(1), s(0))]).unwrap();
    expect!["(d0, d1)[s0] -> (d0, d1 + s0)"].assert_eq(&map.to_string());
    assert_eq!(map.eval(&[1, 2], &[30]), Some(vec![1, 32]));
    assert_eq!(map.eval(&[1, 2, 3], &[30]), None);
    expect!["() -> ()"].assert_eq(&AffineMap::identity(0).to_string());
    expect!["()[s0] -> (s0)"].assert_eq(&AffineMap::new(0, 1, vec![s(0)]).unwrap().to_string());
}

#[test]
fn permutation_detects_repeated_and_missing_positions() {
    let nhwc = AffineMap::permutation(&[0, 2, 3, 1]).unwrap();
    expect!["(d0, d1, d2, d3) -> (d0, d2, d3, d1)"].assert_eq(&nhwc.to_string());
    assert_eq!(nhwc.as_permutation(), Some(vec![0, 2, 3, 1]));
    assert!(nhwc.is_permutation() && !nhwc.is_identity());
    assert!(AffineMap::identity(3).is_identity() && AffineMap::identity(3).is_permutation());
    for wrong in [&[0, 0][..], &[1, 2], &[u32::MAX]] {
        assert_eq!(AffineMap::permutation(wrong), Err(AffineError::NotPermutation));
    }
    let projected = AffineMap::new(3, 0, vec![d(0), d(1)]).unwrap();
    let with_symbol = AffineMap::new(1, 1, vec![d(0)]).unwrap();
    assert!(
        !projected.is_permutation() && !with_symbol.is_permutation() && !with_symbol.is_identity()
    );
}

#[test]
fn set_prints_and_checks_positions() {
    let constraints = vec![
        AffineConstraint { expr: sub(d(0), s(0)), is_eq: false },
        AffineConstraint { expr: op(Mod, d(0), c(2)), is_eq: true },
    ];
    let set = IntegerSet::new(1, 1, constraints).unwrap();
    expect!["(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)"].assert_eq(&set.to_string());
    expect!["(d0) : (0 == 0)"].assert_eq(&IntegerSet::new(1, 0, vec![]).unwrap().to_string());
    let outside = AffineConstraint { expr: d(1), is_eq: true };
    assert_eq!(
        IntegerSet::new(1, 0, vec![outside]),
        Err(AffineError::DimOutOfRange { dim: 1, num_dims: 1 })
    );
}

/// Applies `step` until the depth bound rejects it, and returns the deepest expression.
fn deepest(
    start: AffineExpr,
    step: impl Fn(AffineExpr) -> Result<AffineExpr, AffineError>,
) -> AffineExpr {
    let mut expr = start;
    loop {
        match step(expr.clone()) {
            Ok(next) => expr = next,
            Err(error) => {
                assert_eq!(error, AffineError::TooDeep);
                return expr;
            }
        }
    }
}

fn exercise_recursions(make: impl Fn() -> AffineExpr) {
    let (first, second) = (make(), make());
    assert!(first.depth() >= MAX_DEPTH - 1, "a step adds at most two levels");
    assert!(first == second && first.to_string() == second.to_string());
    assert_eq!(format!("{first:?}").len(), format!("{second:?}").len());
    let set: indexmap::IndexSet<AffineExpr> = [first.clone(), second].into_iter().collect();
    assert_eq!(set.len(), 1);
    assert_eq!(first.eval(&[4; 8], &[4; 2]), first.eval(&[4; 8], &[4; 2]));
    let only_too_deep = |result: Result<AffineExpr, AffineError>| {
        assert!(result.is_ok() || result == Err(AffineError::TooDeep));
    };
    for op in [Add, Mul, Mod, FloorDiv, CeilDiv] {
        only_too_deep(AffineExpr::binary(op, first.clone(), c(4)));
        only_too_deep(AffineExpr::binary(op, first.clone(), s(1)));
    }
    assert_eq!(sub(first.clone(), c(0)), first);
}

#[test]
fn recursions_fit_a_small_stack_at_maximum_depth() {
    let multiple = |dim| op(Mul, d(dim), c(4));
    let work = move || {
        exercise_recursions(|| {
            deepest(multiple(0), |e| {
                // Two kinds of addends alternate, because equal ones would merge.
                AffineExpr::add(e.clone(), multiple(e.depth() % 2 + 1))
            })
        });
        exercise_recursions(|| {
            deepest(d(0), |e| AffineExpr::modulo(AffineExpr::add(e, d(1))?, c(4)))
        });
        exercise_recursions(|| deepest(d(0), |e| AffineExpr::floor_div(e, s(0))));
        exercise_recursions(|| deepest(d(0), |e| AffineExpr::ceil_div(e, c(3))));
        exercise_recursions(|| deepest(d(0), |e| AffineExpr::add(d(1), e)));
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(work).unwrap().join().unwrap();
}

#[test]
fn constructors_reject_too_large_expressions() {
    let mut expr = d(0);
    let error = loop {
        // The size doubles in each step: the operands share all nodes except one.
        match AffineExpr::ceil_div(expr.clone(), c(3)).and_then(|half| AffineExpr::add(expr, half))
        {
            Ok(next) => expr = next,
            Err(error) => break error,
        }
    };
    assert_eq!(error, AffineError::TooLarge);
}

fn raw() -> impl Strategy<Value = Raw> {
    let leaf = prop_oneof![
        (0..3u32).prop_map(Raw::Dim),
        (0..2u32).prop_map(Raw::Symbol),
        (-12..=12i64).prop_map(Raw::Const),
    ];
    let ops = prop_oneof![4 => Just(Add), 4 => Just(Mul), 2 => Just(Mod), 2 => Just(FloorDiv), 1 => Just(CeilDiv)];
    leaf.prop_recursive(5, 24, 2, move |inner| {
        (ops.clone(), inner.clone(), inner).prop_map(|(op, lhs, rhs)| Raw::binary(op, lhs, rhs))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn folding_preserves_the_value(raw in raw(), dims in prop::array::uniform3(-20..20i64), symbols in prop::array::uniform2(1..9i64)) {
        let (Ok(expr), Some(value)) = (raw.build(), raw.eval(&dims, &symbols)) else { return Ok(()) };
        let Ok(value) = i64::try_from(value) else { return Ok(()) };
        prop_assert_eq!(expr.eval(&dims, &symbols), Some(value), "{}", expr);
    }
}
