//! Plans to condition a core on some of its nodes (cutset conditioning, Pearl 1988).
//!
//! A node with a fixed label is eliminated, after which the rest of the core may be reducible. An example is a hub: its
//! neighbors have two other neighbors each. If few fixed labels make a core reducible, the solutions for all of these
//! labels prove the optimum, even if message passing proves only a low bound. The plan depends on the structure of the
//! core alone, so its work is known in advance.

use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A plan to solve a core once for each label of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConditioningPlan {
    /// The node of the core.
    pub(crate) node: usize,
    /// The estimated number of steps until all cases are solved.
    pub(crate) steps: u64,
    /// The part of these steps for the reduction of the cases, before more labels are fixed in them.
    pub(crate) own_steps: u64,
}

/// The nodes and edges of a core that are not yet eliminated, without costs.
pub(crate) struct CoreSkeleton {
    /// The number of labels of each node.
    labels: Vec<u64>,
    neighbors: Vec<BTreeSet<usize>>,
    is_remaining: Vec<bool>,
}

impl CoreSkeleton {
    /// Returns the skeleton of nodes with these numbers of labels and these neighbors.
    pub(crate) fn new(labels: Vec<u64>, neighbors: Vec<BTreeSet<usize>>) -> CoreSkeleton {
        let is_remaining = vec![true; labels.len()];
        CoreSkeleton { labels, neighbors, is_remaining }
    }

    /// Returns a plan of at most this many steps for the whole core, which is connected; `None` if there is none.
    pub(crate) fn plan(mut self, most_steps: u64) -> Option<ConditioningPlan> {
        let nodes: Vec<usize> = (0..self.labels.len()).collect();
        self.condition(&nodes, most_steps)
    }

    /// Fixes the label of the node with the most neighbors per bit, and plans the rest of the component.
    fn condition(&mut self, component: &[usize], most_steps: u64) -> Option<ConditioningPlan> {
        let open = component.iter().copied().filter(|&node| self.labels[node] > 1);
        let node = open.max_by_key(|&node| self.weight(node))?;
        let labels = self.labels[node];
        let most_of_case = most_steps / labels;
        let mut steps = component.iter().map(|&node| self.pairs(node)).fold(0, u64::saturating_add);
        self.remove(node);
        steps = steps.saturating_add(self.reduce(component));
        let own_steps = steps.saturating_mul(labels);
        for inner in self.components(component) {
            let left = most_of_case.checked_sub(steps)?;
            steps = steps.saturating_add(self.condition(&inner, left)?.steps);
        }
        let steps = steps.saturating_mul(labels);
        (steps <= most_steps).then_some(ConditioningPlan { node, steps, own_steps })
    }

    /// Returns the number of neighbors per bit of the label, scaled. Ties go to earlier nodes.
    fn weight(&self, node: usize) -> (u64, Reverse<usize>) {
        // The power has four times the bits, so that the integer logarithm is less coarse.
        let bits = u64::from(self.labels[node].clamp(2, 1 << 15).pow(4).ilog2());
        let degree = self.neighbors[node].len() as u64;
        ((degree << 16) / bits, Reverse(node))
    }

    /// Returns the number of pairs of labels of the edges of a node.
    fn pairs(&self, node: usize) -> u64 {
        let neighbors = self.neighbors[node].iter().map(|&other| self.labels[other]);
        neighbors.fold(0, u64::saturating_add).saturating_mul(self.labels[node])
    }

    /// Eliminates the nodes with one label or at most two neighbors (R0, RI, RII). Returns the number of steps.
    fn reduce(&mut self, nodes: &[usize]) -> u64 {
        let mut steps: u64 = 0;
        let mut queue = nodes.to_vec();
        while let Some(node) = queue.pop() {
            let is_reducible = self.neighbors[node].len() <= 2 || self.labels[node] == 1;
            if !self.is_remaining[node] || !is_reducible {
                continue;
            }
            let joined = self.neighbors[node].iter().map(|&other| self.labels[other]);
            let pairs = match self.labels[node] {
                1 => joined.fold(0, u64::saturating_add),
                _ => joined.fold(1, u64::saturating_mul),
            };
            steps = steps.saturating_add(pairs.saturating_mul(self.labels[node]));
            let neighbors = self.remove(node);
            if let (&[a, b], false) = (&neighbors[..], self.labels[node] == 1) {
                self.neighbors[a].insert(b);
                self.neighbors[b].insert(a);
            }
            queue.extend(neighbors);
        }
        steps
    }

    /// Removes a node. Returns its neighbors.
    fn remove(&mut self, node: usize) -> Vec<usize> {
        self.is_remaining[node] = false;
        let neighbors = std::mem::take(&mut self.neighbors[node]);
        for &other in &neighbors {
            self.neighbors[other].remove(&node);
        }
        neighbors.into_iter().collect()
    }

    /// Returns the connected components of the remaining ones of some nodes.
    fn components(&self, nodes: &[usize]) -> Vec<Vec<usize>> {
        let mut seen = BTreeSet::new();
        let mut components = Vec::new();
        for &start in nodes.iter().filter(|&&node| self.is_remaining[node]) {
            if !seen.insert(start) {
                continue;
            }
            let mut found = vec![start];
            let mut at = 0;
            while let Some(&node) = found.get(at) {
                at += 1;
                found.extend(self.neighbors[node].iter().filter(|&&other| seen.insert(other)));
            }
            components.push(found);
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(labels: &[u64], edges: &[(usize, usize)], most_steps: u64) -> Option<ConditioningPlan> {
        let mut neighbors = vec![BTreeSet::new(); labels.len()];
        for &(a, b) in edges {
            neighbors[a].insert(b);
            neighbors[b].insert(a);
        }
        CoreSkeleton::new(labels.to_vec(), neighbors).plan(most_steps)
    }

    /// Returns the edges of copies of a value: each has the definition and two users as neighbors.
    fn copies(count: usize) -> Vec<(usize, usize)> {
        (3..3 + count).flat_map(|copy| [(0, copy), (1, copy), (2, copy)]).collect()
    }

    #[test]
    fn hub_with_few_labels_is_fixed() {
        let labels = [&[2, 24, 24][..], &[2; 24]].concat();
        let plan = plan(&labels, &copies(24), 1_000_000).unwrap();
        assert_eq!(plan.node, 0);
        assert_eq!(plan.steps, plan.own_steps);
    }

    #[test]
    fn plan_above_the_limit_is_left_out() {
        let labels = [&[2, 24, 24][..], &[2; 24]].concat();
        let steps = plan(&labels, &copies(24), u64::MAX).unwrap().steps;
        assert!(plan(&labels, &copies(24), steps).is_some());
        assert_eq!(plan(&labels, &copies(24), steps - 1), None);
        assert_eq!(plan(&labels, &copies(24), 0), None);
    }

    #[test]
    fn nodes_with_one_label_are_not_fixed() {
        assert_eq!(plan(&[1, 1, 1], &[(0, 1), (1, 2), (2, 0)], u64::MAX), None);
        let labels = [1, 2, 2, 2, 2];
        let edges: Vec<_> = (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        assert_eq!(plan(&labels, &edges, u64::MAX).unwrap().node, 1);
    }

    /// Checks that fixed labels multiply the work within one component only.
    #[test]
    fn components_are_planned_apart() {
        let complete =
            |from: usize| (from..from + 4).flat_map(move |a| (from..a).map(move |b| (a, b)));
        let of_one: Vec<_> = complete(1).chain((1..5).map(|node| (0, node))).collect();
        let of_two: Vec<_> =
            of_one.iter().copied().chain(complete(5)).chain((5..9).map(|node| (0, node))).collect();
        let one = plan(&[2; 5], &of_one, u64::MAX).unwrap();
        let two = plan(&[2; 9], &of_two, u64::MAX).unwrap();
        assert_eq!((one.node, two.node), (0, 0));
        assert!(two.steps <= 2 * one.steps, "{one:?} {two:?}");
    }
}
