//! The sites of a module with their labels, ready for the solver, and the cost of their best layouts.

use super::collect;
use super::conflicts::ConflictSources;
use super::effort::Effort;
use super::problem::{LabeledSites, LayoutProblem};
use super::sites::{Mode, SiteGroup, Sites};
use super::solve::{self, SolvedGroups, SolverWork};
use crate::assign_layouts::candidates::labels::{self, SiteLabel};
use crate::assign_layouts::candidates::propagate::{self, Candidates};
use crate::assign_layouts::collect::boundaries::FunctionScope;
use crate::assign_layouts::rewrite::signatures::SignatureLayouts;
use crate::assign_layouts::sites::custom::CustomLayouts;
use crate::assign_layouts::sites::footprint::Footprints;
use crate::assign_layouts::sites::offers::RuleSources;
use crate::assign_layouts::sites::rates::CostRates;
use indexmap::IndexMap;
use ir::expected::ExpectedLengths;
use ir::layout::StrideLimits;
use ir::progress::{NoProgress, Progress};
use ir::target::Target;
use ir::{Module, Op, Registry};
use pbqp::Cost;
use rustc_hash::FxBuildHasher;
use std::rc::Rc;

/// The sites of a module with their candidates and labels.
pub(super) struct PreparedSites {
    pub(super) sites: Sites,
    pub(super) groups: Vec<SiteGroup>,
    pub(super) candidates: Candidates,
    pub(super) labels: Vec<Vec<SiteLabel>>,
}

/// The sources of the sites of a module.
#[derive(Clone, Copy)]
pub(super) struct SiteSources<'a> {
    pub(super) registry: &'a Registry,
    pub(super) target: Option<&'a Target>,
    pub(super) mode: Mode,
    pub(super) effort: Effort,
    pub(super) custom: &'a Rc<CustomLayouts>,
}

impl<'a> SiteSources<'a> {
    /// Returns the rates of the costs of a module.
    pub(super) fn rates(self, module: &Module) -> CostRates {
        CostRates::new(module, self.registry, self.target)
    }

    /// Returns the functions of a module whose boundaries are chosen.
    pub(super) fn scope(self, module: &Module) -> FunctionScope {
        FunctionScope::new(module, self.registry, self.mode)
    }

    /// Returns the limits on the work, and those of the device on strides.
    pub(super) fn limits(self) -> (Effort, Option<StrideLimits>) {
        (self.effort, self.target.and_then(Target::stride_limits))
    }

    /// Returns the sources of rules, with the rates of their costs.
    pub(super) fn rules(self, rates: &'a CostRates) -> RuleSources<'a> {
        let custom = &**self.custom;
        RuleSources { registry: self.registry, target: self.target, rates, custom }
    }

    /// Returns no footprints, with rates of costs.
    pub(super) fn footprints(self, rates: CostRates) -> Footprints {
        Footprints::new(rates, self.custom.clone())
    }
}

/// The cost of the best layouts of a module.
pub(super) struct Evaluation {
    pub(super) cost: u64,
    /// The lower bound of the cost.
    pub(super) bound: u64,
    /// The layouts of the functions with a boundary.
    pub(super) signatures: IndexMap<Op, SignatureLayouts, FxBuildHasher>,
}

impl PreparedSites {
    pub(super) fn new(
        module: &Module,
        from: SiteSources<'_>,
        scope: &FunctionScope,
        footprints: &mut Footprints,
    ) -> PreparedSites {
        PreparedSites::grouped(module, from, scope, footprints, |sites| sites.groups(module))
    }

    /// Returns the sites of a module whose groups `groups` returns.
    pub(super) fn grouped(
        module: &Module,
        from: SiteSources<'_>,
        scope: &FunctionScope,
        footprints: &mut Footprints,
        groups: impl Fn(&Sites) -> Vec<SiteGroup>,
    ) -> PreparedSites {
        footprints.expect(ExpectedLengths::new(module, from.registry, from.target));
        let rates = footprints.rates().clone();
        let sites = collect::sites(module, from.rules(&rates), from.mode, scope, footprints);
        let groups = groups(&sites);
        let candidates = propagate::candidates(&sites, &groups, footprints, from.limits());
        let labels = labels::labels(module, &sites, &candidates, footprints);
        PreparedSites { sites, groups, candidates, labels }
    }

    /// Solves the problems of all groups, with the copies that views force.
    ///
    /// # Errors
    /// The costs overflow, or the solver finds no layouts.
    pub(super) fn solve(
        &self,
        module: &Module,
        from: SiteSources<'_>,
        scope: &FunctionScope,
        footprints: &mut Footprints,
        progress: &mut dyn Progress,
    ) -> Result<SolvedGroups, String> {
        let work = SolverWork::new(from.effort, progress);
        self.solve_with(module, from, scope, footprints, work)
    }

    /// Solves the problems of all groups, with the copies that views force, by some work.
    ///
    /// # Errors
    /// The costs overflow, or the solver finds no layouts.
    pub(super) fn solve_with(
        &self,
        module: &Module,
        from: SiteSources<'_>,
        scope: &FunctionScope,
        footprints: &mut Footprints,
        work: SolverWork<'_>,
    ) -> Result<SolvedGroups, String> {
        let SiteSources { registry, target, .. } = from;
        let copies = ConflictSources { registry, target, boundaries: &scope.boundaries };
        let groups = &self.groups;
        solve::groups(module, self.labeled(), groups, footprints, work, Some(copies))
    }

    /// Solves the problems of all groups without the copies that views force.
    ///
    /// # Errors
    /// The costs overflow, or the solver finds no layouts.
    pub(super) fn relax(
        &self,
        module: &Module,
        from: SiteSources<'_>,
        footprints: &mut Footprints,
    ) -> Result<SolvedGroups, String> {
        let progress = &mut NoProgress;
        let work = SolverWork::new(from.effort, progress);
        solve::groups(module, self.labeled(), &self.groups, footprints, work, None)
    }

    /// Returns the problem of each group with the cost of its solution; none if the costs overflow.
    pub(super) fn problems<'a>(
        &'a self,
        module: &Module,
        footprints: &mut Footprints,
        solved: &'a SolvedGroups,
    ) -> Vec<(LayoutProblem<'a>, Cost)> {
        let problems = solve::problems(module, self.labeled(), &self.groups, footprints, solved);
        problems.unwrap_or_default()
    }

    pub(super) fn labeled(&self) -> LabeledSites<'_> {
        let PreparedSites { sites, labels, candidates, .. } = self;
        LabeledSites { sites, labels, candidates }
    }
}

/// Solves the problem of a module with the copies that views force, without changing the module.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn evaluate(
    module: &Module,
    from: SiteSources<'_>,
    scope: &FunctionScope,
) -> Result<Evaluation, String> {
    let footprints = &mut from.footprints(from.rates(module));
    let prepared = PreparedSites::new(module, from, scope, footprints);
    let solved = prepared.solve(module, from, scope, footprints, &mut NoProgress)?;
    Ok(Evaluation::new(module, scope, &solved))
}

/// Solves a relaxation of a module, without changing the module. Copies that views force are left out.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn relax(
    module: &Module,
    from: SiteSources<'_>,
    scope: &FunctionScope,
    rates: CostRates,
) -> Result<Evaluation, String> {
    let footprints = &mut from.footprints(rates);
    let prepared = PreparedSites::new(module, from, scope, footprints);
    let solved = prepared.relax(module, from, footprints)?;
    Ok(Evaluation::new(module, scope, &solved))
}

impl Evaluation {
    fn new(module: &Module, scope: &FunctionScope, solved: &SolvedGroups) -> Evaluation {
        let boundaries = scope.boundaries.iter();
        Evaluation {
            cost: solved.totals.cost,
            bound: solved.totals.bound,
            signatures: boundaries
                .map(|of| (of.function, SignatureLayouts::new(module, of, &solved.assignment)))
                .collect(),
        }
    }
}
