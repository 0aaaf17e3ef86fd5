//! Provenance records of the decisions of the pass, if the caller requests them: one for each class, under all its slots.

use super::inputs::Inputs;
use super::links::{LinkId, ViewLink};
use super::lone::LoneOutcome;
use super::report::{ResolvedTensor, StrideReporter, TensorGroup};
use super::sharing::ClassBuffer;
use super::type_layouts::TypeLayouts;
use crate::provenance::{Decision, Provenance};
use crate::tensors::{Holder, TensorId};
use indexmap::IndexMap;
use ir::layout::MemberLayout;
use rustc_hash::FxBuildHasher;

/// A recorder of decisions.
pub(super) struct Recorder<'a> {
    inputs: Inputs<'a>,
    reporter: &'a StrideReporter<'a>,
    /// The slots of each class.
    slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher>,
    /// The links of each class; `None` until they are needed.
    links: Option<IndexMap<TensorId, Vec<LinkId>, FxBuildHasher>>,
    /// The recorded decisions.
    pub(super) made: Provenance,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(inputs: Inputs<'a>, reporter: &'a StrideReporter<'a>) -> Recorder<'a> {
        let mut slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher> = IndexMap::default();
        for (slot, _) in inputs.tensors.all() {
            slots.entry(inputs.tensors.class(slot)).or_default().push(slot);
        }
        Recorder { inputs, reporter, slots, links: None, made: Provenance::default() }
    }

    fn record(&mut self, class: TensorId, decision: Decision) {
        let slots = self.slots.get(&class).map_or(&[][..], Vec::as_slice);
        let decision = self.reporter.of_all(decision, slots);
        for &slot in slots {
            match self.inputs.tensors.get(slot).holder {
                Holder::Value(value) => self.made.record(value, decision.clone()),
                Holder::Declared(op, _) => self.made.record(op, decision.clone()),
                Holder::Input(..) | Holder::Output(..) => {}
            }
        }
    }

    /// Records the outcome of a lone tensor.
    pub(super) fn lone(&mut self, class: TensorId, outcome: &LoneOutcome, types: &mut TypeLayouts) {
        match outcome {
            LoneOutcome::Unchanged | LoneOutcome::Checked => {
                let known = types.get(self.inputs, self.inputs.tensor(class).ty);
                let reqs = self.inputs.requirements.get(class);
                let own = known.map_or(0, |known| known.layout.reqs().join(&reqs).len());
                if let Some(decision) = self.reporter.unchanged(class, own) {
                    self.record(class, decision);
                }
            }
            LoneOutcome::Solved(layout, strides) => {
                let problem = &layout.buffer(self.inputs.is_described(class));
                let buffer = &ClassBuffer::lone(class, problem.lens.clone(), layout.order());
                let Ok(strides) = layout.order().to_memory(strides) else { return };
                let layouts = [MemberLayout { strides, offset: layout.offset().get() }];
                self.buffer(TensorGroup { buffer, problem, links: &[] }, &layouts, types);
            }
        }
    }

    /// Records the layouts of the tensors of a buffer.
    pub(super) fn buffer(
        &mut self,
        group: TensorGroup<'_>,
        layouts: &[MemberLayout],
        types: &mut TypeLayouts,
    ) {
        let limits = self.inputs.limits();
        let Some(derived) = group.problem.derive(limits.as_ref()) else { return };
        let all = group.links;
        for (at, (member, layout)) in group.buffer.members.iter().zip(layouts).enumerate() {
            let ty = self.inputs.tensor(member.tensor).ty;
            let Some(declared) = types.get(self.inputs, ty) else { continue };
            let mut links = None;
            if !all.is_empty() {
                let by_class = self.links.get_or_insert_with(|| links_by_class(all));
                links = by_class.get(&member.tensor);
            }
            let links: Vec<&ViewLink> = links.into_iter().flatten().map(|&id| &all[id]).collect();
            let tensor = ResolvedTensor { group, at, links: &links, declared: &declared, layout };
            let decision = self.reporter.resolved(&tensor, &derived);
            self.record(member.tensor, decision);
        }
    }
}

fn links_by_class(links: &[ViewLink]) -> IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> {
    let mut by_class: IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> = IndexMap::default();
    for (id, link) in links.iter().enumerate() {
        for class in link.classes {
            by_class.entry(class).or_default().push(id);
        }
    }
    by_class
}
