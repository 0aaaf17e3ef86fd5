//! The `layout.reorder` ops of a module with the data of their entry points: kernel, element size and dispatch grid.

use address::arith::{self, ADDRESS_KEY, KERNEL_KEY, KernelFunction, PLAN_KEY};
use ir::diag::{Diag, code};
use ir::encoding;
use ir::print::{ValueNames, type_to_string};
use ir::{Module, Op, Registry, TypeKind, Verified};
use std::collections::BTreeMap;

/// The number of invocations of a workgroup: the minimum that Vulkan requires for `maxComputeWorkGroupInvocations`.
pub(crate) const LOCAL_SIZE: u32 = 128;
/// The greatest number of workgroups in one dimension: the minimum that Vulkan requires for `maxComputeWorkGroupCount`.
const MOST_GROUPS: u64 = 65_535;
/// The greatest size of a storage buffer in bytes: `maxStorageBufferRange` is a 32-bit integer.
const MOST_BYTES: u64 = u32::MAX as u64;

/// A reorder that can be written as an entry point.
pub(crate) struct ReorderEntry<'a> {
    pub(crate) kernel: KernelFunction<'a>,
    /// The symbol of each function with a reorder that the kernel executes, once each, in module order; `None` for
    /// reorders outside of functions.
    pub(crate) functions: Vec<Option<&'a str>>,
    /// The name of the source value, without `%`.
    pub(crate) source: String,
    /// The name of the target value, without `%`.
    pub(crate) target: String,
    pub(crate) element_type: String,
    /// The size of an element: 8, 16, 32 or 64 bits.
    pub(crate) bits: u32,
}

impl ReorderEntry<'_> {
    /// Returns the number of element slots of the target.
    pub(crate) fn slots(&self) -> u64 {
        self.kernel.slots()
    }

    /// Returns the size of this number of slots, in bytes.
    pub(crate) fn bytes(&self, slots: u64) -> u64 {
        slots * u64::from(self.bits / 8)
    }

    /// Returns the number of workgroups in each dimension, so that every slot has an invocation. There may be more
    /// invocations than slots.
    pub(crate) fn groups(&self) -> [u64; 3] {
        let groups = self.slots().div_ceil(LOCAL_SIZE.into());
        let rows = groups.div_ceil(MOST_GROUPS).max(1);
        [groups.div_ceil(rows), rows, 1]
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
            reorders.push(reorder(module, registry, &names, op, kernel)?);
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
    let bits = u32::try_from(size.bits().get()).ok().filter(|bits| [8, 16, 32, 64].contains(bits));
    let bits = bits.ok_or_else(|| {
        let bits = size.bits();
        let reason =
            format!("an element of `{element_type}` has {bits}, but must have 8, 16, 32 or 64");
        refused(module, op, &reason)
    })?;
    Ok((element_type, bits))
}

fn refused(module: &Verified, op: Op, reason: &str) -> Diag {
    let message = format!("this `{}` cannot be written as SPIR-V: {reason}", module.name(op));
    Diag::error(code::STRUCTURE, module.place(op), message)
}

fn reorder<'a>(
    module: &'a Verified,
    registry: &'a Registry,
    names: &ValueNames<'_>,
    op: Op,
    function: Op,
) -> Result<ReorderEntry<'a>, Diag> {
    let (source, target) = (module.operands(op)[0], module.result(op, 0));
    let target = target.expect("the verifier counts the results of a reorder");
    let (element_type, bits) = element(module, op)?;
    let has_map = module.attr(function, ADDRESS_KEY).is_some();
    if !has_map && module.attr(function, PLAN_KEY).is_some() {
        return Err(refused(module, op, "a length is dynamic"));
    }
    let reorder = ReorderEntry {
        kernel: arith::kernel(module, registry, function)?,
        functions: vec![function_around(module, registry, op)],
        source: names.get(source),
        target: names.get(target),
        element_type,
        bits,
    };
    for (what, slots) in [("source", reorder.kernel.source_slots()), ("target", reorder.slots())] {
        let most = MOST_BYTES / u64::from(bits / 8);
        if slots > most || slots == 0 {
            let reason = format!(
                "its {what} has {slots} slots, but a storage buffer holds from 1 to {most}"
            );
            return Err(refused(module, op, &reason));
        }
    }
    Ok(reorder)
}

fn function_around<'a>(module: &'a Module, registry: &Registry, op: Op) -> Option<&'a str> {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    let is_function = |op: &Op| registry.of(module, *op).is_some_and(|it| it.function.is_some());
    around.find(is_function).and_then(|op| module.symbol(op))
}
