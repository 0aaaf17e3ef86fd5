//! Labels derived from the messages, and their improvement one node at a time (iterated conditional modes).

use super::{Core, Link, MessageSum};

/// The maximum number of passes that improve labels.
const IMPROVEMENTS: u32 = 50;

impl Core {
    /// Returns labels derived from the messages. In order, each node is assigned the best label given the labels of earlier
    /// nodes. Then single labels change as long as that lowers the cost. Also returns the number of passes.
    pub(crate) fn round(&self) -> (Vec<u32>, u64) {
        if self.is_wide { self.round_in::<i128>() } else { self.round_in::<i64>() }
    }

    /// Returns the labels with the greatest shares, improved as by [`Core::round`], and the number of passes.
    pub(crate) fn round_shares(&self, shares: &[f64]) -> (Vec<u32>, u64) {
        let largest = |node: usize| {
            let of_node = &shares[self.starts[node]..];
            let labels = self.labels(node);
            labels.max_by(|&a, &b| {
                let by_share = of_node[a as usize].total_cmp(&of_node[b as usize]);
                by_share.then(b.cmp(&a))
            })
        };
        let mut labels: Vec<u32> = (0..self.len()).map(|node| largest(node).unwrap_or(0)).collect();
        let passes = if self.is_wide {
            self.improve_all::<i128>(&mut labels)
        } else {
            self.improve_all::<i64>(&mut labels)
        };
        (labels, passes)
    }

    /// Returns the node whose largest share is the least, and the label with this share. Ties go to the node with most
    /// neighbors.
    pub(crate) fn least_decided(&self, shares: &[f64]) -> (usize, u32) {
        let open = (0..self.len()).filter_map(|node| {
            let of_node = &shares[self.starts[node]..];
            self.labels(node).nth(1)?;
            let mut labels = self.labels(node);
            let first = labels.next()?;
            let most = labels.fold(first, |most, label| {
                if of_node[label as usize] > of_node[most as usize] { label } else { most }
            });
            Some((of_node[most as usize], usize::MAX - self.degree(node), node, most))
        });
        let least = open.min_by(|a, b| {
            let by_share = (a.0.min(1.0 - 1e-6)).total_cmp(&b.0.min(1.0 - 1e-6));
            by_share.then((a.1, a.2).cmp(&(b.1, b.2)))
        });
        let (_, _, node, label) = least.expect("a node has two labels");
        (node, label)
    }

    fn improve_all<S: MessageSum>(&self, labels: &mut [u32]) -> u64 {
        let mut sums = Vec::<S>::new();
        let mut passes = 0;
        for _ in 0..IMPROVEMENTS {
            passes += 1;
            if !self.improve(labels, &mut sums) {
                break;
            }
        }
        passes
    }

    fn round_in<S: MessageSum>(&self) -> (Vec<u32>, u64) {
        let mut labels = vec![0; self.len()];
        let mut sums = Vec::<S>::new();
        for node in 0..self.len() {
            self.start_sums(node, &mut sums);
            self.earlier[node].iter().for_each(|link| self.add_pairs(link, &labels, &mut sums));
            for link in &self.later[node] {
                let inward = &self.messages[link.inward..];
                sums.iter_mut().zip(inward).for_each(|(sum, &message)| *sum += S::from(message));
            }
            labels[node] = first_least(&sums);
        }
        let passes = self.improve_all::<S>(&mut labels);
        (labels, passes + 1)
    }

    /// Adds, to each label of a node, the cost of its pair with the label of a neighbor.
    pub(super) fn add_pairs<S: MessageSum>(&self, link: &Link, labels: &[u32], sums: &mut [S]) {
        let row = link.transposed + labels[link.neighbor] as usize * sums.len();
        let pairs = &self.pairs[row..row + sums.len()];
        sums.iter_mut().zip(pairs).for_each(|(sum, &pair)| *sum += S::from(pair));
    }

    fn improve<S: MessageSum>(&self, labels: &mut [u32], sums: &mut Vec<S>) -> bool {
        let mut is_changed = false;
        for node in 0..self.len() {
            self.start_sums(node, sums);
            self.links(node).for_each(|link| self.add_pairs(link, labels, sums));
            let best = first_least(sums);
            if sums[best as usize] < sums[labels[node] as usize] {
                labels[node] = best;
                is_changed = true;
            }
        }
        is_changed
    }
}

fn first_least<S: MessageSum>(sums: &[S]) -> u32 {
    let least = (0..sums.len()).min_by_key(|&label| sums[label]);
    least.expect("a node has labels") as u32
}
