//! The rewrite of a module: requirements, types, reorders, signatures, and the spelling of equal types.
//!
//! The fifth step, which the search for conflicts applies to a copy of the module before the last solution is written.
//! `requirements` writes stride requirements, `apply` types and reorders, where `replaced` are those of the input,
//! `signatures` the types of functions, `marks` the ops of groups, and `unify` one spelling of equal types. `recount`
//! compares the claimed cost with the module, and `fused` the conversions that ops perform themselves with their rules.

pub(super) mod apply;
pub(super) mod fused;
pub(super) mod marks;
pub(super) mod recount;
mod replaced;
mod requirements;
pub(super) mod signatures;
mod unify;

use super::problem::Assignment;
use super::sites::Sites;
use crate::assign_layouts::collect::boundaries::FunctionBoundary;
use crate::assign_layouts::sites::footprint::Footprints;
use apply::{Changes, FormValues, apply};
use ir::{Module, Registry};
use unify::{equal_op_values, unify};

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
    marks::write(module, sites, assignment);
    let equal = equal_op_values(module, sites);
    let (changes, forms) = apply(module, registry, sites, footprints, assignment);
    signatures::write(module, boundaries, assignment);
    unify(module, registry, &equal);
    (changes, forms)
}
