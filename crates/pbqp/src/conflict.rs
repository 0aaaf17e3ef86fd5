//! Which variables cannot be labelled together: a set from which none can be spared, where that can be told.

use super::branch::Budget;
use super::graph::Graph;
use super::problem::{FORBIDDEN, Problem, Var};
use super::reduce::Reasons;
use super::solve::solve_graph;
use super::{Limits, Stats};

/// How many sets are tried before the rest is taken as it is.
const TRIES: u32 = 2_000;

/// What the search for one set may cost.
const LIMITS: Limits = Limits { sweeps: 2_000, steps: 50_000_000, proof_words: 1 << 22 };

/// Variables that are in conflict where `var` lost its last label: those that are behind the removals.
pub(super) fn behind(reasons: &Reasons, var: u32) -> Vec<u32> {
    let mut found = vec![var];
    let mut is_found = vec![false; reasons.len()];
    is_found[var as usize] = true;
    let mut at = 0;
    while let Some(&var) = found.get(at) {
        at += 1;
        for by in reasons[var as usize].iter().flatten() {
            if !std::mem::replace(&mut is_found[*by as usize], true) {
                found.push(*by);
            }
        }
    }
    found.sort_unstable();
    found
}

/// A small set of the problem's variables that cannot be labelled, given that all cannot: of `suspects` if these
/// are known to be such a set.
pub(super) fn smallest(problem: &Problem, suspects: Option<Vec<u32>>) -> Vec<Var> {
    let mut search =
        Search { graph: free_of_cost(problem), place: vec![0; problem.len()], tries: 0 };
    let suspects = suspects.or_else(|| {
        let components = search.graph.components();
        components.into_iter().find(|component| search.is_conflict(component))
    });
    let suspects = suspects.unwrap_or_else(|| search.graph.vars().collect());
    let mut found = search.explain(&[], false, &suspects);
    found.sort_unstable();
    found.into_iter().map(Var).collect()
}

/// The problem with nothing but what is forbidden.
fn free_of_cost(problem: &Problem) -> Graph {
    let mut graph = Graph::new(problem);
    let tables = graph.tables.iter_mut().map(|table| &mut table.costs);
    for costs in graph.unary.iter_mut().chain(tables) {
        costs.iter_mut().filter(|cost| **cost != FORBIDDEN).for_each(|cost| *cost = 0);
    }
    graph
}

struct Search {
    graph: Graph,
    place: Vec<u32>,
    tries: u32,
}

impl Search {
    /// Whether it is proven that these variables, ascending, cannot be labelled.
    fn is_conflict(&mut self, vars: &[u32]) -> bool {
        self.tries += 1;
        let part = self.graph.part(vars, &mut self.place);
        let mut budget = Budget::new(LIMITS);
        let solved = solve_graph(part, Vec::new(), true, &mut budget, &mut Stats::default());
        solved.bound == FORBIDDEN
    }

    /// What of `suspects` is needed for a conflict beside `known` (QuickXplain, Junker 2004).
    fn explain(&mut self, known: &[u32], is_new: bool, suspects: &[u32]) -> Vec<u32> {
        if is_new && self.is_conflict(&sorted(known)) {
            return Vec::new();
        }
        if suspects.len() == 1 || self.tries >= TRIES {
            return suspects.to_vec();
        }
        let (first, second) = suspects.split_at(suspects.len() / 2);
        let of_second = self.explain(&[known, first].concat(), true, second);
        let of_first = self.explain(&[known, &of_second].concat(), !of_second.is_empty(), first);
        [of_first, of_second].concat()
    }
}

fn sorted(vars: &[u32]) -> Vec<u32> {
    let mut vars = vars.to_vec();
    vars.sort_unstable();
    vars
}
