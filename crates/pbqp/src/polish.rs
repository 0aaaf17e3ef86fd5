//! Improvement of labels one node at a time (iterated conditional modes), with ties broken towards smaller labels.

use crate::problem::{Edge, Problem};
use std::collections::VecDeque;

/// The maximum number of visits per node, on average.
const VISITS: usize = 100;

/// Changes single labels until no node has a cheaper label, or a smaller one at the same cost. The labels must be
/// allowed.
pub(crate) fn polish(problem: &Problem, labels: &mut [u32]) {
    let mut edges = vec![Vec::new(); problem.len()];
    for edge in &problem.edges {
        edge.ends.iter().for_each(|end| edges[end.index()].push(edge));
    }
    let mut queue: VecDeque<usize> = (0..problem.len()).collect();
    let mut is_queued = vec![true; problem.len()];
    for _ in 0..problem.len().saturating_mul(VISITS) {
        let Some(node) = queue.pop_front() else { return };
        is_queued[node] = false;
        let best = best_label(problem, &edges[node], labels, node);
        if best == labels[node] {
            continue;
        }
        labels[node] = best;
        for edge in &edges[node] {
            let other = other(edge, node);
            if !std::mem::replace(&mut is_queued[other], true) {
                queue.push_back(other);
            }
        }
    }
}

fn other(edge: &Edge, node: usize) -> usize {
    let [first, second] = edge.ends.map(|end| end.index());
    if first == node { second } else { first }
}

/// Returns the cheapest label of a node, given the labels of its neighbors; the smallest among equals.
fn best_label(problem: &Problem, edges: &[&Edge], labels: &[u32], node: usize) -> u32 {
    let mut costs = problem.nodes[node].clone();
    for edge in edges {
        let other = other(edge, node);
        let partner = labels[other] as usize;
        for (label, cost) in costs.iter_mut().enumerate() {
            let [row, column] = if node < other { [label, partner] } else { [partner, label] };
            *cost = cost.saturating_add(edge.costs.get(row, column));
        }
    }
    let best = (0..costs.len()).min_by_key(|&label| costs[label]);
    best.expect("a node has labels") as u32
}
