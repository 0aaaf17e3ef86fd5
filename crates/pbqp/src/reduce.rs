//! Reductions that keep the optimum: elimination of nodes, and removal of labels.
//!
//! A node without neighbours (R0), with one (RI) or two (RII), or with one label is eliminated: its least cost for each
//! label of its neighbours moves to them. A label is removed if it is forbidden beside all labels of a neighbour (arc
//! consistency), or if another label never costs more (dominance).

use crate::certificate::Step;
use crate::cost::{Cost, FORBIDDEN, Matrix, add};
use crate::graph::{Graph, Incident, Taken};
use crate::solution::SolverStats;
use std::collections::VecDeque;

/// Reduces a graph until each node has at least three neighbours and two labels. Returns the eliminated nodes, in order.
/// `None` if no labels are allowed.
pub(crate) fn reduce(
    graph: &mut Graph,
    proof: &mut Vec<Step>,
    stats: &mut SolverStats,
) -> Option<Vec<Taken>> {
    let proven = proof.len();
    let mut reducer = Reducer { graph, proof, eliminated: Vec::new() };
    let is_feasible = reducer.run();
    let eliminated = reducer.eliminated;
    stats.eliminated += eliminated.len() as u64;
    let is_removal =
        |step: &&Step| matches!(step, Step::Unsupported { .. } | Step::Dominated { .. });
    stats.removed_labels += proof[proven..].iter().filter(is_removal).count() as u64;
    is_feasible.then_some(eliminated)
}

/// Returns the least label of an eliminated node among the cheapest ones, once its neighbours have labels.
pub(crate) fn best_label(taken: &Taken, labels: &[u32]) -> u32 {
    let mut costs = taken.costs.clone();
    for (neighbour, pairs) in &taken.neighbours {
        for (cost, row) in costs.iter_mut().zip(pairs.all_rows()) {
            *cost = cost.saturating_add(row[labels[*neighbour] as usize]);
        }
    }
    let best = (0..costs.len()).min_by_key(|&label| costs[label]);
    best.expect("a node has labels") as u32
}

struct Reducer<'a> {
    graph: &'a mut Graph,
    proof: &'a mut Vec<Step>,
    eliminated: Vec<Taken>,
}

impl Reducer<'_> {
    /// Returns `false` if no labels are allowed.
    fn run(&mut self) -> bool {
        while self.eliminate_all() && self.remove_labels() {
            if !self.graph.remaining().any(|node| self.is_reducible(node)) {
                return true;
            }
        }
        false
    }

    fn is_reducible(&self, node: usize) -> bool {
        self.graph.degree(node) <= 2 || self.graph.nodes[node].only_label().is_some()
    }

    /// Eliminates nodes, RII last, as it adds edges. Returns `false` if no labels are allowed.
    fn eliminate_all(&mut self) -> bool {
        let mut queues: [Vec<usize>; 2] = Default::default();
        for node in self.graph.remaining() {
            self.enqueue(&mut queues, node);
        }
        while let Some(node) = queues[0].pop().or_else(|| queues[1].pop()) {
            if !self.graph.is_remaining(node) || !self.is_reducible(node) {
                continue;
            }
            if self.graph.nodes[node].is_infeasible() {
                return false;
            }
            self.eliminate(node);
            if self.graph.constant == FORBIDDEN {
                return false;
            }
            let taken = &self.eliminated[self.eliminated.len() - 1];
            taken.neighbours.iter().for_each(|&(node, _)| self.enqueue(&mut queues, node));
        }
        true
    }

    fn enqueue(&self, queues: &mut [Vec<usize>; 2], node: usize) {
        if self.is_reducible(node) {
            queues[usize::from(self.graph.degree(node) == 2)].push(node);
        }
    }

    fn eliminate(&mut self, node: usize) {
        self.proof.push(Step::Eliminate { node: self.graph.nodes[node].id });
        let only = self.graph.nodes[node].only_label();
        let taken = self.graph.take(node);
        match (&taken.neighbours[..], only) {
            (neighbours, Some(label)) => self.fix(taken.costs[label], neighbours, label),
            ([], None) => self.add_constant(taken.costs.iter().copied().min().unwrap_or(FORBIDDEN)),
            ([(neighbour, pairs)], None) => {
                add(&mut self.graph.nodes[*neighbour].costs, &least(&taken.costs, pairs));
            }
            ([first, second], None) => self.join(&taken.costs, first, second),
            _ => unreachable!("a node of three neighbours and two labels is not eliminated"),
        }
        self.eliminated.push(taken);
    }

    fn add_constant(&mut self, cost: Cost) {
        self.graph.constant = self.graph.constant.saturating_add(cost);
    }

    /// Moves the costs of the only label of a node.
    fn fix(&mut self, cost: Cost, neighbours: &[(usize, Matrix)], label: usize) {
        self.add_constant(cost);
        for (neighbour, pairs) in neighbours {
            add(&mut self.graph.nodes[*neighbour].costs, pairs.row(label));
        }
    }

    /// Moves the least cost of a node for each pair of labels of its two neighbours (RII).
    fn join(&mut self, costs: &[Cost], first: &(usize, Matrix), second: &(usize, Matrix)) {
        let ((a, to_a), (b, to_b)) =
            if first.0 < second.0 { (first, second) } else { (second, first) };
        let mut joined = Matrix::filled(to_a.columns(), to_b.columns(), FORBIDDEN);
        let allowed = costs.iter().enumerate().filter(|&(_, &cost)| cost != FORBIDDEN);
        for (label, &cost) in allowed {
            for (row, &to_a) in joined.all_rows_mut().zip(to_a.row(label)) {
                let cost = cost.saturating_add(to_a);
                for (least, &to_b) in row.iter_mut().zip(to_b.row(label)) {
                    *least = (*least).min(cost.saturating_add(to_b));
                }
            }
        }
        self.graph.add_edge([*a, *b], joined);
    }

    /// Removes impossible and dominated labels until none is left. Returns `false` if a node has no label left.
    fn remove_labels(&mut self) -> bool {
        let mut queue: VecDeque<usize> = self.graph.remaining().collect();
        let mut is_queued = vec![true; self.graph.nodes.len()];
        while let Some(node) = queue.pop_front() {
            is_queued[node] = false;
            let before = self.proof.len();
            self.remove_unsupported(node);
            self.remove_dominated(node);
            if self.graph.nodes[node].is_infeasible() {
                return false;
            }
            if self.proof.len() > before {
                for Incident { neighbour, .. } in self.graph.edges_of(node) {
                    if !std::mem::replace(&mut is_queued[neighbour], true) {
                        queue.push_back(neighbour);
                    }
                }
            }
        }
        true
    }

    fn remove_unsupported(&mut self, node: usize) {
        for incident in self.graph.edges_of(node).collect::<Vec<_>>() {
            let neighbour = self.graph.nodes[incident.neighbour].id;
            for label in self.unsupported(node, incident) {
                let id = self.graph.nodes[node].id;
                self.graph.nodes[node].costs[label] = FORBIDDEN;
                self.proof.push(Step::Unsupported { node: id, label: label as u32, neighbour });
            }
        }
    }

    /// Returns the labels of a node that are forbidden beside all labels of a neighbour.
    fn unsupported(&self, node: usize, incident: Incident) -> Vec<usize> {
        if !self.graph.costs(incident).costs().contains(&FORBIDDEN) {
            return Vec::new();
        }
        let neighbour = &self.graph.nodes[incident.neighbour];
        let is_lost = |label: &usize| {
            neighbour
                .labels()
                .all(|partner| self.graph.pair(incident, *label, partner) == FORBIDDEN)
        };
        self.graph.nodes[node].labels().filter(is_lost).collect()
    }

    /// Removes dominated labels, the last ones first; of equal labels the first stays.
    fn remove_dominated(&mut self, node: usize) {
        let labels: Vec<usize> = self.graph.nodes[node].labels().collect();
        for &label in labels.iter().rev() {
            let mut others = labels.iter().copied().filter(|&by| by != label);
            if let Some(by) = others.find(|&by| self.is_dominated(node, label, by)) {
                let id = self.graph.nodes[node].id;
                self.graph.nodes[node].costs[label] = FORBIDDEN;
                let (label, by) = (label as u32, by as u32);
                self.proof.push(Step::Dominated { node: id, label, by });
            }
        }
    }

    fn is_dominated(&self, node: usize, label: usize, by: usize) -> bool {
        let costs = &self.graph.nodes[node].costs;
        if costs[by] == FORBIDDEN {
            return false;
        }
        let slack = i128::from(costs[label]) - i128::from(costs[by]);
        let more = |incident| self.most_more(incident, label, by);
        let more = self.graph.edges_of(node).map(more).sum::<Option<i128>>();
        more.is_some_and(|more| more <= slack)
    }

    /// Returns how much more `by` costs than `label` at most, over the labels of a neighbour. `None` if `by` is forbidden
    /// where `label` is not.
    fn most_more(&self, incident: Incident, label: usize, by: usize) -> Option<i128> {
        let mut most = None;
        for partner in self.graph.nodes[incident.neighbour].labels() {
            let pair = |label| self.graph.pair(incident, label, partner);
            match (pair(label), pair(by)) {
                (FORBIDDEN, _) => {}
                (_, FORBIDDEN) => return None,
                (label, by) => most = most.max(Some(i128::from(by) - i128::from(label))),
            }
        }
        most
    }
}

/// Returns the least cost over the labels of a node, for each label of its neighbour (RI).
fn least(costs: &[Cost], pairs: &Matrix) -> Vec<Cost> {
    let mut least = vec![FORBIDDEN; pairs.columns()];
    for (cost, row) in costs.iter().zip(pairs.all_rows()) {
        for (least, &pair) in least.iter_mut().zip(row) {
            *least = (*least).min(cost.saturating_add(pair));
        }
    }
    least
}
