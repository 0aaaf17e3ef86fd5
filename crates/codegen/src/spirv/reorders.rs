//! The `layout.reorder` ops of a module with the data of their entry points: kernel, element size and dispatch grid.

use super::blocks::{self, BlockGrid, LOCAL_SIZE};
use super::exchange::{self, GridCode};
use super::memory;
use crate::conversions::{self, Conversion, function_around};
use crate::emitter::EmitContext;
use address::program::Program;
use address::simplify::CostModel;
use indexmap::IndexSet;
use ir::diag::{Diag, code};
use ir::encoding;
use ir::kernel::CopyKernel;
use ir::layout::CopyPlan;
use ir::print::{ValueNames, type_to_string};
use ir::source::Span;
use ir::target::StorageIntegers;
use ir::{Module, Op, Registry, TypeKind, Verified};

/// The greatest number of workgroups in one dimension: the minimum that Vulkan requires for `maxComputeWorkGroupCount`.
const MAX_GROUPS: u64 = crate::limits::WORKGROUPS;
/// The greatest size of a storage buffer in bytes: `maxStorageBufferRange` is a 32-bit integer.
const MAX_BYTES: u64 = crate::limits::BUFFER_BYTES;

/// The name of the push constant with the dynamic length.
pub(crate) const LENGTH: &str = "length";

/// A reorder that can be written as an entry point.
pub(crate) struct ReorderEntry<'a> {
    /// The symbol of the kernel.
    pub(crate) name: &'a str,
    /// The location of the kernel.
    pub(crate) span: Span,
    /// The plan of the copy; `None` if the layouts are not sums of digits.
    pub(crate) plan: Option<CopyPlan>,
    pub(crate) code: ReorderCode,
    pub(crate) invocations: Invocations,
    /// The sizes of the source and of the target.
    pub(crate) slots: [SlotCount; 2],
    /// The first slot of the target that a kernel without a plan writes.
    pub(crate) first_slot: u64,
    /// `true` if slots without an element are set to zero.
    pub(crate) fills_padding: bool,
    /// The ops that the kernel executes, in module order.
    pub(crate) reorders: Vec<Op>,
    /// The symbol of each function with a reorder that the kernel executes, once each, in module order; `None` for
    /// reorders outside of functions.
    pub(crate) functions: Vec<Option<&'a str>>,
    /// The name of the source value, without `%`.
    pub(crate) source: String,
    /// The name of the target value, without `%`.
    pub(crate) target: String,
    pub(crate) element_type: String,
    /// The size of an element: a number of whole bytes, at most 8.
    pub(crate) bits: u32,
}

/// The code of an entry point.
pub(crate) enum ReorderCode {
    /// The blocks and tiles of a plan.
    Grids(Vec<GridCode>),
    /// The program from target slots to source slots.
    Slots(Box<Program>),
}

/// The number of invocations that a kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Invocations {
    Static(u64),
    /// For a dynamic length n: n * `multiply` / `divide`, rounded up.
    PerLength {
        multiply: u64,
        divide: u64,
    },
}

/// The number of slots of a buffer: a constant plus the dynamic length times a factor, which is 0 if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SlotCount {
    pub(crate) constant: i64,
    pub(crate) per_length: i64,
}

impl ReorderEntry<'_> {
    /// Returns the size of the workgroup memory of the kernel, in bytes.
    pub(crate) fn workgroup_bytes(&self) -> i64 {
        match &self.code {
            ReorderCode::Grids(grids) => grids.iter().map(GridCode::workgroup_bytes).max(),
            ReorderCode::Slots(_) => None,
        }
        .unwrap_or(0)
    }

    /// Returns the number of bytes of which the buffers need a multiple, because the kernel accesses words.
    pub(crate) fn size_multiple(&self, integers: StorageIntegers) -> u32 {
        let has_arrays = match self.bits / 8 {
            1 | 3 | 5 | 7 => integers.bytes,
            2 | 6 => integers.halves,
            _ => true,
        };
        if has_arrays { 1 } else { 4 }
    }

    /// Returns the size of this number of slots, in bytes.
    pub(crate) fn bytes(&self, slots: i64) -> i64 {
        slots * i64::from(self.bits / 8)
    }

    /// Returns the number of workgroups in each dimension, so that every block has an invocation. There may be more
    /// invocations than blocks. `None` if it depends on a dynamic length.
    pub(crate) fn groups(&self) -> Option<[u64; 3]> {
        let Invocations::Static(invocations) = self.invocations else { return None };
        let groups = invocations.div_ceil(LOCAL_SIZE.into());
        let rows = groups.div_ceil(MAX_GROUPS).max(1);
        Some([groups.div_ceil(rows), rows, 1])
    }
}

/// Returns `true` if a module has a reorder.
pub(super) fn any(module: &Module, registry: &Registry) -> bool {
    registry.ops_with(module, |def| def.is_copy).next().is_some()
}

/// Returns the entry points of the wanted reorders of a module, in the order of their first reorders.
///
/// # Errors
/// The first wanted reorder that has no kernel, or whose element size or buffer size is unsupported.
pub(crate) fn reorders<'a>(
    module: &'a Verified,
    cx: &EmitContext<'a>,
    integers: StorageIntegers,
    is_wanted: &dyn Fn(Op) -> bool,
) -> Result<Vec<ReorderEntry<'a>>, Diag> {
    let (mut conversions, missing) = conversions::conversions(module, cx.registry)?;
    conversions.retain(|it| it.reorders.iter().any(|&op| is_wanted(op)));
    if let Some(&op) = missing.iter().find(|&&op| is_wanted(op)) {
        let message = format!("this `{}` has no kernel", module.name(op));
        let note = "run `lower-addressing`: it creates the kernel, or reports why it cannot";
        return Err(Diag::error(code::STRUCTURE, module.location(op), message).note(note));
    }
    let names = ValueNames::new(module, cx.registry);
    let widest = memory::widest(integers);
    conversions.into_iter().map(|it| reorder(module, cx, &names, it, widest)).collect()
}

/// Returns the text and the size of the elements of a reorder.
fn element(module: &Verified, op: Op) -> Result<(String, u32), Diag> {
    let source = module.operands(op)[0];
    let TypeKind::Tensor { elem, .. } = *module.kind(source) else {
        return Err(refused(module, op, "its operand is not a tensor"));
    };
    let size = encoding::elem_size(&module.ctx, elem);
    let size = size.map_err(|fault| refused(module, op, &fault.message))?;
    let element_type = type_to_string(module, elem);
    let bits = u32::try_from(size.bits().get()).ok().filter(|&bits| bits % 8 == 0 && bits <= 64);
    let bits = bits.ok_or_else(|| {
        let bits = size.bits();
        let reason =
            format!("an element of `{element_type}` has {bits}, but must have 1 to 8 whole bytes");
        refused(module, op, &reason)
    })?;
    Ok((element_type, bits))
}

fn refused(module: &Verified, op: Op, reason: &str) -> Diag {
    let message = format!("this `{}` cannot be written as SPIR-V: {reason}", module.name(op));
    Diag::error(code::OUTPUT, module.location(op), message)
}

fn reorder<'a>(
    module: &'a Verified,
    cx: &EmitContext<'a>,
    names: &ValueNames<'_>,
    conversion: Conversion<'a>,
    widest: i64,
) -> Result<ReorderEntry<'a>, Diag> {
    let op = conversion.reorders[0];
    let source = module.operands(op)[0];
    let target = module.result(op, 0);
    let target = target.expect("the verifier counts the results of a reorder");
    let (element_type, bits) = element(module, op)?;
    let refused = |reason: String| refused(module, op, &reason);
    let slots = sizes(&conversion.kernel).map_err(refused)?;
    check_sizes(bits, slots).map_err(refused)?;
    let first_slot = conversion.first_slot.min(slots[1].constant).unsigned_abs();
    let (code, invocations) = code(&conversion, cx, first_slot, widest).map_err(refused)?;
    let functions: IndexSet<Option<&str>> =
        conversion.reorders.iter().map(|&op| function_around(module, cx.registry, op)).collect();
    Ok(ReorderEntry {
        name: conversion.name,
        span: module.span(conversion.op),
        fills_padding: conversion.kernel.fills_padding,
        plan: conversion.kernel.plan,
        code,
        invocations,
        slots,
        first_slot,
        functions: functions.into_iter().collect(),
        reorders: conversion.reorders,
        source: names.get(source),
        target: names.get(target),
        element_type,
        bits,
    })
}

/// Returns the sizes of the source and of the target of a kernel.
fn sizes(kernel: &CopyKernel) -> Result<[SlotCount; 2], String> {
    if let Some(slots) = kernel.slots() {
        return Ok(slots.map(|constant| SlotCount { constant, per_length: 0 }));
    }
    let plan = kernel.plan.as_ref().ok_or("it has neither a plan nor a static size")?;
    let ends = plan.ends().map_err(|fault| fault.to_string())?;
    Ok(ends.map(|end| SlotCount { constant: end.constant, per_length: end.per_length }))
}

/// Checks that storage buffers can have these sizes.
fn check_sizes(bits: u32, slots: [SlotCount; 2]) -> Result<(), String> {
    for (what, count) in ["source", "target"].into_iter().zip(slots) {
        let most = i64::try_from(MAX_BYTES).unwrap_or(i64::MAX) / i64::from(bits / 8);
        let at_least = count.constant.saturating_add(count.per_length);
        if !(1..=most).contains(&at_least) {
            let reason = match at_least > most {
                true => ", because `maxStorageBufferRange` is a 32-bit number of bytes",
                false => "",
            };
            return Err(format!(
                "its {what} has {at_least} slots, but a storage buffer holds from 1 to {most}{reason}"
            ));
        }
    }
    Ok(())
}

/// Returns the code of a kernel and its number of invocations.
fn code(
    conversion: &Conversion<'_>,
    cx: &EmitContext<'_>,
    first_slot: u64,
    widest: i64,
) -> Result<(ReorderCode, Invocations), String> {
    let Some(plan) = &conversion.kernel.plan else {
        let program = conversion.slot_program(cx, CostModel::Slots)?;
        let count = Invocations::Static(program.params()[0].end() - first_slot);
        return Ok((ReorderCode::Slots(Box::new(program)), count));
    };
    let grids = blocks::grids(plan, widest)?;
    let dynamic = grids.iter().find_map(BlockGrid::dynamic).cloned();
    let grids = GridCode::from_plan(plan, grids);
    let count = exchange::invocations(&grids).filter(|&count| count <= i64::from(u32::MAX));
    let count = count.ok_or("it has more than 2^32 invocations")?.unsigned_abs();
    let invocations = match dynamic {
        None => Invocations::Static(count),
        Some(digit) => {
            let multiply = digit.length.number().unsigned_abs() * count;
            Invocations::PerLength { multiply, divide: digit.block.unsigned_abs() }
        }
    };
    Ok((ReorderCode::Grids(grids), invocations))
}
