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
        let mut passes = 1;
        for _ in 0..IMPROVEMENTS {
            passes += 1;
            if !self.improve(&mut labels, &mut sums) {
                break;
            }
        }
        (labels, passes)
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
