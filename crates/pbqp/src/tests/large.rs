//! Large problems: their gaps, cores and certificates. The benchmark `layouts` reports their times.

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

fn blocks_in_a_row(seed: u64) -> Problem {
    let mut dense = Network::new(seed);
    let mut value = dense.input(1 << 20);
    for _ in 0..20 {
        value = dense.dense_block(&value, 7, 1 << 16);
    }
    dense.problem
}

#[test]
fn blocks_in_a_row_are_projected() {
    let solution = solved(&blocks_in_a_row(3));
    assert_eq!(solution.gap(), 0);
    assert!(solution.stats.projected > 0);
    assert!(solution.stats.cores.iter().all(|core| core.nodes <= 16));
}

/// Checks a core that stays open: later steps rely on its stated bound, which its search tree may exceed.
#[test]
fn certificates_are_valid_if_a_block_stays_open() {
    for seed in 0..3 {
        let problem = blocks_in_a_row(seed);
        for steps in [100_000, 300_000] {
            let solution = solve(&problem, Limits { steps, ..Limits::default() }).unwrap();
            assert!(solution.gap() > 0);
            assert_eq!(check(&problem, &solution.certificate), Ok(()));
        }
    }
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
