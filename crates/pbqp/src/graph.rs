//! A problem while it is being solved: nodes are eliminated one by one.
//!
//! A node is its index in [`Graph::nodes`]. A part of a problem is a graph of its own, and [`Node::id`] is the node of the
//! problem. An edge of an eliminated node stays as an empty shell, so that elimination takes no time for the other edges
//! of its neighbours.

use crate::cost::{Cost, FORBIDDEN, Matrix};
use crate::problem::{NodeId, Problem};
use rustc_hash::FxHashMap;

/// A node and the costs of its labels.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// The node of the problem.
    pub(crate) id: NodeId,
    /// The cost of each label; [`FORBIDDEN`] for a removed one. Empty once the node is eliminated.
    pub(crate) costs: Vec<Cost>,
    edges: Vec<usize>,
    degree: usize,
    is_eliminated: bool,
}

impl Node {
    /// Returns the labels that the node may still take.
    pub(crate) fn labels(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        let costs = self.costs.iter().enumerate();
        costs.filter(|&(_, &cost)| cost != FORBIDDEN).map(|(label, _)| label)
    }

    /// Returns the label of a node that has exactly one.
    pub(crate) fn only_label(&self) -> Option<usize> {
        let mut labels = self.labels();
        labels.next().filter(|_| labels.next().is_none())
    }

    /// Returns `true` if no label is left.
    pub(crate) fn is_infeasible(&self) -> bool {
        self.labels().next().is_none()
    }
}

/// An edge of a graph: the costs of the pairs of labels of two nodes.
#[derive(Clone, Debug)]
struct GraphEdge {
    /// Ascending; the rows of the matrix are the labels of the first node.
    ends: [usize; 2],
    costs: Matrix,
    is_live: bool,
}

/// An edge of a node, with the node at its other end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Incident {
    edge: usize,
    /// The other node.
    pub(crate) neighbour: usize,
}

/// A node that was taken out of a graph: its costs, and its neighbours with the costs of the pairs. The rows of each
/// matrix are the labels of the node.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) node: usize,
    pub(crate) costs: Vec<Cost>,
    pub(crate) neighbours: Vec<(usize, Matrix)>,
}

/// A problem or a part of one, as far as it is not solved.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// The cost of everything that was eliminated without neighbours.
    pub(crate) constant: Cost,
    edges: Vec<GraphEdge>,
    by_ends: FxHashMap<[usize; 2], usize>,
}

impl Graph {
    /// Returns the graph of a whole problem.
    pub(crate) fn new(problem: &Problem) -> Graph {
        let mut graph = Graph::default();
        for (at, costs) in problem.nodes.iter().enumerate() {
            graph.add_node(NodeId(at as u32), costs.clone());
        }
        for edge in &problem.edges {
            graph.add_edge(edge.ends.map(NodeId::index), edge.costs.clone());
        }
        graph
    }

    /// Returns a copy of some nodes, ascending, with the edges among them.
    pub(crate) fn part(&self, nodes: &[usize]) -> Graph {
        let mut part = Graph::default();
        for &node in nodes {
            part.add_node(self.nodes[node].id, self.nodes[node].costs.clone());
        }
        for (at, &node) in nodes.iter().enumerate() {
            for Incident { edge, neighbour } in self.edges_of(node) {
                let other = nodes.binary_search(&neighbour).ok().filter(|&other| at < other);
                if let Some(other) = other {
                    part.add_edge([at, other], self.edges[edge].costs.clone());
                }
            }
        }
        part
    }

    fn add_node(&mut self, id: NodeId, costs: Vec<Cost>) {
        self.nodes.push(Node { id, costs, edges: Vec::new(), degree: 0, is_eliminated: false });
    }

    /// Adds an edge between two nodes, ascending, or its costs to those of the edge between them.
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

    /// Returns the number of neighbours of a node.
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
            Incident { edge, neighbour: ends[usize::from(ends[0] == node)] }
        })
    }

    /// Returns the costs of the pairs of an edge. The rows are the labels of its smaller node.
    pub(crate) fn costs(&self, incident: Incident) -> &Matrix {
        &self.edges[incident.edge].costs
    }

    /// Returns the cost of a label of the node that the edge is incident to, beside a label of its neighbour.
    pub(crate) fn pair(&self, incident: Incident, label: usize, partner: usize) -> Cost {
        let GraphEdge { ends, costs, .. } = &self.edges[incident.edge];
        let is_column = ends[0] == incident.neighbour;
        let (row, column) = if is_column { (partner, label) } else { (label, partner) };
        costs.get(row, column)
    }

    /// Takes a node out of the graph, with its edges.
    pub(crate) fn take(&mut self, node: usize) -> Taken {
        self.nodes[node].is_eliminated = true;
        let mut neighbours = Vec::new();
        for edge in std::mem::take(&mut self.nodes[node].edges) {
            let GraphEdge { ends, costs, is_live } = &mut self.edges[edge];
            if !std::mem::take(is_live) {
                continue;
            }
            let (ends, is_first) = (*ends, ends[0] == node);
            let costs = std::mem::replace(costs, Matrix::new(1, Vec::new()));
            let neighbour = ends[usize::from(is_first)];
            neighbours.push((neighbour, if is_first { costs } else { costs.transposed() }));
            self.by_ends.remove(&ends);
            self.nodes[neighbour].degree -= 1;
        }
        Taken { node, costs: std::mem::take(&mut self.nodes[node].costs), neighbours }
    }

    /// Returns the connected components, each ascending, in the order of their first nodes.
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
            for Incident { neighbour, .. } in self.edges_of(node) {
                if !std::mem::replace(&mut seen[neighbour], true) {
                    found.push(neighbour);
                }
            }
        }
        found.sort_unstable();
        found
    }
}
