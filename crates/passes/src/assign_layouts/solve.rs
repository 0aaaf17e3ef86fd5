//! The solutions of all groups of sites, one by one, so that the memory is that of the largest group.

use super::effort::Effort;
use super::footprint::Footprints;
use super::problem::{Assignment, LabeledSites, LayoutProblem};
use super::propagate::Dropped;
use super::sites::SiteGroup;
use ir::Module;
use pbqp::{Cost, Limits, Solution};

/// The solutions of all groups.
pub(super) struct SolvedGroups<'a> {
    pub(super) assignment: Assignment,
    pub(super) totals: Totals,
    /// The candidates that a limit excluded, for each group that lacks some.
    pub(super) dropped: Vec<Dropped>,
    /// The problem of each group with the cost of its solution; empty unless the caller needs them.
    pub(super) problems: Vec<(LayoutProblem<'a>, Cost)>,
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

/// Solves the problems of all groups. The steps of the solver are shared by all groups.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn groups<'a>(
    module: &Module,
    input: LabeledSites<'a>,
    groups: &'a [SiteGroup],
    footprints: &mut Footprints,
    effort: Effort,
    keeps_problems: bool,
) -> Result<SolvedGroups<'a>, String> {
    let mut assignment = Assignment::default();
    assignment.offers.resize(input.sites.all.len(), None);
    let totals = Totals::default();
    let mut solved = SolvedGroups { assignment, totals, dropped: Vec::new(), problems: Vec::new() };
    let mut limits = effort.limits();
    for (group, dropped) in groups.iter().zip(&input.candidates.dropped) {
        let problem = LayoutProblem::new(module, input, group, footprints);
        let problem =
            problem.map_err(|error| format!("the total cost of the layouts overflows: {error}"))?;
        let solution = solve(&problem, limits)?;
        limits.steps = limits.steps.saturating_sub(solution.stats.steps);
        solved.add(module, &problem, footprints, &solution, *dropped);
        if keeps_problems {
            solved.problems.push((problem, solution.cost()));
        }
    }
    Ok(solved)
}

/// Solves a problem, and checks its certificate.
///
/// # Errors
/// The solver finds no layouts.
pub(super) fn solve(problem: &LayoutProblem<'_>, limits: Limits) -> Result<Solution, String> {
    let solution = pbqp::solve(&problem.problem, limits)
        .map_err(|error| format!("no layouts can be assigned: {error}"))?;
    let checked = pbqp::check(&problem.problem, &solution.certificate);
    assert_eq!(checked, Ok(()), "the solver proves its bounds");
    Ok(solution)
}

impl SolvedGroups<'_> {
    fn add(
        &mut self,
        module: &Module,
        problem: &LayoutProblem<'_>,
        footprints: &mut Footprints,
        solution: &Solution,
        dropped: Dropped,
    ) {
        let before = self.assignment.cost();
        problem.decode(module, footprints, solution, &mut self.assignment);
        let cost = self.assignment.cost() - before;
        assert!(cost <= solution.cost() / problem.byte, "a solution costs at most its claim");
        let is_bounded = dropped.count == 0;
        let bound = if is_bounded { solution.lower_bound() / problem.byte } else { 0 };
        let totals = &mut self.totals;
        totals.cost += cost;
        totals.bound += bound.min(cost);
        totals.variables += problem.problem.len() as u64;
        totals.cores += solution.stats.cores.len() as u64;
        if !is_bounded {
            self.dropped.push(dropped);
        }
    }
}
