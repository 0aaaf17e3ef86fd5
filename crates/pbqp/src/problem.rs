//! The problem: nodes with a cost for each label, edges with a cost for each pair of labels.

use crate::cost::{Cost, FORBIDDEN, MAX_TOTAL, Matrix, add};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// A node of a [`Problem`]. Nodes are numbered from 0 in insertion order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns the number of the node, which is its index in a list of labels.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge of a [`Problem`]. Two nodes have at most one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(u32);

impl EdgeId {
    /// Returns the number of the edge.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The reason why a node or an edge is rejected. The problem is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemError {
    /// A node has no label.
    NoLabels,
    /// There are 2^32 nodes or edges, or 2^32 labels of one node.
    TooMany,
    /// The node does not belong to this problem.
    UnknownNode(NodeId),
    /// The edge joins a node to itself.
    Loop(NodeId),
    /// The number of costs differs from the number of labels or of pairs of labels.
    Shape {
        /// The number of costs.
        found: usize,
        /// The number of labels, or of pairs of labels.
        expected: usize,
    },
    /// The sum of the largest costs reaches [`MAX_TOTAL`].
    TooLarge,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::NoLabels => f.write_str("a node must have at least one label"),
            ProblemError::TooMany => {
                f.write_str("the numbers of nodes, edges and labels must be below 2^32")
            }
            ProblemError::UnknownNode(node) => write!(f, "unknown node {}", node.0),
            ProblemError::Loop(node) => {
                write!(f, "an edge must not join node {} to itself", node.0)
            }
            ProblemError::Shape { found, expected } => {
                write!(f, "expected {expected} costs, found {found}")
            }
            ProblemError::TooLarge => f.write_str("the sum of the costs must be below 2^60"),
        }
    }
}

impl std::error::Error for ProblemError {}

/// An edge with its costs.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The nodes, ascending.
    pub(crate) ends: [NodeId; 2],
    /// The costs of the pairs. The rows are the labels of the first node.
    pub(crate) costs: Matrix,
}

/// A PBQP: nodes, each of which is assigned one of its labels, and costs of labels and, on edges, of pairs of labels.
///
/// The solver passes messages in the order of the nodes. It is fastest if nodes closely follow the nodes that they
/// depend on.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(crate) nodes: Vec<Vec<Cost>>,
    pub(crate) edges: Vec<Edge>,
    by_ends: FxHashMap<[NodeId; 2], EdgeId>,
    /// The nodes whose best label follows from those of their neighbors.
    pub(crate) dependent: FxHashSet<usize>,
    /// The sum of the largest finite costs so far.
    total: Cost,
}

impl Problem {
    /// Returns a problem without nodes.
    pub fn new() -> Problem {
        Problem::default()
    }

    /// Adds a node with the cost of each of its labels.
    ///
    /// # Errors
    /// There are no labels or too many, or the costs are too large.
    pub fn add_node(&mut self, costs: Vec<Cost>) -> Result<NodeId, ProblemError> {
        if costs.is_empty() {
            return Err(ProblemError::NoLabels);
        }
        number(costs.len())?;
        let node = NodeId(number(self.nodes.len())?);
        self.total = self.total_with(&costs)?;
        self.nodes.push(costs);
        Ok(node)
    }

    /// Adds to the cost of each label of a node, for example [`FORBIDDEN`] to exclude it.
    ///
    /// # Errors
    /// The node is unknown, the numbers of costs and labels differ, or the costs are too large.
    pub fn add_costs(&mut self, node: NodeId, costs: &[Cost]) -> Result<(), ProblemError> {
        expect_count(costs.len(), self.labels(node)?)?;
        self.total = self.total_with(costs)?;
        add(&mut self.nodes[node.index()], costs);
        Ok(())
    }

    /// Adds the cost of each pair of labels, row-major; the rows are the labels of `a`. Returns the edge between the
    /// two nodes. A second call for the same nodes adds to its costs.
    ///
    /// # Errors
    /// A node is unknown, both nodes are the same, the numbers of costs and pairs differ, or the costs are too large.
    pub fn add_edge(
        &mut self,
        a: NodeId,
        b: NodeId,
        costs: Vec<Cost>,
    ) -> Result<EdgeId, ProblemError> {
        let rows = self.labels(a)?;
        let columns = self.labels(b)?;
        if a == b {
            return Err(ProblemError::Loop(a));
        }
        expect_count(costs.len(), rows.saturating_mul(columns))?;
        let next = EdgeId(number(self.edges.len())?);
        self.total = self.total_with(&costs)?;
        let costs = Matrix::new(columns, costs);
        let costs = if a < b { costs } else { costs.transposed() };
        let ends = [a.min(b), a.max(b)];
        let edge = *self.by_ends.entry(ends).or_insert(next);
        match self.edges.get_mut(edge.index()) {
            Some(edge) => edge.costs.add(&costs),
            None => self.edges.push(Edge { ends, costs }),
        }
        Ok(edge)
    }

    /// Marks a node whose best label follows from the labels of its neighbors. This is advice: the search for better
    /// labels changes other nodes first, and lets this one adapt.
    pub fn mark_dependent(&mut self, node: NodeId) {
        self.dependent.insert(node.index());
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the total cost of a labeling; [`FORBIDDEN`] if a label or a pair is not allowed. `None` if the labels do
    /// not fit the nodes of this problem.
    pub fn cost(&self, labels: &[u32]) -> Option<Cost> {
        if labels.len() != self.len() {
            return None;
        }
        let mut sum: Cost = 0;
        for (costs, &label) in self.nodes.iter().zip(labels) {
            sum = sum.saturating_add(*costs.get(label as usize)?);
        }
        for Edge { ends, costs } in &self.edges {
            let [row, column] = ends.map(|node| labels[node.index()] as usize);
            sum = sum.saturating_add(costs.get(row, column));
        }
        Some(sum)
    }

    fn labels(&self, node: NodeId) -> Result<usize, ProblemError> {
        self.nodes.get(node.index()).map(Vec::len).ok_or(ProblemError::UnknownNode(node))
    }

    fn total_with(&self, costs: &[Cost]) -> Result<Cost, ProblemError> {
        let largest = costs.iter().copied().filter(|&cost| cost != FORBIDDEN).max().unwrap_or(0);
        let total = self.total.checked_add(largest).filter(|&total| total < MAX_TOTAL);
        total.ok_or(ProblemError::TooLarge)
    }
}

fn number(count: usize) -> Result<u32, ProblemError> {
    u32::try_from(count).map_err(|_| ProblemError::TooMany)
}

fn expect_count(found: usize, expected: usize) -> Result<(), ProblemError> {
    if found == expected { Ok(()) } else { Err(ProblemError::Shape { found, expected }) }
}
