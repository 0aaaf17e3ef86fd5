//! The cost of the reorders of a module, counted from its types alone. Conversions of constants cost nothing.

use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::Footprints;
use ir::constants::Constants;
use ir::stride_reqs::ValueReqs;
use ir::{Module, Op, Registry, Value};

/// Returns the cost of all reorders of a module: the bytes that they read and write, or the time for them. A reorder
/// between equal layouts is a copy to other memory.
pub(crate) fn reorder_cost(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
) -> u64 {
    let constants = Constants::new(module, registry, module.root());
    let reqs = ValueReqs::new(module, module.root());
    let bytes = module
        .walk()
        .filter(|op| {
            let mut operands = module.operands(*op).iter();
            registry.op_def(module, *op).is_some_and(|def| def.is_copy)
                && !operands.any(|&value| constants.contains(value))
        })
        .map(|op| copy_cost(module, footprints, &reqs, op));
    bytes.fold(0, u64::saturating_add)
}

fn copy_cost(module: &Module, footprints: &mut Footprints, reqs: &ValueReqs, op: Op) -> u64 {
    let ends = module.operands(op).first().copied().zip(module.result(op, 0));
    let Some((from, to)) = ends else { return 0 };
    let [Some(read), Some(written)] =
        [from, to].map(|value| bytes(module, footprints, reqs, value))
    else {
        return 0;
    };
    footprints.rates().conversion(module, to, read, written)
}

/// Returns the bytes of a value; `None` if it is not a ranked tensor.
fn bytes(
    module: &Module,
    footprints: &mut Footprints,
    reqs: &ValueReqs,
    value: Value,
) -> Option<u64> {
    let key = footprints.key(&module.ctx, value, module.ty(value))?;
    let declared = Candidate::declared(module, module.ty(value));
    let layout = declared.unwrap_or_else(|| footprints.row_major(key));
    let of_ops = reqs.get(value).map(|reqs| footprints.reqs_id(reqs)).unwrap_or_default();
    let of_type = footprints.type_reqs(&module.ctx, module.ty(value), layout);
    let joined = footprints.join(of_ops, of_type);
    Some(footprints.padded_bytes(key, layout, joined))
}
