//! `resolve-strides`: assigns to every tensor with an order the least strides that its requirements allow.
//!
//! ```mlir
//! // before
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
//! // after: the stride of m2 is 32 elements, so that each pixel starts at a multiple of 64 bytes
//! layout.tensor @x : tensor<1x3x224x224xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>,
//!                                           reqs = #layout.reqs<m2: aligned<64 bytes>>, strides = [1605632, 1, 7168, 32]}>
//! ```
//!
//! The requirements are those of the type and those in the attribute `layout.reqs` of the ops that define or use the
//! tensor. The attribute lists operands, then results, then the tensor that the op declares. The pass keeps it, so that
//! a second run checks the strides of the first one. A declared tensor that aliases a linear image, by the attribute
//! `image`, has the pitches of the image as requirements. Strides that a type states are checked. A tensor without an order
//! keeps its type until a requirement applies to it; then it is row major. The strides of a format are fixed, and
//! requirements on them are checked.
//!
//! The pass reads a module, solves its strides with the crate `layout`, and writes the module. `requirements` reads the
//! attributes, `type_layouts` the types, `links` the view ops. `sharing` joins the tensors that share memory, and
//! `buffers` builds the stride problem of each buffer. `lone` resolves the other tensors. `name` is the name of the pass. `plan` assigns the layouts,
//! `cuts` selects the views that need a copy, `copies` inserts the copies, `apply` writes the types. `report` has the
//! diagnostics and explanations, which `record` records. `conflicts` finds the views that cannot share memory, and
//! `view_op` the orders in which one op can, for `assign-layouts`. The limits of a target are constraints of the problem. Equal
//! problems are solved once, so the time is close to linear in the number of ops.

mod apply;
mod buffers;
mod conflicts;
mod copies;
mod cuts;
mod inputs;
mod links;
mod lone;
mod name;
mod plan;
mod record;
mod report;
mod requirements;
mod sharing;
mod type_layouts;
mod view_op;

use crate::pass::{OptionInfo, Pass, PassContext, PassInfo, Stats};
use crate::provenance::Provenance;
use crate::tensors::Tensors;
pub(crate) use conflicts::{ConflictLink, LinkConflict, conflicts};
use copies::InsertedCopies;
use indexmap::IndexSet;
use inputs::Inputs;
use ir::diag::{Diag, Severity, Sink, code};
use ir::print::ValueNames;
use ir::progress::NoProgress;
use ir::{Module, Value};
use plan::LayoutPlan;
use requirements::gather;
pub(crate) use view_op::ViewTensors;

const OPTIONS: &[OptionInfo] = &[
    OptionInfo::constant(
        "copies",
        &["refuse", "insert"],
        "refuse",
        "the result for a view whose layouts disagree: an error, or a `layout.reorder`",
    ),
    OptionInfo::constant(
        "certificate",
        &[],
        "none",
        "the folder for each conflict of strides as SMT-LIB, with strides for each requirement that is left out, or `none`",
    ),
];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    name::PASS,
    "assigns to every tensor the least strides that its requirements allow",
    include_str!("resolve_strides/page.md"),
    OPTIONS,
    &|options| {
        Ok(Box::new(ResolveStrides {
            insert_copies: options.get("copies") == "insert",
            certificate: Some(options.get("certificate"))
                .filter(|&folder| folder != "none")
                .map(str::to_owned),
        }))
    },
);

/// The pass `resolve-strides`.
#[derive(Default)]
pub struct ResolveStrides {
    /// `true` if a copy is inserted for a view that cannot share memory; otherwise such a view is an error.
    pub insert_copies: bool,
    /// The folder for each conflict as SMT-LIB, or `None` to write none.
    pub certificate: Option<String>,
}

impl Pass for ResolveStrides {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let certifies = self.certificate.is_some();
        let mut copies = InsertedCopies::default();
        let mut insert = self.insert_copies;
        // If copies do not resolve all conflicts, the diagnostics are those of the original module.
        let mut before = None;
        loop {
            let mut analysis = Analysis::new(module, (insert, &copies.values), certifies, cx);
            if !analysis.plan.cuts.is_empty() {
                before.get_or_insert_with(|| {
                    let first = Analysis::new(module, (false, &copies.values), certifies, cx);
                    (first.diagnostics, first.plan.conflicts)
                });
                // If no further copy helps, the conflict is reported.
                insert = copies.insert(module, &analysis.plan.cuts, cx);
                continue;
            }
            if let (Some(into), Some(own)) =
                (cx.provenance.as_deref_mut(), analysis.provenance.take())
            {
                into.extend(own);
            }
            analysis.plan.apply(module, &analysis.tensors, cx);
            analysis.stats.add("copies inserted", copies.count);
            let counts = analysis.stats.iter().filter(|it| it.1 > 0);
            counts.for_each(|(name, count)| cx.stats.add(name, count));
            let after = (analysis.diagnostics, analysis.plan.conflicts);
            let (diagnostics, conflicts) = reported(before, after);
            if !diagnostics.iter().any(is_error) {
                copies.remarks.into_iter().for_each(|remark| cx.sink.push(remark));
            }
            diagnostics.into_iter().for_each(|diag| cx.sink.push(diag));
            if let Some(folder) = &self.certificate {
                for (number, text) in conflicts.into_iter().enumerate() {
                    cx.write_file(format!("{folder}/strides.{number}.smt2"), text);
                    cx.stats.add("certificates", 1);
                }
            }
            return;
        }
    }
}

fn is_error(diag: &Diag) -> bool {
    diag.severity == Severity::Error
}

/// The diagnostics of an analysis, and its conflicts as SMT-LIB.
type Findings = (Vec<Diag>, Vec<String>);

/// Returns the findings to report: those of the module with all copies, `after`, or those of the module without copies,
/// `before`, if copies do not resolve all conflicts. Diagnostics of views that copies resolve are omitted.
fn reported(before: Option<Findings>, after: Findings) -> Findings {
    fn is_view(diag: &Diag) -> bool {
        is_error(diag) && diag.code == code::VIEW
    }
    let Some(mut before) = before.filter(|_| after.0.iter().any(is_error)) else { return after };
    let has_others = before.0.iter().any(|diag| is_error(diag) && !is_view(diag));
    if has_others && !after.0.iter().any(is_view) {
        before.0.retain(|diag| !is_view(diag));
    }
    before
}

/// Returns `true` if the pass would keep all types of a module. Otherwise reports its errors, or the first tensor whose
/// strides it would assign.
pub(crate) fn is_resolved(module: &Module, cx: &mut PassContext<'_>) -> bool {
    let analysis = Analysis::new(module, (false, &IndexSet::new()), false, cx);
    let Analysis { tensors, plan, diagnostics, .. } = analysis;
    let mut errors = diagnostics.into_iter().filter(is_error).peekable();
    if errors.peek().is_some() {
        errors.for_each(|error| cx.sink.push(error));
        return false;
    }
    let mut open = tensors.all().filter(|(slot, _)| plan.solved_index(&tensors, *slot).is_some());
    let Some((_, tensor)) = open.next() else { return true };
    let names = ValueNames::new(module, cx.registry);
    let name = tensor.holder.describe(module, &names);
    let message = format!("the strides of {name} are not resolved");
    let diag = Diag::error(code::NOT_RESOLVED, tensor.holder.location(module), message);
    cx.sink.push(diag.note("run `resolve-strides` before this pass"));
    false
}

/// One analysis of a module: its tensors, their layouts, and the diagnostics.
struct Analysis {
    tensors: Tensors,
    plan: LayoutPlan,
    diagnostics: Vec<Diag>,
    stats: Stats,
    provenance: Option<Provenance>,
}

impl Analysis {
    /// Returns the analysis of a module, with its conflicts as SMT-LIB if it `certifies` them.
    fn new(
        module: &Module,
        copies: (bool, &IndexSet<Value>),
        certifies: bool,
        cx: &PassContext<'_>,
    ) -> Analysis {
        let mut sink = Sink::default();
        let mut stats = Stats::default();
        let PassContext { registry, target, anchor, .. } = *cx;
        let mut own = cx.provenance.is_some().then(Provenance::default);
        let tensors = Tensors::new(module, registry);
        let requirements = gather(module, registry, &tensors, &mut sink);
        let requirements = &requirements;
        let inputs =
            Inputs { module, tensors: &tensors, requirements, registry, target, certifies };
        let mut inner = PassContext {
            registry,
            target,
            anchor,
            sink: &mut sink,
            stats: &mut stats,
            provenance: own.as_mut(),
            progress: &mut NoProgress,
            files: &mut Vec::new(),
        };
        let plan = LayoutPlan::new(inputs, copies, &mut inner);
        Analysis { tensors, plan, diagnostics: sink.take(), stats, provenance: own }
    }
}

#[cfg(test)]
mod bounds_tests;
#[cfg(test)]
mod shared_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod view_tests;
