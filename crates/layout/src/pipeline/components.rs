//! The valid indices of a layout, cut into components that do not depend on each other.
//!
//! Each dim is used once, so dims that no chain of transforms connects are independent: the offset is a sum of one
//! term for each component, and an index is valid where each component is. A component of few indices is
//! enumerated, which is exact whatever it holds.

use petgraph::unionfind::UnionFind;

use super::layout::{DimId, Layout};
use crate::domain::{Algebra, Concrete, IntervalDomain, Range};

/// The most indices of a component that are enumerated.
pub(crate) const MOST_POINTS: u128 = 1 << 22;

/// The most indices of a component that are enumerated before anything shorter is tried.
pub(crate) const FEW_POINTS: u128 = 1 << 12;

/// Dims that depend on each other, from a cut through the pipeline down to memory.
#[derive(Clone, Debug)]
pub(crate) struct IndependentComponent {
    /// The dims of the cut: their indices, each with each, stand for all valid indices of the component.
    pub(crate) cut: Vec<(DimId, Range)>,
    /// The transforms below the cut, from the user to memory.
    pub(crate) nodes: Vec<usize>,
}

impl IndependentComponent {
    /// The number of indices.
    pub(crate) fn points(&self) -> u128 {
        self.cut.iter().fold(1, |product: u128, (_, range)| {
            product.saturating_mul(range.count().unsigned_abs().into())
        })
    }

    /// Whether it can be enumerated.
    pub(crate) fn is_small(&self) -> bool {
        self.points() <= MOST_POINTS
    }
}

impl Layout {
    /// The components, with the logical dims as the cut.
    pub(crate) fn components(&self) -> Vec<IndependentComponent> {
        let cut = self.logical_dims.iter().map(|&top| (top, self.ranges[top.number()]));
        self.components_below(cut.collect(), self.stage_numbers().rev().collect())
    }

    /// The components below the lowest cut that valid indices map onto one to one, and onto all of it: digits of a
    /// merged dim are dims of their own there, so that components are small.
    pub(crate) fn minimal_components(&self) -> Vec<IndependentComponent> {
        let mut at: Vec<Option<Range>> = vec![None; self.lengths.len()];
        for &top in &self.logical_dims {
            at[top.number()] = Some(self.ranges[top.number()]);
        }
        let mut left = Vec::new();
        for node in self.stage_numbers().rev() {
            match self.image_range(node, &at) {
                Some(lower) => {
                    let stage = &self.stages[node];
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
        self.components_below(cut, left)
    }

    /// The ranges of a transform's lower dims, if its upper dims are all in the cut and it lets it pass.
    fn image_range(&self, node: usize, at: &[Option<Range>]) -> Option<Vec<Range>> {
        let stage = &self.stages[node];
        let upper: Option<Vec<Range>> = stage.upper.iter().map(|dim| at[dim.number()]).collect();
        let upper = upper?;
        let inside = |(range, &length): (&Range, &i64)| range.within(Range::below(length));
        if stage.transform.is_bounded() && !upper.iter().zip(stage.lengths().upper).all(inside) {
            return None;
        }
        stage.transform.image_range(stage.lengths(), &upper)
    }

    fn components_below(
        &self,
        cut: Vec<(DimId, Range)>,
        nodes: Vec<usize>,
    ) -> Vec<IndependentComponent> {
        let mut union: UnionFind<usize> = UnionFind::new(self.lengths.len());
        for &node in &nodes {
            let stage = &self.stages[node];
            let mut dims = stage.lower.iter().chain(&stage.upper).map(|dim| dim.number());
            if let Some(first) = dims.next() {
                dims.for_each(|dim| {
                    union.union(first, dim);
                });
            }
        }
        let mut components: indexmap::IndexMap<usize, IndependentComponent> =
            indexmap::IndexMap::new();
        let component = |dim: DimId| union.find(dim.number());
        let empty = || IndependentComponent { cut: Vec::new(), nodes: Vec::new() };
        for (dim, range) in cut {
            components.entry(component(dim)).or_insert_with(empty).cut.push((dim, range));
        }
        for node in nodes {
            let stage = &self.stages[node];
            if let Some(&dim) = stage.lower.iter().chain(&stage.upper).next() {
                components.entry(component(dim)).or_insert_with(empty).nodes.push(node);
            }
        }
        components.into_values().collect()
    }

    /// The component of memory's offset that a component's dims make, from the values of all dims.
    fn share<A: Algebra>(&self, values: &[A::Value], algebra: &mut A) -> A::Value {
        let index: Vec<A::Value> =
            self.base.iter().map(|dim| values[dim.number()].clone()).collect();
        self.physical().sum_over(0, &index, algebra)
    }

    /// Whether a component has no valid index, as far as that shows within the indices that are tried.
    pub(crate) fn is_barren(&self, component: &IndependentComponent) -> bool {
        let (mut tried, mut found) = (0, false);
        self.enumerate(component, |_, valid, _| {
            tried += 1;
            found = valid;
            !found && tried < MOST_POINTS
        });
        !found && component.is_small()
    }

    /// Bounds of the share that a component has in the offset; nothing where they leave 64 bits. They are reached if
    /// the component has no transforms.
    pub(crate) fn share_range(&self, component: &IndependentComponent) -> Option<Range> {
        let mut ranges = IntervalDomain::default();
        let mut values = vec![Range::only(0); self.lengths.len()];
        for &(dim, range) in &component.cut {
            values[dim.number()] = range;
        }
        self.pull_through(component.nodes.iter().copied(), &mut values, &mut ranges);
        let share = self.share(&values, &mut ranges);
        (!ranges.overflow).then_some(share)
    }

    /// Calls `visit` for each index of a component, in row-major order, with the values of all dims, whether it is
    /// valid, and the share in the offset. Ends early when `visit` says false.
    pub(crate) fn enumerate(
        &self,
        component: &IndependentComponent,
        mut visit: impl FnMut(&[i64], bool, i64) -> bool,
    ) {
        let mut values = vec![0; self.lengths.len()];
        let mut index: Vec<i64> = component.cut.iter().map(|(_, range)| range.low).collect();
        loop {
            for ((dim, _), &value) in component.cut.iter().zip(&index) {
                values[dim.number()] = value;
            }
            let mut numbers = Concrete::default();
            self.pull_through(component.nodes.iter().copied(), &mut values, &mut numbers);
            let share = self.share(&values, &mut numbers);
            let ranges = component.cut.iter().map(|&(_, range)| range);
            if !visit(&values, numbers.valid, share) || !advance(&mut index, ranges) {
                return;
            }
        }
    }
}

/// The next index in row-major order; false after the last.
pub(crate) fn advance(
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
