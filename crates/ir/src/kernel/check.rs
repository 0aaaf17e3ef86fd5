//! The part of the verifier for kernels: each plan is the copy between the layouts of its kernel, and each reorder has
//! the kernel of its own copy.

use super::{
    CopyKernel, KERNEL_KEY, KERNEL_OP, RecordKernel, ends, has_equal_memory, in_plan,
    is_of_records, kernel_name, owns_padding,
};
use crate::descriptor::Layouts;
use crate::diag::{Diag, Sink, code};
use crate::encoding::Fault;
use crate::layout::{CopyPlan, CopyProofFault};
use crate::module::{Module, Op};
use crate::print::type_to_string;
use crate::registry::Registry;
use crate::source::PathStep;
use crate::types::Type;
use rustc_hash::FxHashMap;

/// Checks the kernels of a module without other errors, and the reorders that name them.
pub(crate) fn check(module: &Module, registry: &Registry, sink: &mut Sink) {
    if module.ctx.find_name(KERNEL_OP).is_none() {
        return;
    }
    let layouts = Layouts::new(module, registry);
    let mut kernels = FxHashMap::default();
    for op in module.ops(module.body()).filter(|&op| module.name(op) == KERNEL_OP) {
        if is_of_records(module, op) {
            if let Err(fault) = RecordKernel::read(&layouts, op) {
                sink.push(fault.to_diag(module.location(op)));
            }
            continue;
        }
        let kernel = CopyKernel::read(module, &layouts, op);
        let kernel = kernel.and_then(|kernel| proven(&kernel).map(|()| kernel));
        let kernel = kernel.map_err(|fault| sink.push(fault.to_diag(module.location(op)))).ok();
        kernels.insert(module.symbol(op).unwrap_or_default(), (op, kernel));
    }
    for op in registry.ops_with(module, |def| def.is_copy) {
        let Some(name) = kernel_name(module, op) else { continue };
        let checked = match kernels.get(name) {
            None => Err(unknown(module, layouts.op(name), op, name)),
            // The fault of the kernel is reported.
            Some((_, None)) => Ok(()),
            Some((at, Some(kernel))) => reorder(module, &layouts, op, (name, *at, kernel)),
        };
        if let Err(diag) = checked {
            sink.push(diag);
        }
    }
}

/// Checks that a kernel is the copy between its layouts.
fn proven(kernel: &CopyKernel) -> Result<(), Fault> {
    let Some(plan) = &kernel.plan else { return kernel.slot_map().map(|_| ()) };
    plan.prove(&kernel.source, &kernel.target).map_err(|fault| {
        let message = format!("the plan is not the copy between the types of its kernel: {fault}");
        let path: Vec<PathStep> =
            edited(&fault, plan).map(|key| PathStep::Attr(key.into())).into_iter().collect();
        in_plan(Fault::new(code::ADDRESS_DIFFERS, message).at(path))
            .note("`lower-addressing` writes the plan of a kernel")
    })
}

/// Returns the key of a plan at which a fault is reported; `None` for the whole plan.
fn edited(fault: &CopyProofFault, plan: &CopyPlan) -> Option<&'static str> {
    match fault {
        CopyProofFault::Radix(_) => Some("parts"),
        CopyProofFault::Source | CopyProofFault::Target | CopyProofFault::Shared => Some("digits"),
        CopyProofFault::Guard(_) => Some("dims"),
        CopyProofFault::Padding if !plan.fills.is_empty() => Some("fills"),
        _ => None,
    }
}

/// Returns the error of a reorder whose kernel is not defined; `other` is the op with this symbol.
fn unknown(module: &Module, other: Option<Op>, op: Op, name: &str) -> Diag {
    let reorder = module.name(op);
    let message = match other {
        Some(other) if is_of_records(module, other) => {
            format!("`@{name}` repacks records, so it is not the kernel of this `{reorder}`")
        }
        None => format!("unknown kernel `@{name}` of this `{reorder}`"),
        Some(other) => {
            let kind = module.name(other);
            format!(
                "the kernel of this `{reorder}` must be a `{KERNEL_OP}`, but `@{name}` is a `{kind}`"
            )
        }
    };
    Diag::error(code::UNDEFINED_SYMBOL, module.location(op).attr(KERNEL_KEY), message)
}

/// Checks that a kernel is the copy of a reorder.
fn reorder(
    module: &Module,
    layouts: &Layouts<'_>,
    op: Op,
    (name, at, kernel): (&str, Op, &CopyKernel),
) -> Result<(), Diag> {
    let values = module.operands(op).first().copied().zip(module.result(op, 0));
    let Some(((from, to), kernel_types)) = values.zip(ends(module, at)) else { return Ok(()) };
    let types = [module.ty(from), module.ty(to)];
    let differs = (0..2).find(|&end| !has_equal_memory(module, types[end], kernel_types[end]));
    if let Some(end) = differs
        && !copies(layouts, types, kernel)
    {
        let place = module.location(op);
        let place = if end == 0 { place.input(0) } else { place.output(0) };
        let [own, other] = [types[end], kernel_types[end]].map(|ty| type_to_string(module, ty));
        let what = ["operand", "result"][end];
        let message = format!("the {what} is `{own}`, but its kernel `@{name}` copies `{other}`");
        let diag = Diag::error(code::TYPE_MISMATCH, place, message);
        return Err(diag.note_at(module.location(at), "this is the kernel"));
    }
    if kernel.fills_padding && !owns_padding(module, op, &kernel.target) {
        let message = format!(
            "`@{name}` sets the padding of its target to zero, but the gaps of plain strides may belong to other tensors"
        );
        return Err(Diag::error(
            code::ADDRESS_DIFFERS,
            module.location(op).attr(KERNEL_KEY),
            message,
        ));
    }
    Ok(())
}

/// Returns `true` if the plan of a kernel is also the copy between tensors of two other types.
fn copies(layouts: &Layouts<'_>, types: [Type; 2], kernel: &CopyKernel) -> bool {
    let [source, target] = types.map(|ty| layouts.of_type(ty, true).ok().flatten());
    match (&kernel.plan, source, target) {
        (Some(plan), Some(source), Some(target)) => plan.prove(&source, &target).is_ok(),
        _ => false,
    }
}
