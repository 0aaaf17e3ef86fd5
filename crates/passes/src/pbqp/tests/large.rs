//! Large problems: what they reduce to, and how long they take.
//!
//! To time them: `cargo test --release -p layoutc-passes --lib pbqp -- --ignored --nocapture --test-threads 1`.

use super::generate::{Network, dense_net};
use super::*;
use std::time::Instant;

fn report(name: &str, problem: &Problem) {
    let start = Instant::now();
    let solution = solve(problem, Limits::default()).unwrap();
    let took = start.elapsed();
    let start = Instant::now();
    check(problem, &solution.certificate).unwrap();
    let stats = &solution.stats;
    let sizes: Vec<u64> = stats.cores.iter().map(|core| core.variables).collect();
    println!(
        "{name}: {} variables, {took:.1?}, check {:.1?}, cost {}, gap {}, \
         {} cores of at most {}, {} sweeps, {} nodes, {} eliminated, {} projected",
        problem.len(),
        start.elapsed(),
        solution.cost(),
        solution.gap(),
        sizes.len(),
        sizes.iter().max().unwrap_or(&0),
        stats.sweeps,
        stats.nodes,
        stats.eliminated,
        stats.projected,
    );
}

#[test]
#[ignore = "for its figures"]
fn times() {
    let mut ladder = Network::new(1);
    let mut value = ladder.input(1000);
    while ladder.problem.len() < 100_000 {
        value = ladder.residual_block(&value);
    }
    report("ladder", &ladder.problem);
    for seed in 0..4 {
        for (name, layers) in [("121", [6, 12, 24, 16]), ("201", [6, 12, 48, 32])] {
            let mut dense = Network::new(seed);
            dense_net(&mut dense, &layers);
            report(&format!("dense net {name}"), &dense.problem);
        }
    }
    let mut dense = Network::new(7);
    while dense.problem.len() < 100_000 {
        dense_net(&mut dense, &[6, 12, 24, 16]);
    }
    report("dense nets apart", &dense.problem);
    let mut dense = Network::new(8);
    let mut value = dense.input(1 << 20);
    while dense.problem.len() < 100_000 {
        value = dense.dense_block(&value, 12, 1 << 18);
    }
    report("dense blocks in a row", &dense.problem);
}

#[test]
#[ignore = "for its figures"]
fn times_of_random_cores() {
    for (count, degree, labels) in
        [(60, 4, 3), (150, 3, 4), (150, 4, 3), (40, 10, 4), (5_000, 3, 3)]
    {
        for seed in 0..3 {
            let (mut problem, mut random) = (Problem::new(), Random(seed));
            for at in 0..count {
                let var = problem.add_variable(random.costs(labels, 1000)).unwrap();
                for _ in 0..degree.min(at) {
                    let before = Var(random.next(at as u64) as u32);
                    problem.add_edge(before, var, random.costs(labels * labels, 1000)).unwrap();
                }
            }
            report(&format!("{count} of {labels} labels, {degree} edges each"), &problem);
        }
    }
}

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
    assert!(solution.stats.cores.iter().all(|core| core.variables <= 16));
}
