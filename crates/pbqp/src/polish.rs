//! Single labels are exchanged for cheaper ones and, at equal cost, for smaller ones: so ties end the same way,
//! however they were met.

use super::problem::Problem;
use std::collections::VecDeque;

/// How often one variable is looked at, on average.
const VISITS: usize = 100;

/// Changes labels that may be, one at a time, until no variable has a label that makes the whole cheaper, or keeps
/// its cost and comes before.
pub(super) fn polish(problem: &Problem, labels: &mut [u32]) {
    let mut around = vec![Vec::new(); problem.len()];
    for (at, edge) in problem.edges.iter().enumerate() {
        around[edge.first.index()].push(at);
        around[edge.second.index()].push(at);
    }
    let mut queue: VecDeque<usize> = (0..problem.len()).collect();
    let mut queued = vec![true; problem.len()];
    for _ in 0..problem.len().saturating_mul(VISITS) {
        let Some(var) = queue.pop_front() else { return };
        queued[var] = false;
        let best = best(problem, &around[var], labels, var);
        if best == labels[var] {
            continue;
        }
        labels[var] = best;
        for &edge in &around[var] {
            let other = other(problem, edge, var);
            if !std::mem::replace(&mut queued[other], true) {
                queue.push_back(other);
            }
        }
    }
}

fn other(problem: &Problem, edge: usize, var: usize) -> usize {
    let edge = &problem.edges[edge];
    edge.first.index() + edge.second.index() - var
}

fn best(problem: &Problem, edges: &[usize], labels: &[u32], var: usize) -> u32 {
    let mut costs = problem.costs[var].clone();
    for &edge in edges {
        let other = other(problem, edge, var);
        let pairs = &problem.edges[edge].costs;
        let columns = problem.costs[problem.edges[edge].second.index()].len();
        let partner = labels[other] as usize;
        for (label, cost) in costs.iter_mut().enumerate() {
            let at =
                if var < other { label * columns + partner } else { partner * columns + label };
            *cost = cost.saturating_add(pairs[at]);
        }
    }
    let best = (0..costs.len()).min_by_key(|&label| costs[label]);
    best.expect("a variable has labels") as u32
}
