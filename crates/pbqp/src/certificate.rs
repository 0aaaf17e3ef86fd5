//! What a solution proves of itself.
//!
//! A certificate is labels, which show that the optimum is not above their cost, and a list of steps, which show
//! that it is not below the bound. A step makes the problem smaller in a way that keeps the optimum or lowers it,
//! and `check.rs` takes these steps on its own copy of the problem; what remains at the end costs nothing at least.

use super::graph::Graph;
use super::problem::Var;

/// Labels and the proof how far they can be from the optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The label of each variable.
    pub labels: Vec<u32>,
    /// What the labels cost.
    pub cost: u64,
    /// What no labels cost less than.
    pub bound: u64,
    pub(super) steps: Vec<Step>,
}

/// One step of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Removes a label that is forbidden beside all labels of a neighbour.
    Unsupported { var: Var, label: u32, neighbour: Var },
    /// Removes a label that costs no less than another one, whatever the neighbours take.
    Dominated { var: Var, label: u32, by: u32 },
    /// Takes out a variable of one label or at most two neighbours; its least cost goes to them.
    Eliminate { var: Var },
    /// Takes out variables whose only other neighbour is `onto`; their bound goes to each label of it.
    Project { onto: Var, part: Vec<Var>, cases: Vec<Vec<Step>> },
    /// Takes out variables without other neighbours; their bound goes to the constant.
    Bound(CoreBound),
}

/// A bound of some variables by a tree of cases, each of which a reparametrisation bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CoreBound {
    /// Ascending.
    pub(super) vars: Vec<Var>,
    /// What a unit of cost is in the offsets.
    pub(super) scale: i64,
    /// The tree, depth-first.
    pub(super) tree: Vec<Node>,
    /// The reparametrisations. Offsets move cost from a table to a variable: first those of its rows, then those of
    /// its columns; the tables are sorted by their variables.
    pub(super) offsets: Vec<Vec<i64>>,
}

/// A node of a tree of cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// Two cases: the variable takes one of these labels, or another one.
    Split { var: Var, labels: Vec<u32> },
    /// A bound by these offsets.
    Leaf(u32),
    /// A bound by steps on what is left.
    Steps(Vec<Step>),
}

impl Step {
    pub(super) fn unsupported(graph: &Graph, var: u32, label: usize, neighbour: u32) -> Step {
        let [var, neighbour] = [var, neighbour].map(|var| graph.names[var as usize]);
        Step::Unsupported { var, label: label as u32, neighbour }
    }

    pub(super) fn dominated(graph: &Graph, var: u32, label: usize, by: usize) -> Step {
        Step::Dominated { var: graph.names[var as usize], label: label as u32, by: by as u32 }
    }

    pub(super) fn eliminate(graph: &Graph, var: u32) -> Step {
        Step::Eliminate { var: graph.names[var as usize] }
    }
}
