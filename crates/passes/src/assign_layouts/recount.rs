//! The bytes that the reorders of a module move, counted from its types alone. Conversions of constants count nothing.

use super::candidate::Candidate;
use super::collect::is_plain;
use super::constants::is_converted_constant;
use super::footprint::Footprints;
use indexmap::IndexSet;
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxBuildHasher;

/// Returns the bytes that all reorders of a module read and write. A reorder between two spellings of one layout moves
/// none.
pub(super) fn moved_bytes(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
    constants: &IndexSet<Value, FxBuildHasher>,
) -> u64 {
    let is_copy = |op: &Op| {
        let mut operands = module.operands(*op).iter();
        registry.of(module, *op).is_some_and(|def| def.is_copy)
            && !operands.any(|&value| is_converted_constant(module, constants, value))
    };
    let bytes = module.walk().filter(is_copy).map(|op| copied_bytes(module, footprints, op));
    bytes.fold(0, u64::saturating_add)
}

fn copied_bytes(module: &Module, footprints: &mut Footprints, op: Op) -> u64 {
    let (Some(&from), Some(to)) = (module.operands(op).first(), module.result(op, 0)) else {
        return 0;
    };
    let [Some(from_key), Some(to_key)] =
        [from, to].map(|value| footprints.key(&module.ctx, value, module.ty(value)))
    else {
        return 0;
    };
    let [read, written] = [(from, from_key), (to, to_key)].map(|(value, key)| {
        let declared = Candidate::declared(module, module.ty(value));
        declared.unwrap_or_else(|| footprints.row_major(key))
    });
    if is_plain(module, to) && footprints.is_same(from_key, read, written) {
        return 0;
    }
    footprints.bytes(from_key, read).saturating_add(footprints.bytes(to_key, written))
}
