//! `resolve-strides`: gives every tensor with an order the least strides that its requirements allow.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
//! // after: the pixel stride is 32 elements, so that each pixel starts at a multiple of 64 bytes
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
//!                                           reqs = #layout.reqs<m2: aligned<64 bytes>>, strides = [1605632, 1, 7168, 32]}>
//! ```
//!
//! Requirements are those of the type and those of the attribute `layout.reqs` of the ops that make or use
//! the tensor: a list over operands, then results, then the tensor that the op declares. They stay where they
//! are, so that a second run checks what the first one solved. Strides that are given are checked. A tensor
//! without an order is left alone until a requirement reaches it, which makes it row major. The strides of a format
//! are fixed: what is asked beside them is checked.
//!
//! Tensors that must have one type are solved together, and so are those that share memory: `sharing` finds the
//! buffers, `buffer` makes one system of what is asked of all tensors in one, `plan` decides. What cannot be a view is
//! refused, or copied (`copies`). What is decided is recorded (`record`), with the derivation of each stride. A target's limits are among the requirements. Equal questions are asked once, so the
//! pass is close to linear in the number of ops.

mod apply;
mod buffer;
mod copies;
mod gather;
mod nesting;
mod plan;
mod record;
mod report;
mod sharing;
mod types;

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo, Stats};
use crate::provenance::Provenance;
use crate::tensors::Tensors;
use buffer::{BufferFault, Facts};
use copies::Copies;
pub(crate) use gather::KEY as REQS_KEY;
use gather::gather;
use indexmap::{IndexMap, IndexSet};
use ir::context::Context;
use ir::diag::{Diag, Severity, Sink};
use ir::encoding::{self, Fault, Reading};
use ir::layout::{
    FormatLayout, Len, Placement, Req, ResolveError, StorageError, StrideReqs, Strides,
    TensorLayout, Violation,
};
use ir::target::Target;
use ir::{Module, Type, Value};
use plan::Plan;
use rustc_hash::FxBuildHasher;
use sharing::{Buffer, Member};

pub(crate) const INFO: PassInfo = PassInfo {
    name: "resolve-strides",
    summary: "gives every tensor the least strides that its requirements allow",
    page: include_str!("resolve_strides/page.md"),
    options: &[OptionInfo {
        name: "copies",
        values: &["refuse", "insert"],
        default: "refuse",
        summary: "what becomes of a view that cannot be one: an error, or a `layout.reorder`",
    }],
    build: |options| {
        Ok(Box::new(ResolveStrides { insert_copies: options.get("copies") == "insert" }))
    },
};

/// The pass `resolve-strides`.
#[derive(Default)]
pub struct ResolveStrides {
    /// Whether views that cannot be ones are made so by copies; they are refused otherwise.
    pub insert_copies: bool,
}

impl Pass for ResolveStrides {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let (mut copies, mut insert) = (Copies::default(), self.insert_copies);
        // What is told where copies do not help speaks of the module as it was written.
        let mut before = None;
        loop {
            let mut run = Run::new(module, (insert, &copies.values), cx);
            if !run.plan.cuts.is_empty() {
                let alone = || Run::new(module, (false, &copies.values), cx).told;
                before.get_or_insert_with(alone);
                // Where no copy helps any more, the fault is told.
                insert = copies.insert(module, &run.plan.cuts, cx);
                continue;
            }
            if let (Some(into), Some(own)) = (cx.provenance.as_deref_mut(), run.provenance.take()) {
                into.extend(own);
            }
            run.plan.apply(module, &run.tensors, cx);
            run.stats.add("copies inserted", copies.count);
            run.stats
                .iter()
                .filter(|it| it.1 > 0)
                .for_each(|(name, count)| cx.stats.add(name, count));
            let failed = run.told.iter().any(|diag| diag.severity == Severity::Error);
            let told = before.filter(|_| failed).unwrap_or(run.told);
            told.into_iter().for_each(|diag| cx.sink.push(diag));
            return;
        }
    }
}

/// One look at a module: what becomes of its tensors, and what is to be told of it.
struct Run {
    tensors: Tensors,
    plan: Plan,
    told: Vec<Diag>,
    stats: Stats,
    provenance: Option<Provenance>,
}

impl Run {
    fn new(module: &Module, copies: (bool, &IndexSet<Value>), cx: &PassContext<'_>) -> Run {
        let (mut sink, mut stats) = (Sink::default(), Stats::default());
        let (sink_mut, stats_mut) = (&mut sink, &mut stats);
        let PassContext { registry, target, .. } = *cx;
        let mut own = cx.provenance.is_some().then(Provenance::default);
        let provenance = own.as_mut();
        let mut inner =
            PassContext { registry, target, sink: sink_mut, stats: stats_mut, provenance };
        let tensors = Tensors::new(module, registry);
        let asked = gather(module, &tensors, &mut inner);
        let plan = Plan::new(module, &tensors, &asked, copies, &mut inner);
        Run { tensors, plan, told: sink.take(), stats, provenance: own }
    }
}

/// What becomes of a type under some requirements.
enum Outcome {
    /// Nothing is asked and nothing is said.
    Kept,
    /// Its strides are given, and right.
    Checked,
    /// It gets these strides.
    Solved(Box<TensorLayout>, Strides),
    /// It cannot be resolved.
    Failed(Box<Failure>),
}

/// Why a type cannot be resolved.
enum Failure {
    /// It cannot be laid out at all.
    Fault(Fault),
    /// Its layout has no strides of its own; the key says what it is.
    Other(&'static str),
    /// The requirements, joined, do not hold. The layout has them all.
    Unresolved(TensorLayout, ResolveError),
    /// The requirements, joined, contradict the strides of a format. The layout has them all.
    Fixed(Box<FormatLayout>, Vec<Violation>),
    /// A format has no strides for the shape.
    NoStorage(StorageError),
    /// The requirements hold, but not with what the target allows.
    Limits(BufferFault),
}

/// A type with the requirements that reach it from outside, and whether its strides are described to a device.
type Question = (Type, Vec<Req>, bool);

/// What is to be found out of a type.
enum Wanted {
    /// Nothing: it is open and nothing is asked, or no tensor.
    Nothing,
    /// Strides that satisfy all that is asked of it.
    Strides(TensorLayout),
    /// Whether all that is asked of it holds for the strides of its format.
    Fixed(Box<FormatLayout>),
}

fn answer(ctx: &Context, question: &Question, target: Option<&Target>) -> Outcome {
    let (ty, reqs, described) = question;
    let outcome = match wanted(ctx, *ty, reqs.iter().copied().collect()) {
        Ok(Wanted::Nothing) => Outcome::Kept,
        Ok(Wanted::Strides(layout)) => resolve(layout),
        Ok(Wanted::Fixed(layout)) => fixed(layout),
        Err(failure) => Outcome::Failed(Box::new(failure)),
    };
    match target.filter(|_| *described) {
        Some(target) => bounded(ctx, question, outcome, target),
        None => outcome,
    }
}

/// What becomes of a type that can be resolved, within the limits of a target.
fn bounded(ctx: &Context, question: &Question, outcome: Outcome, target: &Target) -> Outcome {
    let layout = match &outcome {
        Outcome::Solved(layout, _) => Some((**layout).clone()),
        Outcome::Checked => given_layout(ctx, question),
        Outcome::Kept | Outcome::Failed(_) => None,
    };
    let Some(layout) = layout else { return outcome };
    let lens: Option<Vec<i64>> = layout.shape().values().map(|len: &Len| len.get()).collect();
    // A description needs all lengths; without them there is none that a limit could bind.
    let Some(lens) = lens else { return outcome };
    let facts = Facts {
        reqs: layout.reqs().clone(),
        given: layout.strides().cloned(),
        offset: Some(layout.offset().get()),
        fixed: false,
        described: true,
    };
    let place = Placement::whole(&lens);
    let members = vec![Member { class: ALONE, place, order: layout.order() }];
    let buffer = Buffer { root: ALONE, lens, members, merges: Vec::new() };
    let facts: IndexMap<_, _, FxBuildHasher> = [(ALONE, facts)].into_iter().collect();
    match (buffer::solve(&buffer, &facts, layout.elem(), Some(target)), outcome) {
        (Err(fault), _) => Outcome::Failed(Box::new(Failure::Limits(fault))),
        (Ok(found), Outcome::Solved(layout, old)) => {
            let strides = found.into_iter().next().map_or(old, |found| found.strides);
            Outcome::Solved(layout, strides)
        }
        (Ok(_), outcome) => outcome,
    }
}

/// The class of a tensor that stands alone for all of its type.
const ALONE: crate::tensors::TensorId = crate::tensors::TensorId::FIRST;

/// The layout whose strides a type or its format gives; its requirements are known to hold.
fn given_layout(ctx: &Context, question: &Question) -> Option<TensorLayout> {
    match encoding::read(ctx, question.0).ok()?? {
        Reading::Ordered(layout) => Some(*layout),
        Reading::Format(layout) => layout.ordered().ok()?,
        Reading::Open | Reading::Descriptor(_) => None,
    }
}

/// The layout of a type with all that is asked of it.
fn wanted(ctx: &Context, ty: Type, reqs: StrideReqs) -> Result<Wanted, Failure> {
    Ok(match encoding::read(ctx, ty).map_err(Failure::Fault)? {
        None => Wanted::Nothing,
        Some(Reading::Open) if reqs.is_empty() => Wanted::Nothing,
        Some(Reading::Open) => match encoding::row_major(ctx, ty).map_err(Failure::Fault)? {
            Some(layout) => Wanted::Strides(layout.with_reqs(reqs)),
            None => Wanted::Nothing,
        },
        Some(Reading::Ordered(layout)) => {
            let joined = layout.reqs().join(&reqs);
            Wanted::Strides(layout.with_reqs(joined))
        }
        Some(Reading::Format(mut layout)) => {
            layout.reqs = layout.reqs.join(&reqs);
            Wanted::Fixed(layout)
        }
        // A descriptor says where each element is; there is nothing to solve.
        Some(Reading::Descriptor(_)) if reqs.is_empty() => Wanted::Nothing,
        Some(Reading::Descriptor(key)) => return Err(Failure::Other(key)),
    })
}

/// The strides of a format are given; what is asked of it must hold.
fn fixed(layout: Box<FormatLayout>) -> Outcome {
    match layout.violations() {
        Ok(violations) if violations.is_empty() => Outcome::Checked,
        Ok(violations) => Outcome::Failed(Box::new(Failure::Fixed(layout, violations))),
        Err(error) => Outcome::Failed(Box::new(Failure::NoStorage(error))),
    }
}

fn resolve(layout: TensorLayout) -> Outcome {
    match layout.resolve() {
        Ok(_) if layout.strides().is_some() => Outcome::Checked,
        Ok(resolved) => Outcome::Solved(Box::new(layout), resolved.strides()),
        Err(error) => Outcome::Failed(Box::new(Failure::Unresolved(layout, error))),
    }
}

#[cfg(test)]
mod shared_tests;
#[cfg(test)]
mod tests;
