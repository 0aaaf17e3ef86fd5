//! What becomes of every tensor: alone, or in the buffer that it shares.

use super::buffer::{self, BufferFault, Facts};
use super::gather::Asked;
use super::record::Recorder;
use super::report::Reporter;
use super::sharing::{Buffer, Link, LinkId, Member, OpaqueView, Refusal, Sharing, links};
use super::types::Types;
use super::{Outcome, Question, answer};
use crate::pass::PassContext;
use crate::tensors::{Holder, TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::diag::{Diag, Note};
use ir::layout::{DimsOrder, ElemSize, Elems, Merge, Placement, Strides, TensorLayout};
use ir::{Module, Type, Value};
use rustc_hash::FxBuildHasher;

/// At most this many places for a copy are tried for one conflict, the cheapest copies first.
const MAX_TRIED: usize = 64;

/// Order, strides by logical dim, and offset of a tensor in a buffer.
type Placed = (DimsOrder, Strides, i64);

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
    /// Why, where someone asks for it.
    pub(super) why: Vec<Note>,
}

/// What becomes of each class. What copies read and make is laid out without being asked.
pub(super) struct Plan {
    pub(super) solved: Vec<Solved>,
    /// For each class that is solved: the place in `solved`.
    of_class: Vec<Option<usize>>,
    /// What tensors in buffers get, by their types: equal ones stand in `solved` once.
    in_buffers: IndexMap<(Type, Placed), usize, FxBuildHasher>,
    outcomes: IndexMap<Question, (Outcome, Option<usize>)>,
    /// Links that need a copy, if copies may be inserted.
    pub(super) cuts: Vec<Cut>,
}

impl Plan {
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        asked: &Asked,
        (insert_copies, copies): (bool, &IndexSet<Value>),
        cx: &mut PassContext<'_>,
    ) -> Plan {
        let of_class = vec![None; tensors.all().count()];
        let (solved, cuts) = (Vec::new(), Vec::new());
        let (in_buffers, outcomes) = (IndexMap::default(), IndexMap::new());
        let mut plan = Plan { solved, of_class, in_buffers, outcomes, cuts };
        let mut types = Types::default();
        let reporter = Reporter::new(module, tensors, asked, cx.registry, cx.target);
        let mut recorder =
            cx.provenance.is_some().then(|| Recorder::new(module, tensors, &reporter, cx.target));
        let mut shared = Shared::new(module, tensors, &mut types, asked, copies, cx);
        plan.alone(module, tensors, asked, &shared, &reporter, cx);
        if let Some(recorder) = &mut recorder {
            plan.record(module, tensors, &mut types, (asked, &shared), recorder);
        }
        shared.remark(module, tensors, &mut types, asked, &reporter, cx);
        plan.refusals(tensors, &mut shared, insert_copies, (&reporter, recorder.as_ref()), cx);
        if plan.cuts.is_empty() {
            let report = (&reporter, recorder.as_mut());
            plan.together(module, tensors, &mut types, &mut shared, insert_copies, report, cx);
        }
        if let (Some(into), Some(recorder)) = (cx.provenance.as_deref_mut(), recorder) {
            into.extend(recorder.finish());
        }
        plan
    }

    /// How many different questions were asked.
    #[cfg(test)]
    pub(super) fn questions(&self) -> usize {
        self.outcomes.len()
    }

    /// The solved layout of a slot's class.
    pub(super) fn place(&self, tensors: &Tensors, slot: TensorId) -> Option<usize> {
        self.of_class[tensors.class(slot).index()]
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
            let representative = tensors.get(tensors.representative(slot));
            if tensor.ty != representative.ty {
                cx.sink.push(reporter.two_types(slot));
            }
            if std::mem::replace(&mut seen[class.index()], true) {
                continue;
            }
            if shared.facts.get(&class).is_some_and(|facts| facts.given.is_none()) {
                continue;
            }
            let described = is_described(module, representative.holder);
            let question = (representative.ty, asked.reqs(class).as_slice().to_vec(), described);
            let place = self.ask(module, question, cx);
            let (outcome, solved) = &self.outcomes[place];
            match outcome {
                Outcome::Kept => {}
                Outcome::Checked => cx.stats.add("tensors checked", 1),
                Outcome::Solved(..) => {
                    cx.stats.add("tensors resolved", 1);
                    self.of_class[class.index()] = *solved;
                }
                Outcome::Failed(failure) => {
                    reporter.failure(slot, failure).into_iter().for_each(|diag| cx.sink.push(diag));
                }
            }
        }
    }

    /// Tells what became of the classes that [`Plan::alone`] answered.
    fn record(
        &self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        (asked, shared): (&Asked, &Shared),
        recorder: &mut Recorder<'_>,
    ) {
        for (slot, _) in tensors.all().filter(|&(slot, _)| tensors.class(slot) == slot) {
            if shared.facts.get(&slot).is_some_and(|facts| facts.given.is_none()) {
                continue;
            }
            let representative = tensors.get(tensors.representative(slot));
            let (reqs, described) = (asked.reqs(slot), is_described(module, representative.holder));
            let question = (representative.ty, reqs.as_slice().to_vec(), described);
            if let Some((outcome, _)) = self.outcomes.get(&question) {
                recorder.alone(slot, outcome, &reqs, types);
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
        (reporter, recorder): (&Reporter<'_>, Option<&Recorder<'_>>),
        cx: &mut PassContext<'_>,
    ) {
        let refused: Vec<LinkId> = shared.sharing.refused.keys().copied().collect();
        for id in refused {
            let link = shared.sharing.links[id].clone();
            let refusal = shared.sharing.refused[&id].clone();
            let (whole, part) = link.classes;
            let stuck = match refusal {
                Refusal::NoStrides(representative, _)
                    if representative == tensors.representative(whole) =>
                {
                    Some(link.part.whole)
                }
                Refusal::NoStrides(..) => Some(link.part.part),
                _ => None,
            };
            if stuck.is_none() && !shared.is_active(whole) && !shared.is_active(part) {
                continue;
            }
            match insert_copies {
                true => {
                    let why = || reporter.refused(&link, &refusal);
                    let why = explained(recorder, &link, why);
                    self.cuts.push(Cut { link, stuck, why });
                }
                false => cx.sink.push(reporter.refused(&link, &refusal)),
            }
        }
    }

    /// Solves each buffer that holds several tensors; small ones that are alike are solved once.
    #[allow(clippy::too_many_arguments, reason = "the parts of one run, each of its own kind")]
    fn together(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        shared: &mut Shared,
        insert_copies: bool,
        (reporter, mut recorder): (&Reporter<'_>, Option<&mut Recorder<'_>>),
        cx: &mut PassContext<'_>,
    ) {
        let mut known: IndexMap<Alike, Vec<Placed>, FxBuildHasher> = IndexMap::default();
        for buffer in shared.buffers() {
            let ty = tensors.get(tensors.representative(buffer.root)).ty;
            let Some(elem) = types.get(module, ty).map(|facts| facts.elem) else { continue };
            // What is told names the tensors, so that nothing is alike.
            let is_alike = buffer.members.len() <= MAX_ALIKE && recorder.is_none();
            let alike = is_alike.then(|| alike(&buffer, shared, elem));
            if let Some(found) = alike.as_ref().and_then(|alike| known.get(alike)) {
                cx.stats.add("buffers shared", 1);
                for (member, placed) in buffer.members.iter().zip(found) {
                    self.member(module, tensors, types, shared, (member.class, placed.clone()), cx);
                }
                continue;
            }
            match buffer::solve(&buffer, &shared.facts, elem, cx.target) {
                Ok(found) => {
                    cx.stats.add("buffers shared", 1);
                    if let Some(recorder) = &mut recorder {
                        recorder.buffer(&buffer, shared, &found, (types, elem));
                    }
                    let found =
                        found.into_iter().map(|it| (it.class, (it.order, it.strides, it.offset)));
                    let found: Vec<(TensorId, Placed)> = found.collect();
                    if let Some(alike) = alike {
                        known.insert(alike, found.iter().map(|it| it.1.clone()).collect());
                    }
                    for resolved in found {
                        self.member(module, tensors, types, shared, resolved, cx);
                    }
                }
                Err(fault) => {
                    let cuts = match insert_copies {
                        true => {
                            best_cuts(module, tensors, types, shared, (&buffer, elem), &fault, cx)
                        }
                        false => Vec::new(),
                    };
                    if cuts.is_empty() {
                        cx.sink.push(reporter.buffer(&buffer, &shared.sharing, &fault));
                    }
                    let why = || reporter.buffer(&buffer, &shared.sharing, &fault);
                    self.cuts.extend(cuts.into_iter().map(|link| {
                        let why = explained(recorder.as_deref(), &link, why);
                        Cut { link, stuck: None, why }
                    }));
                }
            }
        }
    }

    fn member(
        &mut self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        shared: &Shared,
        (class, placed): (TensorId, Placed),
        cx: &mut PassContext<'_>,
    ) {
        let ty = tensors.get(tensors.representative(class)).ty;
        // What a type itself tells was checked with the class alone; it may still not say where the tensor begins.
        let told =
            |it: &Facts| it.given.is_some() && (it.offset.is_some() || placed.2 == 0 || it.fixed);
        if shared.facts.get(&class).is_some_and(told) {
            return;
        }
        let at = match self.in_buffers.get(&(ty, placed.clone())) {
            Some(&at) => at,
            None => {
                let Some(facts) = types.get(module, ty) else { return };
                let (order, strides, offset) = placed.clone();
                let Ok(layout) = TensorLayout::new(facts.shape.clone(), order, facts.elem) else {
                    return;
                };
                let layout = layout.with_offset(Elems::new(offset));
                self.solved.push(Solved { ty, layout, strides });
                self.in_buffers.insert((ty, placed), self.solved.len() - 1);
                self.solved.len() - 1
            }
        };
        cx.stats.add("tensors resolved", 1);
        self.of_class[class.index()] = Some(at);
    }
}

/// Why a link needs a copy, where someone asks for it.
fn explained(
    recorder: Option<&Recorder<'_>>,
    link: &Link,
    why: impl FnOnce() -> Diag,
) -> Vec<Note> {
    recorder.map_or_else(Vec::new, |recorder| recorder.cut(link, why()))
}

/// Buffers of at most so many tensors are compared with others.
const MAX_ALIKE: usize = 32;

/// All that the strides of a buffer depend on: the lengths and places of its tensors and what is asked of each.
type Alike = (ElemSize, Vec<i64>, Vec<(Placement, DimsOrder, bool)>, Vec<Facts>, Vec<Merge>);

fn alike(buffer: &Buffer, shared: &Shared, elem: ElemSize) -> Alike {
    let members = buffer.members.iter();
    let places =
        members.map(|member| (member.place.clone(), member.order, member.class == buffer.root));
    let facts = buffer.members.iter().filter_map(|member| shared.facts.get(&member.class).cloned());
    let merges = buffer.merges.iter().map(|merge| merge.0).collect();
    (elem, buffer.lens.clone(), places.collect(), facts.collect(), merges)
}

/// The buffers of a module with what is known of their tensors.
pub(super) struct Shared {
    pub(super) sharing: Sharing,
    opaque_views: Vec<OpaqueView>,
    /// Of all tensors in buffers that are active: where something is chosen or asked.
    pub(super) facts: IndexMap<TensorId, Facts, FxBuildHasher>,
    active: IndexSet<TensorId>,
}

impl Shared {
    pub(super) fn new(
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        asked: &Asked,
        copies: &IndexSet<Value>,
        cx: &PassContext<'_>,
    ) -> Shared {
        let (links, opaque_views) = links(module, tensors, cx.registry);
        let mut sharing = Sharing::new(module, tensors, types, links, &IndexSet::new());
        let all = sharing.links.iter().flat_map(|link| [link.classes.0, link.classes.1]);
        let mut known: IndexMap<TensorId, (Facts, bool), FxBuildHasher> = IndexMap::default();
        for class in all.collect::<IndexSet<TensorId, FxBuildHasher>>() {
            if let Some(facts) = facts(module, tensors, types, asked, class) {
                known.insert(class, facts);
            }
        }
        let chosen = known.iter().filter(|(_, (_, chosen))| *chosen).map(|(&class, _)| class);
        let copied = copies.iter().filter_map(|&value| tensors.of_value(value));
        let copied = copied.map(|slot| tensors.class(slot));
        let active: IndexSet<TensorId> =
            chosen.chain(copied).map(|class| sharing.root_of(class)).collect();
        let mut shared = Shared { sharing, opaque_views, facts: IndexMap::default(), active };
        for (class, (facts, _)) in known {
            if shared.is_active(class) && shared.sharing.is_joined(class) {
                shared.facts.insert(class, facts);
            }
        }
        shared
    }

    /// Names the ops that could be views of tensors with a layout but do not tell what they read.
    fn remark(
        &self,
        module: &Module,
        tensors: &Tensors,
        types: &mut Types,
        asked: &Asked,
        reporter: &Reporter<'_>,
        cx: &mut PassContext<'_>,
    ) {
        for opaque_views in &self.opaque_views {
            let values = module
                .operands(opaque_views.op)
                .iter()
                .copied()
                .chain(module.results(opaque_views.op));
            let mut classes =
                values.filter_map(|value| tensors.of_value(value)).map(|slot| tensors.class(slot));
            let laid_out = |class: TensorId| {
                let ty = tensors.get(tensors.representative(class)).ty;
                !asked.reqs(class).is_empty() || types.get(module, ty).is_some_and(|it| it.chosen)
            };
            if classes.any(laid_out) {
                cx.sink.push(reporter.opaque_views(opaque_views));
            }
        }
    }

    fn is_active(&mut self, class: TensorId) -> bool {
        let root = self.sharing.root_of(class);
        self.active.contains(&root)
    }

    /// The buffers that are active.
    pub(super) fn buffers(&mut self) -> Vec<Buffer> {
        let buffers = self.sharing.buffers();
        buffers.into_iter().filter(|buffer| self.active.contains(&buffer.root)).collect()
    }
}

/// What is known of a tensor, and whether anything of its layout is chosen or asked. Nothing for what cannot be read or has
/// no strides.
fn facts(
    module: &Module,
    tensors: &Tensors,
    types: &mut Types,
    asked: &Asked,
    class: TensorId,
) -> Option<(Facts, bool)> {
    let representative = tensors.get(tensors.representative(class));
    let facts =
        types.get(module, representative.ty).filter(|facts| facts.without_strides.is_none())?;
    let own = asked.reqs(class);
    let chosen = facts.chosen || !own.is_empty();
    let reqs = facts.reqs.join(&own);
    let described = is_described(module, representative.holder);
    let (given, offset, fixed) = (facts.given.clone(), facts.offset, facts.is_format);
    Some((Facts { reqs, given, offset, fixed, described }, chosen))
}

/// Whether a tensor is described with its strides: not where it asks for a tiling that has none.
pub(super) fn is_described(module: &Module, holder: Holder) -> bool {
    let Holder::Declared(op, _) = holder else { return true };
    module.str_attr(op, "tiling").is_none_or(|tiling| tiling == "LINEAR")
}

/// The links whose copies make a buffer fit. Where tensors contradict the root each for itself, each of them; else the
/// one whose copy leaves the fewest conflicts, of these the one that copies least, of these the first.
fn best_cuts(
    module: &Module,
    tensors: &Tensors,
    types: &mut Types,
    shared: &Shared,
    (buffer, elem): (&Buffer, ElemSize),
    fault: &BufferFault,
    cx: &PassContext<'_>,
) -> Vec<Link> {
    let fits = |buffer: &Buffer| buffer::solve(buffer, &shared.facts, elem, cx.target).is_ok();
    let places: IndexMap<TensorId, &Member, FxBuildHasher> =
        buffer.members.iter().map(|member| (member.class, member)).collect();
    let links = shared.sharing.links.iter();
    let own: Vec<&Link> = links
        .filter(|link| places.contains_key(&link.classes.0) && places.contains_key(&link.classes.1))
        .collect();
    let apart = apart(buffer, &fits);
    let cuts: Vec<Link> = own
        .iter()
        .filter(|link| apart.contains(&link.classes.1))
        .map(|link| (*link).clone())
        .collect();
    if !cuts.is_empty() {
        return cuts;
    }
    let blamed = fault.classes(&shared.sharing);
    let is_blamed =
        |link: &Link| blamed.contains(&link.classes.0) || blamed.contains(&link.classes.1);
    let size = |class: TensorId| places[&class].place.lens().iter().product::<i64>();
    let mut candidates: Vec<(i64, LinkId)> = own
        .iter()
        .enumerate()
        .filter(|(_, link)| blamed.is_empty() || is_blamed(link))
        .map(|(id, link)| (size(link.classes.1), id))
        .collect();
    candidates.sort_unstable();
    let tried = candidates.into_iter().take(MAX_TRIED).map(|(bytes, id)| {
        let without = [id].into_iter().collect();
        let all = own.iter().map(|link| (*link).clone()).collect();
        let mut sharing = Sharing::new(module, tensors, types, all, &without);
        let failed = sharing.buffers().iter().filter(|buffer| !fits(buffer)).count();
        (failed, bytes, id)
    });
    tried.min().map(|(_, _, id)| own[id].clone()).into_iter().collect()
}

/// The tensors, but for the root, that cannot lie in the buffer even if nobody but the root lies there too.
fn apart(buffer: &Buffer, fits: &impl Fn(&Buffer) -> bool) -> IndexSet<TensorId, FxBuildHasher> {
    let with = |members: Vec<Member>| Buffer {
        root: buffer.root,
        lens: buffer.lens.clone(),
        members,
        merges: Vec::new(),
    };
    let (roots, others): (Vec<&Member>, Vec<&Member>) =
        buffer.members.iter().partition(|member| member.class == buffer.root);
    let Some(&root) = roots.first().filter(|&&root| fits(&with(vec![root.clone()]))) else {
        return IndexSet::default();
    };
    let beside = |member: &Member| with(vec![root.clone(), member.clone()]);
    others.into_iter().filter(|member| !fits(&beside(member))).map(|member| member.class).collect()
}
