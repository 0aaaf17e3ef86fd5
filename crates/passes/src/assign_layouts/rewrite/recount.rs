//! The cost of the reorders of a module, counted from its types alone. Conversions of constants cost nothing.

use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, TensorKey};
use ir::constants::Constants;
use ir::stride_reqs::ValueReqs;
use ir::{Module, Op, Registry, Type, Value};
use rustc_hash::FxHashMap;

/// Returns the cost of all reorders of a module: the bytes that they read and write, or the time for them. A reorder
/// between equal layouts is a copy to other memory; one between different layouts with the same slots is a view.
pub(crate) fn reorder_cost(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
) -> u64 {
    let constants = Constants::new(module, registry, module.root());
    let reqs = ValueReqs::new(module, module.root());
    let copies = registry.ops_with(module, |def| def.is_copy);
    let mut sizes = CopiedSizes { module, footprints, reqs, declared: FxHashMap::default() };
    let costs = copies
        .filter(|&op| !module.operands(op).iter().any(|&value| constants.contains(value)))
        .map(|op| sizes.copy_cost(op));
    costs.fold(0, u64::saturating_add)
}

/// The sizes of copied values.
struct CopiedSizes<'a> {
    module: &'a Module,
    footprints: &'a mut Footprints,
    reqs: ValueReqs,
    /// The layout that each type declares.
    declared: FxHashMap<Type, Option<Candidate>>,
}

impl CopiedSizes<'_> {
    fn copy_cost(&mut self, op: Op) -> u64 {
        let ends = self.module.operands(op).first().copied().zip(self.module.result(op, 0));
        let Some((from, to)) = ends else { return 0 };
        if self.is_view(from, to) {
            return 0;
        }
        let [Some(read), Some(written)] = [from, to].map(|value| self.bytes(value)) else {
            return 0;
        };
        self.footprints.rates().conversion(self.module, to, read, written)
    }

    /// Returns `true` if two values have different layouts that place each element at the same slot.
    fn is_view(&mut self, from: Value, to: Value) -> bool {
        let (Some((key, a)), Some((_, b))) = (self.layout(from), self.layout(to)) else {
            return false;
        };
        a != b && self.footprints.is_same(key, a, b)
    }

    /// Returns the tensor of a value, and its layout; `None` if it is not a ranked tensor.
    fn layout(&mut self, value: Value) -> Option<(TensorKey, Candidate)> {
        let CopiedSizes { module, footprints, declared, .. } = self;
        let ty = module.ty(value);
        let key = footprints.key(&module.ctx, value, ty)?;
        let declared = declared.entry(ty).or_insert_with(|| Candidate::declared(module, ty));
        Some((key, declared.unwrap_or_else(|| footprints.row_major(key))))
    }

    /// Returns the bytes of a value; `None` if it is not a ranked tensor.
    fn bytes(&mut self, value: Value) -> Option<u64> {
        let (key, layout) = self.layout(value)?;
        let CopiedSizes { module, footprints, reqs, .. } = self;
        let ty = module.ty(value);
        let of_ops = reqs.get(value).map(|reqs| footprints.reqs_id(reqs)).unwrap_or_default();
        let of_type = footprints.type_reqs(ty, layout);
        let joined = footprints.join(of_ops, of_type);
        Some(footprints.padded_bytes(key, layout, joined))
    }
}
