//! Every operation on words of four bits, compared with arithmetic on unbounded integers.

use super::*;

const I4: Width = Width(4);

/// An operation, and its result before wrapping.
type Expected = (WordOp, fn(i64, i64) -> Option<i64>);

const EXPECTED: [Expected; 12] = [
    (WordOp::Add, |a, b| Some(a + b)),
    (WordOp::Sub, |a, b| Some(a - b)),
    (WordOp::Mul, |a, b| Some(a * b)),
    (WordOp::Div, |a, b| (b > 0).then(|| a / b)),
    (WordOp::Rem, |a, b| (b > 0).then(|| a % b)),
    (WordOp::Shl, |a, b| (b < 4).then(|| a * [1, 2, 4, 8][b as usize])),
    (WordOp::Shr, |a, b| (b < 4).then(|| a / [1, 2, 4, 8][b as usize])),
    (WordOp::And, |a, b| Some((0..4).map(|n| ((a >> n) % 2 * ((b >> n) % 2)) << n).sum())),
    (WordOp::Or, |a, b| Some((0..4).map(|n| ((a >> n) % 2).max((b >> n) % 2) << n).sum())),
    (WordOp::Xor, |a, b| Some((0..4).map(|n| (((a >> n) + (b >> n)) % 2) << n).sum())),
    (WordOp::Min, |a, b| Some(if a < b { a } else { b })),
    (WordOp::Max, |a, b| Some(if a > b { a } else { b })),
];

fn pairs() -> impl Iterator<Item = (u64, u64)> {
    (0..16).flat_map(|a| (0..16).map(move |b| (a, b)))
}

fn exact(op: Operation, a: u64, b: u64) -> Option<u64> {
    let exact = op.exact([a.into(), b.into(), 0], I4);
    exact.map(|exact| I4.word(exact as i128))
}

#[test]
fn tables_are_indexed_by_their_enums() {
    for (position, row) in WORD_OPS.iter().enumerate() {
        assert_eq!((row.op as usize, row.op.row().name), (position, row.name));
    }
    for (position, &(predicate, number)) in PREDICATES.iter().enumerate() {
        assert_eq!((predicate as usize, predicate.number()), (position, number));
        assert_eq!(CmpPredicate::of_number(number), Some(predicate));
    }
    assert_eq!(CmpPredicate::of_number(2), None);
}

#[test]
fn results_equal_wrapped_integer_results() {
    for (op, expected) in EXPECTED {
        for (a, b) in pairs() {
            let word = expected(a as i64, b as i64).map(|result| result.rem_euclid(16) as u64);
            assert_eq!(exact(Operation::Binary(op), a, b), word, "{a} {op:?} {b}");
        }
    }
    let product = |a, b| Operation::Product.exact([a, b, 0], I4).unwrap();
    assert_eq!(Operation::High.exact([product(13, 11), 0, 0], I4), Some(13 * 11 / 16));
    assert_eq!(I4.word(Operation::Low.exact([product(13, 11), 0, 0], I4).unwrap() as i128), 15);
    assert_eq!(Operation::Select.exact([1, 5, 6], I4), Some(5));
    assert_eq!(Operation::Select.exact([0, 5, 6], I4), Some(6));
}

#[test]
fn negated_and_exchanged_predicates_are_equivalent() {
    for (predicate, _) in PREDICATES {
        for (a, b) in pairs() {
            let holds = predicate.holds(a, b);
            assert_eq!(predicate.negated().holds(a, b), !holds);
            assert_eq!(predicate.exchanged().holds(b, a), holds);
        }
    }
}

/// Returns strided intervals of words of four bits.
fn intervals() -> Vec<StridedInterval> {
    let ends = [(0, 0), (0, 3), (2, 9), (1, 13), (5, 5), (0, 15), (7, 15), (15, 15)];
    let steps = [(1, 0), (2, 1), (3, 0), (4, 2)];
    let all = ends.iter().flat_map(|&(low, high)| {
        steps.map(|(step, rest)| StridedInterval::new(low, high, step, rest))
    });
    all.flatten().collect()
}

fn words(of: StridedInterval) -> impl Iterator<Item = u64> {
    (0..16).filter(move |&word| of.meet(StridedInterval::number(word.into())).is_some())
}

#[test]
fn intervals_contain_every_result() {
    let binary = EXPECTED.map(|(op, _)| Operation::Binary(op));
    let compare = PREDICATES.map(|(predicate, _)| Operation::Compare(predicate));
    for op in binary.into_iter().chain(compare) {
        for a in intervals() {
            for b in intervals() {
                let Some(interval) = op.interval(&[a, b]) else { continue };
                for (x, y) in words(a).flat_map(|x| words(b).map(move |y| (x, y))) {
                    let Some(exact) = op.exact([x.into(), y.into(), 0], I4) else { continue };
                    let exact = StridedInterval::number(exact as i128);
                    assert!(interval.meet(exact).is_some(), "{x} {op:?} {y}: {interval:?}");
                }
            }
        }
    }
}
