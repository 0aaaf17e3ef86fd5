//! Assignments whose arenas fit in a limit, by the option `memory`.
//!
//! The size of an arena is not a sum over the nodes and edges of the problem. So an assignment is written, its strides
//! are resolved with the copies that they need, and its memory is planned. If the arena of a function exceeds the limit,
//! the decisions that imply it are excluded (`live`), and the problem is solved again: the first assignment that fits is the
//! cheapest one. Each exclusion holds for every assignment that fits, so that the lower bounds of the solver hold, too. If the
//! model of live bytes does not show the excess, the assignment alone is excluded.
//!
//! A problem with many such assignments ends at the limit of the effort. Then the second half of the work excludes every form
//! that adds bytes at a peak, which is a heuristic: it keeps the last proven bound.
//!
//! The groups of sites of a function are one group here, because they share an arena.

mod excluded;
mod live;

use super::prepared::{PreparedSites, SiteSources};
use super::problem::Assignment;
use super::rewrite::{RewriteSources, rewrite};
use super::solve::{EarlierSolution, SolvedGroups, SolverWork};
use crate::anchor::PassAnchor;
use crate::assign_layouts::collect::boundaries::FunctionScope;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::pass::{Pass, PassContext, Stats};
use crate::plan_memory::{FunctionArena, arenas};
use crate::resolve_strides::ResolveStrides;
use excluded::Excluder;
use ir::diag::{Diag, Severity, Sink, code, counted};
use ir::progress::NoProgress;
use ir::{Module, Op};
use live::{LiveFunction, LiveSources};

/// The least number of steps of the solver for one assignment.
const LEAST_STEPS: u64 = 1_000_000;

/// An assignment with its arenas.
pub(super) struct PlannedAssignment {
    pub(super) prepared: PreparedSites,
    pub(super) solved: SolvedGroups,
    pub(super) arenas: PlannedArenas,
}

/// The arenas of an assignment.
pub(super) struct PlannedArenas {
    all: Vec<FunctionArena>,
    /// The bytes that are live in every assignment, and the op, for each function that does not fit.
    least: Vec<(u64, Op)>,
    /// The number of assignments whose arenas were planned.
    planned: u64,
    /// `true` if the limit changed the layouts.
    pub(super) is_limited: bool,
}

/// The sources of a search for an assignment that fits.
#[derive(Clone, Copy)]
struct ArenaSearch<'a> {
    module: &'a Module,
    from: SiteSources<'a>,
    scope: &'a FunctionScope,
    limit: u64,
}

/// The assignment that is best so far.
struct BestAssignment {
    /// The bytes above the limit, and the cost.
    rank: (u64, u64),
    solved: SolvedGroups,
    arenas: Vec<FunctionArena>,
}

/// Returns the cheapest assignment whose arenas have at most `limit` bytes: `solved` if it fits. If none is found, returns the
/// one with the least excess.
///
/// # Errors
/// The arenas cannot be planned, or no assignment can fit.
pub(super) fn within(
    (module, from, scope): (&Module, SiteSources<'_>, &FunctionScope),
    (prepared, solved): (PreparedSites, SolvedGroups),
    footprints: &mut Footprints,
    limit: u64,
    cx: &mut PassContext<'_>,
) -> Result<PlannedAssignment, Vec<Diag>> {
    let search = ArenaSearch { module, from, scope, limit };
    let all = search.plan(&prepared, footprints, &solved.assignment)?;
    if excess(&all, limit) == 0 {
        let arenas = PlannedArenas { all, least: Vec::new(), planned: 1, is_limited: false };
        return Ok(PlannedAssignment { prepared, solved, arenas });
    }
    let joined = PreparedSites::grouped(module, from, scope, footprints, |sites| {
        sites.groups_joined(module, |op| search.function_of(op))
    });
    let functions = search.functions(&joined, footprints, &all);
    let impossible = functions.iter().filter_map(|function| {
        let (bytes, op) = function.least();
        (bytes > limit).then(|| search.impossible(function.function, bytes, op))
    });
    let impossible: Vec<Diag> = impossible.collect();
    if !impossible.is_empty() {
        return Err(impossible);
    }
    let bound = solved.totals.bound;
    let rank = (excess(&all, limit), solved.totals.cost);
    let first = BestAssignment { rank, solved, arenas: all };
    let (found, planned) = search.run((&joined, &functions), footprints, (bound, cx));
    let found = found.filter(|found| found.rank < first.rank);
    let is_limited = found.is_some();
    let prepared = if is_limited { joined } else { prepared };
    let BestAssignment { mut solved, arenas: all, rank } = found.unwrap_or(first);
    if rank.0 > 0 {
        solved.totals.bound = bound;
    }
    let exceeding = functions.iter().filter(|function| {
        all.iter().any(|arena| arena.function == function.function && arena.size > limit)
    });
    let least = exceeding.map(|function| (function.least().0, function.function)).collect();
    let arenas = PlannedArenas { all, least, planned: planned + 1, is_limited };
    Ok(PlannedAssignment { prepared, solved, arenas })
}

/// Returns the bytes by which arenas exceed a limit.
fn excess(arenas: &[FunctionArena], limit: u64) -> u64 {
    arenas.iter().fold(0, |sum, arena| sum.saturating_add(arena.size.saturating_sub(limit)))
}

impl PlannedArenas {
    /// Counts the arenas, with a warning for each function whose arena does not fit.
    pub(super) fn report(&self, module: &Module, limit: u64, cx: &mut PassContext<'_>) {
        for arena in &self.all {
            cx.stats.add("arena (bytes)", arena.size);
        }
        cx.stats.add("assignments planned", self.planned);
        for &(least, function) in &self.least {
            let Some(arena) = self.all.iter().find(|arena| arena.function == function) else {
                continue;
            };
            let symbol = module.symbol(function).unwrap_or("<unnamed>");
            let message = format!(
                "the arena of `@{symbol}` has {} bytes, but `memory` is {limit}",
                arena.size
            );
            let diag =
                Diag::new(Severity::Warning, code::MEMORY, module.location(function), message);
            let tried = counted(usize::try_from(self.planned).unwrap_or(usize::MAX), "assignment");
            cx.sink.push(
                diag.note(format!("this is the least arena of {tried} of layouts"))
                    .note(format!("at least {least} bytes are live at one op in any layouts")),
            );
        }
    }
}

impl ArenaSearch<'_> {
    fn function_of(&self, op: Op) -> Option<Op> {
        let is_function = |&op: &Op| {
            self.from.registry.op_def(self.module, op).is_some_and(|def| def.function.is_some())
        };
        is_function(&op).then_some(op).or_else(|| self.module.ancestors(op).find(is_function))
    }

    /// Plans the arenas of an assignment on a copy of the module.
    ///
    /// # Errors
    /// Strides cannot be resolved, or sizes are unknown.
    fn plan(
        &self,
        prepared: &PreparedSites,
        footprints: &mut Footprints,
        assignment: &Assignment,
    ) -> Result<Vec<FunctionArena>, Vec<Diag>> {
        let mut written = self.module.clone();
        let registry = self.from.registry;
        let boundaries = &self.scope.boundaries;
        let sources = RewriteSources { registry, sites: &prepared.sites, boundaries };
        footprints.on_copy(|footprints| rewrite(&mut written, sources, footprints, assignment));
        let (mut sink, mut stats) = (Sink::default(), Stats::default());
        let mut cx = PassContext {
            registry,
            target: self.from.target,
            anchor: PassAnchor::default(),
            sink: &mut sink,
            stats: &mut stats,
            provenance: None,
            progress: &mut NoProgress,
            files: &mut Vec::new(),
        };
        ResolveStrides { insert_copies: true, certificate: None }.run(&mut written, &mut cx);
        if cx.sink.errors() == 0 {
            let arenas = arenas(&written, &mut cx);
            if cx.sink.errors() == 0 {
                return Ok(arenas);
            }
        }
        let errors = sink.take().into_iter().filter(|diag| diag.severity == Severity::Error);
        let note = "`memory` limits the arena, which must be known for that";
        Err(errors.map(|error| error.note(note)).collect())
    }

    /// Returns the live values of all functions.
    fn functions(
        &self,
        prepared: &PreparedSites,
        footprints: &mut Footprints,
        arenas: &[FunctionArena],
    ) -> Vec<LiveFunction> {
        let from = self.sources(prepared);
        let functions = arenas.iter().map(|arena| arena.function);
        functions.map(|function| LiveFunction::new(from, footprints, function)).collect()
    }

    fn sources<'a>(&'a self, prepared: &'a PreparedSites) -> LiveSources<'a> {
        let PreparedSites { sites, candidates, labels, .. } = prepared;
        let SiteSources { registry, target, .. } = self.from;
        LiveSources { module: self.module, registry, target, sites, candidates, labels }
    }

    fn impossible(&self, function: Op, bytes: u64, op: Op) -> Diag {
        let symbol = self.module.symbol(function).unwrap_or("<unnamed>");
        let limit = self.limit;
        let message = format!(
            "the arena of `@{symbol}` needs at least {bytes} bytes in any layouts, but `memory` is {limit}"
        );
        let location = self.module.location(function);
        Diag::error(code::MEMORY, location, message).note_at(
            self.module.location(op),
            format!("values of {bytes} bytes are live at this op"),
        )
    }

    /// Solves the problem until an assignment fits, or the effort is spent. Returns the best assignment and the number of
    /// those that were planned.
    fn run(
        &self,
        (prepared, functions): (&PreparedSites, &[LiveFunction]),
        footprints: &mut Footprints,
        (mut bound, cx): (u64, &mut PassContext<'_>),
    ) -> (Option<BestAssignment>, u64) {
        let effort = self.from.effort;
        let rounds = effort.arenas(prepared.sites.all.len());
        let mut limits = effort.limits();
        let mut earlier = EarlierSolution::default();
        let mut best: Option<BestAssignment> = None;
        let mut is_proven = true;
        let mut is_open = true;
        let limit = self.limit;
        let excluder = Excluder { from: self.sources(prepared), prepared, functions, limit };
        for round in 0..rounds {
            let work = SolverWork { effort, limits, progress: cx.progress, earlier };
            let solved = prepared.solve_with(self.module, self.from, self.scope, footprints, work);
            let Ok(mut solved) = solved else { return (best, round as u64) };
            limits.steps = limits.steps.saturating_sub(solved.steps).max(LEAST_STEPS);
            if is_proven {
                bound = bound.max(solved.totals.bound);
            }
            solved.totals.bound = bound.min(solved.totals.cost);
            let arenas = self.plan(prepared, footprints, &solved.assignment).ok();
            let rank = arenas
                .as_ref()
                .map_or((u64::MAX, 0), |arenas| (excess(arenas, self.limit), solved.totals.cost));
            let mut next = solved.earlier();
            if rank.0 > 0 {
                let of_round = (&solved.assignment, arenas.as_deref());
                let mut add =
                    |is_proven| excluder.add(footprints, of_round, is_proven, &mut next.exclusions);
                is_proven = is_proven && round < rounds / 2 && add(true);
                is_open = is_proven || add(false);
            }
            if let Some(arenas) = arenas
                && best.as_ref().is_none_or(|best| rank < best.rank)
            {
                best = Some(BestAssignment { rank, solved, arenas });
            }
            if rank.0 == 0 || !is_open {
                return (best, round as u64 + 1);
            }
            earlier = next;
        }
        (best, rounds as u64)
    }
}
