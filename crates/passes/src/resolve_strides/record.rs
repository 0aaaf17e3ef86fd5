//! Records what the pass decides, where someone asked for it: a decision for each tensor, under all its names.

use super::buffer::{self, Derived, Facts, Resolved};
use super::plan::{Shared, is_described};
use super::report::{InBuffer, Reporter};
use super::sharing::{Buffer, Link, LinkId, Member};
use super::types::Types;
use super::{ALONE, Outcome};
use crate::provenance::{Decision, Provenance};
use crate::tensors::{Holder, TensorId, Tensors};
use indexmap::IndexMap;
use ir::Module;
use ir::diag::{Diag, Note};
use ir::layout::{ElemSize, Placement, StrideReqs, TensorLayout};
use ir::target::Target;
use rustc_hash::FxBuildHasher;

/// What recording needs to know of a run.
pub(super) struct Recorder<'a> {
    module: &'a Module,
    tensors: &'a Tensors,
    reporter: &'a Reporter<'a>,
    target: Option<&'a Target>,
    /// The slots of each class.
    slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher>,
    /// The links of which a class is one end, once they are asked for.
    links: Option<IndexMap<TensorId, Vec<LinkId>, FxBuildHasher>>,
    made: Provenance,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(
        module: &'a Module,
        tensors: &'a Tensors,
        reporter: &'a Reporter<'a>,
        target: Option<&'a Target>,
    ) -> Recorder<'a> {
        let mut slots: IndexMap<TensorId, Vec<TensorId>, FxBuildHasher> = IndexMap::default();
        for (slot, _) in tensors.all() {
            slots.entry(tensors.class(slot)).or_default().push(slot);
        }
        let made = Provenance::default();
        Recorder { module, tensors, reporter, target, slots, links: None, made }
    }

    /// What was recorded.
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

    /// What became of a tensor by itself, `asked` being what ops ask of it.
    pub(super) fn alone(
        &mut self,
        class: TensorId,
        outcome: &Outcome,
        asked: &StrideReqs,
        types: &mut Types,
    ) {
        let representative = self.tensors.get(self.tensors.representative(class));
        let facts = types.get(self.module, representative.ty);
        let decision = match outcome {
            Outcome::Failed(_) => None,
            Outcome::Kept | Outcome::Checked => {
                let own = facts.as_ref().map_or(0, |facts| facts.reqs.join(asked).len());
                self.reporter.kept(class, own)
            }
            Outcome::Solved(layout, strides) => {
                let described = is_described(self.module, representative.holder);
                derive_alone(layout, described, self.target)
                    .map(|derived| self.reporter.alone(class, facts.as_deref(), strides, &derived))
            }
        };
        if let Some(decision) = decision {
            self.record(class, decision);
        }
    }

    /// What became of the tensors of a buffer.
    pub(super) fn buffer(
        &mut self,
        buffer: &Buffer,
        shared: &Shared,
        found: &[Resolved],
        (types, elem): (&mut Types, ElemSize),
    ) {
        let Some(derived) = buffer::derive(buffer, &shared.facts, elem, self.target) else {
            return;
        };
        let all = &shared.sharing.links;
        let members: IndexMap<TensorId, &Member, FxBuildHasher> =
            buffer.members.iter().map(|member| (member.class, member)).collect();
        for Resolved { class, strides, offset, .. } in found {
            let ty = self.tensors.get(self.tensors.representative(*class)).ty;
            let (Some(facts), Some(&member)) = (types.get(self.module, ty), members.get(class))
            else {
                continue;
            };
            let links = self.links.get_or_insert_with(|| links_by_class(all)).get(class);
            let links: Vec<&Link> = links.into_iter().flatten().map(|&id| &all[id]).collect();
            let told = InBuffer {
                buffer,
                sharing: &shared.sharing,
                member,
                links: &links,
                facts: &facts,
                strides,
                offset: *offset,
            };
            let decision = self.reporter.shared(&told, &derived);
            self.record(*class, decision);
        }
    }

    /// Why a link needs a copy.
    pub(super) fn cut(&self, link: &Link, why: Diag) -> Vec<Note> {
        self.reporter.cut(link, why)
    }
}

fn links_by_class(links: &[Link]) -> IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> {
    let mut by_class: IndexMap<TensorId, Vec<LinkId>, FxBuildHasher> = IndexMap::default();
    for (id, link) in links.iter().enumerate() {
        for class in [link.classes.0, link.classes.1] {
            by_class.entry(class).or_default().push(id);
        }
    }
    by_class
}

/// The strides of one tensor as a buffer of its own; a target binds it where it is described to a device.
fn derive_alone(
    layout: &TensorLayout,
    described: bool,
    target: Option<&Target>,
) -> Option<Derived> {
    let is_static = layout.shape().values().all(|len| !len.is_dynamic());
    // Only the outermost length may be dynamic, and that bounds no stride; it is only not to be 1.
    let lens: Vec<i64> = layout.shape().values().map(|len| len.get().unwrap_or(2)).collect();
    let facts = Facts {
        reqs: layout.reqs().clone(),
        given: None,
        offset: Some(layout.offset().get()),
        fixed: false,
        described: described && is_static,
    };
    let place = Placement::whole(&lens);
    let members = vec![Member { class: ALONE, place, order: layout.order() }];
    let buffer = Buffer { root: ALONE, lens, members, merges: Vec::new() };
    let facts: IndexMap<_, _, FxBuildHasher> = [(ALONE, facts)].into_iter().collect();
    buffer::derive(&buffer, &facts, layout.elem(), target)
}
