//! Problems of known classes: trees, series-parallel graphs, two labels, costs near the limits, infeasible problems.

use super::generate::costs;
use super::*;
use crate::{MAX_TOTAL, ProblemError};
use petgraph::algo::ford_fulkerson;
use petgraph::graph::DiGraph;

fn nodes(problem: &mut Problem, random: &mut Random, count: usize, labels: usize) -> Vec<NodeId> {
    (0..count).map(|_| problem.add_node(costs(random, labels, 1000)).unwrap()).collect()
}

fn join(problem: &mut Problem, random: &mut Random, a: NodeId, b: NodeId, labels: usize) {
    problem.add_edge(a, b, costs(random, labels * labels, 1000)).unwrap();
}

#[test]
fn trees_have_no_core() {
    let (mut problem, mut random) = (Problem::new(), Random::new(1));
    let nodes = nodes(&mut problem, &mut random, 500, 4);
    for at in 1..nodes.len() {
        let parent = nodes[random.below(at as u64) as usize];
        join(&mut problem, &mut random, parent, nodes[at], 4);
    }
    let solution = solved(&problem);
    assert_eq!((solution.gap(), solution.stats.cores.len()), (0, 0));
    assert_eq!(solution.stats.eliminated, 500);
}

#[test]
fn series_parallel_graphs_have_no_core() {
    let (mut problem, mut random) = (Problem::new(), Random::new(2));
    let nodes = nodes(&mut problem, &mut random, 500, 3);
    let mut edges = vec![(nodes[0], nodes[1])];
    for &node in &nodes[2..] {
        // A new variable parallel to an edge, or within it.
        let (a, b) = edges[random.below(edges.len() as u64) as usize];
        join(&mut problem, &mut random, a, node, 3);
        join(&mut problem, &mut random, node, b, 3);
        edges.extend([(a, node), (node, b)]);
    }
    let solution = solved(&problem);
    assert_eq!((solution.gap(), solution.stats.cores.len()), (0, 0));
}

#[test]
fn hubs_of_many_neighbors_are_solved() {
    let (mut problem, mut random) = (Problem::new(), Random::new(3));
    let hubs = nodes(&mut problem, &mut random, 2, 3);
    for leaf in nodes(&mut problem, &mut random, 20_000, 3) {
        join(&mut problem, &mut random, hubs[0], leaf, 3);
        join(&mut problem, &mut random, leaf, hubs[1], 3);
    }
    assert_eq!(solved(&problem).gap(), 0);
}

/// Compares a problem with two labels and a cost for different labels with a minimum cut.
#[test]
fn two_labels_are_a_minimum_cut() {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let count = 300;
        let mut problem = Problem::new();
        let mut network = DiGraph::<(), u64>::new();
        let [source, sink] = [(); 2].map(|()| network.add_node(()));
        let mut nodes = Vec::new();
        for _ in 0..count {
            let costs = costs(&mut random, 2, 60);
            let node = network.add_node(());
            network.add_edge(source, node, costs[1]);
            network.add_edge(node, sink, costs[0]);
            nodes.push((problem.add_node(costs).unwrap(), node));
        }
        for at in 0..3 * count {
            let [a, b] = [at % count, random.below(count as u64) as usize];
            if a != b {
                let cost = random.below(40);
                problem.add_edge(nodes[a].0, nodes[b].0, vec![0, cost, cost, 0]).unwrap();
                network.add_edge(nodes[a].1, nodes[b].1, cost);
                network.add_edge(nodes[b].1, nodes[a].1, cost);
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
        let mut random = Random::new(seed);
        let mut problem = Problem::new();
        let count = 7;
        let below = MAX_TOTAL / 30;
        let nodes: Vec<NodeId> =
            (0..count).map(|_| problem.add_node(costs(&mut random, 3, below)).unwrap()).collect();
        for a in 0..count {
            for b in 0..a {
                problem.add_edge(nodes[a], nodes[b], costs(&mut random, 9, below)).unwrap();
            }
        }
        let solution = solved(&problem);
        assert_eq!((solution.cost(), solution.gap()), (brute_force(&problem), 0));
    }
}

#[test]
fn invalid_nodes_and_edges_are_rejected() {
    let mut problem = Problem::new();
    assert_eq!(problem.add_node(vec![]), Err(ProblemError::NoLabels));
    assert_eq!(problem.add_node(vec![MAX_TOTAL]), Err(ProblemError::TooLarge));
    let a = problem.add_node(vec![0, MAX_TOTAL - 2]).unwrap();
    let b = problem.add_node(vec![0, FORBIDDEN, 1]).unwrap();
    assert_eq!(problem.add_edge(a, a, vec![0; 4]), Err(ProblemError::Loop(a)));
    assert_eq!(
        problem.add_edge(a, b, vec![0; 4]),
        Err(ProblemError::Shape { found: 4, expected: 6 })
    );
    assert_eq!(problem.add_edge(a, b, vec![1; 6]), Err(ProblemError::TooLarge));
    let other = NodeId(7);
    assert_eq!(problem.add_edge(a, other, vec![]), Err(ProblemError::UnknownNode(other)));
    assert_eq!(problem.len(), 2);
    assert_eq!(problem.cost(&[1, 2]), Some(MAX_TOTAL - 1));
    assert_eq!(problem.cost(&[1, 1]), Some(FORBIDDEN));
    assert_eq!((problem.cost(&[0]), problem.cost(&[0, 3])), (None, None));
}

#[test]
fn edge_costs_add_in_either_direction() {
    let mut problem = Problem::new();
    let a = problem.add_node(vec![0, 0]).unwrap();
    let b = problem.add_node(vec![0, 0, 0]).unwrap();
    problem.add_edge(a, b, vec![1, 2, 3, 4, 5, 6]).unwrap();
    problem.add_edge(b, a, vec![10, 40, 20, 50, 30, 60]).unwrap();
    assert_eq!(problem.cost(&[0, 2]), Some(33));
    assert_eq!(problem.cost(&[1, 0]), Some(44));
}

#[test]
fn empty_problem_has_cost_zero() {
    assert_eq!(solved(&Problem::new()).cost(), 0);
}

/// Checks a chain of nodes that must have equal labels, whose ends allow different ones.
#[test]
fn chain_with_conflicting_ends_is_infeasible() {
    let mut problem = Problem::new();
    let mut last = problem.add_node(vec![0, FORBIDDEN]).unwrap();
    let aside = problem.add_node(vec![5, 7]).unwrap();
    for costs in [vec![1, 1], vec![1, 1], vec![1, 1], vec![FORBIDDEN, 0]] {
        let node = problem.add_node(costs).unwrap();
        problem.add_edge(last, node, vec![0, FORBIDDEN, FORBIDDEN, 0]).unwrap();
        problem.add_edge(aside, node, vec![3; 4]).unwrap();
        last = node;
    }
    assert_eq!(solve(&problem, Limits::default()), Err(SolveError::Infeasible));
}

/// Checks a coloring of four mutually adjacent nodes with three colors. No single neighbor excludes a label.
#[test]
fn too_few_colors_are_infeasible() {
    let mut problem = Problem::new();
    let nodes: Vec<NodeId> = (0..9).map(|_| problem.add_node(vec![0, 1, 2]).unwrap()).collect();
    let differ: Vec<u64> = (0..9).map(|at| if at % 4 == 0 { FORBIDDEN } else { at }).collect();
    for (a, b) in [(2, 4), (2, 5), (2, 8), (4, 5), (4, 8), (5, 8), (0, 1), (1, 2), (6, 7), (5, 6)] {
        problem.add_edge(nodes[a], nodes[b], differ.clone()).unwrap();
    }
    assert_eq!(solve(&problem, Limits::default()), Err(SolveError::Infeasible));
}

#[test]
fn costs_are_added_to_nodes() {
    let mut problem = Problem::new();
    let a = problem.add_node(vec![0, 1]).unwrap();
    assert_eq!(problem.add_costs(a, &[0]), Err(ProblemError::Shape { found: 1, expected: 2 }));
    assert_eq!(problem.add_costs(NodeId(1), &[]), Err(ProblemError::UnknownNode(NodeId(1))));
    problem.add_costs(a, &[FORBIDDEN, 2]).unwrap();
    let solution = solved(&problem);
    assert_eq!((solution.label(a), solution.cost()), (1, 3));
}

#[test]
fn equal_problems_have_equal_solutions() {
    let problem = |()| {
        let (mut problem, mut random) = (Problem::new(), Random::new(11));
        let nodes = nodes(&mut problem, &mut random, 40, 4);
        for at in 0..160 {
            let b = random.below(40) as usize;
            if at % 40 != b {
                join(&mut problem, &mut random, nodes[at % 40], nodes[b], 4);
            }
        }
        problem
    };
    let limits = Limits { steps: 3_000_000, ..Limits::default() };
    let [first, second] = [(); 2].map(|()| solve(&problem(()), limits).unwrap());
    assert_eq!(first, second);
    assert!(first.lower_bound() <= first.cost());
}
