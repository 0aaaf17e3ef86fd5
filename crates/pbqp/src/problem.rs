//! The problem: nodes with a cost for each label, edges with a cost for each pair of labels.

use crate::cost::{Cost, FORBIDDEN, MAX_TOTAL, Matrix, add};
use rustc_hash::FxHashMap;
use std::fmt;

/// A node of a [`Problem`]; nodes are numbered from 0 in the order in which they are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// Returns the number of the node, which is its place in a list of labels.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge of a [`Problem`]; there is at most one between two nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(u32);

impl EdgeId {
    /// Returns the number of the edge.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Why a node or an edge was refused. The problem is unchanged then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemError {
    /// A node has no label.
    NoLabels,
    /// There are 2^32 nodes or edges, or 2^32 labels of one node.
    TooMany,
    /// The node is not of this problem.
    UnknownNode(NodeId),
    /// The edge joins a node to itself.
    Loop(NodeId),
    /// The number of costs is not the number of labels or of pairs of labels.
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
            ProblemError::NoLabels => f.write_str("a node without labels"),
            ProblemError::TooMany => f.write_str("more than 2^32 nodes, edges or labels"),
            ProblemError::UnknownNode(node) => write!(f, "unknown node {}", node.0),
            ProblemError::Loop(node) => write!(f, "an edge joins node {} to itself", node.0),
            ProblemError::Shape { found, expected } => {
                write!(f, "expected {expected} costs, found {found}")
            }
            ProblemError::TooLarge => f.write_str("the costs reach 2^60 in sum"),
        }
    }
}

impl std::error::Error for ProblemError {}

/// An edge with its costs.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    /// The nodes, ascending.
    pub(crate) ends: [NodeId; 2],
    /// The rows are the labels of the first node.
    pub(crate) costs: Matrix,
}

/// Nodes, each of which takes one of its labels, and the costs of labels and of pairs of labels on edges.
///
/// The solver passes messages in the order of the nodes. It is fastest where a node follows soon after the nodes that it
/// depends on.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    pub(crate) nodes: Vec<Vec<Cost>>,
    pub(crate) edges: Vec<Edge>,
    by_ends: FxHashMap<[NodeId; 2], EdgeId>,
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
    /// There is no label, there are too many, or the costs are too large.
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
    /// The node is unknown, there are not as many costs as labels, or the costs are too large.
    pub fn add_costs(&mut self, node: NodeId, costs: &[Cost]) -> Result<(), ProblemError> {
        expect_count(costs.len(), self.labels(node)?)?;
        self.total = self.total_with(costs)?;
        add(&mut self.nodes[node.index()], costs);
        Ok(())
    }

    /// Adds the cost of each pair of labels, row-major; the rows are the labels of `a`. Returns the edge between the two
    /// nodes. A second call for the same nodes adds to its costs.
    ///
    /// # Errors
    /// A node is unknown, both are the same, there are not as many costs as pairs, or the costs are too large.
    pub fn add_edge(
        &mut self,
        a: NodeId,
        b: NodeId,
        costs: Vec<Cost>,
    ) -> Result<EdgeId, ProblemError> {
        let (rows, columns) = (self.labels(a)?, self.labels(b)?);
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

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns `true` if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the total cost of a label for each node; [`FORBIDDEN`] if a label or a pair is not allowed. `None` if these
    /// are not labels of the nodes of this problem.
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
