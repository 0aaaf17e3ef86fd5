//! The `layout.reorder` ops of a module with the data of their entry points: kernel, element size and dispatch grid.

use super::blocks::{self, BlockGrid, BlockLength, LOCAL_SIZE};
use super::exchange::{self, GridCode};
use super::memory;
use crate::conversions;
use address::arith::{self, ADDRESS_KEY, KERNEL_KEY, KernelFunction};
use ir::diag::{Diag, code};
use ir::encoding;
use ir::layout::CopyPlan;
use ir::print::{ValueNames, type_to_string};
use ir::source::Span;
use ir::target::StorageIntegers;
use ir::{Module, Op, Registry, TypeKind, Verified};
use std::collections::BTreeMap;

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
    pub(crate) code: ReorderCode<'a>,
    pub(crate) invocations: Invocations,
    /// The sizes of the source and of the target.
    pub(crate) slots: [SlotCount; 2],
    /// The first slot of the target that a kernel without a plan writes.
    pub(crate) first_slot: u64,
    /// `true` if slots without an element are set to zero.
    pub(crate) fills_padding: bool,
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
pub(crate) enum ReorderCode<'a> {
    /// The blocks and tiles of a plan.
    Grids(Vec<GridCode>),
    /// The map from target slots to source slots.
    Slots(Box<KernelFunction<'a>>),
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

/// Returns every reorder of a module, in module order.
///
/// # Errors
/// The first reorder that has no kernel of its own, or whose element size or buffer size is unsupported.
pub(crate) fn reorders<'a>(
    module: &'a Verified,
    registry: &'a Registry,
    integers: StorageIntegers,
) -> Result<Vec<ReorderEntry<'a>>, Diag> {
    let symbols = module.ops(module.body()).filter_map(|op| Some((module.symbol(op)?, op)));
    let symbols: BTreeMap<&str, Op> = symbols.collect();
    let names = ValueNames::new(module, registry);
    let mut reorders: Vec<ReorderEntry<'_>> = Vec::new();
    let mut entries: BTreeMap<Op, usize> = BTreeMap::new();
    for op in registry.ops_with(module, |def| def.is_copy) {
        let kernel = kernel_of(module, &symbols, op)?;
        let Some(&at) = entries.get(&kernel) else {
            entries.insert(kernel, reorders.len());
            let widest = memory::widest(integers);
            reorders.push(reorder(module, registry, &names, (op, kernel), widest)?);
            continue;
        };
        // A kernel moves bytes, so that its reorders need equal element sizes, not equal types.
        let (entry, bits) = (&mut reorders[at], element(module, op)?.1);
        if bits != entry.bits {
            let name = module.symbol(kernel).unwrap_or_default();
            let message = format!(
                "`@{name}` is the kernel of reorders with elements of {} and {bits} bits",
                entry.bits
            );
            return Err(Diag::error(code::ADDRESS, module.place(op), message));
        }
        let function = function_around(module, registry, op);
        if !entry.functions.contains(&function) {
            entry.functions.push(function);
        }
    }
    Ok(reorders)
}

/// Returns the kernel function of a reorder.
fn kernel_of(module: &Module, symbols: &BTreeMap<&str, Op>, op: Op) -> Result<Op, Diag> {
    let Some(attr) = module.attr(op, KERNEL_KEY) else {
        let message = format!("this `{}` has no kernel", module.name(op));
        let note = "run `lower-addressing`: it creates the kernel, or reports why it cannot";
        return Err(Diag::error(code::STRUCTURE, module.place(op), message).note(note));
    };
    let symbol = module.ctx.as_symbol(attr);
    symbol.and_then(|name| symbols.get(name).copied()).ok_or_else(|| {
        let message = match symbol {
            Some(name) => format!("unknown kernel `@{name}` of this `{}`", module.name(op)),
            None => format!("`{KERNEL_KEY}` of this `{}` must be a symbol", module.name(op)),
        };
        Diag::error(code::UNDEFINED_SYMBOL, module.place(op), message)
    })
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
    Diag::error(code::OUTPUT, module.place(op), message)
}

fn reorder<'a>(
    module: &'a Verified,
    registry: &'a Registry,
    names: &ValueNames<'_>,
    (op, function): (Op, Op),
    widest: i64,
) -> Result<ReorderEntry<'a>, Diag> {
    let (source, target) = (module.operands(op)[0], module.result(op, 0));
    let target = target.expect("the verifier counts the results of a reorder");
    let (element_type, bits) = element(module, op)?;
    let plan = conversions::plan(module, function)?;
    let map = match module.attr(function, ADDRESS_KEY) {
        None if plan.is_some() => None,
        _ => Some(arith::kernel(module, registry, function)?),
    };
    let fills_padding = match (&plan, &map) {
        (_, Some(map)) => map.facts.fills_padding,
        (plan, _) => plan.as_ref().is_some_and(|plan| plan.fills_padding),
    };
    let first_slot = match fills_padding {
        true => encoding::offset(&module.ctx, module.ty(target)).unwrap_or(0).max(0),
        false => 0,
    };
    let slots = sizes(plan.as_ref(), map.as_ref());
    let slots = slots.map_err(|reason| refused(module, op, &reason))?;
    check_sizes(bits, slots).map_err(|reason| refused(module, op, &reason))?;
    let first_slot = first_slot.unsigned_abs().min(slots[1].constant.unsigned_abs());
    let found = code(plan.as_ref(), map, first_slot, widest);
    let (code, invocations) = found.map_err(|reason| refused(module, op, &reason))?;
    Ok(ReorderEntry {
        name: module.symbol(function).unwrap_or_default(),
        span: module.span(function),
        plan,
        code,
        invocations,
        slots,
        first_slot,
        fills_padding,
        functions: vec![function_around(module, registry, op)],
        source: names.get(source),
        target: names.get(target),
        element_type,
        bits,
    })
}

/// Returns the sizes of the source and of the target of a kernel.
fn sizes(
    plan: Option<&CopyPlan>,
    map: Option<&KernelFunction<'_>>,
) -> Result<[SlotCount; 2], String> {
    let (Some(plan), None) = (plan, map) else {
        let size = |slots: u64| {
            let constant = i64::try_from(slots).unwrap_or(i64::MAX);
            SlotCount { constant, per_length: 0 }
        };
        let map = map.ok_or("it has neither a plan nor a map of its slots")?;
        return Ok([size(map.source_slots()), size(map.slots())]);
    };
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
fn code<'a>(
    plan: Option<&CopyPlan>,
    map: Option<KernelFunction<'a>>,
    first_slot: u64,
    widest: i64,
) -> Result<(ReorderCode<'a>, Invocations), String> {
    let Some(plan) = plan else {
        let map = map.ok_or("it has neither a plan nor a map of its slots")?;
        let count = Invocations::Static(map.slots() - first_slot);
        return Ok((ReorderCode::Slots(Box::new(map)), count));
    };
    let grids = blocks::grids(plan, widest)?;
    let dynamic = grids.iter().find_map(BlockGrid::dynamic).cloned();
    let grids = GridCode::of(plan, grids);
    let count = exchange::invocations(&grids).filter(|&count| count <= i64::from(u32::MAX));
    let count = count.ok_or("it has more than 2^32 invocations")?.unsigned_abs();
    let invocations = match dynamic {
        None => Invocations::Static(count),
        Some(digit) => {
            let (BlockLength::Static(factor) | BlockLength::Dynamic(factor)) = digit.length;
            let multiply = factor.unsigned_abs() * count;
            Invocations::PerLength { multiply, divide: digit.block.unsigned_abs() }
        }
    };
    Ok((ReorderCode::Grids(grids), invocations))
}

fn function_around<'a>(module: &'a Module, registry: &Registry, op: Op) -> Option<&'a str> {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    let is_function = |op: &Op| registry.of(module, *op).is_some_and(|it| it.function.is_some());
    around.find(is_function).and_then(|op| module.symbol(op))
}
