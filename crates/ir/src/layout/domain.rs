//! The valid indices of a layout, cut into parts that do not depend on each other.
//!
//! Each dim is used once, so dims that no chain of transforms connects are independent: the offset is a sum of one
//! term for each part, and an index is valid where each part is. A part of few indices is
//! enumerated, which is exact whatever it holds.

use petgraph::graph::NodeIndex;
use petgraph::unionfind::UnionFind;

use super::algebra::{Algebra, Numbers, Range, Ranges};
use super::pipeline::{Hidden, Layout};

/// The most indices of a part that are enumerated.
pub(super) const MOST_POINTS: u128 = 1 << 22;

/// The most indices of a part that are enumerated before anything shorter is tried.
pub(super) const FEW_POINTS: u128 = 1 << 12;

/// Dims that depend on each other, from a cut through the pipeline down to memory.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The dims of the cut: their indices, each with each, stand for all valid indices of the part.
    pub(super) cut: Vec<(Hidden, Range)>,
    /// The transforms below the cut, from the user to memory.
    pub(super) nodes: Vec<NodeIndex>,
}

impl Part {
    /// The number of indices.
    pub(super) fn points(&self) -> u128 {
        self.cut.iter().fold(1, |product: u128, (_, range)| {
            product.saturating_mul(range.count().unsigned_abs().into())
        })
    }

    /// Whether it can be enumerated.
    pub(super) fn is_small(&self) -> bool {
        self.points() <= MOST_POINTS
    }
}

impl Layout {
    /// The parts, with the logical dims as the cut.
    pub(super) fn parts(&self) -> Vec<Part> {
        let cut = self.tops.iter().map(|&top| (top, self.ranges[top.number()]));
        self.parts_below(cut.collect(), self.graph.node_indices().rev().collect())
    }

    /// The parts below the lowest cut that valid indices map onto one to one, and onto all of it: digits of a
    /// merged dim are dims of their own there, so that parts are small.
    pub(super) fn spread_parts(&self) -> Vec<Part> {
        let mut at: Vec<Option<Range>> = vec![None; self.lengths.len()];
        for &top in &self.tops {
            at[top.number()] = Some(self.ranges[top.number()]);
        }
        let mut left = Vec::new();
        for node in self.graph.node_indices().rev() {
            match self.spread(node, &at) {
                Some(lower) => {
                    let stage = &self.graph[node];
                    stage.upper.iter().for_each(|dim| at[dim.number()] = None);
                    for (dim, range) in stage.lower.iter().zip(lower) {
                        at[dim.number()] = Some(range);
                    }
                }
                None => left.push(node),
            }
        }
        let dims = (1..self.lengths.len()).map(|number| self.dim(number));
        let cut = dims.filter_map(|dim| at[dim.number()].map(|range| (dim, range))).collect();
        self.parts_below(cut, left)
    }

    /// The ranges of a transform's lower dims, if its upper dims are all in the cut and it lets it pass.
    fn spread(&self, node: NodeIndex, at: &[Option<Range>]) -> Option<Vec<Range>> {
        let stage = &self.graph[node];
        let upper: Option<Vec<Range>> = stage.upper.iter().map(|dim| at[dim.number()]).collect();
        let upper = upper?;
        let inside = |(range, &length): (&Range, &i64)| range.within(Range::below(length));
        if stage.transform.is_bounded() && !upper.iter().zip(stage.lengths().upper).all(inside) {
            return None;
        }
        stage.transform.spread(stage.lengths(), &upper)
    }

    fn parts_below(&self, cut: Vec<(Hidden, Range)>, nodes: Vec<NodeIndex>) -> Vec<Part> {
        let mut union: UnionFind<usize> = UnionFind::new(self.lengths.len());
        for &node in &nodes {
            let stage = &self.graph[node];
            let mut dims = stage.lower.iter().chain(&stage.upper).map(|dim| dim.number());
            if let Some(first) = dims.next() {
                dims.for_each(|dim| {
                    union.union(first, dim);
                });
            }
        }
        let mut parts: indexmap::IndexMap<usize, Part> = indexmap::IndexMap::new();
        let part = |dim: Hidden| union.find(dim.number());
        let empty = || Part { cut: Vec::new(), nodes: Vec::new() };
        for (dim, range) in cut {
            parts.entry(part(dim)).or_insert_with(empty).cut.push((dim, range));
        }
        for node in nodes {
            let stage = &self.graph[node];
            if let Some(&dim) = stage.lower.iter().chain(&stage.upper).next() {
                parts.entry(part(dim)).or_insert_with(empty).nodes.push(node);
            }
        }
        parts.into_values().collect()
    }

    /// The part of memory's offset that a part's dims make, from the values of all dims.
    fn share<A: Algebra>(&self, values: &[A::Value], algebra: &mut A) -> A::Value {
        let index: Vec<A::Value> =
            self.base.iter().map(|dim| values[dim.number()].clone()).collect();
        self.physical().sum_over(0, &index, algebra)
    }

    /// Whether a part has no valid index, as far as that shows within the indices that are tried.
    pub(super) fn is_barren(&self, part: &Part) -> bool {
        let (mut tried, mut found) = (0, false);
        self.enumerate(part, |_, valid, _| {
            tried += 1;
            found = valid;
            !found && tried < MOST_POINTS
        });
        !found && part.is_small()
    }

    /// Bounds of the share that a part has in the offset; nothing where they leave 64 bits. They are reached if
    /// the part has no transforms.
    pub(super) fn share_range(&self, part: &Part) -> Option<Range> {
        let mut ranges = Ranges::default();
        let mut values = vec![Range::only(0); self.lengths.len()];
        for &(dim, range) in &part.cut {
            values[dim.number()] = range;
        }
        self.pull_through(part.nodes.iter().copied(), &mut values, &mut ranges);
        let share = self.share(&values, &mut ranges);
        (!ranges.overflow).then_some(share)
    }

    /// Calls `visit` for each index of a part, in row-major order, with the values of all dims, whether it is
    /// valid, and the share in the offset. Ends early when `visit` says false.
    pub(super) fn enumerate(&self, part: &Part, mut visit: impl FnMut(&[i64], bool, i64) -> bool) {
        let mut values = vec![0; self.lengths.len()];
        let mut index: Vec<i64> = part.cut.iter().map(|(_, range)| range.low).collect();
        loop {
            for ((dim, _), &value) in part.cut.iter().zip(&index) {
                values[dim.number()] = value;
            }
            let mut numbers = Numbers::default();
            self.pull_through(part.nodes.iter().copied(), &mut values, &mut numbers);
            let share = self.share(&values, &mut numbers);
            let ranges = part.cut.iter().map(|&(_, range)| range);
            if !visit(&values, numbers.valid, share) || !advance(&mut index, ranges) {
                return;
            }
        }
    }
}

/// The next index in row-major order; false after the last.
pub(super) fn advance(
    index: &mut [i64],
    ranges: impl DoubleEndedIterator<Item = Range> + ExactSizeIterator,
) -> bool {
    for (component, range) in index.iter_mut().zip(ranges).rev() {
        if *component < range.high {
            *component += 1;
            return true;
        }
        *component = range.low;
    }
    false
}
