//! Problems of known kinds: trees and series-parallel ones, two labels, costs near the limits, contradictions.

use super::super::ProblemError;
use super::super::problem::MAX_TOTAL;
use super::*;
use petgraph::algo::ford_fulkerson;
use petgraph::graph::DiGraph;

fn variables(problem: &mut Problem, random: &mut Random, count: usize, labels: usize) -> Vec<Var> {
    (0..count).map(|_| problem.add_variable(random.costs(labels, 1000)).unwrap()).collect()
}

fn join(problem: &mut Problem, random: &mut Random, a: Var, b: Var, labels: usize) {
    problem.add_edge(a, b, random.costs(labels * labels, 1000)).unwrap();
}

#[test]
fn trees_have_no_core() {
    let (mut problem, mut random) = (Problem::new(), Random(1));
    let vars = variables(&mut problem, &mut random, 500, 4);
    for at in 1..vars.len() {
        let parent = vars[random.next(at as u64) as usize];
        join(&mut problem, &mut random, parent, vars[at], 4);
    }
    let solution = solved(&problem);
    assert_eq!((solution.gap(), solution.stats.cores.len()), (0, 0));
    assert_eq!(solution.stats.eliminated, 500);
}

#[test]
fn series_parallel_graphs_have_no_core() {
    let (mut problem, mut random) = (Problem::new(), Random(2));
    let vars = variables(&mut problem, &mut random, 500, 3);
    let mut edges = vec![(vars[0], vars[1])];
    for &var in &vars[2..] {
        // A new variable beside an edge, or within it.
        let (a, b) = edges[random.next(edges.len() as u64) as usize];
        join(&mut problem, &mut random, a, var, 3);
        join(&mut problem, &mut random, var, b, 3);
        edges.extend([(a, var), (var, b)]);
    }
    let solution = solved(&problem);
    assert_eq!((solution.gap(), solution.stats.cores.len()), (0, 0));
}

#[test]
fn a_hub_is_no_trouble() {
    let (mut problem, mut random) = (Problem::new(), Random(3));
    let hubs = variables(&mut problem, &mut random, 2, 3);
    for leaf in variables(&mut problem, &mut random, 20_000, 3) {
        join(&mut problem, &mut random, hubs[0], leaf, 3);
        join(&mut problem, &mut random, leaf, hubs[1], 3);
    }
    assert_eq!(solved(&problem).gap(), 0);
}

/// Two labels, and a cost where neighbours differ.
#[test]
fn two_labels_are_a_minimum_cut() {
    for seed in 0..8 {
        let mut random = Random(seed);
        let count = 300;
        let mut problem = Problem::new();
        let mut network = DiGraph::<(), u64>::new();
        let [source, sink] = [(); 2].map(|()| network.add_node(()));
        let mut vars = Vec::new();
        for _ in 0..count {
            let costs = random.costs(2, 60);
            let node = network.add_node(());
            network.add_edge(source, node, costs[1]);
            network.add_edge(node, sink, costs[0]);
            vars.push((problem.add_variable(costs).unwrap(), node));
        }
        for at in 0..3 * count {
            let [a, b] = [at % count, random.next(count as u64) as usize];
            if a != b {
                let cost = random.next(40);
                problem.add_edge(vars[a].0, vars[b].0, vec![0, cost, cost, 0]).unwrap();
                network.add_edge(vars[a].1, vars[b].1, cost);
                network.add_edge(vars[b].1, vars[a].1, cost);
            }
        }
        let solution = solved(&problem);
        assert_eq!(solution.gap(), 0);
        assert!(!solution.stats.cores.is_empty());
        assert_eq!(solution.cost(), ford_fulkerson(&network, source, sink).0);
    }
}

#[test]
fn costs_near_the_limit_stay_exact() {
    for seed in 0..30 {
        let mut random = Random(seed);
        let mut problem = Problem::new();
        let count = 7;
        let below = MAX_TOTAL / 30;
        let vars: Vec<Var> =
            (0..count).map(|_| problem.add_variable(random.costs(3, below)).unwrap()).collect();
        for a in 0..count {
            for b in 0..a {
                problem.add_edge(vars[a], vars[b], random.costs(9, below)).unwrap();
            }
        }
        let solution = solved(&problem);
        assert_eq!((solution.cost(), solution.gap()), (brute_force(&problem), 0));
    }
}

#[test]
fn what_is_no_problem_is_refused() {
    let mut problem = Problem::new();
    assert_eq!(problem.add_variable(vec![]), Err(ProblemError::NoLabels));
    assert_eq!(problem.add_variable(vec![MAX_TOTAL]), Err(ProblemError::TooLarge));
    let a = problem.add_variable(vec![0, MAX_TOTAL - 2]).unwrap();
    let b = problem.add_variable(vec![0, FORBIDDEN, 1]).unwrap();
    assert_eq!(problem.add_edge(a, a, vec![0; 4]), Err(ProblemError::Loop(a)));
    assert_eq!(problem.add_edge(a, b, vec![0; 4]), Err(ProblemError::Shape { given: 4, pairs: 6 }));
    assert_eq!(problem.add_edge(a, b, vec![1; 6]), Err(ProblemError::TooLarge));
    let other = Var(7);
    assert_eq!(problem.add_edge(a, other, vec![]), Err(ProblemError::UnknownVariable(other)));
    assert_eq!(problem.len(), 2);
    assert_eq!(problem.cost(&[1, 2]), Some(MAX_TOTAL - 1));
    assert_eq!(problem.cost(&[1, 1]), Some(FORBIDDEN));
    assert_eq!((problem.cost(&[0]), problem.cost(&[0, 3])), (None, None));
}

#[test]
fn edges_add_up_either_way() {
    let mut problem = Problem::new();
    let a = problem.add_variable(vec![0, 0]).unwrap();
    let b = problem.add_variable(vec![0, 0, 0]).unwrap();
    problem.add_edge(a, b, vec![1, 2, 3, 4, 5, 6]).unwrap();
    problem.add_edge(b, a, vec![10, 40, 20, 50, 30, 60]).unwrap();
    assert_eq!(problem.cost(&[0, 2]), Some(33));
    assert_eq!(problem.cost(&[1, 0]), Some(44));
}

#[test]
fn nothing_is_solved_by_nothing() {
    assert_eq!(solved(&Problem::new()).cost(), 0);
}

/// A long chain that hands on a label, with ends that want different ones: all of it is the conflict.
#[test]
fn a_conflict_names_those_between() {
    let mut problem = Problem::new();
    let mut chain = vec![problem.add_variable(vec![0, FORBIDDEN]).unwrap()];
    let aside = problem.add_variable(vec![5, 7]).unwrap();
    for _ in 0..6 {
        let var = problem.add_variable(vec![1, 1]).unwrap();
        let same = vec![0, FORBIDDEN, FORBIDDEN, 0];
        problem.add_edge(chain[chain.len() - 1], var, same).unwrap();
        problem.add_edge(aside, var, vec![3; 4]).unwrap();
        chain.push(var);
    }
    let last = problem.add_variable(vec![FORBIDDEN, 0]).unwrap();
    problem.add_edge(chain[6], last, vec![0, FORBIDDEN, FORBIDDEN, 0]).unwrap();
    chain.push(last);
    assert_eq!(solve(&problem, Limits::default()), Err(SolveError::Infeasible(chain)));
}

/// Three colours for four variables that all differ: no neighbour alone excludes a label.
#[test]
fn a_conflict_of_many_is_found() {
    let mut problem = Problem::new();
    let vars: Vec<Var> = (0..9).map(|_| problem.add_variable(vec![0, 1, 2]).unwrap()).collect();
    let differ: Vec<u64> = (0..9).map(|at| if at % 4 == 0 { FORBIDDEN } else { at }).collect();
    for (a, b) in [(2, 4), (2, 5), (2, 8), (4, 5), (4, 8), (5, 8), (0, 1), (1, 2), (6, 7), (5, 6)] {
        problem.add_edge(vars[a], vars[b], differ.clone()).unwrap();
    }
    let conflict = vec![vars[2], vars[4], vars[5], vars[8]];
    assert_eq!(solve(&problem, Limits::default()), Err(SolveError::Infeasible(conflict)));
}

#[test]
fn equal_problems_have_equal_solutions() {
    let problem = |()| {
        let (mut problem, mut random) = (Problem::new(), Random(11));
        let vars = variables(&mut problem, &mut random, 40, 4);
        for at in 0..160 {
            let b = random.next(40) as usize;
            if at % 40 != b {
                join(&mut problem, &mut random, vars[at % 40], vars[b], 4);
            }
        }
        problem
    };
    let limits = Limits { sweeps: 300, ..Limits::default() };
    let [first, second] = [(); 2].map(|()| solve(&problem(()), limits).unwrap());
    assert_eq!(first, second);
    assert!(first.bound() <= first.cost());
}
