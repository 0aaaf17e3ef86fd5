//! Address code of linear maps over bits, compared with the diagonal form: for each distance by which bits move, one mask,
//! one shift, and one exclusive or.

use super::CostModel;
use super::testing::*;
use crate::evaluate::ProgramEvaluator;
use crate::lower::{IndexType, lower};
use crate::unit::OffsetUnit;
use layout::BitMatrix;
use std::collections::BTreeMap;

/// Returns the number of operations of the diagonal form. A shift to the right by d needs no mask if all bits from d on
/// take part, and the distance 0 needs none if all bits do.
fn diagonal_form(matrix: &BitMatrix) -> u64 {
    let columns = matrix.columns();
    let mut masks: BTreeMap<i64, u64> = BTreeMap::new();
    for (to, row) in (0i64..).zip(matrix.rows()) {
        for from in (0..columns).filter(|from| row >> from & 1 == 1) {
            *masks.entry(to - from as i64).or_insert(0) |= 1 << from;
        }
    }
    let all = (1u64 << columns) - 1;
    let cost = |(&distance, &mask): (&i64, &u64)| {
        let rest = all >> distance.min(0).unsigned_abs() << distance.min(0).unsigned_abs();
        u64::from(distance != 0) + u64::from(mask != rest)
    };
    masks.iter().map(cost).sum::<u64>() + (masks.len() as u64).saturating_sub(1)
}

/// Returns a random matrix; a share of 1 / `sparse` of its entries are 1.
fn random_matrix(random: &mut Random, rows: usize, columns: usize, sparse: u64) -> BitMatrix {
    let mut row =
        || (0..columns).fold(0, |row, at| row | u64::from(random.below(sparse) == 0) << at);
    BitMatrix::new((0..rows).map(|_| row()).collect(), columns).unwrap()
}

/// Returns the cost of the code of a matrix, which must compute its map.
fn cost_of(matrix: &BitMatrix, constant: u64) -> u64 {
    let layout = matrix.layout(constant).unwrap();
    let program = lower(&layout, OffsetUnit::Element, IndexType::Auto).unwrap();
    let new = simple(&program, CostModel::Ops);
    assert_equal(&program, &new, 512, 1);
    let mut evaluator = ProgramEvaluator::new(&new);
    let mut random = Random(2);
    for _ in 0..64 {
        let x = random.next() & ((1 << matrix.columns()) - 1);
        let found = evaluator.run(&[x]).unwrap();
        assert_eq!(found.first().copied(), Some(matrix.apply(x) ^ constant), "{matrix:?}");
    }
    counted(&new, CostModel::Ops)
}

#[test]
fn code_of_a_matrix_costs_at_most_its_diagonal_form() {
    let mut random = Random(1);
    for n in 0..60 {
        let (rows, columns) = (1 + n / 4, 1 + random.below(15) as usize);
        let matrix = random_matrix(&mut random, rows, columns, 2 + n as u64 % 3);
        let (found, most) = (cost_of(&matrix, 0), diagonal_form(&matrix));
        assert!(found <= most, "{found} against {most}: {matrix:?}");
        // With inverted bits, the code is checked but not bounded.
        cost_of(&matrix, random.next() & ((1 << rows) - 1));
    }
}

#[test]
fn code_of_random_maps_of_ten_bits_is_below_the_diagonal_form() {
    let mut random = Random(1);
    let (mut found, mut most) = (0, 0);
    for _ in 0..20 {
        let matrix = loop {
            let matrix = random_matrix(&mut random, 10, 10, 2);
            if matrix.is_injective() {
                break matrix;
            }
        };
        found += cost_of(&matrix, 0);
        most += diagonal_form(&matrix);
    }
    expect_test::expect!["713 operations, 974 in diagonal form"]
        .assert_eq(&format!("{found} operations, {most} in diagonal form"));
}
