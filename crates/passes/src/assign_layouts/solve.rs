//! The solutions of all groups of sites, one by one, so that the memory is that of the largest group.
//!
//! Views that cannot share memory in the solutions are excluded, and the groups of these are solved again. Conflicts
//! that remain are resolved by copies.

use super::conflicts::{ConflictResolver, ConflictSources, CopyReasons};
use super::effort::Effort;
use super::problem::padding::AssignedForms;
use super::problem::{Assignment, GroupCost, LabeledSites, LayoutProblem};
use super::sites::SiteGroup;
use crate::assign_layouts::candidates::labels::SiteLabel;
use crate::assign_layouts::candidates::propagate::Dropped;
use crate::assign_layouts::problem::exclusions::GroupExclusions;
use crate::assign_layouts::sites::footprint::Footprints;
use ir::Module;
use ir::diag::counted;
use ir::progress::{Progress, ProgressReport};
use pbqp::{Cost, Limits, Solution};
use std::borrow::Cow;

/// The part of the remaining steps of the solver that the exclusion of conflicts may use: 1 of this number.
const CONFLICT_SHARE: u64 = 2;

/// The solutions of all groups.
pub(super) struct SolvedGroups {
    pub(super) assignment: Assignment,
    pub(super) totals: Totals,
    /// The candidates that a limit excluded, for each group that lacks some.
    pub(super) dropped: Vec<Dropped>,
    /// The exclusions of each group.
    pub(super) exclusions: Vec<GroupExclusions>,
    pub(super) reasons: CopyReasons,
    /// The labels of each site, if conflicts added some.
    labels: Option<Vec<Vec<SiteLabel>>>,
    /// `true` if views cannot share memory, and no copy helps.
    pub(super) has_conflicts: bool,
    /// `true` if limits of the target kept views from sharing memory.
    pub(super) meets_limits: bool,
    groups: Vec<SolvedGroup>,
    /// The steps of the solver.
    pub(super) steps: u64,
}

/// The parts of an earlier solution that hold for the next one of the same sites.
#[derive(Default)]
pub(super) struct EarlierSolution {
    /// The exclusions of each group; empty if there are none.
    pub(super) exclusions: Vec<GroupExclusions>,
    /// The lower bound of each group; empty if none is known.
    bounds: Vec<u64>,
    /// The labels of each site, if conflicts added some.
    labels: Option<Vec<Vec<SiteLabel>>>,
}

/// The solution of a group.
#[derive(Clone, Copy, Debug, Default)]
struct SolvedGroup {
    /// The cost of the solution, in the unit of the solver.
    solution: Cost,
    cost: GroupCost,
    bound: u64,
    variables: u64,
    cores: u64,
}

/// Sums over all groups.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    /// The bytes that reorders read and write, and the costs of the offers.
    pub(super) cost: u64,
    /// The lower bound of the cost.
    pub(super) bound: u64,
    pub(super) variables: u64,
    pub(super) cores: u64,
}

/// The limit of the work, and the receiver of reports about it.
pub(super) struct SolverWork<'a> {
    pub(super) effort: Effort,
    /// The limits of the solver.
    pub(super) limits: Limits,
    pub(super) progress: &'a mut dyn Progress,
    pub(super) earlier: EarlierSolution,
}

impl<'a> SolverWork<'a> {
    /// Returns the work of one effort, without an earlier solution.
    pub(super) fn new(effort: Effort, progress: &'a mut dyn Progress) -> SolverWork<'a> {
        let (limits, earlier) = (effort.limits(), EarlierSolution::default());
        SolverWork { effort, limits, progress, earlier }
    }
}

/// The steps of the solver that are left for all groups.
struct StepsLeft<'a> {
    limits: Limits,
    /// The number of parts that are solved, and of all parts.
    done: u64,
    total: u64,
    /// The parts, such as `groups of ops`.
    unit: &'static str,
    /// The part that is solved, such as `a group of 12 ops`.
    item: String,
    progress: &'a mut dyn Progress,
}

impl StepsLeft<'_> {
    /// Reports the part that is solved, and the steps in it.
    fn report(&mut self, steps: u64) {
        let StepsLeft { done, total, unit, .. } = *self;
        let steps = if steps == 0 { String::new() } else { format!(", {steps} steps") };
        let item = &format!("{}{steps}", self.item);
        self.progress.report(ProgressReport { done, total, unit, item });
    }
}

/// Solves the problems of all groups. The steps of the solver are shared by all groups. Copies that views force are left
/// out unless their sources are present.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn groups(
    module: &Module,
    input: LabeledSites<'_>,
    groups: &[SiteGroup],
    footprints: &mut Footprints,
    work: SolverWork<'_>,
    copies: Option<ConflictSources<'_>>,
) -> Result<SolvedGroups, String> {
    let SolverWork { effort, limits, progress, earlier } = work;
    let EarlierSolution { mut exclusions, bounds, labels } = earlier;
    exclusions.resize_with(groups.len(), GroupExclusions::default);
    let input = LabeledSites { labels: labels.as_deref().unwrap_or(input.labels), ..input };
    let sites = input.sites.all.len();
    let assignment = Assignment {
        offers: vec![None; sites],
        labels: vec![0; sites],
        absent: vec![false; sites],
        ..Assignment::default()
    };
    let dropped = input.candidates.dropped.iter().copied().filter(|it| it.count > 0).collect();
    let mut solved = SolvedGroups {
        assignment,
        totals: Totals::default(),
        dropped,
        exclusions,
        reasons: CopyReasons::default(),
        labels: None,
        has_conflicts: false,
        meets_limits: false,
        groups: vec![SolvedGroup::default(); groups.len()],
        steps: 0,
    };
    for (group, bound) in solved.groups.iter_mut().zip(bounds) {
        group.bound = bound;
    }
    let total = groups.len() as u64;
    let unit = "groups of ops";
    let mut left = StepsLeft { limits, done: 0, total, unit, item: String::new(), progress };
    for (number, group) in groups.iter().enumerate() {
        left.done = number as u64;
        left.item = format!("a group of {}", counted(group.sites.len(), "op"));
        left.report(0);
        solved.solve(module, input, groups, number, footprints, &mut left)?;
    }
    solved.sum_costs();
    let mut resolver = copies
        .and_then(|from| ConflictResolver::new(module, input.sites, groups, footprints, from));
    if let Some(resolver) = &mut resolver {
        solved.resolve(module, input, groups, footprints, (resolver, effort, left));
    }
    if let Some(resolver) = resolver {
        solved.meets_limits = resolver.meets_limits;
        solved.reasons = resolver.reasons;
    }
    let uncovered = &input.sites.uncovered;
    let is_complete = groups.iter().zip(&input.candidates.dropped).map(|(group, dropped)| {
        dropped.count == 0 && !group.sites.iter().any(|site| uncovered.contains(site))
    });
    solved.add_up(is_complete);
    solved.labels = solved.labels.or(labels);
    Ok(solved)
}

/// Returns the problem of each group with the cost of its solution.
///
/// # Errors
/// The costs overflow.
pub(super) fn problems<'a>(
    module: &Module,
    input: LabeledSites<'a>,
    groups: &'a [SiteGroup],
    footprints: &mut Footprints,
    solved: &'a SolvedGroups,
) -> Result<Vec<(LayoutProblem<'a>, Cost)>, String> {
    let input = LabeledSites { labels: solved.labels.as_deref().unwrap_or(input.labels), ..input };
    let all = groups.iter().zip(&solved.exclusions).zip(&solved.groups);
    let problems = all.map(|((group, exclusions), of_group)| {
        Ok((problem(module, input, (group, exclusions), footprints)?, of_group.solution))
    });
    problems.collect()
}

fn problem<'a>(
    module: &Module,
    input: LabeledSites<'a>,
    of_group: (&'a SiteGroup, &'a GroupExclusions),
    footprints: &mut Footprints,
) -> Result<LayoutProblem<'a>, String> {
    let problem = LayoutProblem::new(module, input, of_group, footprints);
    problem.map_err(|error| format!("the total cost of the layouts overflows: {error}"))
}

/// Solves a problem, and checks its certificate.
///
/// # Errors
/// The solver finds no layouts.
pub(super) fn solve(
    problem: &LayoutProblem<'_>,
    limits: Limits,
    watch: &mut dyn FnMut(u64),
) -> Result<Solution, String> {
    let solution = pbqp::solve_with_progress(&problem.problem, limits, watch)
        .map_err(|error| format!("no layouts can be assigned: {error}"))?;
    let checked = pbqp::check(&problem.problem, &solution.certificate);
    assert_eq!(checked, Ok(()), "the solver proves its bounds");
    Ok(solution)
}

/// Returns the cost of all reorders of an assignment.
fn reorder_cost(
    module: &Module,
    input: LabeledSites<'_>,
    footprints: &mut Footprints,
    assignment: &Assignment,
) -> u64 {
    let forms = AssignedForms { module, input, assignment };
    let values = assignment.values.keys();
    forms.reorder_cost(footprints, values, 0..input.sites.all.len())
}

/// Returns the labels if conflicts added some.
fn owned(labels: Cow<'_, [Vec<SiteLabel>]>) -> Option<Vec<Vec<SiteLabel>>> {
    match labels {
        Cow::Owned(labels) => Some(labels),
        Cow::Borrowed(_) => None,
    }
}

impl SolvedGroups {
    /// Returns the parts that hold for the next solution.
    pub(super) fn earlier(&self) -> EarlierSolution {
        EarlierSolution {
            exclusions: self.exclusions.clone(),
            bounds: self.groups.iter().map(|group| group.bound).collect(),
            labels: self.labels.clone(),
        }
    }

    /// Returns the sites with the labels of the solution.
    pub(super) fn labeled<'a>(&'a self, input: LabeledSites<'a>) -> LabeledSites<'a> {
        LabeledSites { labels: self.labels.as_deref().unwrap_or(input.labels), ..input }
    }

    /// Returns the cost of a group by its number, without the copies that views force.
    pub(super) fn cost_of(&self, number: usize) -> u64 {
        self.groups[number].cost.total()
    }

    /// Returns the cost of all groups, without the copies that views force.
    pub(super) fn cost_of_groups(&self) -> u64 {
        (0..self.groups.len()).fold(0u64, |sum, number| sum.saturating_add(self.cost_of(number)))
    }

    /// Solves a group, and replaces its part of the assignment.
    fn solve(
        &mut self,
        module: &Module,
        input: LabeledSites<'_>,
        groups: &[SiteGroup],
        number: usize,
        footprints: &mut Footprints,
        left: &mut StepsLeft<'_>,
    ) -> Result<(), String> {
        let of_group = (&groups[number], &self.exclusions[number]);
        let problem = problem(module, input, of_group, footprints)?;
        let limits = left.limits;
        let solution = solve(&problem, limits, &mut |steps| left.report(steps))?;
        left.limits.steps = limits.steps.saturating_sub(solution.stats.steps);
        self.steps = self.steps.saturating_add(solution.stats.steps);
        let cost = problem.decode(module, footprints, &solution, &mut self.assignment);
        let claimed = solution.cost() / problem.byte;
        // The problem has lower costs for copies of padded definitions of split values.
        // A copy may have more padding than it must have.
        let is_exact = self.exclusions[number].split.is_empty() && !footprints.has_reqs();
        assert!(!is_exact || cost.total() <= claimed, "a solution costs at most its claim");
        // A conflict of the views of one cover does not exclude other covers, so the first bound is kept.
        let has_covers =
            groups[number].sites.iter().any(|&site| input.sites.all[site].cover.is_some());
        let is_relaxed = has_covers && !self.exclusions[number].is_empty();
        let group = &mut self.groups[number];
        // Exclusions only increase the bound, but a limit of the solver may decrease it.
        let own = solution.lower_bound() / problem.byte;
        let bound = if is_relaxed { group.bound } else { group.bound.max(own) };
        let variables = problem.problem.len() as u64;
        let cores = solution.stats.cores.len() as u64;
        *group = SolvedGroup { solution: solution.cost(), cost, bound, variables, cores };
        Ok(())
    }

    /// Excludes the conflicts between views and solves their groups again, within the effort. Then inserts copies for
    /// those that remain.
    fn resolve(
        &mut self,
        module: &Module,
        input: LabeledSites<'_>,
        groups: &[SiteGroup],
        footprints: &mut Footprints,
        (resolver, effort, mut left): (&mut ConflictResolver<'_>, Effort, StepsLeft<'_>),
    ) {
        let rounds = effort.rounds(input.sites.all.len());
        left.limits.steps /= CONFLICT_SHARE;
        left.total = rounds as u64;
        left.unit = "rounds at most";
        let first = self.assignment.clone();
        let mut labels = Cow::Borrowed(input.labels);
        for round in 0..rounds {
            let found = resolver.find(footprints, &self.assignment);
            left.done = round as u64;
            left.item = format!("{} of views", counted(found.len(), "conflict"));
            if found.is_empty() {
                self.labels = owned(labels);
                return;
            }
            let assignment = &self.assignment;
            let mut changed = resolver.respell(footprints, &found, assignment, &mut labels);
            let found = (&found[..], &labels[..]);
            let exclusions = &mut self.exclusions;
            changed.extend(resolver.exclude(footprints, found, assignment, exclusions));
            changed.sort_unstable();
            changed.dedup();
            let input = LabeledSites { labels: &labels, ..input };
            changed.retain(|&number| {
                self.solve(module, input, groups, number, footprints, &mut left).is_ok()
            });
            self.sum_costs();
            if changed.is_empty() || round + 1 == rounds {
                break;
            }
        }
        self.labels = owned(labels);
        let input =
            LabeledSites { labels: self.labels.as_deref().unwrap_or(input.labels), ..input };
        self.has_conflicts = !resolver.copy_all(footprints, &mut self.assignment);
        self.assignment.reorder_cost = reorder_cost(module, input, footprints, &self.assignment);
        // Where the limits are reached, the first solution with copies may be cheaper.
        let mut first = first;
        let is_resolved = resolver.copy_all(footprints, &mut first);
        first.reorder_cost = reorder_cost(module, input, footprints, &first);
        if (!is_resolved, first.cost()) < (self.has_conflicts, self.assignment.cost()) {
            (self.assignment, self.has_conflicts) = (first, !is_resolved);
        }
    }

    fn sum_costs(&mut self) {
        let costs = self.groups.iter().map(|group| group.cost);
        let sums = costs.fold(GroupCost::default(), GroupCost::plus);
        (self.assignment.offered, self.assignment.reorder_cost) = (sums.offered, sums.reorder_cost);
    }

    /// Adds up the groups. `is_complete` is `true` for each group of which all layouts and covers are considered.
    fn add_up(&mut self, is_complete: impl Iterator<Item = bool>) {
        let totals = &mut self.totals;
        for (group, is_complete) in self.groups.iter().zip(is_complete) {
            totals.bound += if is_complete { group.bound } else { 0 };
            totals.variables += group.variables;
            totals.cores += group.cores;
        }
        totals.cost = self.assignment.cost();
        // An assignment whose views cannot share memory does not show that its cost can be reached.
        totals.bound = if self.has_conflicts { 0 } else { totals.bound.min(totals.cost) };
    }
}
