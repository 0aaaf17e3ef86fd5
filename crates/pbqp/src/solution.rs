//! The result of a solve.

use crate::certificate::Certificate;
use crate::cost::Cost;
use crate::problem::NodeId;
use std::fmt;

/// Labels, their cost, a lower bound, and the proof of both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The labels with their proof.
    pub certificate: Certificate,
    /// Counts of the work.
    pub stats: SolverStats,
}

impl Solution {
    /// Returns the label of a node of the problem.
    pub fn label(&self, node: NodeId) -> usize {
        self.certificate.labels[node.index()] as usize
    }

    /// Returns the total cost of the labels.
    pub fn cost(&self) -> Cost {
        self.certificate.cost
    }

    /// Returns a proven lower bound of the cost of any labels.
    pub fn lower_bound(&self) -> Cost {
        self.certificate.lower_bound
    }

    /// Returns the difference between the cost and the lower bound; 0 if the labels are proven optimal.
    pub fn gap(&self) -> Cost {
        self.cost() - self.lower_bound()
    }
}

/// Counts of the work of a solve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SolverStats {
    /// The number of labels removed as unsupported or dominated.
    pub removed_labels: u64,
    /// The number of nodes eliminated exactly. A node of a projected block counts once per label of the block's cut
    /// node.
    pub eliminated: u64,
    /// The number of blocks projected onto their cut node.
    pub projected: u64,
    /// The irreducible cores, in the order in which they were solved.
    pub cores: Vec<CoreStats>,
    /// The number of sweeps of message passing.
    pub sweeps: u64,
    /// The number of pairs of labels that the sweeps visited, in the unit of [`Limits::steps`](crate::Limits::steps).
    pub steps: u64,
    /// The number of cases in all search trees.
    pub cases: u64,
}

/// Counts of the work on one core.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoreStats {
    /// The number of nodes.
    pub nodes: u64,
    /// The difference between the cost of its labels and their lower bound.
    pub gap: Cost,
}

/// The reason why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// No labels are allowed, as the search has proven.
    Infeasible,
    /// The limits were reached before allowed labels were found.
    Undecided,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SolveError::Infeasible => "no labels are allowed",
            SolveError::Undecided => "no allowed labels were found within the limits",
        })
    }
}

impl std::error::Error for SolveError {}
