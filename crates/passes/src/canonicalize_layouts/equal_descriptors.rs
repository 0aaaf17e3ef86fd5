//! Descriptors with equal address maps.

use indexmap::IndexMap;
use ir::descriptor::Layouts;
use ir::layout::{Layout, Len, LogicalIndex, Shape};
use ir::{Module, Op, Registry};
use std::cell::OnceCell;
use std::rc::Rc;

/// For each descriptor, the first one with an equal address map. Computed at the first use.
pub(super) struct EqualDescriptors<'a> {
    module: &'a Module,
    registry: &'a Registry,
    layouts: &'a Layouts<'a>,
    first: OnceCell<IndexMap<&'a str, &'a str>>,
}

/// A shape and the offsets at some indices. Most layouts that differ have different samples.
type Sample = (Vec<Len>, Vec<Option<i64>>);

impl<'a> EqualDescriptors<'a> {
    pub(super) fn new(
        module: &'a Module,
        registry: &'a Registry,
        layouts: &'a Layouts<'a>,
    ) -> EqualDescriptors<'a> {
        EqualDescriptors { module, registry, layouts, first: OnceCell::new() }
    }

    /// Returns the first descriptor whose address map equals that of the named one. `None` if the named one is the
    /// first.
    pub(super) fn first(&self, name: &str) -> Option<&'a str> {
        self.first.get_or_init(|| self.find()).get(name).copied()
    }

    fn find(&self) -> IndexMap<&'a str, &'a str> {
        let mut firsts: IndexMap<Sample, Vec<(&str, Rc<Layout>)>> = IndexMap::new();
        let mut found = IndexMap::new();
        for (name, layout) in self.candidates() {
            let firsts = firsts.entry(sample(&layout)).or_default();
            match firsts.iter().find(|(_, other)| matches!(other.difference(&layout), Ok(None))) {
                Some(&(first, _)) => {
                    found.insert(name, first);
                }
                None => firsts.push((name, layout)),
            }
        }
        found
    }

    /// Returns the descriptors in program order, without those that are based on a tensor. If the layout of such a
    /// tensor became the name of its own descriptor, the layout would be based on itself.
    fn candidates(&self) -> impl Iterator<Item = (&'a str, Rc<Layout>)> {
        let ops = self.module.ops(self.module.body()).filter(|&op| self.is_based_on_memory(op));
        let named = ops.filter_map(|op| self.module.symbol(op));
        named.filter_map(|name| Some((name, self.layouts.symbol(name).ok()?)))
    }

    fn is_based_on_memory(&self, mut op: Op) -> bool {
        // The verifier has reported cycles. A chain has at most as many links as the module has ops.
        for _ in 0..self.module.ops_len() {
            if !self.registry.op_def(self.module, op).is_some_and(|def| def.is_descriptor) {
                return false;
            }
            let Some(next) = self.layouts.base(op) else { return true };
            op = next;
        }
        false
    }
}

fn sample(layout: &Layout) -> Sample {
    let shape = layout.shape();
    let lens = shape.values().copied().collect();
    (lens, samples(shape).map(|index| Some(layout.offset_of(&index).ok()??.get())).collect())
}

/// Returns the index zero, a middle index, the last index, and the second index of each dim.
fn samples(shape: &Shape) -> impl Iterator<Item = LogicalIndex> {
    let last = shape.map(|_, len| len.get().unwrap_or(2) - 1);
    let zero = last.map(|_, _| 0);
    let middle = last.map(|_, last| last / 2);
    let steps = shape.dims().map(|dim| {
        let mut index = zero.clone();
        index[dim] = last[dim].min(1);
        index
    });
    let steps: Vec<LogicalIndex> = steps.collect();
    [zero, middle, last].into_iter().chain(steps)
}
