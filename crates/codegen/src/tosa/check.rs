//! The parts of a module that TOSA cannot express: ops of other dialects, and values that are not row major.

use super::mentions::OWN_DIALECTS;
use super::plain::defines_layouts;
use ir::diag::{Diag, code, counted};
use ir::encoding::{self, Reading};
use ir::layout::TensorLayout;
use ir::print::ValueNames;
use ir::types::Type;
use ir::{Context, Module, Op, Registry, Value};
use std::collections::BTreeMap;

/// The dialects that `tosa-opt` reads.
const DIALECTS: [&str; 3] = ["builtin", "func", "tosa"];

/// Returns the first part that TOSA cannot express, with the number of others.
pub(super) fn first_fault(module: &Module, registry: &Registry) -> Option<Diag> {
    let names = ValueNames::new(module, registry);
    let mut reasons: BTreeMap<Type, Option<String>> = BTreeMap::new();
    let mut faults = Vec::new();
    let mut ops = vec![module.root()];
    while let Some(op) = ops.pop() {
        if defines_layouts(module, registry, op) {
            continue;
        }
        faults.extend(fault_of_op(module, op));
        let values = module.inner_arguments(op).chain(module.results(op));
        for value in values {
            let ty = module.ty(value);
            let reason = reasons.entry(ty).or_insert_with(|| reason_of_type(&module.ctx, ty));
            let reason = reason.as_ref();
            faults.extend(reason.map(|reason| fault_of_value(module, &names, value, reason)));
        }
        let inner: Vec<Op> = module.inner_ops(op).collect();
        ops.extend(inner.into_iter().rev());
    }
    let others = faults.len().saturating_sub(1);
    let first = faults.into_iter().next()?;
    Some(match others {
        0 => first,
        _ => first
            .note(format!("{} of the module cannot be written either", counted(others, "part"))),
    })
}

fn fault_of_op(module: &Module, op: Op) -> Option<Diag> {
    let name = module.name(op);
    let dialect = name.split_once('.').map_or(name, |(dialect, _)| dialect);
    if DIALECTS.contains(&dialect) {
        return None;
    }
    let diag =
        Diag::error(code::OUTPUT, module.location(op), format!("`{name}` is not an op of TOSA"));
    Some(match OWN_DIALECTS.contains(&dialect) {
        true => diag.note("`materialize-layouts` replaces reorders and views by ops of TOSA"),
        false => diag.note(format!("tools for TOSA read the dialects {}", DIALECTS.join(", "))),
    })
}

fn fault_of_value(module: &Module, names: &ValueNames<'_>, value: Value, reason: &str) -> Diag {
    let message = format!("`%{}` is not row major: {reason}", names.get(value));
    Diag::error(code::OUTPUT, module.type_location(value), message)
        .note("the values of TOSA are row major; `materialize-layouts` writes layouts as shapes")
}

/// Returns the reason why the layout of a type is not row major; `None` if it is.
fn reason_of_type(ctx: &Context, ty: Type) -> Option<String> {
    match encoding::read(ctx, ty) {
        Ok(None | Some(Reading::Open | Reading::Opaque(_))) => None,
        Ok(Some(Reading::Ordered(layout))) => reason_of_order(ctx, ty, &layout),
        Ok(Some(Reading::Format(layout))) => Some(format!("its format is {}", layout.format)),
        Ok(Some(Reading::Descriptor(key))) => {
            Some(format!("its layout is that of the key `{key}`"))
        }
        Err(fault) => Some(fault.message),
    }
}

fn reason_of_order(ctx: &Context, ty: Type, layout: &TensorLayout) -> Option<String> {
    let resolved = match layout.resolve() {
        Ok(resolved) => resolved,
        Err(error) => return Some(error.to_string()),
    };
    let packed = encoding::row_major(ctx, ty).ok().flatten().and_then(|it| it.resolve().ok());
    let Some(packed) = packed else { return Some("its row-major strides are unknown".to_owned()) };
    if layout.offset().get() != 0 {
        return Some(format!("its offset is {}", layout.offset().get()));
    }
    let [own, expected] = [resolved.strides(), packed.strides()];
    let lengths = layout.shape().values();
    let mut strides = own.values().zip(expected.values()).zip(lengths);
    // The stride of a dim of length 1 has no effect.
    let differs =
        strides.any(|((own, expected), length)| own != expected && length.get() != Some(1));
    differs.then(|| format!("its strides are {own}, but must be {expected}"))
}
