//! The choice of clones as a problem of facility location, for the PBQP solver.
//!
//! Two clones of a function with equal signatures cost no less than one, so a cloning of least cost has at most one
//! clone for each signature, a *variant*. The cost of the body of a variant, for each choice of the variants that it
//! calls, is solved on its own. In the problem of the other functions, a node for each variant decides whether it exists
//! and what it calls, and a node for each call decides which variant it calls. The bound of that problem holds for all
//! clonings.
//!
//! A function that is not cloned, but is called by one that is, has exactly one variant, which a single node decides. Its
//! body remains in the problem.

mod function;
mod nodes;
mod sites;

use super::super::prepared::SiteSources;
use super::super::sites::SiteGroup;
use crate::assign_layouts::collect::boundaries::{FunctionBoundary, FunctionScope};
use function::product;
use ir::Module;
pub(super) use nodes::ChosenVariants;
use sites::{EnclosingFunctions, VariantSites};

/// Chooses the variants of least cost. `functions` are the functions that may be cloned, callers first. `None` if they
/// are too many, or their bodies are related to other functions.
pub(super) fn choose(
    module: &Module,
    from: SiteSources<'_>,
    scope: &FunctionScope,
    functions: &[&FunctionBoundary],
) -> Option<ChosenVariants> {
    let enclosing = EnclosingFunctions(
        functions.iter().enumerate().map(|(at, it)| (it.function, at)).collect(),
    );
    let shared = scope.boundaries.iter().filter(|it| {
        let mut callers = it.calls.iter().map(|&call| enclosing.enclosing(module, call));
        !enclosing.0.contains_key(&it.function) && callers.any(|caller| caller.is_some())
    });
    let all: Vec<&FunctionBoundary> = functions.iter().copied().chain(shared).collect();
    let mut sites = VariantSites::new(module, from, scope, enclosing, &all)?;
    let (outside, mut bodies) = sites.owned_groups()?;
    bodies.resize_with(all.len(), SiteGroup::default);
    let mut variants = Vec::new();
    for (at, group) in bodies.into_iter().enumerate() {
        variants.push(sites.variants(at, group, &all)?);
    }
    let counts: Vec<usize> = variants.iter().map(|it| it.layouts.len()).collect();
    let mut work = 0usize;
    for own in &mut variants {
        own.choices = product(own.calls.iter().map(|&(_, callee)| (0..counts[callee]).collect()))?;
        let solved = own.choices.len() * own.layouts.len();
        work = work.saturating_add(solved.saturating_mul(own.group.sites.len().max(100)));
    }
    if work > from.effort.variant_sites() {
        return None;
    }
    let costs = variants.iter().map(|own| sites.body_costs(own, &variants));
    let costs = costs.collect::<Option<Vec<_>>>()?;
    sites.solve(&outside, &variants, &costs)
}
