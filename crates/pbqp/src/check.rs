//! The checker of certificates. The checker reads the problem and the steps, and shares no code with the solver.

mod tree;

use crate::certificate::{Certificate, Step};
use crate::cost::{Cost, FORBIDDEN};
use crate::problem::{NodeId, Problem};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// The reason why a certificate is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CertificateError {
    /// The labels do not fit the nodes of the problem.
    Labels,
    /// The cost of the labels differs from the certificate's.
    Cost {
        /// The actual cost of the labels; [`FORBIDDEN`] if they are not allowed.
        actual: Cost,
    },
    /// The steps prove only a smaller lower bound.
    LowerBound {
        /// The lower bound that the steps prove.
        proven: Cost,
    },
    /// A step of the proof is invalid.
    Step,
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CertificateError::Labels => f.write_str("the labels do not fit the problem"),
            CertificateError::Cost { actual: FORBIDDEN } => {
                f.write_str("the labels are not allowed")
            }
            CertificateError::Cost { actual } => write!(f, "the cost of the labels is {actual}"),
            CertificateError::LowerBound { proven } => {
                write!(f, "the steps prove only the lower bound {proven}")
            }
            CertificateError::Step => f.write_str("a step of the proof is invalid"),
        }
    }
}

impl std::error::Error for CertificateError {}

/// Checks that the labels of a certificate have its cost, and that its steps prove its lower bound.
///
/// # Errors
/// The first fault of the certificate.
pub fn check(problem: &Problem, certificate: &Certificate) -> Result<(), CertificateError> {
    let actual = problem.cost(&certificate.labels).ok_or(CertificateError::Labels)?;
    if actual != certificate.cost || actual == FORBIDDEN {
        return Err(CertificateError::Cost { actual });
    }
    let proven = RemainingProblem::new(problem).bound(&certificate.steps);
    let proven = proven.ok_or(CertificateError::Step)?;
    if proven < certificate.lower_bound {
        return Err(CertificateError::LowerBound { proven });
    }
    Ok(())
}

/// The part of a problem that is not yet eliminated. The costs of an edge are stored twice, row-major for either node.
#[derive(Clone, Default)]
struct RemainingProblem {
    costs: BTreeMap<NodeId, Vec<Cost>>,
    pairs: BTreeMap<NodeId, BTreeMap<NodeId, Vec<Cost>>>,
}

/// An edge between an eliminated node and a remaining one, whose labels are the columns.
type CutEdge = (NodeId, NodeId, Vec<Cost>);

impl RemainingProblem {
    fn new(problem: &Problem) -> RemainingProblem {
        let mut remaining = RemainingProblem::default();
        for (at, costs) in problem.nodes.iter().enumerate() {
            remaining.costs.insert(NodeId(at as u32), costs.clone());
        }
        for edge in &problem.edges {
            let [a, b] = edge.ends;
            remaining.add_pairs(a, b, edge.costs.costs());
        }
        remaining
    }

    /// Returns the lower bound that the steps prove; `None` if a step is invalid.
    fn bound(mut self, steps: &[Step]) -> Option<Cost> {
        let mut bound: Cost = 0;
        for step in steps {
            bound = bound.saturating_add(self.step(step)?);
        }
        let least = self.costs.values().map(|costs| costs.iter().copied().min());
        Some(least.fold(bound, |bound, least| bound.saturating_add(least.unwrap_or(FORBIDDEN))))
    }

    /// Applies a step. Returns the amount that it adds to the bound; `None` if the step is invalid.
    fn step(&mut self, step: &Step) -> Option<Cost> {
        match step {
            &Step::Unsupported { node, label, neighbor } => {
                self.is_unsupported(node, label, neighbor)?.then(|| self.remove(node, label))?
            }
            &Step::Dominated { node, label, by } => {
                self.is_dominated(node, label, by)?.then(|| self.remove(node, label))?
            }
            Step::Eliminate { node } => self.eliminate(*node),
            Step::Project { cut, block, steps } => self.project(*cut, block, steps),
            Step::Core(proof) => {
                let (core, cut_edges) = self.split(&proof.nodes)?;
                let is_proven = cut_edges.is_empty() && core.tree(proof)? >= proof.lower_bound;
                is_proven.then_some(proof.lower_bound)
            }
        }
    }

    fn is_unsupported(&self, node: NodeId, label: u32, neighbor: NodeId) -> Option<bool> {
        let row = self.row(node, neighbor, label)?.iter().zip(&self.costs[&neighbor]);
        Some(row.clone().all(|(&pair, &cost)| pair == FORBIDDEN || cost == FORBIDDEN))
    }

    fn row(&self, node: NodeId, neighbor: NodeId, label: u32) -> Option<&[Cost]> {
        let columns = self.costs.get(&neighbor)?.len();
        let pairs = self.pairs.get(&node)?.get(&neighbor)?;
        pairs.chunks_exact(columns).nth(label as usize)
    }

    fn remove(&mut self, node: NodeId, label: u32) -> Option<Cost> {
        *self.costs.get_mut(&node)?.get_mut(label as usize)? = FORBIDDEN;
        Some(0)
    }

    fn is_dominated(&self, node: NodeId, label: u32, by: u32) -> Option<bool> {
        let costs = self.costs.get(&node)?;
        let [cost, other] = [label, by].map(|label| costs.get(label as usize).copied());
        let mut slack = i128::from(cost?) - i128::from(other?);
        for neighbor in self.neighbors(node) {
            let [row, other] = [label, by].map(|label| self.row(node, neighbor, label));
            let rows = row?.iter().zip(other?).zip(&self.costs[&neighbor]);
            let allowed =
                rows.filter(|&((&pair, _), &cost)| pair != FORBIDDEN && cost != FORBIDDEN);
            // If the other label is forbidden, its cost exceeds any slack.
            let more = allowed.map(|((&a, &b), _)| i128::from(b) - i128::from(a)).max();
            slack -= more.unwrap_or(0);
        }
        Some(label != by && other? != FORBIDDEN && slack >= 0)
    }

    fn neighbors(&self, node: NodeId) -> Vec<NodeId> {
        self.pairs.get(&node).map(|pairs| pairs.keys().copied().collect()).unwrap_or_default()
    }

    fn eliminate(&mut self, node: NodeId) -> Option<Cost> {
        let costs = self.costs.remove(&node)?;
        let cut_edges = self.detach(node)?;
        let mut allowed = (0..costs.len()).filter(|&label| costs[label] != FORBIDDEN);
        let first = allowed.next()?;
        let is_only = allowed.next().is_none();
        match &cut_edges[..] {
            cut_edges if is_only => {
                for &(other, ref pairs) in cut_edges {
                    let columns = self.costs[&other].len();
                    self.add_costs(other, &pairs[first * columns..][..columns]);
                }
                return Some(costs[first]);
            }
            [] => return costs.iter().copied().min(),
            &[(other, ref pairs)] => {
                let least = least(&costs, pairs, &vec![0; costs.len()]);
                self.add_costs(other, &least);
            }
            &[(a, ref to_a), (b, ref to_b)] => {
                let columns = to_a.len() / costs.len();
                let rows = (0..columns).map(|label| {
                    to_a.iter().skip(label).step_by(columns).copied().collect::<Vec<_>>()
                });
                let pairs: Vec<Cost> = rows.flat_map(|row| least(&costs, to_b, &row)).collect();
                self.add_pairs(a, b, &pairs);
            }
            _ => return None,
        }
        Some(0)
    }

    /// Removes the edges of a node. Returns its neighbors, ascending, each with the costs of the pairs.
    fn detach(&mut self, node: NodeId) -> Option<Vec<(NodeId, Vec<Cost>)>> {
        let edges = self.pairs.remove(&node).unwrap_or_default();
        let mut detached = Vec::with_capacity(edges.len());
        for (other, pairs) in edges {
            self.pairs.get_mut(&other)?.remove(&node);
            detached.push((other, pairs));
        }
        Some(detached)
    }

    fn project(&mut self, cut: NodeId, block: &[NodeId], steps: &[Vec<Step>]) -> Option<Cost> {
        let (part, cut_edges) = self.split(block)?;
        let labels = self.costs.get(&cut)?.clone();
        let allowed = (0..labels.len()).filter(|&label| labels[label] != FORBIDDEN);
        let is_block = cut_edges.iter().all(|&(_, other, _)| other == cut);
        if !is_block || allowed.clone().count() != steps.len() {
            return None;
        }
        for (label, steps) in allowed.zip(steps) {
            let mut case = part.clone();
            for (node, _, pairs) in &cut_edges {
                let column: Vec<Cost> =
                    pairs.iter().skip(label).step_by(labels.len()).copied().collect();
                case.add_costs(*node, &column);
            }
            let bound = case.bound(steps)?;
            let cost = &mut self.costs.get_mut(&cut)?[label];
            *cost = cost.saturating_add(bound);
        }
        Some(0)
    }

    /// Removes nodes and the edges among them. Returns them, and the edges to other nodes.
    fn split(&mut self, nodes: &[NodeId]) -> Option<(RemainingProblem, Vec<CutEdge>)> {
        let mut part = RemainingProblem::default();
        for &node in nodes {
            part.costs.insert(node, self.costs.remove(&node)?);
        }
        let mut cut_edges = Vec::new();
        for &node in nodes {
            for (other, pairs) in self.pairs.remove(&node).unwrap_or_default() {
                if part.costs.contains_key(&other) {
                    part.pairs.entry(node).or_default().insert(other, pairs);
                } else {
                    self.pairs.get_mut(&other)?.remove(&node);
                    cut_edges.push((node, other, pairs));
                }
            }
        }
        Some((part, cut_edges))
    }

    fn add_costs(&mut self, node: NodeId, costs: &[Cost]) {
        for (to, &cost) in self.costs.entry(node).or_default().iter_mut().zip(costs) {
            *to = to.saturating_add(cost);
        }
    }

    fn add_pairs(&mut self, a: NodeId, b: NodeId, pairs: &[Cost]) {
        let columns = self.costs[&b].len();
        let mut transposed = Vec::with_capacity(pairs.len());
        for column in 0..columns {
            transposed.extend(pairs.iter().skip(column).step_by(columns));
        }
        for (a, b, pairs) in [(b, a, transposed), (a, b, pairs.to_vec())] {
            match self.pairs.entry(a).or_default().entry(b) {
                Entry::Vacant(entry) => drop(entry.insert(pairs)),
                Entry::Occupied(mut entry) => {
                    for (to, pair) in entry.get_mut().iter_mut().zip(pairs) {
                        *to = to.saturating_add(pair);
                    }
                }
            }
        }
    }
}

/// Returns the least cost over the labels of a node, for each label of a neighbor. `more` is added to the cost of each
/// label.
fn least(costs: &[Cost], pairs: &[Cost], more: &[Cost]) -> Vec<Cost> {
    let columns = pairs.len() / costs.len();
    let mut least = vec![FORBIDDEN; columns];
    for ((cost, more), row) in costs.iter().zip(more).zip(pairs.chunks_exact(columns)) {
        for (least, pair) in least.iter_mut().zip(row) {
            *least = (*least).min(cost.saturating_add(*more).saturating_add(*pair));
        }
    }
    least
}
