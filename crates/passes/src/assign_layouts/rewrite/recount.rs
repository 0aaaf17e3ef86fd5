//! The cost of the reorders of a module, counted from its types alone. Conversions of constants cost nothing.

use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use ir::constants::Constants;
use ir::{Module, Op, Registry, Value};

/// Returns the cost of all reorders of a module: the bytes that they read and write, or the time for them. A reorder
/// between equal layouts is a copy to other memory.
pub(crate) fn reorder_cost(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
) -> u64 {
    let constants = Constants::new(module, registry, module.root());
    let bytes = module
        .walk()
        .filter(|op| {
            let mut operands = module.operands(*op).iter();
            registry.op_def(module, *op).is_some_and(|def| def.is_copy)
                && !operands.any(|&value| constants.contains(value))
        })
        .map(|op| copy_cost(module, footprints, op));
    bytes.fold(0, u64::saturating_add)
}

fn copy_cost(module: &Module, footprints: &mut Footprints, op: Op) -> u64 {
    let ends = module.operands(op).first().copied().zip(module.result(op, 0));
    let Some((from, to)) = ends else { return 0 };
    let [Some(read), Some(written)] = [from, to].map(|value| bytes(module, footprints, value))
    else {
        return 0;
    };
    footprints.rates().conversion(module, to, read, written)
}

/// Returns the bytes of a value; `None` if it is not a ranked tensor.
fn bytes(module: &Module, footprints: &mut Footprints, value: Value) -> Option<u64> {
    let key = footprints.key(&module.ctx, value, module.ty(value))?;
    let declared = Candidate::declared(module, module.ty(value));
    Some(footprints.bytes(key, declared.unwrap_or_else(|| footprints.row_major(key))))
}
