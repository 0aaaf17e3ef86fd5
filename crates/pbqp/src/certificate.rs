//! The proof of a solution.
//!
//! A certificate has labels, whose cost is an upper bound of the optimum, and a list of steps, which prove a lower bound.
//! Each step makes the problem smaller and neither raises its optimum nor leaves an unproven part. `check` takes the
//! steps on its own copy of the problem.

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
    /// Removes a label that is forbidden beside every label of a neighbour (arc consistency).
    Unsupported { node: NodeId, label: u32, neighbour: NodeId },
    /// Removes a label that costs at least as much as another label, whatever the labels of the neighbours are.
    Dominated { node: NodeId, label: u32, by: u32 },
    /// Eliminates a node of one label or of at most two neighbours (R0, RI, RII).
    Eliminate { node: NodeId },
    /// Eliminates the nodes of a block whose only other neighbour is `cut`. Each label of `cut` gets the bound that its
    /// steps prove of the block.
    Project { cut: NodeId, block: Vec<NodeId>, steps: Vec<Vec<Step>> },
    /// Eliminates a core, nodes without other neighbours.
    Core(CoreProof),
}

/// The proof of the lower bound of a core: a search tree over its labels, each leaf of which a reparametrization bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CoreProof {
    /// The nodes, ascending.
    pub(crate) nodes: Vec<NodeId>,
    /// The lower bound of the core, which the tree must prove. The tree may prove more, but later steps rely on this.
    pub(crate) lower_bound: Cost,
    /// The value of one unit of cost in the offsets.
    pub(crate) scale: i64,
    /// The tree, depth-first.
    pub(crate) tree: Vec<Case>,
    /// The reparametrizations. Offsets move cost from an edge to its nodes: first those of its rows, then those of its
    /// columns; the edges are sorted by their nodes.
    pub(crate) offsets: Vec<Vec<i64>>,
}

/// A node of a search tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    /// Two cases follow: the node takes one of these labels, or another label.
    Branch { node: NodeId, labels: Vec<u32> },
    /// One case follows: none of these labels is taken. The offsets of this number bound the cost of each of them
    /// (reduced-cost fixing).
    Fix { offsets: u32, labels: Vec<(NodeId, Vec<u32>)> },
    /// A leaf: the offsets of this number bound the cost.
    Bound { offsets: u32 },
    /// A leaf: these steps, on the labels that are left, prove the bound.
    Solve(Vec<Step>),
}
