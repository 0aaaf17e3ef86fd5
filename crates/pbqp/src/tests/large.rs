//! Large problems: that they are solved, and what they reduce to. The bench `layouts` has their times.

use super::generate::{Network, dense_net};
use super::*;

#[test]
fn dense_networks_are_solved() {
    for seed in 0..6 {
        let mut dense = Network::new(seed);
        dense_net(&mut dense, &[6, 12, 8]);
        assert_eq!(solved(&dense.problem).gap(), 0);
    }
}

#[test]
fn blocks_in_a_row_are_solved_alone() {
    let mut dense = Network::new(3);
    let mut value = dense.input(1 << 20);
    for _ in 0..20 {
        value = dense.dense_block(&value, 7, 1 << 16);
    }
    let solution = solved(&dense.problem);
    assert_eq!(solution.gap(), 0);
    assert!(solution.stats.projected > 0);
    assert!(solution.stats.cores.iter().all(|core| core.nodes <= 16));
}

#[test]
fn ladders_of_residual_blocks_have_no_core() {
    let mut ladder = Network::new(1);
    let mut value = ladder.input(1000);
    while ladder.problem.len() < 2_000 {
        value = ladder.residual_block(&value);
    }
    let solution = solved(&ladder.problem);
    assert_eq!((solution.gap(), solution.stats.cores.len()), (0, 0));
}
