//! Reductions that preserve the optimum: elimination of nodes, and removal of labels.
//!
//! A node is eliminated if it has no neighbors (R0), one (RI) or two (RII), or only one label. Its least cost for each
//! label of its neighbors moves to the neighbors. A label is removed if it is forbidden with all labels of a neighbor
//! (arc consistency), or if another label never costs more (dominance).

use crate::certificate::Step;
use crate::cost::{Cost, FORBIDDEN, Matrix, add};
use crate::graph::{Graph, Incident, Taken};
use crate::solution::SolverStats;
use std::collections::VecDeque;

/// The number of labels of the neighbors for which the costs of labels are compared first.
const SAMPLES: usize = 16;

/// Reduces a graph until each node has at least three neighbors and two labels. Returns the eliminated nodes in order;
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
    stats.removed_labels += proof[proven..]
        .iter()
        .filter(|step| matches!(step, Step::Unsupported { .. } | Step::Dominated { .. }))
        .count() as u64;
    is_feasible.then_some(eliminated)
}

/// Returns the cheapest label of an eliminated node, given the labels of its neighbors; the smallest among equals.
pub(crate) fn best_label(taken: &Taken, labels: &[u32]) -> u32 {
    let mut costs = taken.costs.clone();
    for (neighbor, pairs) in &taken.neighbors {
        for (cost, row) in costs.iter_mut().zip(pairs.all_rows()) {
            *cost = cost.saturating_add(row[labels[*neighbor] as usize]);
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
    /// Reduces the graph. Returns `false` if no labels are allowed.
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

    /// Eliminates all reducible nodes. RII comes last, as it adds edges. Returns `false` if no labels are allowed.
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
            taken.neighbors.iter().for_each(|&(node, _)| self.enqueue(&mut queues, node));
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
        match (&taken.neighbors[..], only) {
            (neighbors, Some(label)) => self.fix(taken.costs[label], neighbors, label),
            ([], None) => self.add_constant(taken.costs.iter().copied().min().unwrap_or(FORBIDDEN)),
            ([(neighbor, pairs)], None) => {
                add(&mut self.graph.nodes[*neighbor].costs, &least(&taken.costs, pairs));
            }
            ([first, second], None) => self.join(&taken.costs, first, second),
            _ => unreachable!("a node of three neighbors and two labels is not eliminated"),
        }
        self.eliminated.push(taken);
    }

    fn add_constant(&mut self, cost: Cost) {
        self.graph.constant = self.graph.constant.saturating_add(cost);
    }

    /// Moves the costs of the only label of a node to its neighbors.
    fn fix(&mut self, cost: Cost, neighbors: &[(usize, Matrix)], label: usize) {
        self.add_constant(cost);
        for (neighbor, pairs) in neighbors {
            add(&mut self.graph.nodes[*neighbor].costs, pairs.row(label));
        }
    }

    /// Moves the least cost of a node, for each pair of labels of its two neighbors, to the edge between these (RII).
    fn join(&mut self, costs: &[Cost], first: &(usize, Matrix), second: &(usize, Matrix)) {
        let [(a, to_a), (b, to_b)] =
            if first.0 < second.0 { [first, second] } else { [second, first] };
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

    /// Removes unsupported and dominated labels until none is left. Returns `false` if a node has no label left.
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
                for Incident { neighbor, .. } in self.graph.edges_of(node) {
                    if !std::mem::replace(&mut is_queued[neighbor], true) {
                        queue.push_back(neighbor);
                    }
                }
            }
        }
        true
    }

    fn remove_unsupported(&mut self, node: usize) {
        for incident in self.graph.edges_of(node).collect::<Vec<_>>() {
            let neighbor = self.graph.nodes[incident.neighbor].id;
            for label in self.unsupported(node, incident) {
                let id = self.graph.nodes[node].id;
                self.graph.nodes[node].costs[label] = FORBIDDEN;
                self.proof.push(Step::Unsupported { node: id, label: label as u32, neighbor });
            }
        }
    }

    /// Returns the labels of a node that are forbidden with all labels of a neighbor.
    fn unsupported(&self, node: usize, incident: Incident) -> Vec<usize> {
        if !self.graph.costs(incident).costs().contains(&FORBIDDEN) {
            return Vec::new();
        }
        let neighbor = &self.graph.nodes[incident.neighbor];
        self.graph.nodes[node]
            .labels()
            .filter(|label| {
                neighbor
                    .labels()
                    .all(|partner| self.graph.pair(incident, *label, partner) == FORBIDDEN)
            })
            .collect()
    }

    /// Removes dominated labels, the last ones first. Of equal labels, the first is kept.
    fn remove_dominated(&mut self, node: usize) {
        let labels: Vec<usize> = self.graph.nodes[node].labels().collect();
        if labels.len() < 2 {
            return;
        }
        let samples = self.samples(node, &labels);
        let mut pairs: Option<LabelPairs> = None;
        for (at, &label) in labels.iter().enumerate().rev() {
            let others = labels.iter().zip(&samples);
            let never_more = others.filter(|(_, of_other)| {
                let pairs = samples[at].iter().zip(*of_other);
                pairs.clone().all(|(of_label, of_other)| of_other <= of_label)
            });
            let costs = &self.graph.nodes[node].costs;
            let candidates = never_more.map(|(&by, _)| by);
            let mut others = candidates.filter(|&by| by != label && costs[by] != FORBIDDEN);
            let by = others.find(|&by| {
                let slack = i128::from(costs[label]) - i128::from(costs[by]);
                let pairs = pairs.get_or_insert_with(|| self.label_pairs(node, &labels));
                pairs.is_dominated(label, by, slack)
            });
            if let Some(by) = by {
                let id = self.graph.nodes[node].id;
                self.graph.nodes[node].costs[label] = FORBIDDEN;
                let label = label as u32;
                let by = by as u32;
                self.proof.push(Step::Dominated { node: id, label, by });
            }
        }
    }

    /// Returns the cost of each label for some labels of the neighbors. A label that costs more than another for any of
    /// these does not dominate it, so their pairs are not compared.
    fn samples(&self, node: usize, labels: &[usize]) -> Vec<Vec<Cost>> {
        let costs = &self.graph.nodes[node].costs;
        let mut samples: Vec<Vec<Cost>> =
            labels.iter().map(|&label| vec![costs[label]; SAMPLES]).collect();
        for incident in self.graph.edges_of(node) {
            let neighbor = &self.graph.nodes[incident.neighbor];
            for (sample, partner) in neighbor.labels().cycle().take(SAMPLES).enumerate() {
                for (sums, &label) in samples.iter_mut().zip(labels) {
                    let pair = self.graph.pair(incident, label, partner);
                    sums[sample] = sums[sample].saturating_add(pair);
                }
            }
        }
        samples
    }

    /// Returns the costs of the pairs of these labels with the labels of the neighbors.
    fn label_pairs(&self, node: usize, labels: &[usize]) -> LabelPairs {
        let count = self.graph.nodes[node].costs.len();
        let mut pairs = LabelPairs {
            ends: Vec::new(),
            costs: vec![Vec::new(); count],
            allowed: vec![Vec::new(); count],
        };
        for incident in self.graph.edges_of(node) {
            let partners: Vec<usize> = self.graph.nodes[incident.neighbor].labels().collect();
            for &label in labels {
                let of_label = partners.iter().map(|&it| self.graph.pair(incident, label, it));
                pairs.costs[label].extend(of_label);
            }
            pairs.ends.push(pairs.ends.last().map_or(0, |&end| end) + partners.len());
        }
        for &label in labels {
            pairs.allowed[label] = pairs.costs[label].chunks(64).map(allowed_bits).collect();
        }
        pairs
    }
}

/// The costs of the pairs of labels with the labels of all neighbors that are not removed.
struct LabelPairs {
    /// The end of the pairs with each neighbor.
    ends: Vec<usize>,
    /// The costs of the pairs of each label.
    costs: Vec<Vec<Cost>>,
    /// A bit for each pair of each label: 1 if it is allowed.
    allowed: Vec<Vec<u64>>,
}

impl LabelPairs {
    /// Returns `true` if a label costs at least as much as another one, which costs this much less without the neighbors.
    fn is_dominated(&self, label: usize, by: usize, slack: i128) -> bool {
        let mut allowed = self.allowed[label].iter().zip(&self.allowed[by]);
        // Most labels are forbidden with some label that others are allowed with.
        if allowed.any(|(label, by)| label & !by != 0) {
            return false;
        }
        let mut start = 0;
        let mut more = 0;
        for &end in &self.ends {
            let [label, by] = [label, by].map(|label| &self.costs[label][start..end]);
            let Some(most) = most_more(label, by) else { return false };
            more += i128::from(most);
            start = end;
        }
        more <= slack
    }
}

/// Returns a bit for each of up to 64 costs: 1 if it is allowed.
fn allowed_bits(costs: &[Cost]) -> u64 {
    let bits = costs.iter().enumerate();
    bits.fold(0, |bits, (at, &cost)| bits | u64::from(cost != FORBIDDEN) << at)
}

/// Returns the maximum difference between the costs of `by` and `label`, where it is allowed, over the labels of a neighbor;
/// `None` if it is never allowed.
fn most_more(label: &[Cost], by: &[Cost]) -> Option<i64> {
    let allowed = label.iter().zip(by).filter(|&(&label, _)| label != FORBIDDEN);
    // Costs are below 2^60.
    allowed.map(|(&label, &by)| by as i64 - label as i64).max()
}

/// Returns the least cost over the labels of a node, for each label of its neighbor (RI).
fn least(costs: &[Cost], pairs: &Matrix) -> Vec<Cost> {
    let mut least = vec![FORBIDDEN; pairs.columns()];
    for (cost, row) in costs.iter().zip(pairs.all_rows()) {
        for (least, &pair) in least.iter_mut().zip(row) {
            *least = (*least).min(cost.saturating_add(pair));
        }
    }
    least
}
