//! Clones of private functions, where calls that use different layouts cost less than conversions.
//!
//! A function that all its symbol uses call may be replaced by several clones, each with its own layouts. The cost of a
//! clone is that of its body. The choice has these steps, and ends as soon as the least known cost equals the bound:
//!
//! 1. The module without clones.
//! 2. A relaxation in which the calls of each function are unrelated to it. Its bound is one for all clonings.
//! 3. The exact problem of all variants of the functions (`variants`), if these are few. It has a bound, and a cloning
//!    to try.
//! 4. The module with a clone for each call, in which each clone of a function with n clones costs 1/n. Each cloning
//!    costs at least as much, because the clones of one function weigh at most 1 together. So its bound holds for all
//!    clonings, too. Its solution is a cloning to try: calls with equal layouts share a clone.
//! 5. The module with a clone for each call at full cost, another cloning to try.
//!
//! The bounds leave out the copies that views force; the costs of clonings include them.
//!
//! A function that calls itself, directly or through others, has one signature and is never cloned.

mod expansion;
mod variants;

use super::prepared::{Evaluation, SiteSources, evaluate, relax};
use crate::assign_layouts::collect::boundaries::{FunctionBoundary, FunctionScope};
use expansion::Expansion;
pub(super) use expansion::Originals;
use ir::{Module, Op};

/// The clones of the functions of a module.
#[derive(Default)]
pub(super) struct Cloning {
    /// The module with clones; `None` if no function is cloned.
    pub(super) module: Option<Module>,
    /// The lower bound over all clonings; `None` if no function can be cloned.
    pub(super) bound: Option<u64>,
    pub(super) originals: Originals,
    /// The functions whose clones were not considered, because of a limit.
    pub(super) unconsidered: Vec<Op>,
}

/// Chooses the clones of least cost. `once` is the cost of the best layouts of the module without clones.
///
/// # Errors
/// The costs overflow, or the solver finds no layouts.
pub(super) fn choose(
    module: &Module,
    from: SiteSources<'_>,
    scope: &FunctionScope,
    once: u64,
) -> Result<Cloning, String> {
    let functions = expansion::clonable(module, from.registry, &scope.boundaries);
    let functions: Vec<&FunctionBoundary> =
        functions.into_iter().map(|at| &scope.boundaries[at]).collect();
    if functions.iter().all(|boundary| boundary.calls.len() < 2) {
        return Ok(Cloning::default());
    }
    let mut relaxed = from.scope(module);
    relaxed.detached = functions.iter().map(|boundary| boundary.function).collect();
    let bound = relax(module, from, &relaxed, from.rates(module))?.bound;
    let mut search = CloneSearch { from, best: once, expansion: None, bound };
    search.try_variants(module, scope, &functions)?;
    let mut unconsidered = Vec::new();
    if search.is_open() {
        let budget = from.effort.cloned_ops();
        let mut calls = 0;
        let expansion = Expansion::new(module, from.registry, &functions, budget, |_, _| {
            calls += 1;
            calls
        });
        unconsidered = expansion.detached.iter().copied().collect();
        search.run(&expansion)?;
    }
    let CloneSearch { best, expansion, bound, .. } = search;
    let (module, originals) = expansion.map(Expansion::finish).unzip();
    let unconsidered = if bound < best { unconsidered } else { Vec::new() };
    Ok(Cloning {
        module,
        bound: Some(bound.min(best)),
        originals: originals.unwrap_or_default(),
        unconsidered,
    })
}

/// The search for the cheapest cloning.
struct CloneSearch<'a> {
    from: SiteSources<'a>,
    /// The least known cost.
    best: u64,
    /// The clones of that cost; `None` for the module without clones.
    expansion: Option<Expansion>,
    /// The greatest known lower bound over all clonings.
    bound: u64,
}

impl CloneSearch<'_> {
    /// Returns `true` if a cheaper cloning may exist.
    fn is_open(&self) -> bool {
        self.bound < self.best
    }

    fn run(&mut self, all: &Expansion) -> Result<(), String> {
        let shared = self.relax(all);
        let merged = shared.map(|shared| all.merged_by(&shared.signatures));
        for expansion in merged.into_iter().chain([all.clone()]) {
            if self.is_open() {
                self.improve(expansion)?;
            }
        }
        Ok(())
    }

    /// Solves the problem of the variants of the functions, if they are few.
    fn try_variants(
        &mut self,
        module: &Module,
        scope: &FunctionScope,
        functions: &[&FunctionBoundary],
    ) -> Result<(), String> {
        if !self.is_open() {
            return Ok(());
        }
        let Some(chosen) = variants::choose(module, self.from, scope, functions) else {
            return Ok(());
        };
        self.bound = self.bound.max(chosen.bound);
        if !self.is_open() {
            return Ok(());
        }
        let registry = self.from.registry;
        let budget = self.from.effort.cloned_ops();
        self.improve(Expansion::new(module, registry, functions, budget, |call, caller| {
            chosen.variant(call, caller)
        }))
    }

    /// Improves the bound to that of the module with a clone for each call, in which the clones of one function weigh 1
    /// together. `None` if the weighted costs overflow.
    fn relax(&mut self, all: &Expansion) -> Option<Evaluation> {
        let registry = self.from.registry;
        let module = &all.module;
        let (whole, weights) = all.weights();
        let rates = self.from.rates(module).weighted(module, registry, whole, &weights);
        let mut scope = self.from.scope(module);
        scope.detached.clone_from(&all.detached);
        let shared = relax(module, self.from, &scope, rates).ok()?;
        self.bound = self.bound.max(shared.bound.div_ceil(whole));
        Some(shared)
    }

    /// Solves a module with clones. As long as clones have equal layouts, they are merged.
    fn improve(&mut self, mut expansion: Expansion) -> Result<(), String> {
        loop {
            let evaluation = self.solve(&expansion)?;
            let merged = expansion.merged_by(&evaluation.signatures);
            let is_same = merged.len() == expansion.len();
            self.keep(expansion, evaluation.cost);
            if is_same {
                return Ok(());
            }
            expansion = merged;
        }
    }

    fn solve(&self, expansion: &Expansion) -> Result<Evaluation, String> {
        let module = &expansion.module;
        let scope = self.from.scope(module);
        evaluate(module, self.from, &scope)
    }

    /// Keeps the clones of the least cost, and of these the fewest.
    fn keep(&mut self, expansion: Expansion, cost: u64) {
        let clones = self.expansion.as_ref().map_or(0, Expansion::len);
        if cost < self.best || cost == self.best && expansion.len() < clones {
            (self.best, self.expansion) = (cost, Some(expansion));
        }
    }
}
