//! Verification of descriptors, of the types of their dims, and of the types that name descriptors.

use super::infer::outside_descriptor;
use super::layouts::{Layouts, ReportedError};
use crate::context::Context;
use crate::diag::{Diag, Severity, Sink, code, counted, nearest};
use crate::encoding::{self, Fault, ShapedType};
use crate::layout::transform::FormPiece;
use crate::module::{Def, Module, Op, Value};
use crate::print::type_to_string;
use crate::registry::{BlockRole, DescriptorStage, Registry};
use crate::types::{LayoutDim, Type, TypeKind};
use rustc_hash::{FxHashMap, FxHashSet};

/// The ops of a module that are related to descriptors, collected during the verifier's walk.
#[derive(Default)]
pub(crate) struct DescriptorOps<'a> {
    /// The descriptors.
    pub(crate) descriptors: Vec<Op>,
    /// The stages, inside and outside of descriptors.
    pub(crate) stages: Vec<Op>,
    /// The ops that need the layout of a symbol, with the key of the attribute that names it.
    pub(crate) layout_references: Vec<(Op, &'a str)>,
    /// The number of errors that were reported before the verifier's walk.
    pub(crate) errors: usize,
}

impl DescriptorOps<'_> {
    fn is_empty(&self) -> bool {
        self.descriptors.is_empty() && self.stages.is_empty() && self.layout_references.is_empty()
    }
}

/// Checks the descriptors of a module, the ops that need the layout of a symbol, and the types that name a descriptor.
pub(crate) fn check(
    module: &Module,
    registry: &Registry,
    found: &DescriptorOps<'_>,
    sink: &mut Sink,
) {
    let types: Vec<Type> = module.ctx.types().map(|(ty, _)| ty).collect();
    let types: Vec<Type> =
        types.into_iter().filter(|&ty| names_descriptor(&module.ctx, ty)).collect();
    if found.is_empty() && types.is_empty() {
        return;
    }
    for &op in &found.stages {
        let parent = module.parent_op(op).unwrap_or(module.root());
        if !registry.op_def(module, parent).is_some_and(|def| def.is_descriptor) {
            sink.push(outside_descriptor(module, op, parent));
        }
    }
    let layouts = Layouts::new(module, registry).without(reported(sink));
    found.stages.iter().for_each(|&op| check_table(&layouts, op, sink));
    let failed: Vec<Op> =
        found.descriptors.iter().copied().filter(|&op| !descriptor(&layouts, op, sink)).collect();
    // Faults of the ops themselves are reported by now. A descriptor that failed without any error must not pass.
    if let Some(&op) = failed.first()
        && sink.errors() == found.errors
    {
        let message = format!("`{}` is malformed", module.name(op));
        sink.error(code::DESCRIPTOR, module.location(op), message);
    }
    type_faults(&layouts, &types, sink);
    for &(op, key) in &found.layout_references {
        check_reference(&layouts, op, key, sink);
        let lists = registry.op_def(module, op).map_or(&[][..], |def| &def.entries_by_dim);
        lists.iter().for_each(|list| check_entries(&layouts, (op, key), list, sink));
    }
}

/// Checks that the symbol of a reference has a layout. The layout itself is checked at its definition.
fn check_reference(layouts: &Layouts<'_>, op: Op, key: &str, sink: &mut Sink) {
    let module = layouts.ops.module;
    let of = module.symbol_attr(op, key);
    if of.is_some_and(|name| layouts.names_records(name)) {
        return;
    }
    if let Some(Err(fault)) = of.map(|name| layouts.defined_without_shape(name)) {
        sink.push(fault.to_diag(module.location(op).attr(key)));
    }
}

/// Checks that the table that a transform reads is one. The table itself is checked at its definition.
fn check_table(layouts: &Layouts<'_>, op: Op, sink: &mut Sink) {
    let ops = &layouts.ops;
    let Some(DescriptorStage::Transform(kind)) = ops.stage(op) else { return };
    let keys = kind.form.syntax.iter().filter_map(|piece| match piece {
        FormPiece::Table(key) => Some(*key),
        _ => None,
    });
    let is_table = |op: Op| layouts.block_role(op) == Some(BlockRole::Table);
    for key in keys {
        let Some(name) = ops.module.symbol_attr(op, key) else { continue };
        let fault = match ops.op(name) {
            Some(found) if is_table(found) => continue,
            Some(found) => {
                let kind = ops.module.name(found);
                Fault::new(code::RECORD, format!("`@{name}` is a `{kind}`, but must be a table"))
            }
            None => {
                let all = ops.module.ops(ops.module.body()).filter(|&op| is_table(op));
                let near = nearest(name, all.filter_map(|op| ops.module.symbol(op)));
                let message = format!("unknown symbol `@{name}`; expected a table");
                let fault = Fault::new(code::UNDEFINED_SYMBOL, message);
                Fault { near: near.map(|near| format!("@{near}")), ..fault }
            }
        };
        sink.push(fault.to_diag(ops.module.location(op).attr(key)));
    }
}

/// Checks that a list has an entry for each logical dim of the layout of a reference.
fn check_entries(layouts: &Layouts<'_>, (op, key): (Op, &str), list: &str, sink: &mut Sink) {
    let module = layouts.ops.module;
    let of = module.symbol_attr(op, key);
    let entries = module.attr(op, list).and_then(|attr| module.ctx.as_int_list(attr));
    let Some(entries) = entries else { return };
    let Some(of) = of else { return };
    let Ok(layout) = layouts.symbol(of) else { return };
    let rank = layout.shape().len();
    if entries.len() != rank {
        let entries = counted(entries.len(), "entry");
        let message = format!("`{list}` has {entries}, but `@{of}` has {}", counted(rank, "dim"));
        sink.error(code::COUNT, module.location(op).attr(list), message);
    }
}

/// Returns the errors reported so far.
fn reported(sink: &Sink) -> FxHashSet<ReportedError> {
    let errors = sink.diags().iter().filter(|diag| diag.severity == Severity::Error);
    errors.map(|diag| (diag.span(), diag.code, diag.message.clone())).collect()
}

/// Reports the faults of a descriptor, and returns `true` if it can be built.
fn descriptor(layouts: &Layouts<'_>, op: Op, sink: &mut Sink) -> bool {
    match layouts.built(op) {
        Ok(built) => {
            for &(value, dim) in built.types() {
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

/// Checks that the type of a value is the type of its dim.
fn type_of(layouts: &Layouts<'_>, value: Value, dim: LayoutDim, sink: &mut Sink) {
    let module = layouts.ops.module;
    if *module.kind(value) == TypeKind::LayoutDim(dim) {
        return;
    }
    let Def::Result(op, _) = module.def(value) else { return };
    let message = format!(
        "the type of `{}`, a result of `{}`, must be `{dim}`, but is `{}`",
        layouts.ops.value_name(value),
        module.name(op),
        type_to_string(module, module.ty(value))
    );
    sink.push(Diag::error(code::TYPE_MISMATCH, module.location(op), message));
}

/// Returns `true` if a type names a descriptor as its layout.
fn names_descriptor(ctx: &Context, ty: Type) -> bool {
    let Some(ShapedType { encoding: Some(encoding), .. }) = ShapedType::from_type(ctx, ty) else {
        return false;
    };
    let named = ctx.dict_get(encoding, "layout");
    let is_tensor = matches!(ctx.kind(ty), TypeKind::Tensor { .. });
    // The dictionary of a memref may belong to another dialect.
    named.is_some_and(|named| is_tensor || ctx.as_symbol(named).is_some())
}

/// Reports the types whose descriptor is undefined or does not fit, at their first use. A layout that is built on a
/// faulty descriptor is not reported again.
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
