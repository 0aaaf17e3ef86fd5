//! Labels that the lower bound excludes (reduced-cost fixing).

use super::{Core, Link};

impl Core {
    /// Returns, for each node, the labels that no labeling cheaper than `upper` units contains. These offsets of the
    /// last sweep prove it: the bound plus the extra cost of such a label reaches `upper`.
    pub(crate) fn too_costly(&self, offsets: &[i64], upper: i128) -> Vec<(usize, Vec<u32>)> {
        let room = (upper - 1) * i128::from(self.scale()) - self.bound;
        (0..self.len())
            .map(|node| {
                let extra = self.extra_costs(node, offsets);
                let labels = self.labels(node).filter(|&label| extra[label as usize] > room);
                (node, labels.collect::<Vec<_>>())
            })
            .filter(|(_, labels)| !labels.is_empty())
            .collect()
    }

    /// Returns the amount that each label of a node adds to the least costs of the node and of its edges.
    fn extra_costs(&self, node: usize, offsets: &[i64]) -> Vec<i128> {
        let mut extra = Vec::<i128>::new();
        self.start_sums(node, &mut extra);
        for link in self.links(node) {
            let inward = offsets[link.inward..].iter();
            extra.iter_mut().zip(inward).for_each(|(sum, &offset)| *sum += i128::from(offset));
        }
        let least = extra.iter().copied().min().unwrap_or(0);
        extra.iter_mut().for_each(|sum| *sum -= least);
        self.links(node).for_each(|link| self.add_extra(link, offsets, &mut extra));
        extra
    }

    /// Adds, for each label, the difference between its best pair and the best pair of the edge.
    fn add_extra(&self, link: &Link, offsets: &[i64], extra: &mut [i128]) {
        let columns = self.size(link.neighbor);
        let outward = &offsets[link.outward..link.outward + columns];
        let rows = self.pairs[link.pairs..].chunks_exact(columns).zip(&offsets[link.inward..]);
        let least: Vec<i64> = rows
            .take(extra.len())
            .map(|(row, inward)| {
                let pairs = row.iter().zip(outward).map(|(pair, outward)| pair - outward);
                pairs.min().unwrap_or(0) - inward
            })
            .collect();
        let of_all = least.iter().copied().min().unwrap_or(0);
        extra.iter_mut().zip(least).for_each(|(extra, least)| *extra += i128::from(least - of_all));
    }
}
