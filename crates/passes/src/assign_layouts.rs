//! `assign-layouts`: assigns a layout to every value and inserts the reorders of least total cost.
//!
//! ```mlir
//! layout.target @npu {limits = {}, features = {}} {
//!   layout.rule "onnx.Conv" [#layout.choice<(NHWC, any, any) -> NHWC>]
//!   layout.rule "onnx.Relu" [#layout.choice<same>]
//! }
//! // before
//! %0 = "onnx.Conv"(%x, %w, %b) : (tensor<1x3x8x8xf16>, tensor<4x3x1x1xf16>, tensor<4xf16>) -> tensor<1x4x8x8xf16>
//! %1 = "onnx.Relu"(%0) : (tensor<1x4x8x8xf16>) -> tensor<1x4x8x8xf16>
//! return %1 : tensor<1x4x8x8xf16>
//! // after: the signature keeps `%x` and the returned value row major; all values between are NHWC
//! %2 = layout.reorder %x : tensor<1x3x8x8xf16> -> tensor<1x3x8x8xf16, {order = #NHWC}>
//! ...
//! ```
//!
//! Every op allows one of several joint choices of layouts. A value whose users require other layouts than its
//! definition has is reordered once for each such layout. The best choices are the solution of a partitioned Boolean
//! quadratic problem (`pbqp`), whose certificate is checked. No pattern sinks, hoists or cancels reorders: the optimum
//! determines their positions. `optimize-reorders` is the same pass, but removes the reorders of the module first.
//!
//! Each step has a file. `collect` reads the module as `sites`, with the `offers` of rules and the groups of
//! `equal_types`. `propagate` computes the candidates of each value, and `labels` the joint layouts of each site.
//! `problem` builds the input of the solver, with the costs of `conversions`, and decodes the solution. `apply` and
//! `requirements` write the assignment, `unify` rewrites equal types to one spelling, and `explain` records the
//! reasons. In addition, `rates` is the unit of costs, `candidate` is a layout and `footprint` its memory; `joint`,
//! `unit_dims` and `transfer` relate the layouts of the slots of a site.
//!
//! Costs are bytes read and written, or times if the target has bandwidths; a dynamic length counts as 1. A reorder that
//! only changes the positions of dims of length 1 moves no data: it is a view and free. Constants are rewritten in the
//! layout that their users require. The types of a signature are kept, and reorders are inserted inside. A layout that the type of another value states is
//! kept, too. An op without a rule is row major. All ops that name the same state by `layout.state` share one layout
//! for it in all functions of a module.

mod apply;
pub(crate) mod candidate;
mod collect;
mod conversions;
mod equal_types;
mod explain;
mod footprint;
mod joint;
mod labels;
mod offers;
mod problem;
mod propagate;
mod rates;
mod requirements;
mod sites;
#[cfg(test)]
pub(crate) mod tests;
mod transfer;
mod unify;
mod unit_dims;

use crate::pass::{Pass, PassContext, PassInfo, Stats};
use apply::Changes;
pub(crate) use equal_types::STATE_KEY;
use explain::Explainer;
use footprint::Footprints;
use ir::Module;
use ir::choice::lint_rules;
use ir::diag::{Diag, Severity, code};
use ir::print::ValueNames;
use offers::RuleSources;
use pbqp::{Limits, Solution};
use problem::LayoutProblem;
use rates::{CostRates, CostUnit};
pub(crate) use sites::Mode;

pub(crate) const INFO: PassInfo = PassInfo {
    name: "assign-layouts",
    summary: "assigns a layout to every value and inserts the reorders of least total cost",
    page: include_str!("assign_layouts/page.md"),
    options: &[],
    runs_on_functions: false,
    build: |_| Ok(Box::new(AssignLayouts)),
};

/// The pass `assign-layouts`.
pub struct AssignLayouts;

impl Pass for AssignLayouts {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        run(module, cx, INFO.name, Mode::Assign);
    }
}

/// The cost of one byte, unless the costs are too large. The total of many small conversion penalties is then below one
/// byte.
const BYTE: u64 = 1 << 20;

/// Assigns layouts to all values of a module and writes them, for the pass of this name.
pub(crate) fn run(module: &mut Module, cx: &mut PassContext<'_>, pass: &'static str, mode: Mode) {
    if let Err(message) = assign(module, cx, pass, mode) {
        cx.sink.push(Diag::error(code::ASSIGN, module.span(module.root()), message));
    }
}

fn assign(
    module: &mut Module,
    cx: &mut PassContext<'_>,
    pass: &'static str,
    mode: Mode,
) -> Result<(), String> {
    let rates = &CostRates::new(module, cx.registry, cx.target);
    let rules = RuleSources { registry: cx.registry, target: cx.target, rates };
    let footprints = &mut Footprints::new(rates.clone());
    let sites = &collect::sites(module, rules, mode, footprints);
    let remarks = lint_rules(module, cx.registry, cx.target, sites.ruled_ops());
    remarks.into_iter().for_each(|remark| cx.sink.push(remark));
    let candidates = &propagate::candidates(sites, footprints);
    let labels = &labels::labels(sites, candidates, footprints);
    let mut problem =
        |byte| LayoutProblem::new(module, sites, labels, candidates, footprints, byte);
    let problem = problem(BYTE).or_else(|_| problem(1));
    let problem =
        problem.map_err(|error| format!("the total cost of the layouts overflows: {error}"))?;
    let solution = solve(&problem)?;
    report(module, &problem, &solution, rates.unit(), cx);
    cx.stats.add("candidate layouts dropped", candidates.dropped);

    let assignment = problem.assignment(module, footprints, &solution);
    requirements::write(module, sites, &assignment);
    let equal = unify::equal_op_values(module, sites);
    let (mut changes, forms) =
        apply::apply(module, rules.registry, mode, sites, footprints, &assignment);
    changes.views += unify::unify(module, cx.registry, &equal);
    count(changes, mode, cx.stats);
    if let Some(provenance) = &mut cx.provenance {
        let explainer = Explainer {
            pass,
            module,
            rules,
            names: ValueNames::new(module, cx.registry),
            sites,
            candidates,
            problem: &problem,
            assignment: &assignment,
            cost: solution.cost(),
            provenance,
        };
        for (subject, decision) in explainer.decisions(&forms) {
            provenance.record(subject, decision);
        }
    }
    Ok(())
}

fn solve(problem: &LayoutProblem<'_>) -> Result<Solution, String> {
    let solution = pbqp::solve(&problem.problem, Limits::default())
        .map_err(|error| format!("no layouts can be assigned: {error}"))?;
    let checked = pbqp::check(&problem.problem, &solution.certificate);
    assert_eq!(checked, Ok(()), "the solver proves its bounds");
    Ok(solution)
}

/// Counts the cost of a solution and its lower bound, with a remark if they differ.
fn report(
    module: &Module,
    problem: &LayoutProblem<'_>,
    solution: &Solution,
    unit: CostUnit,
    cx: &mut PassContext<'_>,
) {
    let [cost, bound] = [solution.cost(), solution.lower_bound()].map(|cost| cost / problem.byte);
    cx.stats.add(unit.cost, cost);
    cx.stats.add(unit.bound, bound);
    cx.stats.add(unit.gap, cost - bound);
    cx.stats.add("variables", problem.problem.len() as u64);
    cx.stats.add("cores", solution.stats.cores.len() as u64);
    if solution.gap() > 0 {
        let CostUnit { name, described, .. } = unit;
        let message = format!(
            "the assigned layouts cost {cost} {described}, which is not proven optimal: the lower bound is {bound} {name}"
        );
        let span = module.span(module.root());
        cx.sink.push(Diag::new(Severity::Remark, code::ASSIGN, span, message));
    }
}

fn count(changes: Changes, mode: Mode, stats: &mut Stats) {
    stats.add("reorders", changes.reorders);
    stats.add("bytes that reorders read and write", changes.bytes);
    stats.add("free reorders", changes.views);
    stats.add("constants copied to another layout", changes.constants);
    if mode == Mode::Optimize {
        stats.add("reorders before", changes.removed);
    }
}
