//! Improvement of labels by kicks: one node changes its label, and the nodes around it adapt. Unlike the improvement of
//! single nodes, a kick passes through states of higher cost.
//!
//! A kick that raises the cost is kept with a probability that falls with the rise and over time (simulated annealing,
//! Kirkpatrick et al. 1983). The sequence of kicks is pseudorandom with a fixed seed, and all numbers are integers.

use super::Core;
use std::collections::VecDeque;

/// The maximum number of nodes that adapt to one kick.
const MAX_ADAPTED: usize = 400;

/// The number of kicks from which the first threshold is estimated.
const SAMPLES: usize = 256;

/// The number of times that the search starts again at a high temperature.
const ROUNDS: u64 = 4;

/// Labels with their neighborhood search.
pub(crate) struct Kicks<'a> {
    core: &'a Core,
    labels: Vec<u32>,
    /// The greatest possible fall of the cost, by a lower bound. No labels are better after it.
    room: i128,
    /// The number of pairs of labels visited so far.
    steps: u64,
    queue: VecDeque<usize>,
    is_queued: Vec<bool>,
    /// The changed nodes with their labels before.
    changes: Vec<(usize, u32)>,
    sums: Vec<i128>,
}

impl<'a> Kicks<'a> {
    /// Returns the search from these labels, whose cost is above a lower bound by `room`, which is scaled.
    pub(crate) fn new(core: &'a Core, labels: Vec<u32>, room: i128) -> Kicks<'a> {
        let is_queued = vec![false; core.len()];
        let queue = VecDeque::new();
        let changes = Vec::new();
        let sums = Vec::new();
        Kicks { core, labels, room, steps: 0, queue, is_queued, changes, sums }
    }

    /// Searches until the cost reaches the lower bound, or the steps are spent. Returns the best labels and the number of
    /// steps.
    pub(crate) fn run(mut self, most_steps: u64) -> (Vec<u32>, u64) {
        self.descend(most_steps);
        if self.room <= 0 {
            return (self.labels, self.steps);
        }
        let kicked = most_steps - most_steps / 8;
        let Some(first) = self.typical_rise(kicked) else { return (self.labels, self.steps) };
        let start = self.steps;
        let mut random = SplitMix(0);
        let mut cost = 0;
        let mut least = 0;
        let mut best = self.labels.clone();
        let round = (kicked.saturating_sub(start) / ROUNDS).max(1);
        while self.steps < kicked && -least < self.room {
            let left = i128::from(round - (self.steps - start) % round);
            let temperature = first * left / i128::from(6 * round);
            let Some((node, label)) = self.pick(&mut random) else { break };
            let threshold = random.exponential(temperature).max(1);
            cost += self.kick(node, label, threshold).unwrap_or(0);
            if cost < least {
                least = cost;
                best.clone_from(&self.labels);
            }
        }
        self.labels = best;
        self.room += least;
        self.descend(most_steps);
        (self.labels, self.steps)
    }

    /// Kicks all nodes to all labels until no kick lowers the cost, the cost reaches the lower bound, or the steps are
    /// spent.
    pub(crate) fn descend(&mut self, most_steps: u64) {
        let mut since_improved = 0;
        let core = self.core;
        for &node in core.independent.iter().cycle() {
            let is_spent = self.steps >= most_steps || self.room <= 0;
            if since_improved >= core.independent.len() || is_spent {
                return;
            }
            since_improved += 1;
            for label in 0..self.core.size(node) as u32 {
                if label != self.labels[node]
                    && let Some(change) = self.kick(node, label, 0)
                {
                    self.room += change;
                    since_improved = 0;
                }
            }
        }
    }

    /// Returns the median of the positive rises of the cost by some kicks, which are all undone; `None` if no allowed
    /// kick raises the cost.
    fn typical_rise(&mut self, most_steps: u64) -> Option<i128> {
        let mut random = SplitMix(1);
        let mut rises = Vec::new();
        for _ in 0..SAMPLES {
            if self.steps >= most_steps {
                break;
            }
            let (node, label) = self.pick(&mut random)?;
            let rise = self.try_kick(node, label);
            self.undo();
            rises.extend(
                Some(rise).filter(|&rise| rise > 0 && rise < i128::from(self.core.scaling.big)),
            );
        }
        rises.sort_unstable();
        rises.get(rises.len() / 2).copied()
    }

    /// Returns a node and another label of it; `None` if the core is empty.
    fn pick(&self, random: &mut SplitMix) -> Option<(usize, u32)> {
        let node = self.core.independent[random.below(self.core.independent.len())?];
        let others = random.below(self.core.size(node).saturating_sub(1)).unwrap_or(0) as u32;
        let label = if others >= self.labels[node] { others + 1 } else { others };
        Some((node, label.min(self.core.size(node) as u32 - 1)))
    }

    /// Kicks a node. Returns the change of the cost if it is below a threshold; otherwise nothing changes.
    fn kick(&mut self, node: usize, label: u32, threshold: i128) -> Option<i128> {
        let change = self.try_kick(node, label);
        if change < threshold {
            return Some(change);
        }
        self.undo();
        None
    }

    /// Changes the label of a node and adapts the nodes around it. Returns the change of the cost.
    fn try_kick(&mut self, node: usize, label: u32) -> i128 {
        self.changes.clear();
        let mut change = self.relabel(node, label);
        for _ in 0..MAX_ADAPTED {
            let Some(next) = self.queue.pop_front() else { break };
            self.is_queued[next] = false;
            if next != node {
                change += self.adapt(next);
            }
        }
        while let Some(rest) = self.queue.pop_front() {
            self.is_queued[rest] = false;
        }
        change
    }

    /// Undoes the last kick.
    fn undo(&mut self) {
        while let Some((node, label)) = self.changes.pop() {
            self.labels[node] = label;
        }
    }

    /// Changes a node to its cheapest label. Returns the change of the cost.
    fn adapt(&mut self, node: usize) -> i128 {
        self.sum(node);
        let own = self.labels[node] as usize;
        let best = (0..self.sums.len()).min_by_key(|&label| self.sums[label]).unwrap_or(own);
        let change = self.sums[best] - self.sums[own];
        if change < 0 { self.set(node, best as u32, change) } else { 0 }
    }

    fn relabel(&mut self, node: usize, label: u32) -> i128 {
        self.sum(node);
        let change = self.sums[label as usize] - self.sums[self.labels[node] as usize];
        self.set(node, label, change)
    }

    fn set(&mut self, node: usize, label: u32, change: i128) -> i128 {
        self.changes.push((node, self.labels[node]));
        self.labels[node] = label;
        for link in self.core.links(node) {
            if !std::mem::replace(&mut self.is_queued[link.neighbor], true) {
                self.queue.push_back(link.neighbor);
            }
        }
        change
    }

    /// Computes the cost of each label of a node, given the labels of its neighbors.
    fn sum(&mut self, node: usize) {
        let core = self.core;
        let own = &core.own_costs[core.starts[node]..core.starts[node + 1]];
        self.sums.clear();
        self.sums.extend(own.iter().map(|&cost| i128::from(cost)));
        for link in core.links(node) {
            core.add_pairs(link, &self.labels, &mut self.sums);
            self.steps += self.sums.len() as u64;
        }
    }
}

/// A generator of pseudorandom numbers (SplitMix64, Steele et al. 2014).
struct SplitMix(u64);

impl SplitMix {
    /// Returns a number below a limit; `None` if the limit is 0.
    fn below(&mut self, limit: usize) -> Option<usize> {
        usize::try_from(self.next() % limit.max(1) as u64).ok().filter(|_| limit > 0)
    }

    /// Returns a number of an exponential distribution with about this mean. The binary logarithm is linear between
    /// powers of two, so that the result is exact on every machine.
    fn exponential(&mut self, mean: i128) -> i128 {
        let bits = self.next() | 1;
        let zeros = bits.leading_zeros();
        let fraction = i128::from(((bits << zeros) << 1) >> 48);
        (mean * ((i128::from(zeros + 1) << 16) - fraction) * 45 / 64) >> 16
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}
