//! `canonicalize-layouts`: rewrites equal layouts to one canonical spelling.
//!
//! ```mlir
//! // before: a descriptor that only permutes dims, and a format that only pads them
//! layout.descriptor @rows {
//!   %h, %w, %c = layout.strided [4, 6, 3] strides [32, 4, 1]
//!   %0 = layout.pass_through %c
//!   %1 = layout.pass_through %h
//!   %2 = layout.pass_through %w
//!   layout.yield %0, %1, %2
//! }
//! layout.tensor @x : tensor<3x4x6xf16, {layout = @rows}>
//! layout.tensor @y : tensor<3x4x6xf16, {format = #layout.format<hwc8>}>
//! // after
//! layout.tensor @x : tensor<3x4x6xf16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>, strides = [1, 32, 4]}>
//! layout.tensor @y : tensor<3x4x6xf16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>,
//!                                     reqs = #layout.reqs<m0: fixed<48 elems>, m1: fixed<8 elems>, m2: fixed<1 elems>>}>
//! ```
//!
//! - A descriptor whose address map is a permutation with nested strides becomes `order`, `strides` and `offset`, if
//!   the size of its buffer stays the same. For example, a view of the last columns of a matrix ends where the matrix
//!   ends, but the same strides as a type would add storage padding beyond that end.
//! - Other descriptors with equal address maps are replaced by the first of them; no descriptor is removed.
//! - A format that is an order with padded strides becomes `order` with `reqs` that fix every stride.
//! - The strides of dims of length 1 do not affect addresses. Unless a stride requirement applies, each such dim gets
//!   the stride of a dense dim, and is ordered inside the dim before it in the type. This may reduce the storage
//!   padding of a buffer, but not its span.
//! - `order` is written as a map, `strides` as a list; empty `reqs` and an `offset` of 0 are omitted.
//!
//! A layout without such a spelling is kept: a split of C, even if a descriptor has the same address map, and a view
//! with a predicate. Memrefs are kept, because other programs read them. Open layouts are kept too: a type without a
//! layout, and an order without strides, with or without `reqs`. Each type is replaced wherever it occurs, so types
//! that were equal are still equal. On functions, `func.func(canonicalize-layouts)`, a type that an op outside of them
//! uses is kept. The address of every element stays the same.

mod canonical_form;
mod equal_descriptors;

use crate::pass::{Pass, PassContext, PassInfo};
use crate::retype::{mentioned, retype};
use crate::tensors::declared;
use canonical_form::{CanonicalForm, Canonicalizer};
use indexmap::IndexSet;
use ir::descriptor::Layouts;
use ir::stride_reqs::REQS_ATTR;
use ir::{Module, Op, Registry, Type, TypeKind};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

pub(crate) const INFO: PassInfo = PassInfo::constant(
    "canonicalize-layouts",
    "rewrites equal layouts to one canonical spelling",
    include_str!("canonicalize_layouts/page.md"),
    &[],
    &|_| Ok(Box::new(CanonicalizeLayouts)),
)
.on_functions();

/// The pass `canonicalize-layouts`.
pub struct CanonicalizeLayouts;

impl Pass for CanonicalizeLayouts {
    fn run(&self, module: &mut Module, cx: &mut PassContext<'_>) {
        let canonical_forms = canonical_forms(module, cx.registry);
        let mut types = BTreeMap::new();
        for (ty, canonical_form) in canonical_forms {
            let new = canonical_form.write(&mut module.ctx, ty);
            if new != ty {
                types.insert(ty, new);
            }
        }
        keep_types_outside(module, &cx.roots(module), &mut types);
        if !types.is_empty() {
            cx.stats.add("types respelled", retype(module, &types));
        }
    }
}

/// Removes the types that ops outside of `roots` use. They keep their spelling, so that equal types stay equal.
fn keep_types_outside(module: &mut Module, roots: &[Op], types: &mut BTreeMap<Type, Type>) {
    if roots != [module.root()] {
        let inside: FxHashSet<Op> = roots.iter().flat_map(|&root| module.walk_from(root)).collect();
        let outside: Vec<Op> = module.walk().filter(|op| !inside.contains(op)).collect();
        let fixed = mentioned(module, &outside, types);
        types.retain(|ty, _| !fixed.contains(ty));
    }
}

/// Returns the canonical spelling of each type whose spelling may change.
fn canonical_forms(module: &Module, registry: &Registry) -> Vec<(Type, CanonicalForm)> {
    let layouts = Layouts::new(module, registry);
    let canonicalizer = Canonicalizer::new(module, registry, &layouts, required(module, registry));
    let types = module
        .ctx
        .types()
        .filter(|(_, kind)| matches!(kind, TypeKind::Tensor { encoding: Some(_), .. }));
    types.filter_map(|(ty, _)| Some((ty, canonicalizer.canonical_form(ty)?))).collect()
}

/// Returns the types of tensors whose physical dims are constrained by the requirements of an op.
fn required(module: &Module, registry: &Registry) -> IndexSet<Type> {
    if module.ctx.find_name(REQS_ATTR).is_none() {
        return IndexSet::new();
    }
    let with_reqs = module.walk().filter(|&op| module.attr(op, REQS_ATTR).is_some());
    let mut types = IndexSet::new();
    for op in with_reqs {
        types.extend(module.operands(op).iter().map(|&value| module.ty(value)));
        types.extend(module.results(op).map(|value| module.ty(value)));
        let declared = registry.op_def(module, op).and_then(|def| declared(module, op, def));
        types.extend(declared.map(|tensor| tensor.ty));
    }
    types
}

#[cfg(test)]
mod tests;
