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
//! determines their positions. The reorders of the input are removed first. `optimize-reorders` is the same pass, but
//! ignores the layouts that the types of inner values state.
//!
//! The folders in the order of the work. Each one imports only those above it:
//!
//! | module | contents |
//! |---|---|
//! | `effort` | the limits on the work |
//! | `sites` | sites, where layouts are decided, with layouts, their memory and their costs |
//! | `task` | the work of a pass |
//! | `collect` | the sites of a module, and its groups of equal types |
//! | `candidates` | the candidate layouts of each value, and the joint layouts of each site |
//! | `problem` | the input of the solver: the costs of conversions and copies; the decoding of its solution |
//! | `rewrite` | the module as an assignment writes it, and the cost that is counted from it |
//! | `conflicts` | views of a solution that cannot share memory, as exclusions or as copies |
//! | `solve` | the solutions of all groups, until none has a conflict |
//! | `prepared` | all of the above for one module |
//! | `dequantized` | copies of dequantizations that several groups of ops use |
//! | `view_chains` | chains of reshapes and transposes that merge dims only to split them again |
//! | `certificate` | certificates of the optimum, without the solver |
//! | `clones` | clones of private functions where those cost less |
//! | `memory` | assignments whose arenas fit in a limit |
//! | `symbolic` | one assignment for all values of the symbols in lengths |
//! | `contracted` | the orders of the dims that ops contract with constants |
//! | `report` | statistics, remarks, and the reasons for `layoutc explain` |
//!
//! The views of a solution may be unable to share memory: a value may have two places, or strides may break a limit of
//! the device. `resolve-strides` decides that for the module as it would be written. Such a conflict becomes an exclusion
//! of the problem, and its group is solved again. So the solver weighs copies against other layouts.
//!
//! Sites that share no values form groups, such as functions, which are solved one by one. The lower bound of a group
//! holds over all layouts that the rules, types and views allow: if a limit excludes a candidate of a value, the bound of
//! its group is 0.
//!
//! Costs are bytes read and written, padding included, or times if the target has bandwidths; a dynamic length counts as its expected length, or else as 1. A reorder that only changes the positions of dims of
//! length 1 moves no data: it is a view and free. Constants, and what is computed from constants alone, are rewritten in the layout that their users require. The
//! types of a signature are kept, and reorders are inserted inside. A layout that the type of another value declares is
//! a use of the value: the value must exist in that layout, but its definition and its other uses may have another one.
//! An op without a rule keeps the layouts of its types, row major if they declare none. All ops that name the same state by `layout.state` share one layout
//! for it in all functions of a module.

mod candidates;
mod certificate;
mod clones;
mod collect;
mod conflicts;
mod contracted;
mod dequantized;
mod effort;
#[cfg(test)]
mod exhaustive_tests;
mod memory;
mod prepared;
mod problem;
mod report;
mod rewrite;
mod sites;
mod solve;
mod symbolic;
mod task;
#[cfg(test)]
pub(crate) mod tests;
mod view_chains;

use crate::Provenance;
use crate::pass::{OptionError, OptionInfo, Options, Pass, PassContext, PassInfo, Stats};
use crate::placements;
pub(crate) use candidates::View;
use clones::Cloning;
use collect::boundaries::FunctionScope;
use contracted::PermutedOrders;
pub(crate) use effort::Effort;
use ir::Module;
use ir::choice::lint_rules;
use ir::diag::{Diag, code};
use ir::moves::{MoveReport, MoveTotals};
use ir::print::ValueNames;
use memory::PlannedAssignment;
use pbqp::Cost;
use prepared::{PreparedSites, SiteSources};
use problem::LayoutProblem;
use report::explain::Explainer;
use rewrite::apply::{Changes, FormValues};
use rewrite::{RewriteSources, rewrite};
pub(crate) use sites::Mode;
pub(crate) use sites::candidate::Candidate;
use sites::custom::CustomLayouts;
use sites::footprint::Footprints;
use solve::SolvedGroups;
use std::rc::Rc;
use symbolic::SymbolicShapes;
use task::MOVED;
pub(crate) use task::Task;

/// The option that limits the work.
pub(crate) const EFFORT_OPTION: OptionInfo = OptionInfo::constant(
    "effort",
    &[],
    effort::DEFAULT,
    "the limit on the steps and the memory of the solver, from 1 to 1000",
);

/// The name of the pass.
const NAME: &str = "assign-layouts";

/// The option that keeps the order of contracted dims.
const CONTRACTED_OPTION: OptionInfo = OptionInfo::constant(
    "contracted",
    &["permute", "keep"],
    "permute",
    "the order of a dim that is contracted with constants: that of the memory of its operand, or that of the input",
);

/// The option that limits the arena of each function.
const MEMORY_OPTION: OptionInfo = OptionInfo::constant(
    "memory",
    &[],
    "none",
    "the bytes of the arena that a function may use, as `plan-memory` plans it, or `none`",
);

/// The option that writes certificates.
const CERTIFICATE_OPTION: OptionInfo = OptionInfo::constant(
    "certificate",
    &[],
    "none",
    "the folder for the model of each function as OPB and a proof of its least cost for VeriPB, or `none`",
);

const OPTIONS: &[OptionInfo] =
    &[EFFORT_OPTION, CONTRACTED_OPTION, MEMORY_OPTION, CERTIFICATE_OPTION];

pub(crate) const INFO: PassInfo = PassInfo::constant(
    NAME,
    "assigns a layout to every value and inserts the reorders of least total cost",
    include_str!("assign_layouts/page.md"),
    OPTIONS,
    &|options| {
        let keeps_contracted = options.get("contracted") == "keep";
        let (effort, memory) = (effort(options)?, memory(options)?);
        let certificate = options.get(&CERTIFICATE_OPTION.name);
        let certificate =
            (certificate != CERTIFICATE_OPTION.default).then(|| certificate.to_owned());
        Ok(Box::new(AssignLayouts { effort, keeps_contracted, memory, certificate }))
    },
);

/// Reads the option `effort`.
pub(crate) fn effort(options: &Options) -> Result<Effort, OptionError> {
    let text = options.get(&EFFORT_OPTION.name);
    Effort::parse(text).ok_or_else(|| {
        let message = format!("option `effort` is `{text}`, but must be a number from 1 to 1000");
        OptionError { message, near: None }
    })
}

/// Reads the option `memory`: the limit on the arena of a function in bytes, if there is one.
fn memory(options: &Options) -> Result<Option<u64>, OptionError> {
    let text = options.get(&MEMORY_OPTION.name);
    if text == MEMORY_OPTION.default {
        return Ok(None);
    }
    let most = i64::MAX;
    let number = text.parse::<i64>().ok().and_then(|number| u64::try_from(number).ok());
    number.map(Some).ok_or_else(|| {
        let message = format!(
            "option `memory` is `{text}`, but must be a number of bytes from 0 to {most}, or `none`"
        );
        OptionError { message, near: None }
    })
}

/// The pass `assign-layouts`.
#[derive(Default)]
pub struct AssignLayouts {
    effort: Effort,
    keeps_contracted: bool,
    /// The limit on the arena of each function, in bytes.
    memory: Option<u64>,
    /// The folder of the certificates; `None` if none are written.
    certificate: Option<String>,
}

impl Pass for AssignLayouts {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let AssignLayouts { effort, keeps_contracted, memory, .. } = *self;
        let permutes_contracted = !keeps_contracted;
        let certificate = self.certificate.as_deref();
        let mode = Mode::Assign;
        let task = Task { pass: NAME, mode, effort, permutes_contracted, memory, certificate };
        run(module, cx, task);
    }
}

/// Assigns layouts to all values of a module and writes them.
pub(crate) fn run(module: &mut Module, cx: &mut PassContext<'_>, task: Task<'_>) {
    let shapes = match SymbolicShapes::new(module, cx.registry) {
        Ok(shapes) => shapes,
        Err(diag) => return cx.sink.push(diag),
    };
    if let Some(shapes) = shapes {
        if let Err(diag) = shapes.assign(module, cx, task, run) {
            cx.sink.push(diag);
        }
        return;
    }
    if placements::refuse(module, cx) {
        return;
    }
    if let Err(message) = assign(module, cx, task) {
        cx.sink.push(Diag::error(code::ASSIGN, module.location(module.root()), message));
    }
}

fn assign(module: &mut Module, cx: &mut PassContext<'_>, task: Task<'_>) -> Result<(), String> {
    let Task { pass, mode, effort, permutes_contracted, memory, certificate } = task;
    rewrite::marks::clear(module);
    dequantized::separate(module, cx.registry, cx.target);
    let custom = Rc::new(CustomLayouts::new(module, cx.registry, cx.target));
    let from =
        SiteSources { registry: cx.registry, target: cx.target, mode, effort, custom: &custom };
    let rerouted = view_chains::reroute(module, from);
    if rerouted > 0 {
        cx.stats.add("chains of views rewritten", rerouted);
    }
    let work = AssignWork { pass, from, memory, certificate };
    let assigned = assign_from(module, cx, work, permutes_contracted);
    custom.erase_unused(module);
    assigned
}

/// The parts of a task that are the same for all modules that it tries.
#[derive(Clone, Copy)]
struct AssignWork<'a> {
    pass: &'static str,
    from: SiteSources<'a>,
    memory: Option<u64>,
    /// The folder of the certificates; `None` if none are written.
    certificate: Option<&'a str>,
}

/// Assigns layouts to all values of a module, from these sources.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
fn assign_from(
    module: &mut Module,
    cx: &mut PassContext<'_>,
    work: AssignWork<'_>,
    permutes_contracted: bool,
) -> Result<(), String> {
    let permuted = match permutes_contracted {
        true => contracted::choose(module, work.from)?,
        false => None,
    };
    if let Some((mut rewritten, orders)) = permuted
        && assign_orders(&mut rewritten, cx, work, Some((orders, module)))?
    {
        *module = rewritten;
        return Ok(());
    }
    assign_orders(module, cx, work, None)?;
    Ok(())
}

/// Assigns the layouts of a module whose contracted dims keep their orders. Returns `false` if the module is `permuted`,
/// and the original one, which is beside it, costs less; the module is then unchanged.
fn assign_orders(
    module: &mut Module,
    cx: &mut PassContext<'_>,
    work: AssignWork<'_>,
    permuted: Option<(PermutedOrders, &Module)>,
) -> Result<bool, String> {
    let from = work.from;
    let mut footprints = from.footprints(from.rates(module));
    let scope = from.scope(module);
    let prepared = PreparedSites::new(module, from, &scope, &mut footprints);
    let solved = prepared.solve(module, from, &scope, &mut footprints, cx.progress)?;
    let mut count = 0;
    if let Some((orders, original)) = permuted {
        if orders.costs_more(original, from, solved.totals.cost)? {
            return Ok(false);
        }
        count = orders.count;
    }
    let remarks = lint_rules(module, cx.registry, cx.target, prepared.sites.ruled_ops());
    remarks.into_iter().for_each(|remark| cx.sink.push(remark));
    let mut cloning = clones::choose(module, from, &scope, solved.totals.cost)?;
    let Some(cloned) = cloning.module.take() else {
        let assigned = (prepared, solved);
        let solution = ModuleSolution { work, scope, cloning, permuted: count };
        solution.limit_and_write(module, cx, assigned, &mut footprints);
        return Ok(true);
    };
    *module = cloned;
    let mut footprints = from.footprints(from.rates(module));
    let scope = from.scope(module);
    let prepared = PreparedSites::new(module, from, &scope, &mut footprints);
    let solved = prepared.solve(module, from, &scope, &mut footprints, cx.progress)?;
    let solution = ModuleSolution { work, scope, cloning, permuted: count };
    solution.limit_and_write(module, cx, (prepared, solved), &mut footprints);
    Ok(true)
}

/// The module with the chosen clones, for the output.
struct ModuleSolution<'a> {
    work: AssignWork<'a>,
    scope: FunctionScope,
    cloning: Cloning,
    /// The number of contracted dims that got another order.
    permuted: u64,
}

impl ModuleSolution<'_> {
    /// Writes an assignment, or another one whose arenas fit in the limit. If none can, the module is unchanged.
    fn limit_and_write(
        &self,
        module: &mut Module,
        cx: &mut PassContext<'_>,
        (prepared, solved): (PreparedSites, SolvedGroups),
        footprints: &mut Footprints,
    ) {
        let Some(limit) = self.work.memory else {
            return self.write(module, cx, (&prepared, solved), footprints);
        };
        let of_module = (&*module, self.work.from, &self.scope);
        match memory::within(of_module, (prepared, solved), footprints, limit, cx) {
            Ok(PlannedAssignment { prepared, mut solved, arenas }) => {
                // The difference to the layouts without limits of the target is not theirs alone.
                solved.meets_limits &= !arenas.is_limited;
                self.write(module, cx, (&prepared, solved), footprints);
                arenas.report(module, limit, cx);
            }
            Err(reasons) => reasons.into_iter().for_each(|reason| cx.sink.push(reason)),
        }
    }

    /// Reports an assignment and writes it into the module.
    fn write(
        &self,
        module: &mut Module,
        cx: &mut PassContext<'_>,
        (prepared, mut solved): (&PreparedSites, SolvedGroups),
        footprints: &mut Footprints,
    ) {
        let ModuleSolution { work, cloning, .. } = self;
        let from = work.from;
        if let Some(bound) = cloning.bound {
            let most = if solved.has_conflicts { 0 } else { solved.totals.cost };
            solved.totals.bound = bound.min(most);
        }
        let sites = &prepared.sites;
        report::report(module, sites, &solved, &cloning.unconsidered, footprints, cx);
        if let Some(folder) = work.certificate {
            certificate::write(module, (prepared, &solved), footprints, folder, cx);
        }
        if solved.meets_limits {
            let unit = footprints.rates().unit();
            let remark = report::limits::remark(module, from, &self.scope, solved.totals, unit);
            remark.into_iter().for_each(|remark| cx.sink.push(remark));
        }
        let problems = match cx.provenance {
            Some(_) => prepared.problems(module, footprints, &solved),
            None => Vec::new(),
        };
        let assignment = &solved.assignment;
        let boundaries = &self.scope.boundaries;
        let sources = RewriteSources { registry: from.registry, sites, boundaries };
        let (changes, forms) = rewrite(module, sources, footprints, assignment);
        footprints.expect_more(module, from.registry, from.target);
        let moved = rewrite::recount::reorder_cost(module, from.registry, footprints);
        assert_eq!(
            moved, assignment.reorder_cost,
            "the moves of the module cost what its layouts cost"
        );
        let rates = footprints.rates().clone();
        let rules = from.rules(&rates);
        let unsupported =
            rewrite::fused::unsupported(module, rules, footprints, (sites, assignment));
        assert_eq!(unsupported, None, "a rule allows each fused conversion at its cost");
        let moves = MoveReport::new(module, from.registry, module.root());
        count(moves.totals(), &changes, from.mode, cx.stats);
        if self.permuted > 0 {
            cx.stats.add("contracted dims permuted", self.permuted);
        }
        let fused = rewrite::fused::totals(sites, assignment);
        if fused.count > 0 {
            cx.stats.add("fused conversions", fused.count);
            cx.stats.add(footprints.rates().unit().fused, fused.cost);
        }
        changes.lost.into_iter().for_each(|remark| cx.sink.push(remark));
        if !cloning.originals.is_empty() {
            cx.stats.add("functions cloned", cloning.originals.len() as u64);
        }
        if let Some(provenance) = &mut cx.provenance {
            self.explain(module, prepared, (&solved, &problems), &forms, provenance);
        }
    }

    /// Records the reasons of an assignment.
    fn explain(
        &self,
        module: &Module,
        prepared: &PreparedSites,
        (solved, problems): (&SolvedGroups, &[(LayoutProblem<'_>, Cost)]),
        forms: &FormValues,
        provenance: &mut Provenance,
    ) {
        let AssignWork { pass, from, .. } = self.work;
        let rates = from.rates(module);
        let explainer = Explainer {
            pass,
            module,
            rules: from.rules(&rates),
            names: ValueNames::new(module, from.registry),
            sites: &prepared.sites,
            candidates: &prepared.candidates,
            problems,
            reasons: &solved.reasons,
            clones: &self.cloning.originals,
            assignment: &solved.assignment,
            limits: from.effort.limits(),
            provenance,
        };
        for (subject, decision) in explainer.decisions(forms) {
            provenance.record(subject, decision);
        }
    }
}

/// Counts the moves of the module. Constant ops that were written again are copied constants, too.
fn count(moves: MoveTotals, changes: &Changes, mode: Mode, stats: &mut Stats) {
    let constants = moves.constants as u64 + changes.twins;
    stats.add("reorders", moves.copies as u64);
    stats.add(MOVED, moves.bytes);
    stats.add("free reorders", moves.free as u64);
    stats.add("constants copied to another layout", constants);
    if mode == Mode::Optimize {
        stats.add("reorders before", changes.removed);
    }
}
