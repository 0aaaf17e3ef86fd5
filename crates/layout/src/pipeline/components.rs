//! The valid indices of a layout, split into independent components.
//!
//! Each dim is used once, so dims that no chain of transforms connects are independent. The offset is the sum of one
//! partial offset per component, and an index is valid if it is valid in every component. A component with few indices
//! is enumerated, which is exact for all transforms.

use indexmap::IndexMap;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;

use super::layout::Layout;
use crate::domain::{Algebra, Concrete, IntervalDomain, Range, Table};
use crate::space::{DimId, IndexSpace};

/// The maximum number of indices of a component that is enumerated.
pub(crate) const MAX_POINTS: u128 = crate::limits::POINTS as u128;

/// The maximum number of indices of a component that is enumerated before any cheaper method is tried.
pub(crate) const FEW_POINTS: u128 = 1 << 12;

/// A set of dims that depend on each other, from a cut through the pipeline down to memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct IndependentComponent {
    /// The dims of the cut. The combinations of their indices include every valid index of the component.
    pub(crate) cut: Vec<(DimId, Range)>,
    /// The stages below the cut, from the user to memory.
    pub(crate) stages: Vec<usize>,
    /// `true` if a stage reads a table whose values are declared, so that no index can be evaluated.
    pub(crate) is_declared: bool,
}

impl IndependentComponent {
    /// Returns all combinations of the indices of the cut.
    fn space(&self) -> IndexSpace {
        IndexSpace::new(self.cut.iter().map(|(_, range)| range.ends()))
    }

    /// Returns the number of indices of the cut; the greatest number if they cannot be evaluated.
    pub(crate) fn points(&self) -> u128 {
        if self.is_declared { u128::MAX } else { self.space().count() }
    }

    /// Returns `true` if the number of indices permits enumeration.
    pub(crate) fn is_small(&self) -> bool {
        self.points() <= MAX_POINTS
    }

    /// Returns `true` if the dims of the cut are dims of memory.
    pub(crate) fn is_memory(&self) -> bool {
        self.stages.is_empty()
    }
}

impl Layout {
    /// Returns the components, cut at the logical dims.
    pub(crate) fn components(&self) -> Vec<IndependentComponent> {
        let cut = self.logical_dims.iter().map(|&dim| (dim, self.ranges[dim.number()]));
        self.components_below(cut.collect(), self.stage_numbers().rev().collect())
    }

    /// Returns the components below the lowest cut onto whose box the valid indices map one to one. There the digits of
    /// a merged dim are separate dims, so components are small.
    pub(crate) fn minimal_components(&self) -> Vec<IndependentComponent> {
        let mut at: Vec<Option<Range>> = vec![None; self.lengths.len()];
        for &dim in &self.logical_dims {
            at[dim.number()] = Some(self.ranges[dim.number()]);
        }
        let mut left = Vec::new();
        for number in self.stage_numbers().rev() {
            match self.image_range(number, &at) {
                Some(operands) => {
                    let stage = &self.stages[number];
                    stage.results.iter().for_each(|dim| at[dim.number()] = None);
                    for (dim, range) in stage.operands.iter().zip(operands) {
                        at[dim.number()] = Some(range);
                    }
                }
                None => left.push(number),
            }
        }
        let dims = (1..self.lengths.len()).map(DimId::new);
        let cut = dims.filter_map(|dim| at[dim.number()].map(|range| (dim, range))).collect();
        self.components_below(cut, left)
    }

    /// Returns the ranges of the operand dims of a stage; `None` if an result dim is not in the cut, or the cut cannot
    /// move below the stage.
    fn image_range(&self, stage: usize, at: &[Option<Range>]) -> Option<Vec<Range>> {
        let stage = &self.stages[stage];
        let results: Option<Vec<Range>> =
            stage.results.iter().map(|dim| at[dim.number()]).collect();
        let results = results?;
        if stage.transform.is_bounded()
            && !results
                .iter()
                .zip(stage.lengths().results)
                .all(|(range, &length)| range.within(Range::below(length)))
        {
            return None;
        }
        stage.transform.image_range(stage.lengths(), &results)
    }

    fn components_below(
        &self,
        cut: Vec<(DimId, Range)>,
        stages: Vec<usize>,
    ) -> Vec<IndependentComponent> {
        let mut union: UnionFind<usize> = UnionFind::new(self.lengths.len());
        for &number in &stages {
            let stage = &self.stages[number];
            let mut dims = stage.operands.iter().chain(&stage.results).map(|dim| dim.number());
            if let Some(first) = dims.next() {
                dims.for_each(|dim| {
                    union.union(first, dim);
                });
            }
        }
        let mut components: IndexMap<usize, IndependentComponent, FxBuildHasher> =
            IndexMap::default();

        for (dim, range) in cut {
            components.entry(union.find(dim.number())).or_default().cut.push((dim, range));
        }
        for number in stages {
            let stage = &self.stages[number];
            if let Some(&dim) = stage.operands.iter().chain(&stage.results).next() {
                let component = components.entry(union.find(dim.number())).or_default();
                component.stages.push(number);
                component.is_declared |= stage.transform.table().is_some_and(Table::is_declared);
            }
        }
        components.into_values().collect()
    }

    /// Returns the partial offset of a component, from the values of all dims. The dims of other components have the
    /// value 0.
    pub(super) fn partial_offset<A: Algebra>(
        &self,
        values: &[A::Value],
        algebra: &mut A,
    ) -> A::Value {
        let index: Vec<A::Value> =
            self.base.iter().map(|dim| values[dim.number()].clone()).collect();
        self.physical().sum_over(0, &index, algebra)
    }

    /// Returns the ranges of all dims of a component, and the domain, which records whether predicates may fail.
    fn interval_analysis(&self, component: &IndependentComponent) -> (Vec<Range>, IntervalDomain) {
        let mut ranges = IntervalDomain::default();
        let mut values = vec![Range::only(0); self.lengths.len()];
        let cut = component.cut.iter().map(|&(_, range)| range);
        self.fill_component(component, cut, &mut values, &mut ranges);
        (values, ranges)
    }

    /// Computes the values of all dims of a component from those of its cut.
    pub(super) fn fill_component<A: Algebra>(
        &self,
        component: &IndependentComponent,
        cut: impl IntoIterator<Item = A::Value>,
        values: &mut [A::Value],
        algebra: &mut A,
    ) {
        for (&(dim, _), value) in component.cut.iter().zip(cut) {
            values[dim.number()] = value;
        }
        self.fill_values_through(component.stages.iter().copied(), values, algebra);
    }

    /// Returns a component without a stage and the stages whose indices depend on the operand dims of that stage.
    pub(super) fn above(
        &self,
        component: &IndependentComponent,
        stage: usize,
    ) -> IndependentComponent {
        let mut is_below = vec![false; self.lengths.len()];
        let mut above = IndependentComponent { cut: component.cut.clone(), ..Default::default() };
        for &number in &component.stages {
            let its = &self.stages[number];
            if number == stage || its.results.iter().any(|dim| is_below[dim.number()]) {
                its.operands.iter().for_each(|dim| is_below[dim.number()] = true);
            } else {
                above.stages.push(number);
                above.is_declared |= its.transform.table().is_some_and(Table::is_declared);
            }
        }
        above
    }

    /// Returns `true` if every index of a component is known to be valid.
    pub(crate) fn is_component_total(&self, component: &IndependentComponent) -> bool {
        self.interval_analysis(component).1.is_total()
    }

    /// Returns `true` if every logical index is known to be valid, so that there is no virtual padding.
    pub(crate) fn is_total(&self) -> bool {
        self.components().iter().all(|component| self.is_component_total(component))
    }

    /// Returns bounds of the partial offset of a component; `None` if they overflow 64 bits. The bounds are tight if
    /// the component has no stages.
    pub(crate) fn partial_offset_range(&self, component: &IndependentComponent) -> Option<Range> {
        let (values, mut ranges) = self.interval_analysis(component);
        let offset = self.partial_offset(&values, &mut ranges);
        (!ranges.overflow).then_some(offset)
    }

    /// Calls `visit` for each index of a component, in row-major order, with the values of all dims, whether the index
    /// is valid, and its partial offset. Stops early if `visit` returns `false`.
    pub(crate) fn enumerate(
        &self,
        component: &IndependentComponent,
        mut visit: impl FnMut(&[i64], bool, i64) -> bool,
    ) {
        let mut values = vec![0; self.lengths.len()];
        let space = component.space();
        let mut index = space.first();
        loop {
            let mut numbers = Concrete::default();
            self.fill_component(component, index.iter().copied(), &mut values, &mut numbers);
            let offset = self.partial_offset(&values, &mut numbers);
            if !visit(&values, !numbers.is_invalid, offset) || !space.advance(&mut index) {
                return;
            }
        }
    }
}
