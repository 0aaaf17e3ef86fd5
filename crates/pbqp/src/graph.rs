//! A problem while it is being solved: nodes are eliminated one by one.
//!
//! A node is an index into [`Graph::nodes`]. A part of a problem is a separate graph, in which [`Node::id`] is the node
//! of the problem. An edge of an eliminated node stays as a dead entry, so elimination does not visit the other edges
//! of its neighbors.

use crate::cost::{Cost, FORBIDDEN, Matrix};
use crate::problem::{NodeId, Problem};
use rustc_hash::FxHashMap;

/// A node and the costs of its labels.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The node of the problem.
    pub(crate) id: NodeId,
    /// The cost of each label; [`FORBIDDEN`] for a removed label. Empty after the node is eliminated.
    pub(crate) costs: Vec<Cost>,
    /// `true` if the best label follows from those of the neighbors; see [`Problem::mark_dependent`].
    pub(crate) is_dependent: bool,
    edges: Vec<usize>,
    degree: usize,
    is_eliminated: bool,
}

impl Node {
    /// Returns the labels that are not removed.
    pub(crate) fn labels(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let costs = self.costs.iter().enumerate();
        costs.filter(|&(_, &cost)| cost != FORBIDDEN).map(|(label, _)| label)
    }

    /// Returns the label of a node that has exactly one; `None` for other nodes.
    pub(crate) fn only_label(&self) -> Option<usize> {
        let mut labels = self.labels();
        labels.next().filter(|_| labels.next().is_none())
    }

    /// Returns `true` if every label is removed.
    pub(crate) fn is_infeasible(&self) -> bool {
        self.labels().next().is_none()
    }
}

/// An edge of a graph: the costs of the pairs of labels of two nodes.
#[derive(Clone, Debug)]
struct GraphEdge {
    /// The nodes, ascending. The rows of the matrix are the labels of the first node.
    ends: [usize; 2],
    costs: Matrix,
    is_live: bool,
}

/// An edge of a node, with the node at its other end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incident {
    edge: usize,
    /// The other node.
    pub(crate) neighbor: usize,
}

/// An eliminated node: its costs, and its neighbors with the costs of the pairs. The rows of each matrix are the labels
/// of the eliminated node.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) node: usize,
    pub(crate) costs: Vec<Cost>,
    pub(crate) neighbors: Vec<(usize, Matrix)>,
}

/// The unsolved rest of a problem, or of a part of one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// The total cost of the nodes that were eliminated without neighbors.
    pub(crate) constant: Cost,
    edges: Vec<GraphEdge>,
    by_ends: FxHashMap<[usize; 2], usize>,
}

impl Graph {
    /// Returns the graph of a whole problem.
    pub(crate) fn new(problem: &Problem) -> Graph {
        let mut graph = Graph::default();
        for (at, costs) in problem.nodes.iter().enumerate() {
            graph.add_node(NodeId(at as u32), costs.clone(), problem.dependent.contains(&at));
        }
        for edge in &problem.edges {
            graph.add_edge(edge.ends.map(NodeId::index), edge.costs.clone());
        }
        graph
    }

    /// Returns a copy of some nodes and of the edges among them. The nodes are ascending.
    pub(crate) fn part(&self, nodes: &[usize]) -> Graph {
        let mut part = Graph::default();
        for &node in nodes {
            let Node { id, ref costs, is_dependent, .. } = self.nodes[node];
            part.add_node(id, costs.clone(), is_dependent);
        }
        for (at, &node) in nodes.iter().enumerate() {
            for Incident { edge, neighbor } in self.edges_of(node) {
                let other = nodes.binary_search(&neighbor).ok().filter(|&other| at < other);
                if let Some(other) = other {
                    part.add_edge([at, other], self.edges[edge].costs.clone());
                }
            }
        }
        part
    }

    fn add_node(&mut self, id: NodeId, costs: Vec<Cost>, is_dependent: bool) {
        let edges = Vec::new();
        let degree = 0;
        let is_eliminated = false;
        self.nodes.push(Node { id, costs, is_dependent, edges, degree, is_eliminated });
    }

    /// Adds an edge between two ascending nodes. If the edge exists, its costs are added.
    pub(crate) fn add_edge(&mut self, ends: [usize; 2], costs: Matrix) {
        debug_assert!(ends[0] < ends[1]);
        if let Some(&edge) = self.by_ends.get(&ends) {
            return self.edges[edge].costs.add(&costs);
        }
        let edge = self.edges.len();
        self.by_ends.insert(ends, edge);
        self.edges.push(GraphEdge { ends, costs, is_live: true });
        for end in ends {
            self.nodes[end].edges.push(edge);
            self.nodes[end].degree += 1;
        }
    }

    /// Returns the number of neighbors of a node.
    pub(crate) fn degree(&self, node: usize) -> usize {
        self.nodes[node].degree
    }

    /// Returns the nodes that are not eliminated, ascending.
    pub(crate) fn remaining(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes.len()).filter(|&node| self.is_remaining(node))
    }

    /// Returns `true` if the node is not eliminated.
    pub(crate) fn is_remaining(&self, node: usize) -> bool {
        !self.nodes[node].is_eliminated
    }

    /// Returns the edges of a node.
    pub(crate) fn edges_of(&self, node: usize) -> impl Iterator<Item = Incident> + '_ {
        let live = self.nodes[node].edges.iter().filter(|&&edge| self.edges[edge].is_live);
        live.map(move |&edge| {
            let ends = self.edges[edge].ends;
            Incident { edge, neighbor: ends[usize::from(ends[0] == node)] }
        })
    }

    /// Returns the costs of the pairs of an edge. The rows are the labels of its smaller node.
    pub(crate) fn costs(&self, incident: Incident) -> &Matrix {
        &self.edges[incident.edge].costs
    }

    /// Returns the cost of a pair: a label of the node that the edge is incident to, and a label of its neighbor.
    pub(crate) fn pair(&self, incident: Incident, label: usize, partner: usize) -> Cost {
        let GraphEdge { ends, costs, .. } = &self.edges[incident.edge];
        let is_column = ends[0] == incident.neighbor;
        let [row, column] = if is_column { [partner, label] } else { [label, partner] };
        costs.get(row, column)
    }

    /// Removes a node from the graph, with its edges.
    pub(crate) fn take(&mut self, node: usize) -> Taken {
        self.nodes[node].is_eliminated = true;
        let mut neighbors = Vec::new();
        for edge in std::mem::take(&mut self.nodes[node].edges) {
            let GraphEdge { ends, costs, is_live } = &mut self.edges[edge];
            if !std::mem::take(is_live) {
                continue;
            }
            let is_first = ends[0] == node;
            let costs = std::mem::replace(costs, Matrix::new(1, Vec::new()));
            let neighbor = ends[usize::from(is_first)];
            neighbors.push((neighbor, if is_first { costs } else { costs.transposed() }));
            self.by_ends.remove(ends);
            self.nodes[neighbor].degree -= 1;
        }
        Taken { node, costs: std::mem::take(&mut self.nodes[node].costs), neighbors }
    }

    /// Returns the connected components in the order of their first nodes. The nodes of each are ascending.
    pub(crate) fn components(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.nodes.len()];
        let mut components = Vec::new();
        for start in self.remaining() {
            if !std::mem::replace(&mut seen[start], true) {
                components.push(self.component_of(start, &mut seen));
            }
        }
        components
    }

    fn component_of(&self, start: usize, seen: &mut [bool]) -> Vec<usize> {
        let mut found = vec![start];
        let mut at = 0;
        while let Some(&node) = found.get(at) {
            at += 1;
            for Incident { neighbor, .. } in self.edges_of(node) {
                if !std::mem::replace(&mut seen[neighbor], true) {
                    found.push(neighbor);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
