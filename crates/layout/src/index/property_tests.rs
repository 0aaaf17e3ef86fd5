//! Properties of random expressions, checked by direct evaluation at every point of small index spaces.

use proptest::prelude::*;

use super::parities::ONE;
use super::*;
use crate::domain::StridedInterval;
use crate::space::IndexSpace;

/// An expression as built, without simplification.
#[derive(Clone, Debug)]
enum Tree {
    Var(usize),
    Linear(i64, Vec<(i64, Tree)>),
    Digit(Box<Tree>, i64, Option<i64>),
    Xor(Box<Tree>, Box<Tree>),
    Require(Box<Tree>, i64, i64),
}

impl Tree {
    fn build(&self, exprs: &mut Exprs, lengths: &[i64]) -> Expr {
        match self {
            Tree::Var(number) => {
                let number = number % lengths.len();
                exprs.var(number as u32, lengths[number])
            }
            Tree::Linear(constant, terms) => {
                let terms: Vec<_> = terms
                    .iter()
                    .map(|(factor, tree)| (*factor, tree.build(exprs, lengths)))
                    .collect();
                exprs.linear(*constant, &terms)
            }
            Tree::Digit(tree, divisor, modulus) => {
                let value = tree.build(exprs, lengths);
                exprs.digit(&value, *divisor, *modulus)
            }
            Tree::Xor(a, b) => {
                let (a, b) = (a.build(exprs, lengths), b.build(exprs, lengths));
                exprs.xor(&a, &b)
            }
            Tree::Require(tree, low, high) => {
                let value = tree.build(exprs, lengths);
                exprs.require(&value, *low, *high)
            }
        }
    }

    /// Returns the value, and clears `valid` if a predicate does not hold.
    fn eval(&self, index: &[i64], valid: &mut bool) -> i128 {
        match self {
            Tree::Var(number) => index[number % index.len()].into(),
            Tree::Linear(constant, terms) => terms
                .iter()
                .map(|(factor, tree)| i128::from(*factor) * tree.eval(index, valid))
                .fold(i128::from(*constant), |sum, term| sum + term),
            Tree::Digit(tree, divisor, modulus) => {
                let quotient = tree.eval(index, valid).div_euclid((*divisor).into());
                modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus.into()))
            }
            Tree::Xor(a, b) => a.eval(index, valid) ^ b.eval(index, valid),
            Tree::Require(tree, low, high) => {
                let value = tree.eval(index, valid);
                *valid &= i128::from(*low) <= value && value < i128::from(*high);
                value
            }
        }
    }
}

/// Generates numbers that share divisors, as the factors of layouts do.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![6 => prop::sample::select(vec![1, 2, 3, 4, 6, 8, 12, 16, 24, 32]), 1 => 1..20i64]
}

fn factor() -> impl Strategy<Value = i64> {
    (number(), prop::bool::weighted(0.2)).prop_map(|(n, minus)| if minus { -n } else { n })
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0..3usize).prop_map(Tree::Var);
    leaf.prop_recursive(5, 24, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        let terms = prop::collection::vec((factor(), inner.clone()), 1..4);
        let modulus = prop::option::of(number());
        prop_oneof![
            5 => (prop_oneof![2 => Just(0), 1 => -20..20i64], terms)
                .prop_map(|(constant, terms)| Tree::Linear(constant, terms)),
            5 => (boxed(), number(), modulus).prop_map(|(tree, d, m)| Tree::Digit(tree, d, m)),
            2 => (boxed(), boxed()).prop_map(|(a, b)| Tree::Xor(a, b)),
            2 => (boxed(), -8..8i64, 0..60i64)
                .prop_map(|(tree, low, size)| Tree::Require(tree, low, low + size)),
        ]
    })
}

fn lengths() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(prop_oneof![1..=9i64, Just(8), Just(16)], 1..=3)
}

/// Returns all indices below these lengths.
fn points(lengths: &[i64]) -> Vec<Vec<i64>> {
    IndexSpace::below(lengths.iter().copied()).iter().collect()
}

fn is_valid(exprs: &Exprs, point: &[i64]) -> bool {
    exprs.predicates().all(|Predicate { value, low, high }| {
        exprs.eval(value, point).is_some_and(|value| low <= value && value < high)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn normal_form_evaluates_as_the_original(tree in tree(), lengths in lengths()) {
        let mut exprs = Exprs::new();
        let expr = tree.build(&mut exprs, &lengths);
        prop_assert!(exprs.fits(expr));
        let range = exprs.range(expr);
        let interval = exprs.interval(expr);
        for point in points(&lengths) {
            let mut valid = true;
            let wanted = tree.eval(&point, &mut valid);
            prop_assert_eq!(is_valid(&exprs, &point), valid, "at {:?}", point);
            if !valid {
                continue;
            }
            let value = exprs.eval(expr, &point).unwrap();
            prop_assert_eq!(i128::from(value), wanted, "{} at {:?}", exprs.display(expr), point);
            prop_assert!(range.low <= value && value <= range.high, "{value} in {range:?}");
            let known = interval.meet(StridedInterval::number(value.into()));
            prop_assert!(known.is_some(), "{value} in {interval:?}");
        }
    }

    #[test]
    fn parities_sum_to_the_expression(a in tree(), b in tree(), lengths in lengths()) {
        let mut exprs = Exprs::new();
        let (a, b) = (a.build(&mut exprs, &lengths), b.build(&mut exprs, &lengths));
        // Most exclusive ors of such digits have several bits in common.
        let (a, b) = (exprs.digit(&a, 1, Some(32)), exprs.digit(&b, 2, Some(16)));
        let expr = exprs.xor(&a, &b);
        let Some(parities) = exprs.parities_of(&[(expr, ONE)]) else { return Ok(()) };
        for point in points(&lengths).into_iter().filter(|point| is_valid(&exprs, point)) {
            let mut sum = 0;
            for (bits, weight) in &parities {
                let values: Vec<i64> =
                    bits.iter().map(|&bit| exprs.eval(bit, &point).unwrap()).collect();
                let value = match values[..] {
                    [] => 1,
                    [one] => one,
                    _ => {
                        prop_assert!(values.iter().all(|bit| (0..2).contains(bit)));
                        values.iter().fold(0, |parity, bit| parity ^ bit)
                    }
                };
                sum += weight * i128::from(value);
            }
            let value = exprs.eval(expr, &point).unwrap();
            prop_assert_eq!(sum, i128::from(value) << 60, "{} at {:?}", exprs.display(expr), point);
        }
    }

    #[test]
    fn normal_form_is_stable(tree in tree(), lengths in lengths()) {
        let mut exprs = Exprs::new();
        let expr = tree.build(&mut exprs, &lengths);
        let number = 0;
        let same = exprs.var(number, lengths[0]);
        prop_assert_eq!(exprs.substitute(expr, number, same), expr);
        let again = tree.build(&mut exprs, &lengths);
        prop_assert_eq!(again, expr);
    }

    #[test]
    fn substitution_agrees_with_evaluation(
        tree in tree(),
        lengths in lengths(),
        groups in 1..5i64,
        width in 1..5i64,
    ) {
        let mut lengths = lengths;
        lengths[0] = groups * width;
        let mut exprs = Exprs::new();
        let expr = tree.build(&mut exprs, &lengths);
        let (group, lane) = (exprs.var(7, groups), exprs.var(8, width));
        let by = exprs.linear(0, &[(width, group), (1, lane)]);
        let replaced = exprs.substitute(expr, 0, by);
        for point in points(&lengths).into_iter().filter(|point| is_valid(&exprs, point)) {
            let mut long = point.clone();
            long.resize(7, 0);
            long.extend([point[0] / width, point[0] % width]);
            prop_assert_eq!(exprs.eval(replaced, &long), exprs.eval(expr, &point));
        }
    }

    #[test]
    fn digits_of_a_sum_join_to_the_sum(
        lengths in lengths(),
        factors in prop::collection::vec(number(), 3),
        radices in prop::collection::vec(number(), 1..4),
    ) {
        let mut exprs = Exprs::new();
        let terms: Vec<_> = (0..lengths.len())
            .map(|number| (factors[number], exprs.var(number as u32, lengths[number])))
            .collect();
        let sum = exprs.linear(0, &terms);
        let (mut weight, mut digits) = (1, Vec::new());
        for &radix in &radices {
            digits.push((weight, exprs.digit(&sum, weight, Some(radix))));
            weight *= radix;
        }
        digits.push((weight, exprs.digit(&sum, weight, None)));
        let joined = exprs.linear(0, &digits);
        prop_assert_eq!(joined, sum, "{} and {}", exprs.display(joined), exprs.display(sum));
    }

    #[test]
    fn proven_vectors_are_aligned_and_consecutive(tree in tree(), lengths in lengths(), log_width in 1..4u32, groups in 1..4i64) {
        let width = 1 << log_width;
        let mut lengths = lengths;
        lengths[0] = width * groups;
        let mut exprs = Exprs::new();
        let first = exprs.var(0, lengths[0]);
        // Few trees alone have vectors. With the component added, many do.
        let value = tree.build(&mut exprs, &lengths);
        for (factor, rest) in [(0, 1), (1, 0), (1, width), (1, 1)] {
            let offset = exprs.linear(0, &[(factor, first), (rest, value)]);
            let predicates: Vec<_> = exprs.predicates().collect();
            if !exprs.proves_aligned_vectors(offset, &predicates, (0, lengths[0]), width) {
                continue;
            }
            for point in points(&lengths) {
                let mut start = point.clone();
                start[0] -= point[0] % width;
                let valid = is_valid(&exprs, &point);
                prop_assert_eq!(valid, is_valid(&exprs, &start), "{:?}", point);
                if valid {
                    let base = exprs.eval(offset, &start).unwrap();
                    prop_assert_eq!(base.rem_euclid(width), 0);
                    prop_assert_eq!(exprs.eval(offset, &point), Some(base + point[0] % width));
                }
            }
        }
    }
}
