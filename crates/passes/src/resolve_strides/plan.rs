//! What becomes of every tensor: alone, or in the buffer that it shares.

use super::buffer::{self, Facts, Resolved};
use super::gather::Asked;
use super::report::Reporter;
use super::sharing::{Buffer, Link, LinkId, Refusal, Sharing, links};
use super::{Outcome, Question, answer};
use crate::pass::PassContext;
use crate::tensors::{Holder, Slot, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::encoding::{self, Reading};
use ir::layout::{ElemSize, StrideReqs, Strides, TensorLayout};
use ir::{Module, Type, Value};

/// At most this many places for a copy are tried for one conflict, the cheapest copies first.
const MAX_TRIED: usize = 64;

/// A tensor type with the layout that it gets.
pub(super) struct Solved {
    pub(super) ty: Type,
    pub(super) layout: TensorLayout,
    pub(super) strides: Strides,
}

/// A link that needs a copy.
pub(super) struct Cut {
    pub(super) link: Link,
    /// The value, of the two, that has no strides, so that it is what must be copied.
    pub(super) stuck: Option<Value>,
}

/// What becomes of each class. Where copies may be inserted, those that were are laid out without being asked.
pub(super) struct Plan {
    pub(super) solved: Vec<Solved>,
    /// For each class that is solved: the place in `solved`.
    of_class: Vec<Option<usize>>,
    outcomes: IndexMap<Question, (Outcome, Option<usize>)>,
    /// Links that need a copy, if copies may be inserted.
    pub(super) cuts: Vec<Cut>,
}

impl Plan {
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        asked: &Asked,
        copies: Option<&IndexSet<Value>>,
        cx: &mut PassContext<'_>,
    ) -> Plan {
        let insert_copies = copies.is_some();
        let of_class = vec![None; tensors.all().count()];
        let (solved, cuts) = (Vec::new(), Vec::new());
        let mut plan = Plan { solved, of_class, outcomes: IndexMap::new(), cuts };
        let reporter = Reporter::new(module, tensors, asked, cx.registry, cx.target);
        let mut shared = Shared::new(module, tensors, asked, copies, cx);
        plan.alone(module, tensors, asked, &shared, &reporter, cx);
        plan.refusals(tensors, &mut shared, insert_copies, &reporter, cx);
        if plan.cuts.is_empty() {
            plan.together(module, tensors, &mut shared, insert_copies, &reporter, cx);
        }
        plan
    }

    /// How many different questions were asked.
    #[cfg(test)]
    pub(super) fn questions(&self) -> usize {
        self.outcomes.len()
    }

    /// The solved layout of a slot's class.
    pub(super) fn place(&self, tensors: &Tensors, slot: Slot) -> Option<usize> {
        self.of_class[tensors.class(slot) as usize]
    }

    /// Solves the classes that share nothing; of those that do, strides that are given are checked.
    fn alone(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        asked: &Asked,
        shared: &Shared,
        reporter: &Reporter<'_>,
        cx: &mut PassContext<'_>,
    ) {
        let mut seen = vec![false; self.of_class.len()];
        for (slot, tensor) in tensors.all() {
            let class = tensors.class(slot);
            let face = tensors.get(tensors.face(slot));
            if tensor.ty != face.ty {
                cx.sink.push(reporter.two_types(slot));
            }
            if std::mem::replace(&mut seen[class as usize], true) {
                continue;
            }
            if shared.facts.get(&class).is_some_and(|facts| facts.given.is_none()) {
                continue;
            }
            let described = is_described(module, face.holder);
            let question = (face.ty, asked.reqs(class).as_slice().to_vec(), described);
            let place = self.ask(module, question, cx);
            let (outcome, solved) = &self.outcomes[place];
            match outcome {
                Outcome::Kept => {}
                Outcome::Checked => cx.stats.add("tensors checked", 1),
                Outcome::Solved(..) => {
                    cx.stats.add("tensors resolved", 1);
                    self.of_class[class as usize] = *solved;
                }
                Outcome::Failed(failure) => {
                    reporter.failure(slot, failure).into_iter().for_each(|diag| cx.sink.push(diag));
                }
            }
        }
    }

    fn ask(&mut self, module: &Module, question: Question, cx: &PassContext<'_>) -> usize {
        if let Some(place) = self.outcomes.get_index_of(&question) {
            return place;
        }
        let outcome = answer(&module.ctx, &question, cx.target);
        let solved = match &outcome {
            Outcome::Solved(layout, strides) => {
                let (layout, strides) = ((**layout).clone(), strides.clone());
                self.solved.push(Solved { ty: question.0, layout, strides });
                Some(self.solved.len() - 1)
            }
            _ => None,
        };
        self.outcomes.insert_full(question, (outcome, solved)).0
    }

    /// Links that hold no memory in common need a copy.
    fn refusals(
        &mut self,
        tensors: &Tensors,
        shared: &mut Shared,
        insert_copies: bool,
        reporter: &Reporter<'_>,
        cx: &mut PassContext<'_>,
    ) {
        let refused: Vec<LinkId> = shared.sharing.refused.keys().copied().collect();
        for id in refused {
            let link = shared.sharing.links[id].clone();
            let refusal = shared.sharing.refused[&id].clone();
            let (whole, part) = link.classes;
            let stuck = match refusal {
                Refusal::NoStrides(face, _) if face == tensors.face(whole) => Some(link.part.whole),
                Refusal::NoStrides(..) => Some(link.part.part),
                _ => None,
            };
            if stuck.is_none() && !shared.is_active(whole) && !shared.is_active(part) {
                continue;
            }
            match insert_copies {
                true => self.cuts.push(Cut { link, stuck }),
                false => cx.sink.push(reporter.refused(&link, &refusal)),
            }
        }
    }

    /// Solves each buffer that holds several tensors.
    fn together(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        shared: &mut Shared,
        insert_copies: bool,
        reporter: &Reporter<'_>,
        cx: &mut PassContext<'_>,
    ) {
        for buffer in shared.buffers() {
            let Some(elem) = elem_of(module, tensors, &buffer) else { continue };
            match buffer::solve(&buffer, &shared.facts, elem, cx.target) {
                Ok(found) => {
                    cx.stats.add("buffers shared", 1);
                    for resolved in found {
                        self.member(module, tensors, shared, resolved, cx);
                    }
                }
                Err(fault) => {
                    let cut = insert_copies
                        .then(|| best_cut(module, tensors, shared, &buffer, elem, cx))
                        .flatten();
                    match cut {
                        Some(link) => self.cuts.push(Cut { link, stuck: None }),
                        None => cx.sink.push(reporter.buffer(&buffer, &shared.sharing, &fault)),
                    }
                }
            }
        }
    }

    fn member(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        shared: &Shared,
        resolved: Resolved,
        cx: &mut PassContext<'_>,
    ) {
        let given = shared.facts.get(&resolved.class).is_some_and(|facts| facts.given.is_some());
        let ty = tensors.get(tensors.face(resolved.class)).ty;
        let Ok(Some(layout)) = encoding::row_major(&module.ctx, ty) else { return };
        let (shape, elem) = (layout.shape().clone(), layout.elem());
        let Ok(layout) = TensorLayout::new(shape, resolved.order, elem) else { return };
        if given {
            // What its type tells was checked with the class alone.
            return;
        }
        cx.stats.add("tensors resolved", 1);
        let layout = layout.with_offset(ir::layout::Elems::new(resolved.offset));
        self.solved.push(Solved { ty, layout, strides: resolved.strides });
        self.of_class[resolved.class as usize] = Some(self.solved.len() - 1);
    }
}

/// The buffers of a module with what is known of their tensors.
pub(super) struct Shared {
    pub(super) sharing: Sharing,
    /// Of all tensors in buffers that are active: where something is chosen or asked.
    pub(super) facts: IndexMap<Slot, Facts>,
    active: IndexSet<Slot>,
}

impl Shared {
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        asked: &Asked,
        copies: Option<&IndexSet<Value>>,
        cx: &PassContext<'_>,
    ) -> Shared {
        let links = links(module, tensors, cx.registry);
        let mut sharing = Sharing::new(module, tensors, links, &IndexSet::new());
        let all = sharing.links.iter().flat_map(|link| [link.classes.0, link.classes.1]);
        let mut known: IndexMap<Slot, (Facts, bool)> = IndexMap::new();
        for class in all.collect::<IndexSet<Slot>>() {
            if let Some(facts) = facts(module, tensors, asked, class) {
                known.insert(class, facts);
            }
        }
        let chosen = known.iter().filter(|(_, (_, chosen))| *chosen).map(|(&class, _)| class);
        let copied = copies.into_iter().flatten().filter_map(|&value| tensors.of_value(value));
        let copied = copied.map(|slot| tensors.class(slot));
        let active: IndexSet<Slot> = chosen
            .chain(copied)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|class| sharing.root_of(class))
            .collect();
        let mut shared = Shared { sharing, facts: IndexMap::new(), active };
        for (class, (facts, _)) in known {
            if shared.is_active(class) && shared.sharing.is_joined(class) {
                shared.facts.insert(class, facts);
            }
        }
        shared
    }

    fn is_active(&mut self, class: Slot) -> bool {
        let root = self.sharing.root_of(class);
        self.active.contains(&root)
    }

    /// The buffers that are active.
    pub(super) fn buffers(&mut self) -> Vec<Buffer> {
        let buffers = self.sharing.buffers();
        buffers.into_iter().filter(|buffer| self.active.contains(&buffer.root)).collect()
    }
}

/// What is known of a tensor, and whether anything of its layout is chosen or asked. Nothing for what cannot be read.
fn facts(module: &Module, tensors: &Tensors, asked: &Asked, class: Slot) -> Option<(Facts, bool)> {
    let face = tensors.get(tensors.face(class));
    let own = asked.reqs(class);
    let described = is_described(module, face.holder);
    let facts = |reqs: StrideReqs, given: Option<Strides>, offset: i64| {
        let binds = given.is_some() || offset != 0;
        Facts { reqs, given, offset: binds.then_some(offset), described }
    };
    match encoding::read(&module.ctx, face.ty).ok()?? {
        Reading::Ordered(layout) => {
            let reqs = layout.reqs().join(&own);
            Some((facts(reqs, layout.strides().cloned(), layout.offset().get()), true))
        }
        Reading::Format(format) => {
            let layout = format.ordered().ok()??;
            let strides = layout.resolve().ok()?.strides();
            Some((facts(own, Some(strides), layout.offset().get()), true))
        }
        Reading::Open => {
            let offset = encoding::row_major(&module.ctx, face.ty).ok()??.offset().get();
            let chosen = !own.is_empty();
            Some((facts(own, None, offset), chosen))
        }
        Reading::Other(_) => None,
    }
}

/// Whether a tensor is described with its strides: not where it asks for a tiling that has none.
fn is_described(module: &Module, holder: Holder) -> bool {
    let Holder::Declared(op, _) = holder else { return true };
    module.str_attr(op, "tiling").is_none_or(|tiling| tiling == "LINEAR")
}

/// The size of the elements of a buffer.
fn elem_of(module: &Module, tensors: &Tensors, buffer: &Buffer) -> Option<ElemSize> {
    let ty = tensors.get(tensors.face(buffer.root)).ty;
    encoding::row_major(&module.ctx, ty).ok()?.map(|layout| layout.elem())
}

/// The link whose copy leaves the fewest conflicts in a buffer, of these the one that copies least, of these the
/// first.
fn best_cut(
    module: &Module,
    tensors: &Tensors,
    shared: &mut Shared,
    buffer: &Buffer,
    elem: ElemSize,
    cx: &PassContext<'_>,
) -> Option<Link> {
    let classes: IndexSet<Slot> = buffer.members.iter().map(|member| member.class).collect();
    let links = &shared.sharing.links;
    let inside =
        |link: &Link| classes.contains(&link.classes.0) && classes.contains(&link.classes.1);
    let own: Vec<Link> = links.iter().filter(|link| inside(link)).cloned().collect();
    let size = |class: Slot| {
        let member = buffer.members.iter().find(|member| member.class == class);
        member.map_or(0, |member| member.place.lens().iter().product::<i64>())
    };
    let mut candidates: Vec<(i64, LinkId)> =
        own.iter().enumerate().map(|(id, link)| (size(link.classes.1), id)).collect();
    candidates.sort_unstable();
    let tried = candidates.into_iter().take(MAX_TRIED).map(|(bytes, id)| {
        let without = [id].into_iter().collect();
        let mut sharing = Sharing::new(module, tensors, own.clone(), &without);
        let solve = |buffer: &Buffer| buffer::solve(buffer, &shared.facts, elem, cx.target);
        let failed = sharing.buffers().iter().filter(|buffer| solve(buffer).is_err()).count();
        (failed, bytes, id)
    });
    let (_, _, id) = tried.min()?;
    Some(own[id].clone())
}
