//! Partitioned Boolean quadratic problems, solved exactly: variables with a cost for each label and for each pair
//! of labels of two of them, to be labelled at the least cost in all.
//!
//! This knows no layouts and no IR. It is how a pass chooses among alternatives that depend on each other pairwise,
//! and says how far from the best the choice can be: [`Problem`] is what to solve, [`solve`] gives labels with a
//! bound, and [`check()`] re-adds both from a certificate without trusting the solver.
//!
//! In reading order: `problem.rs`; `solve.rs`, the order of the work; `reduce.rs`, reductions that keep the
//! optimum; `blocks.rs`, where a problem falls apart; `messages.rs` and `branch.rs`, bounds and branching where
//! nothing reduces; `certificate.rs` and `check.rs`, the proof and its check; `conflict.rs`, what cannot be
//! together.
//!
//! All is integer, checked and deterministic: the same problem has the same solution everywhere, and every limit is
//! a count.

mod blocks;
mod branch;
mod certificate;
mod check;
mod conflict;
mod graph;
mod messages;
mod polish;
mod problem;
mod reduce;
mod solve;
#[cfg(test)]
mod tests;

pub use certificate::Certificate;
pub use check::{CertificateFault, check};
pub use problem::{FORBIDDEN, MAX_TOTAL, Problem, ProblemError, Var};

use branch::Budget;
use graph::Graph;
use reduce::Reducer;
use std::fmt;

/// How much work is done before what was found is given with what is proven of it. All are counts, so that the
/// result does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Sweeps over one core, which has no variable of fewer than three neighbours.
    pub sweeps: u64,
    /// Pairs of labels that all sweeps visit.
    pub steps: u64,
    /// Numbers that the proofs of all cores hold.
    pub proof_words: u64,
}

impl Default for Limits {
    /// Some seconds of work.
    fn default() -> Limits {
        Limits { sweeps: 50_000, steps: 4_000_000_000, proof_words: 1 << 24 }
    }
}

/// What the work was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Labels that cannot be or never pay.
    pub removed_labels: u64,
    /// Variables that were eliminated exactly; those of a block that was solved alone count for each label that it
    /// was solved for.
    pub eliminated: u64,
    /// Blocks that were solved alone.
    pub projected: u64,
    /// The cores, in the order in which they were solved.
    pub cores: Vec<CoreStats>,
    /// Sweeps over cores.
    pub sweeps: u64,
    /// Nodes of the trees of cases.
    pub nodes: u64,
}

/// What the work on a core was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoreStats {
    /// How many variables it has.
    pub variables: u64,
    /// How far its labels can be from its optimum.
    pub gap: u64,
}

/// Labels, what they cost, what is proven, and the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The labels with the proof.
    pub certificate: Certificate,
    /// What the work was.
    pub stats: Stats,
}

impl Solution {
    /// The label of a variable of the problem that was solved.
    pub fn label(&self, var: Var) -> usize {
        self.certificate.labels[var.index()] as usize
    }

    /// What the labels cost.
    pub fn cost(&self) -> u64 {
        self.certificate.cost
    }

    /// What no labels cost less than.
    pub fn bound(&self) -> u64 {
        self.certificate.bound
    }

    /// How far from the optimum the labels can be: 0 is proven best.
    pub fn gap(&self) -> u64 {
        self.cost() - self.bound()
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// No labels may be. These variables, ascending, cannot be labelled even without all others; as far as could be
    /// told within a count of tries, they can be without any one of them.
    Infeasible(Vec<Var>),
    /// The limits were reached before labels that may be were found.
    Undecided,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Infeasible(vars) => {
                write!(f, "{} variables cannot be labelled together", vars.len())
            }
            SolveError::Undecided => f.write_str("no labels were found within the limits"),
        }
    }
}

impl std::error::Error for SolveError {}

/// Labels the variables of a problem at the least cost, or as near to it as the limits allow.
///
/// Ties: the labels are the same on every machine, and no single variable could have a smaller label at the same
/// cost. Among optima that differ in several labels any may be chosen; who prefers some of them says so in the
/// costs.
///
/// # Errors
/// No labels may be, or none were found within the limits.
pub fn solve(problem: &Problem, limits: Limits) -> Result<Solution, SolveError> {
    let mut graph = Graph::new(problem);
    let mut stats = Stats::default();
    let steps = remove_impossible(&mut graph, &mut stats)
        .map_err(|suspects| SolveError::Infeasible(conflict::smallest(problem, Some(suspects))))?;
    let mut budget = Budget::new(limits);
    let solved = solve::solve_graph(graph, steps, true, &mut budget, &mut stats);
    if solved.bound == FORBIDDEN {
        return Err(SolveError::Infeasible(conflict::smallest(problem, None)));
    }
    let mut labels = solved.labels.ok_or(SolveError::Undecided)?;
    polish::polish(problem, &mut labels);
    let cost = problem.cost(&labels).filter(|&cost| cost != FORBIDDEN);
    let cost = cost.expect("labels that were found may be");
    let certificate = Certificate { labels, cost, bound: solved.bound, steps: solved.steps };
    Ok(Solution { certificate, stats })
}

/// Removes the labels that cannot be, by neighbours alone. An error is a set of variables that cannot be labelled.
fn remove_impossible(
    graph: &mut Graph,
    stats: &mut Stats,
) -> Result<Vec<certificate::Step>, Vec<u32>> {
    let vars: Vec<u32> = graph.vars().collect();
    let mut reasons = graph.unary.iter().map(|costs| vec![None; costs.len()]).collect();
    let (mut steps, mut undo) = (Vec::new(), Vec::new());
    let mut reducer = Reducer { graph, steps: &mut steps, undo: &mut undo, removed: 0 };
    let propagated = reducer.propagate(&vars, Some(&mut reasons));
    stats.removed_labels += reducer.removed;
    propagated.map_err(|var| conflict::behind(&reasons, var))?;
    Ok(steps)
}
