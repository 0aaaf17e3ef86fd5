//! Type inference for the dims of descriptors in custom form, which omits types.

use super::layouts::Layouts;
use crate::diag::{Diag, Sink, code};
use crate::module::{Def, Module, Op, Value};
use crate::registry::Registry;
use crate::types::{LayoutDim, TypeKind};
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

/// Infers and sets the types of the results of these stages. The dims of a faulty descriptor keep their types; the
/// fault is reported here or by the verifier.
pub fn infer_types(module: &mut Module, registry: &Registry, ops: &[Op], sink: &mut Sink) {
    let found = inferred(module, registry, ops, sink);
    for (value, dim) in found {
        let ty = module.ctx.ty(TypeKind::LayoutDim(dim));
        module.set_type(value, ty);
    }
}

/// Returns the inferred type of each result of `ops`.
fn inferred(
    module: &Module,
    registry: &Registry,
    ops: &[Op],
    sink: &mut Sink,
) -> Vec<(Value, LayoutDim)> {
    let untyped: FxHashSet<Op> = ops.iter().copied().collect();
    let parents = ops.iter().filter_map(|&op| Some((op, module.parent_op(op)?)));
    let mut descriptors: IndexSet<Op, FxBuildHasher> = IndexSet::default();
    for (op, parent) in parents {
        if registry.op_def(module, parent).is_some_and(|def| def.is_descriptor) {
            descriptors.insert(parent);
        } else {
            sink.push(outside_descriptor(module, op, parent));
        }
    }
    let layouts = Layouts::new(module, registry);
    let mut found = Vec::new();
    for descriptor in descriptors {
        match layouts.built(descriptor) {
            Ok(built) => found.extend(built.types()),
            Err(faults) => faults.into_iter().for_each(|fault| sink.push(fault)),
        }
    }
    found.retain(|(value, _)| match module.def(*value) {
        Def::Result(op, _) => untyped.contains(&op),
        Def::Argument(..) => false,
    });
    found
}

/// Returns the diagnostic of a stage outside of a descriptor.
pub(super) fn outside_descriptor(module: &Module, op: Op, parent: Op) -> Diag {
    let name = module.name(op);
    let around = module.name(parent);
    let message = format!("`{name}` must be in a descriptor, but is in `{around}`");
    Diag::error(code::STRUCTURE, module.location(op), message)
}
