//! The rewrite of a module: requirements, types, reorders, signatures, and the spelling of equal types.

use super::apply::{Changes, FormValues, apply};
use super::boundaries::FunctionBoundary;
use super::footprint::Footprints;
use super::problem::Assignment;
use super::sites::Sites;
use super::unify::{equal_op_values, unify};
use super::{requirements, signatures};
use ir::{Module, Registry};

/// The parts of a module that an assignment changes.
#[derive(Clone, Copy)]
pub(super) struct RewriteSources<'a> {
    pub(super) registry: &'a Registry,
    pub(super) sites: &'a Sites,
    pub(super) boundaries: &'a [FunctionBoundary],
}

/// Writes an assignment into the module, and returns the value of each form.
pub(super) fn rewrite(
    module: &mut Module,
    from: RewriteSources<'_>,
    footprints: &mut Footprints,
    assignment: &Assignment,
) -> (Changes, FormValues) {
    let RewriteSources { registry, sites, boundaries } = from;
    requirements::write(module, sites, assignment);
    let equal = equal_op_values(module, sites);
    let (mut changes, forms) = apply(module, registry, sites, footprints, assignment);
    signatures::write(module, boundaries, assignment);
    changes.views += unify(module, registry, &equal);
    (changes, forms)
}
