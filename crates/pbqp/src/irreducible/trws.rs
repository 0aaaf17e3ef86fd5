//! Lower bounds by sequential tree-reweighted message passing (TRW-S, Kolmogorov 2006), in integers.
//!
//! A message moves cost from an edge to a node. Each sweep visits all nodes in order, forwards and backwards; the cost
//! that cannot be moved is the bound. The bound is valid for any rounding of divisions.

use super::{Core, Link, MessageSum};

impl Core {
    /// Passes messages forwards and backwards, and sets the bound that the messages prove.
    pub(crate) fn sweep(&mut self) {
        if self.is_wide { self.sweep_in::<i128>() } else { self.sweep_in::<i64>() }
    }

    fn sweep_in<S: MessageSum>(&mut self) {
        let mut sums = Vec::<S>::new();
        let mut shares = Vec::new();
        for node in 0..self.len() {
            self.share(node, &mut sums, &mut shares);
            for at in 0..self.later[node].len() {
                self.pass_message(self.later[node][at], &shares);
            }
        }
        self.bound = 0;
        for node in (0..self.len()).rev() {
            self.bound += self.share(node, &mut sums, &mut shares);
            for at in 0..self.earlier[node].len() {
                self.bound += i128::from(self.pass_message(self.earlier[node][at], &shares));
            }
        }
    }

    /// Computes the share of the cost of each label for each neighbor on one side. Returns the least cost that remains
    /// after the earlier neighbors have received their shares.
    fn share<S: MessageSum>(&self, node: usize, sums: &mut Vec<S>, shares: &mut Vec<i64>) -> i128 {
        let parts = self.later[node].len().max(self.earlier[node].len()).max(1) as i64;
        let given = self.earlier[node].len() as i128;
        self.beliefs(node, sums);
        shares.clear();
        shares.extend(sums.iter().map(|&sum| (sum / S::from(parts)).narrow()));
        let left = sums.iter().zip(&*shares).map(|(&sum, &share)| {
            let sum: i128 = sum.into();
            sum - i128::from(share) * given
        });
        left.min().expect("a node has labels")
    }

    /// Computes the cost of each label including all messages to the node.
    fn beliefs<S: MessageSum>(&self, node: usize, sums: &mut Vec<S>) {
        self.start_sums(node, sums);
        for link in self.links(node) {
            let inward = &self.messages[link.inward..];
            sums.iter_mut().zip(inward).for_each(|(sum, &message)| *sum += S::from(message));
        }
    }

    pub(super) fn start_sums<S: MessageSum>(&self, node: usize, sums: &mut Vec<S>) {
        sums.clear();
        sums.extend(self.costs_of(node).iter().map(|&cost| S::from(cost)));
    }

    /// Sends the least cost of each label of a neighbor. Returns the least of these, which stays at the edge.
    fn pass_message(&mut self, link: Link, shares: &[i64]) -> i64 {
        let size = self.size(link.neighbor);
        let inward = link.inward;
        let outward = link.outward;
        // The two messages of an edge are adjacent.
        let from = inward.min(outward);
        let whole = &mut self.messages[from..from + shares.len() + size];
        let (inward, outward) = if inward < outward {
            let (inward, outward) = whole.split_at_mut(shares.len());
            (inward, outward)
        } else {
            let (outward, inward) = whole.split_at_mut(size);
            (inward, outward)
        };
        outward.fill(i64::MAX);
        let rows = self.pairs[link.pairs..].chunks_exact(size);
        for ((share, back), row) in shares.iter().zip(&*inward).zip(rows) {
            let cost = share - back;
            for (least, &pair) in outward.iter_mut().zip(row) {
                *least = (*least).min(cost + pair);
            }
        }
        let least = outward.iter().copied().min().unwrap_or(0);
        outward.iter_mut().for_each(|message| *message -= least);
        least
    }

    /// Returns the messages as offsets of a [`CoreProof`](crate::certificate::CoreProof). After applying them, the
    /// least costs of all nodes and edges sum to the bound.
    pub(crate) fn offsets(&self) -> Vec<i64> {
        let mut offsets = self.messages.clone();
        let mut sums = Vec::<i128>::new();
        let mut shares = Vec::new();
        for node in 0..self.len() {
            self.share(node, &mut sums, &mut shares);
            for link in &self.earlier[node] {
                let inward = &mut offsets[link.inward..];
                inward.iter_mut().zip(&shares).for_each(|(offset, share)| *offset -= share);
            }
        }
        offsets
    }

    /// Returns the labels of a node that are not excluded, sorted by their cost including all messages.
    pub(crate) fn ranked(&self, node: usize) -> Vec<(i128, u32)> {
        let mut sums = Vec::<i128>::new();
        self.beliefs(node, &mut sums);
        let labels = self.labels(node).map(|label| (sums[label as usize], label));
        let mut ranked: Vec<_> = labels.collect();
        ranked.sort_unstable();
        ranked
    }
}
