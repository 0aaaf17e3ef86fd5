//! The solver against oracles: all labels tried, minimum cuts, the certificate check; and what it does on large
//! problems.

mod generate;
mod large;
mod mutate;
mod structure;

use super::{FORBIDDEN, Limits, Problem, Solution, SolveError, Var, check, solve};
use generate::{Random, small_problem};
use proptest::prelude::*;

/// The least cost of all labels; [`FORBIDDEN`] if none may be.
fn brute_force(problem: &Problem) -> u64 {
    let mut labels = vec![0u32; problem.len()];
    let mut least = FORBIDDEN;
    loop {
        least = least.min(problem.cost(&labels).unwrap());
        let next = (0..labels.len())
            .rev()
            .find(|&var| labels[var] as usize + 1 < problem.costs[var].len());
        let Some(next) = next else { return least };
        labels[next] += 1;
        labels[next + 1..].fill(0);
    }
}

/// A part of the problem: the same costs among some variables.
fn restricted(problem: &Problem, vars: &[usize]) -> Problem {
    let mut part = Problem::new();
    let new: Vec<_> =
        vars.iter().map(|&var| part.add_variable(problem.costs[var].clone()).unwrap()).collect();
    for edge in &problem.edges {
        let place = |var: usize| vars.iter().position(|&other| other == var);
        let ends = place(edge.first.index()).zip(place(edge.second.index()));
        if let Some((a, b)) = ends {
            part.add_edge(new[a], new[b], edge.costs.clone()).unwrap();
        }
    }
    part
}

#[track_caller]
fn solved(problem: &Problem) -> Solution {
    let solution = solve(problem, Limits::default()).unwrap();
    assert_eq!(check(problem, &solution.certificate), Ok((solution.cost(), solution.bound())));
    solution
}

/// No single variable has a smaller label at the same cost.
fn ties_are_broken(problem: &Problem, labels: &[u32]) -> bool {
    let cost = problem.cost(labels);
    let smaller = |var: usize| (0..labels[var]).map(move |label| (var, label));
    !(0..labels.len()).flat_map(smaller).any(|(var, label)| {
        let mut labels = labels.to_vec();
        labels[var] = label;
        problem.cost(&labels) <= cost
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_all_labels_tried(problem in small_problem()) {
        let least = brute_force(&problem);
        match solve(&problem, Limits::default()) {
            Ok(solution) => {
                prop_assert_eq!(solution.cost(), least);
                prop_assert_eq!(solution.bound(), least);
                prop_assert_eq!(check(&problem, &solution.certificate), Ok((least, least)));
                prop_assert!(ties_are_broken(&problem, &solution.certificate.labels));
            }
            Err(SolveError::Infeasible(vars)) => {
                prop_assert_eq!(least, FORBIDDEN);
                let vars: Vec<usize> = vars.iter().map(|var| var.index()).collect();
                prop_assert_eq!(brute_force(&restricted(&problem, &vars)), FORBIDDEN);
                for at in 0..vars.len() {
                    let mut fewer = vars.clone();
                    fewer.remove(at);
                    prop_assert!(brute_force(&restricted(&problem, &fewer)) != FORBIDDEN);
                }
            }
            Err(SolveError::Undecided) => prop_assert!(false, "undecided"),
        }
    }

    #[test]
    fn bounds_hold_under_any_limits(problem in small_problem(), sweeps in 0u64..20, steps in 0u64..2_000) {
        let least = brute_force(&problem);
        let limits = Limits { sweeps, steps, proof_words: 50 };
        if let Ok(solution) = solve(&problem, limits) {
            let proven = (solution.cost(), solution.bound());
            prop_assert_eq!(check(&problem, &solution.certificate), Ok(proven));
            prop_assert!(proven.1 <= least && least <= proven.0);
        }
    }
}
