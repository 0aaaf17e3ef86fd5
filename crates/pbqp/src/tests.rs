//! Comparison of the solver with oracles (exhaustive search, minimum cuts, the certificate check), and its work on
//! large problems.

mod generate;
mod large;
mod mutate;
mod structure;

use super::{
    Cost, FORBIDDEN, Limits, NodeId, Problem, Solution, SolveError, check, solve,
    solve_with_progress,
};
use generate::small_problem;
use proptest::prelude::*;
use testkit::Random;

/// Returns the least cost over all labels; [`FORBIDDEN`] if none are allowed.
fn brute_force(problem: &Problem) -> Cost {
    let mut labels = vec![0u32; problem.len()];
    let mut least = FORBIDDEN;
    loop {
        least = least.min(problem.cost(&labels).unwrap());
        let next = (0..labels.len())
            .rev()
            .find(|&node| labels[node] as usize + 1 < problem.nodes[node].len());
        let Some(next) = next else { return least };
        labels[next] += 1;
        labels[next + 1..].fill(0);
    }
}

#[track_caller]
fn solved(problem: &Problem) -> Solution {
    let solution = solve(problem, Limits::default()).unwrap();
    assert_eq!(check(problem, &solution.certificate), Ok(()));
    solution
}

/// Returns `true` if no single node has a smaller label at the same cost.
fn ties_are_broken(problem: &Problem, labels: &[u32]) -> bool {
    let cost = problem.cost(labels);
    let smaller = |node: usize| (0..labels[node]).map(move |label| (node, label));
    !(0..labels.len()).flat_map(smaller).any(|(node, label)| {
        let mut labels = labels.to_vec();
        labels[node] = label;
        problem.cost(&labels) <= cost
    })
}

#[test]
fn progress_counts_the_steps_of_the_solution() {
    // A clique of nodes whose labels should differ is a core, which needs a search.
    let mut problem = Problem::new();
    let nodes: Vec<NodeId> =
        (0..6).map(|node| problem.add_node(vec![node, 3, 1]).unwrap()).collect();
    for (at, &a) in nodes.iter().enumerate() {
        for &b in &nodes[at + 1..] {
            problem.add_edge(a, b, vec![5, 0, 1, 0, 7, 0, 1, 0, 9]).unwrap();
        }
    }
    let mut steps = Vec::new();
    let limits = Limits::default();
    let watched = solve_with_progress(&problem, limits, &mut |done| steps.push(done)).unwrap();
    assert_eq!(watched.certificate, solve(&problem, limits).unwrap().certificate);
    assert!(steps.is_sorted() && !steps.is_empty());
    assert_eq!(steps.last(), Some(&watched.stats.steps));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn optimum_agrees_with_exhaustive_search(problem in small_problem()) {
        let least = brute_force(&problem);
        match solve(&problem, Limits::default()) {
            Ok(solution) => {
                prop_assert_eq!(solution.cost(), least);
                prop_assert_eq!(solution.lower_bound(), least);
                prop_assert_eq!(check(&problem, &solution.certificate), Ok(()));
                prop_assert!(ties_are_broken(&problem, &solution.certificate.labels));
            }
            Err(SolveError::Infeasible) => prop_assert_eq!(least, FORBIDDEN),
            Err(SolveError::Undecided) => prop_assert!(false, "undecided"),
        }
    }

    #[test]
    fn bounds_hold_under_any_limits(problem in small_problem(), steps in 0u64..2_000) {
        let least = brute_force(&problem);
        let limits = Limits { steps, proof_words: 50 };
        match solve(&problem, limits) {
            Ok(solution) => {
                prop_assert_eq!(check(&problem, &solution.certificate), Ok(()));
                prop_assert!(solution.lower_bound() <= least && least <= solution.cost());
            }
            Err(SolveError::Infeasible) => prop_assert_eq!(least, FORBIDDEN),
            Err(SolveError::Undecided) => {}
        }
    }
}
