//! The verifier's part: descriptors, the types of their dims, and the types that name descriptors.

use super::infer::astray;
use super::layouts::{Layouts, ReportedError};
use crate::context::Context;
use crate::diag::{Diag, Severity, Sink, code};
use crate::encoding::{self, Fault, ShapedType};
use crate::module::{Def, Module, Op, Value};
use crate::print::type_to_string;
use crate::registry::Registry;
use crate::types::{LayoutDim, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops of a module that concern descriptors, found on the verifier's walk.
#[derive(Default)]
pub(crate) struct DescriptorOps {
    /// The descriptors.
    pub(crate) descriptors: Vec<Op>,
    /// The stages, in descriptors or not.
    pub(crate) stages: Vec<Op>,
    /// The ops that need the layout of a symbol, with the key of the reference to it.
    pub(crate) layout_references: Vec<(Op, &'static str)>,
    /// The number of errors before the verifier's walk.
    pub(crate) errors: usize,
}

impl DescriptorOps {
    fn is_empty(&self) -> bool {
        self.descriptors.is_empty() && self.stages.is_empty() && self.layout_references.is_empty()
    }
}

/// Checks the descriptors of a module, the ops that need layouts, and the types that name one.
pub(crate) fn check(module: &Module, registry: &Registry, found: &DescriptorOps, sink: &mut Sink) {
    let types: Vec<Type> = module.ctx.types().map(|(ty, _)| ty).collect();
    let types: Vec<Type> = types.into_iter().filter(|&ty| names_one(&module.ctx, ty)).collect();
    if found.is_empty() && types.is_empty() {
        return;
    }
    for &op in &found.stages {
        let parent = module.parent_op(op).unwrap_or(module.root());
        if !registry.of(module, parent).is_some_and(|def| def.is_descriptor) {
            sink.push(astray(module, op, parent));
        }
    }
    let layouts = Layouts::new(module, registry).without(reported(sink));
    let failed: Vec<Op> =
        found.descriptors.iter().copied().filter(|&op| !descriptor(&layouts, op, sink)).collect();
    // A fault that is reported elsewhere has been by now. A descriptor without one must not pass.
    if let Some(&op) = failed.first()
        && sink.errors() == found.errors
    {
        let message = format!("`{}` is not well formed", module.name(op));
        sink.error(code::DESCRIPTOR, module.span(op), message);
    }
    type_faults(&layouts, &types, sink);
    for &(op, key) in &found.layout_references {
        check_reference(&layouts, op, key, sink);
    }
}

/// Checks that a symbol has a layout, which is itself checked at its definition.
fn check_reference(layouts: &Layouts<'_>, op: Op, key: &str, sink: &mut Sink) {
    let module = layouts.ops.module;
    let of = module.attr(op, key).and_then(|attr| module.ctx.as_symbol(attr));
    if let Some(Err(fault)) = of.map(|name| layouts.defined(name)) {
        sink.push(fault.to_diag(module.place(op).attr(key)));
    }
}

/// Returns the errors that have been reported so far.
fn reported(sink: &Sink) -> FxHashSet<ReportedError> {
    let errors = sink.diags().iter().filter(|diag| diag.severity == Severity::Error);
    errors.map(|diag| (diag.span(), diag.code, diag.message.clone())).collect()
}

/// Reports the faults of a descriptor, and returns `true` if it can be built.
fn descriptor(layouts: &Layouts<'_>, op: Op, sink: &mut Sink) -> bool {
    match layouts.descriptor(op) {
        Ok(built) => {
            for &(value, dim) in &built.types {
                type_of(layouts, value, dim, sink);
            }
            true
        }
        Err(faults) => {
            faults.into_iter().for_each(|fault| sink.push(fault));
            false
        }
    }
}

/// Compares the type of a dim with that of its stage's result.
fn type_of(layouts: &Layouts<'_>, value: Value, dim: LayoutDim, sink: &mut Sink) {
    let module = layouts.ops.module;
    if *module.kind(value) == TypeKind::LayoutDim(dim) {
        return;
    }
    let Def::Result(op, _) = module.def(value) else { return };
    let message = format!(
        "`{}` makes `{}` as {dim}, but its type is {}",
        module.name(op),
        layouts.ops.value_name(value),
        type_to_string(module, module.ty(value))
    );
    sink.push(Diag::error(code::TYPE_MISMATCH, module.span(op), message));
}

/// Returns `true` if a type names a descriptor as its layout.
fn names_one(ctx: &Context, ty: Type) -> bool {
    let Some(ShapedType { encoding: Some(encoding), .. }) = ShapedType::of(ctx, ty) else {
        return false;
    };
    let named = ctx.dict_get(encoding, "layout");
    let is_tensor = matches!(ctx.kind(ty), TypeKind::Tensor { .. });
    // A memref's dictionary can be another dialect's.
    named.is_some_and(|named| is_tensor || ctx.as_symbol(named).is_some())
}

/// Reports the types whose descriptor does not exist or does not fit, where they are first mentioned. A layout built on a
/// faulty descriptor has no fault of its own.
fn type_faults(layouts: &Layouts<'_>, types: &[Type], sink: &mut Sink) {
    let mut faults: FxHashMap<Type, Fault> =
        types.iter().filter_map(|&ty| Some((ty, layouts.own_fault(ty)?))).collect();
    if faults.is_empty() {
        return;
    }
    let module = layouts.ops.module;
    for op in module.walk() {
        encoding::types_of_op(module, op, &mut |place, ty| {
            let Some(fault) = faults.remove(&ty) else { return };
            if !layouts.was_reported(op, &fault) {
                sink.push(fault.to_diag(place));
            }
        });
    }
}
