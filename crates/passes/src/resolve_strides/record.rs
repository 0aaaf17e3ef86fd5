//! Records the decisions of the pass, if the caller wants them: one for each tensor, under all its names.

use super::buffers::is_described;
use super::links::{LinkId, ViewLink};
use super::lone::LoneOutcome;
use super::report::{InBuffer, StrideReporter};
use super::sharing::{ClassBuffer, Sharing};
use super::type_layouts::TypeLayouts;
use crate::provenance::{Decision, Provenance};
use crate::tensors::{Holder, TensorId, Tensors};
use indexmap::IndexMap;
use ir::Module;
use ir::diag::{Diag, Note};
use ir::layout::{BufferProblem, MemberLayout, StrideLimits, StrideReqs};
use rustc_hash::FxBuildHasher;

/// A recorder of decisions.
pub(super) struct Recorder<'a> {
    module: &'a Module,
    tensors: &'a Tensors,
    reporter: &'a StrideReporter<'a>,
    limits: Option<StrideLimits>,
    /// The slots of each class.
    slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher>,
    /// The links of which a class is one end; `None` until they are needed.
    links: Option<IndexMap<TensorId, Vec<LinkId>, FxBuildHasher>>,
    made: Provenance,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(
        module: &'a Module,
        tensors: &'a Tensors,
        reporter: &'a StrideReporter<'a>,
        limits: Option<StrideLimits>,
    ) -> Recorder<'a> {
        let mut slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher> = IndexMap::default();
        for (slot, _) in tensors.all() {
            slots.entry(tensors.class(slot)).or_default().push(slot);
        }
        let made = Provenance::default();
        Recorder { module, tensors, reporter, limits, slots, links: None, made }
    }

    /// Returns the recorded decisions.
    pub(super) fn finish(self) -> Provenance {
        self.made
    }

    fn record(&mut self, class: TensorId, decision: Decision) {
        let slots = self.slots.get(&class).map_or(&[][..], Vec::as_slice);
        let decision = self.reporter.of_all(decision, slots);
        for &slot in slots {
            match self.tensors.get(slot).holder {
                Holder::Value(value) => self.made.record(value, decision.clone()),
                Holder::Declared(op, _) => self.made.record(op, decision.clone()),
                Holder::Input(..) | Holder::Output(..) => {}
            }
        }
    }

    /// Records the outcome of a lone tensor with these requirements of ops.
    pub(super) fn lone(
        &mut self,
        class: TensorId,
        outcome: &LoneOutcome,
        reqs: &StrideReqs,
        types: &mut TypeLayouts,
    ) {
        let representative = self.tensors.get(self.tensors.representative(class));
        let known = types.get(self.module, representative.ty);
        let decision = match outcome {
            LoneOutcome::Failed(_) => None,
            LoneOutcome::Kept | LoneOutcome::Checked => {
                let own = known.as_ref().map_or(0, |known| known.reqs.join(reqs).len());
                self.reporter.kept(class, own)
            }
            LoneOutcome::Solved(layout, strides) => {
                let described = is_described(self.module, representative.holder);
                let derived = layout.buffer(described).derive(self.limits.as_ref());
                derived.map(|derived| {
                    self.reporter.lone(class, (known.as_deref(), layout), strides, &derived)
                })
            }
        };
        if let Some(decision) = decision {
            self.record(class, decision);
        }
    }

    /// Records the layouts of the tensors of a buffer.
    pub(super) fn buffer(
        &mut self,
        buffer: &ClassBuffer,
        sharing: &Sharing,
        (problem, layouts): (&BufferProblem, &[MemberLayout]),
        types: &mut TypeLayouts,
    ) {
        let Some(derived) = problem.derive(self.limits.as_ref()) else { return };
        let all = &sharing.links;
        for (at, layout) in layouts.iter().enumerate() {
            let member = &buffer.members[at];
            let ty = self.tensors.get(self.tensors.representative(member.tensor)).ty;
            let (Some(known), Ok(strides)) =
                (types.get(self.module, ty), member.order.to_logical(&layout.strides))
            else {
                continue;
            };
            let links = self.links.get_or_insert_with(|| links_by_class(all)).get(&member.tensor);
            let links: Vec<&ViewLink> = links.into_iter().flatten().map(|&id| &all[id]).collect();
            let of_member = InBuffer {
                buffer,
                sharing,
                problem,
                at,
                links: &links,
                declared: &known,
                strides: &strides,
                offset: layout.offset,
            };
            let decision = self.reporter.shared(&of_member, &derived);
            self.record(member.tensor, decision);
        }
    }

    /// Returns why a link needs a copy.
    pub(super) fn cut(&self, link: &ViewLink, why: Diag) -> Vec<Note> {
        self.reporter.cut(link, why)
    }
}

fn links_by_class(links: &[ViewLink]) -> IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> {
    let mut by_class: IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> = IndexMap::default();
    for (id, link) in links.iter().enumerate() {
        for class in [link.classes.0, link.classes.1] {
            by_class.entry(class).or_default().push(id);
        }
    }
    by_class
}
