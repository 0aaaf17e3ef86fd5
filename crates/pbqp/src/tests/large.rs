//! Large problems: their gaps, cores and certificates. The benchmark `layouts` reports their times.

use super::generate::{Network, dense_net, joins};
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

/// Returns the problem of a value with two definitions, and copies in all layouts for three users. A pair of users costs
/// more in one layout, and also in random pairs of layouts.
fn copies_of_three_users(seed: u64, layouts: usize) -> Problem {
    let (mut problem, mut random) = (Problem::new(), Random::new(seed));
    let definition = problem.add_node(vec![0; 2]).unwrap();
    let users = [0; 3].map(|_| problem.add_node(vec![0; layouts]).unwrap());
    let own = [0; 2].map(|_| random.below(layouts as u64) as usize);
    for layout in 0..layouts {
        let copy = problem.add_node(vec![0; 2]).unwrap();
        problem.mark_dependent(copy);
        let moves = own.iter().flat_map(|&own| [0, if own == layout { 0 } else { 100 }]);
        problem.add_edge(definition, copy, moves.collect()).unwrap();
        for user in users {
            let absent = (0..layouts).map(|used| if used == layout { FORBIDDEN } else { 0 });
            let pairs = absent.chain(vec![0; layouts]).collect();
            problem.add_edge(copy, user, pairs).unwrap();
        }
    }
    for (a, b) in [(0, 1), (0, 2), (1, 2)] {
        let pairs = (0..layouts * layouts).map(|pair| match pair / layouts == pair % layouts {
            true => 50,
            false => 60 * random.below(2),
        });
        problem.add_edge(users[a], users[b], pairs.collect()).unwrap();
    }
    problem
}

/// Solves cores that are reducible after two labels are fixed. Message passing proves a third of their optimum.
#[test]
fn copies_of_many_layouts_are_solved_in_few_steps() {
    for seed in 0..4 {
        let problem = copies_of_three_users(seed, 16);
        let limits = Limits { steps: 8_000_000, ..Limits::default() };
        let solution = solve(&problem, limits).unwrap();
        assert_eq!((solution.cost(), solution.gap()), (150, 0));
        assert_eq!(check(&problem, &solution.certificate), Ok(()));
    }
}

/// Solves cores whose bound by message passing is about a half of the optimum. Their linear relaxation is tight.
#[test]
fn joins_are_proven_by_their_linear_relaxation() {
    for (layouts, choices) in [(8, 1), (24, 1), (4, 2), (8, 2)] {
        let problem = joins(layouts as u64, layouts, 100, choices);
        let limits = Limits { steps: 600_000_000, ..Limits::default() };
        let solution = solve(&problem, limits).unwrap();
        assert_eq!(solution.gap(), 0);
        assert!(solution.cost() > 0 && solution.stats.cores.iter().any(|core| core.nodes > 100));
        assert_eq!(check(&problem, &solution.certificate), Ok(()));
        // A proven core is not searched further.
        assert!(solution.stats.steps < limits.steps, "{}", solution.stats.steps);
    }
}
