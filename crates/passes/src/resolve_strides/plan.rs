//! The layout plan of a module: lone tensors, and tensors in shared buffers.

use super::buffers::{ActiveBuffers, problem};
use super::cuts::{ViewCut, best_cuts};
use super::inputs::Inputs;
use super::links::{LinkId, ViewLink};
use super::lone::{LoneOutcome, LoneResult, LoneTensor, dynamic_inside, resolve};
use super::record::Recorder;
use super::report::{StrideReporter, TensorGroup};
use super::sharing::{ClassBuffer, ClassMember, Refusal};
use super::type_layouts::TypeLayouts;
use crate::pass::PassContext;
use crate::tensors::{TensorId, Tensors};
use indexmap::{IndexMap, IndexSet};
use ir::diag::{Diag, Note};
use ir::encoding;
use ir::layout::{
    BufferError, BufferProblem, DimsOrder, Elems, MemberLayout, Strides, TensorLayout,
};
use ir::{Type, Value};
use rustc_hash::FxBuildHasher;

const MAX_COMPARED: usize = crate::limits::COMPARED_TENSORS as usize;

/// A tensor type with the layout assigned to it.
pub(super) struct SolvedType {
    pub(super) ty: Type,
    pub(super) layout: TensorLayout,
    pub(super) strides: Strides,
}

/// The layouts of all classes of tensors, and the links that need a copy first.
pub(super) struct LayoutPlan {
    pub(super) solved: Vec<SolvedType>,
    /// The index in `solved` for each class; `None` if the type is kept.
    of_class: Vec<Option<usize>>,
    /// The index in `solved` of each type, order and layout of a tensor in a buffer.
    in_buffers: IndexMap<(Type, DimsOrder, MemberLayout), usize, FxBuildHasher>,
    /// The outcome of each distinct lone tensor.
    pub(super) outcomes: IndexMap<LoneTensor, (LoneResult, Option<usize>)>,
    /// The links that need a copy; empty if copies may not be inserted.
    pub(super) cuts: Vec<ViewCut>,
    /// The conflicts that are reported, as SMT-LIB.
    pub(super) conflicts: Vec<String>,
}

impl LayoutPlan {
    /// Plans the layouts of a module. The tensors of `copies` always get a layout.
    pub(super) fn new(
        inputs: Inputs<'_>,
        (insert_copies, copies): (bool, &IndexSet<Value>),
        cx: &mut PassContext<'_>,
    ) -> LayoutPlan {
        let mut types = TypeLayouts::default();
        let reporter = &StrideReporter::new(inputs);
        let plan = LayoutPlan {
            solved: Vec::new(),
            of_class: vec![None; inputs.tensors.all().count()],
            in_buffers: IndexMap::default(),
            outcomes: IndexMap::new(),
            cuts: Vec::new(),
            conflicts: Vec::new(),
        };
        let buffers = ActiveBuffers::new(inputs, &mut types, copies);
        let recorder = cx.provenance.is_some().then(|| Recorder::new(inputs, reporter));
        let mut planner =
            Planner { inputs, insert_copies, reporter, types, buffers, recorder, plan };
        planner.plan_lone(cx);
        planner.record_lone();
        planner.remark_opaque_views(cx);
        planner.cut_refused(cx);
        if planner.plan.cuts.is_empty() {
            planner.plan_buffers(cx);
        }
        if let Some(into) = cx.provenance.as_deref_mut()
            && let Some(recorder) = planner.recorder
        {
            into.extend(recorder.made);
        }
        planner.plan.conflicts = reporter.take_conflicts();
        planner.plan
    }

    /// Returns the index in `solved` of the layout of a slot's class. `None` if its type is kept.
    pub(super) fn solved_index(&self, tensors: &Tensors, slot: TensorId) -> Option<usize> {
        self.of_class[tensors.class(slot).index()]
    }
}

/// A layout plan under construction.
struct Planner<'a> {
    inputs: Inputs<'a>,
    /// `true` if copies may be inserted.
    insert_copies: bool,
    reporter: &'a StrideReporter<'a>,
    types: TypeLayouts,
    buffers: ActiveBuffers,
    recorder: Option<Recorder<'a>>,
    plan: LayoutPlan,
}

impl Planner<'_> {
    /// Resolves a lone tensor and returns its index among the outcomes. Equal tensors are resolved once.
    fn resolve_lone(&mut self, class: TensorId) -> usize {
        let lone = self.inputs.lone(class);
        let plan = &mut self.plan;
        if let Some(known) = plan.outcomes.get_index_of(&lone) {
            return known;
        }
        let outcome = resolve(&self.inputs.module.ctx, &lone, self.inputs.limits().as_ref());
        let mut solved = None;
        if let Ok(LoneOutcome::Solved(layout, strides)) = &outcome {
            let layout = (**layout).clone();
            let strides = strides.clone();
            solved = Some(plan.solved.len());
            plan.solved.push(SolvedType { ty: lone.0, layout, strides });
        }
        plan.outcomes.insert_full(lone, (outcome, solved)).0
    }

    /// Resolves the classes that share no buffer. Classes of buffers are checked here if their types state strides.
    fn plan_lone(&mut self, cx: &mut PassContext<'_>) {
        let tensors = self.inputs.tensors;
        let reporter = self.reporter;
        let mut seen = vec![false; self.plan.of_class.len()];
        for (slot, tensor) in tensors.all() {
            let class = tensors.class(slot);
            if tensor.ty != self.inputs.tensor(slot).ty {
                cx.sink.push(reporter.type_mismatch(slot));
            }
            if std::mem::replace(&mut seen[class.index()], true) || self.buffers.solves(class) {
                continue;
            }
            let place = self.resolve_lone(class);
            let (outcome, solved) = &self.plan.outcomes[place];
            match outcome {
                Ok(LoneOutcome::Unchanged) => {}
                Ok(LoneOutcome::Checked) => cx.stats.add("tensors checked", 1),
                Ok(LoneOutcome::Solved(..)) => {
                    cx.stats.add("tensors resolved", 1);
                    self.plan.of_class[class.index()] = *solved;
                }
                Err(failure) => {
                    reporter.failure(slot, failure).into_iter().for_each(|diag| cx.sink.push(diag));
                }
            }
        }
    }

    /// Records the decisions of [`Planner::plan_lone`], if decisions are recorded.
    fn record_lone(&mut self) {
        let Some(recorder) = &mut self.recorder else { return };
        let tensors = self.inputs.tensors;
        for (slot, _) in tensors.all().filter(|&(slot, _)| tensors.class(slot) == slot) {
            if self.buffers.solves(slot) {
                continue;
            }
            if let Some((Ok(outcome), _)) = self.plan.outcomes.get(&self.inputs.lone(slot)) {
                recorder.lone(slot, outcome, &mut self.types);
            }
        }
    }

    /// Reports the view ops with unknown relations that have tensors with a layout.
    fn remark_opaque_views(&mut self, cx: &mut PassContext<'_>) {
        let Inputs { module, tensors, requirements, .. } = self.inputs;
        for opaque_view in &self.buffers.opaque_views {
            let op = opaque_view.op;
            let values = module.operands_and_results(op);
            let mut classes = values.filter_map(|value| tensors.class_of_value(value));
            if classes.any(|class| {
                let ty = self.inputs.tensor(class).ty;
                !requirements.get(class).is_empty()
                    || self.types.get(self.inputs, ty).is_some_and(|layout| layout.chosen)
            }) {
                cx.sink.push(self.reporter.opaque_view(opaque_view));
            }
        }
    }

    /// Collects the links that cannot share memory as cuts, or reports them if copies may not be inserted.
    fn cut_refused(&mut self, cx: &mut PassContext<'_>) {
        let tensors = self.inputs.tensors;
        let reporter = self.reporter;
        let refused: Vec<LinkId> = self.buffers.sharing.refused.keys().copied().collect();
        for id in refused {
            let link = self.buffers.sharing.links[id].clone();
            let refusal = self.buffers.sharing.refused[&id].clone();
            let [whole, part] = link.classes;
            if let Refusal::Opaque(slot, opaque) = refusal {
                // A view of two opaque tensors has no layout to share.
                let types = link.classes.map(|class| self.inputs.tensor(class).ty);
                let ctx = &self.inputs.module.ctx;
                if !types.iter().all(|&ty| encoding::opaque(ctx, ty).is_some()) {
                    cx.sink.push(reporter.opaque_encoding(&link, slot, opaque));
                }
                continue;
            }
            let stuck = match refusal {
                Refusal::NoStrides(slot, _) if slot == tensors.representative(whole) => {
                    Some(link.part.whole)
                }
                Refusal::NoStrides(..) => Some(link.part.part),
                _ => None,
            };
            let is_active = self.buffers.is_active(whole) || self.buffers.is_active(part);
            if stuck.is_none() && !is_active {
                continue;
            }
            if self.insert_copies {
                let why = self.explained(&link, || reporter.refused(&link, &refusal));
                self.plan.cuts.push(ViewCut { link, stuck, why, limit: None });
            } else {
                cx.sink.push(reporter.refused(&link, &refusal));
            }
        }
    }

    /// Returns the reasons why a link needs a copy; empty if decisions are not recorded.
    fn explained(&self, link: &ViewLink, why: impl FnOnce() -> Diag) -> Vec<Note> {
        match self.recorder {
            Some(_) => self.reporter.cut(link, why()),
            None => Vec::new(),
        }
    }

    /// Solves each buffer of several tensors. Equal small buffers are solved once.
    fn plan_buffers(&mut self, cx: &mut PassContext<'_>) {
        let inputs = self.inputs;
        let limits = inputs.limits();
        let mut known: IndexMap<BufferProblem, Vec<MemberLayout>, FxBuildHasher> =
            IndexMap::default();
        for buffer in self.buffers.buffers() {
            let layout = self.types.get(inputs, inputs.tensor(buffer.root).ty);
            let Some(elem) = layout.map(|it| it.layout.elem()) else { continue };
            let problem = problem(&buffer, &self.buffers.tensors, elem);
            let Some(problem) = problem else { continue };
            if let Some((slot, failure)) = dynamic_inside(inputs, &mut self.types, &buffer) {
                let diags = self.reporter.failure(slot, &failure);
                diags.into_iter().for_each(|diag| cx.sink.push(diag));
                continue;
            }
            // A recorded decision names the tensors, so equal buffers are solved again.
            let is_compared = buffer.members.len() <= MAX_COMPARED && self.recorder.is_none();
            if is_compared && let Some(layouts) = known.get(&problem) {
                self.assign_all(&buffer, layouts, cx);
                continue;
            }
            match problem.solve(limits.as_ref()) {
                Ok(layouts) => {
                    self.assign_all(&buffer, &layouts, cx);
                    if let Some(recorder) = &mut self.recorder {
                        let links = &self.buffers.sharing.links;
                        let group = TensorGroup { buffer: &buffer, problem: &problem, links };
                        recorder.buffer(group, &layouts, &mut self.types);
                    }
                    if is_compared {
                        known.insert(problem, layouts);
                    }
                }
                Err(error) => self.cut_or_report(&buffer, &problem, &error, cx),
            }
        }
    }

    /// Collects the cuts of a buffer without a solution, or reports the conflict if no copy helps.
    fn cut_or_report(
        &mut self,
        buffer: &ClassBuffer,
        problem: &BufferProblem,
        error: &BufferError,
        cx: &mut PassContext<'_>,
    ) {
        let mut cuts = Vec::new();
        if self.insert_copies {
            let types = &mut self.types;
            let buffers = &self.buffers;
            cuts = best_cuts(self.inputs, types, buffers, (buffer, problem.elem), error);
        }
        let group = TensorGroup { buffer, problem, links: &self.buffers.sharing.links };
        if cuts.is_empty() {
            cx.sink.push(self.reporter.error(group, error));
        }
        let limit = self.reporter.limit_in(group, error);
        let cuts: Vec<ViewCut> = cuts
            .into_iter()
            .map(|link| {
                let why = self.explained(&link, || self.reporter.error(group, error));
                ViewCut { link, stuck: None, why, limit: limit.clone() }
            })
            .collect();
        self.plan.cuts.extend(cuts);
    }

    /// Assigns the layouts of a buffer to its tensors.
    fn assign_all(
        &mut self,
        buffer: &ClassBuffer,
        layouts: &[MemberLayout],
        cx: &mut PassContext<'_>,
    ) {
        cx.stats.add("buffers shared", 1);
        for (member, layout) in buffer.members.iter().zip(layouts) {
            if let Some(at) = self.assign(member, layout) {
                cx.stats.add("tensors resolved", 1);
                self.plan.of_class[member.tensor.index()] = Some(at);
            }
        }
    }

    /// Returns the index of a tensor's layout in `solved`. `None` if its type is kept.
    fn assign(&mut self, member: &ClassMember, layout: &MemberLayout) -> Option<usize> {
        // Strides in a type were checked with the lone tensor; the type may still lack the offset.
        let shared = self.buffers.tensors.get(&member.tensor);
        if shared.is_some_and(|it| it.has_layout_at(layout.offset)) {
            return None;
        }
        let ty = self.inputs.tensor(member.tensor).ty;
        let key = (ty, member.order, layout.clone());
        if let Some(&known) = self.plan.in_buffers.get(&key) {
            return Some(known);
        }
        let declared = self.types.get(self.inputs, ty)?;
        let shape = declared.layout.shape().clone();
        let elem = declared.layout.elem();
        let open = TensorLayout::new(shape, member.order, elem).ok()?;
        let strides = member.order.to_logical(&layout.strides).ok()?;
        let layout = open.with_offset(Elems::new(layout.offset));
        self.plan.solved.push(SolvedType { ty, layout, strides });
        self.plan.in_buffers.insert(key, self.plan.solved.len() - 1);
        Some(self.plan.solved.len() - 1)
    }
}
