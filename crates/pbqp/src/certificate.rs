//! The proof of a solution.
//!
//! A certificate has labels, whose cost is an upper bound of the optimum, and a list of steps, which prove a lower
//! bound. Each step makes the problem smaller without raising its optimum. `check` applies the steps to its own copy of
//! the problem.

use crate::cost::Cost;
use crate::problem::NodeId;

/// Labels with their cost, and the proof of a lower bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The label of each node.
    pub labels: Vec<u32>,
    /// The total cost of the labels.
    pub cost: Cost,
    /// A lower bound of the cost of any labels.
    pub lower_bound: Cost,
    pub(crate) steps: Vec<Step>,
}

/// One step of the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The removal of a label that is forbidden with every label of a neighbor (arc consistency).
    Unsupported { node: NodeId, label: u32, neighbor: NodeId },
    /// The removal of a label that costs at least as much as another label for all labels of the neighbors (dominance).
    Dominated { node: NodeId, label: u32, by: u32 },
    /// The elimination of a node with one label or with at most two neighbors (R0, RI, RII).
    Eliminate { node: NodeId },
    /// The elimination of the nodes of a block whose only other neighbor is `cut`. For each label of `cut`, the steps prove a
    /// lower bound of the block, which is added to the cost of that label.
    Project { cut: NodeId, block: Vec<NodeId>, steps: Vec<Vec<Step>> },
    /// The elimination of a core, whose nodes have no other neighbors.
    Core(CoreProof),
}

/// The proof of the lower bound of a core: a search tree over its labels, in which a reparametrization bounds each
/// leaf.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoreProof {
    /// The nodes, ascending.
    pub(crate) nodes: Vec<NodeId>,
    /// The lower bound of the core, which the tree must prove. The tree may prove a greater bound, but later steps rely
    /// on this one.
    pub(crate) lower_bound: Cost,
    /// The value of one unit of cost in the offsets.
    pub(crate) scale: i64,
    /// The tree, depth-first.
    pub(crate) tree: Vec<Case>,
    /// The cycles that the reparametrizations charge.
    pub(crate) cycles: Vec<Cycle>,
    pub(crate) offsets: Vec<Reparametrization>,
}

/// Costs moved within a core, which change the cost of no labeling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reparametrization {
    /// Offsets move cost from an edge to its nodes: first those of its rows, then those of its columns. The edges are
    /// sorted by their nodes. Empty if there is a base.
    pub(crate) moved: Vec<i64>,
    /// The index of an earlier reparametrization whose offsets these are, but for the changes.
    pub(crate) base: Option<u32>,
    /// Amounts that are added to the offsets at these places.
    pub(crate) changes: Vec<(u32, i64)>,
    /// The cost moved to each of the first cycles, at least 0.
    pub(crate) charged: Vec<i64>,
}

impl Reparametrization {
    /// Returns the number of 64-bit integers.
    pub(crate) fn words(&self) -> usize {
        self.moved.len() + 2 * self.changes.len() + self.charged.len() + 1
    }
}

/// A closed walk of literals that cannot all agree: an odd number of links require that one of their literals holds and
/// the other does not, and all other links that both hold or neither. Any labels violate at least one link, so if each
/// violation costs the same amount, that amount is a lower bound (odd cycle inequality, Barahona and Mahjoub 1986).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cycle {
    /// Each link joins a literal and the next one, and the last link the last literal and the first.
    pub(crate) literals: Vec<Literal>,
    /// For each link, whether its literals must differ.
    pub(crate) differs: Vec<bool>,
}

/// The statement that a node has one of these labels.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Literal {
    pub(crate) node: NodeId,
    pub(crate) labels: Vec<u32>,
}

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Two cases follow: in the first, the node has one of these labels; in the second, any other label.
    Branch { node: NodeId, labels: Vec<u32> },
    /// One case follows, in which none of these labels is used. The offsets with this index bound the cost of each of
    /// them (reduced-cost fixing).
    Fix { offsets: u32, labels: Vec<(NodeId, Vec<u32>)> },
    /// A leaf: the offsets with this index bound the cost.
    Bound { offsets: u32 },
    /// A leaf: these steps prove the bound for the remaining labels.
    Solve(Vec<Step>),
}
