//! The bound that offsets prove, and the labels that it excludes (reduced-cost fixing).

use super::Core;
use rustc_hash::FxHashMap;

/// The costs that are left after cost has moved from edges to nodes.
#[derive(Debug)]
pub(crate) struct Margins {
    /// The lower bound that the offsets prove, scaled: the sum of the least costs of all nodes and edges.
    pub(crate) bound: i128,
    /// The amount that each label of the core adds to the bound; `None` for a label that is excluded, or forbidden with
    /// all labels of a neighbor.
    extra: Vec<Option<i128>>,
}

impl Core {
    /// Returns the costs that these offsets and charges of cycles leave, of the labels that are not excluded; `None` if no
    /// labels are allowed.
    pub(crate) fn margins(&self, offsets: &[i64], charged: &[i64]) -> Option<Margins> {
        let mut own: Vec<i128> = self.costs.iter().map(|&cost| i128::from(cost)).collect();
        let charges = self.charges(charged);
        for (&(node, other), charged) in &charges {
            if node == other {
                let own = own[self.starts[node]..].iter_mut();
                own.zip(charged).for_each(|(own, charged)| *own -= charged);
            }
        }
        let mut extra = vec![None; own.len()];
        let allowed: Vec<Vec<usize>> =
            (0..self.len()).map(|node| self.labels(node).map(|it| it as usize).collect()).collect();
        for (node, labels) in allowed.iter().enumerate() {
            labels.iter().for_each(|&label| extra[self.starts[node] + label] = Some(0));
        }
        let mut bound = charged.iter().map(|&charged| i128::from(charged)).sum();
        for node in 0..self.len() {
            for link in &self.later[node] {
                let columns = self.size(link.neighbor);
                let outward = &offsets[link.outward..link.outward + columns];
                let charged = charges.get(&(node, link.neighbor));
                let mut of_columns = vec![None; columns];
                let mut of_edge = None;
                let mut of_rows = Vec::with_capacity(allowed[node].len());
                for &row in &allowed[node] {
                    let inward = i128::from(offsets[link.inward + row]);
                    let pairs = &self.pairs[link.pairs + row * columns..][..columns];
                    let mut of_row = None;
                    for &column in &allowed[link.neighbor] {
                        if pairs[column] < self.scaling.big {
                            let charged = charged.map_or(0, |of| of[row * columns + column]);
                            let moved = inward + i128::from(outward[column]) + charged;
                            let left = i128::from(pairs[column]) - moved;
                            lower(&mut of_row, left);
                            lower(&mut of_columns[column], left);
                        }
                    }
                    of_row.into_iter().for_each(|least| lower(&mut of_edge, least));
                    of_rows.push((row, of_row));
                }
                let of_edge = of_edge?;
                bound += of_edge;
                let others = &allowed[link.neighbor];
                let of_columns = others.iter().map(|&column| (column, of_columns[column]));
                for (end, from, least) in [
                    (node, link.inward, of_rows),
                    (link.neighbor, link.outward, of_columns.collect()),
                ] {
                    for (label, least) in least {
                        let at = self.starts[end] + label;
                        own[at] += i128::from(offsets[from + label]);
                        let more = least.map(|least: i128| least - of_edge);
                        extra[at] = extra[at].zip(more).map(|(extra, more)| extra + more);
                    }
                }
            }
        }
        for (node, labels) in allowed.iter().enumerate() {
            let places = labels.iter().map(|&label| self.starts[node] + label);
            let least = places.clone().map(|at| own[at]).min()?;
            bound += least;
            for at in places {
                extra[at] = extra[at].map(|extra| extra + own[at] - least);
            }
        }
        Some(Margins { bound, extra })
    }

    /// Returns the costs moved to cycles: from each label of a node, twice named, or each pair of labels of an edge.
    fn charges(&self, charged: &[i64]) -> FxHashMap<(usize, usize), Vec<i128>> {
        let mut charges = FxHashMap::default();
        for (cycle, &amount) in self.cycles.iter().zip(charged).filter(|&(_, &amount)| amount != 0)
        {
            for link in cycle.links() {
                let [rows, columns] = link.ends.map(|end| self.size(end));
                let is_node = link.ends[0] == link.ends[1];
                let count = if is_node { rows } else { rows * columns };
                let of_link =
                    charges.entry((link.ends[0], link.ends[1])).or_insert_with(|| vec![0; count]);
                for (at, charge) in of_link.iter_mut().enumerate() {
                    let pair = if is_node { [at, at] } else { [at / columns, at % columns] };
                    if link.is_violated(pair) {
                        *charge += i128::from(amount);
                    }
                }
            }
        }
        charges
    }

    /// Returns, for each node, the labels that no labeling cheaper than `upper` units contains: the bound plus the extra
    /// cost of such a label reaches `upper`.
    pub(crate) fn too_costly(&self, margins: &Margins, upper: i128) -> Vec<(usize, Vec<u32>)> {
        let room = (upper - 1) * i128::from(self.scale()) - margins.bound;
        (0..self.len())
            .map(|node| {
                let extra = &margins.extra[self.starts[node]..];
                let is_costly = |&label: &u32| extra[label as usize].is_none_or(|it| it > room);
                (node, self.labels(node).filter(is_costly).collect::<Vec<_>>())
            })
            .filter(|(_, labels)| !labels.is_empty())
            .collect()
    }
}

fn lower(least: &mut Option<i128>, value: i128) {
    *least = Some(least.map_or(value, |least| least.min(value)));
}
