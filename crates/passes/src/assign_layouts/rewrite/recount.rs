//! The cost of the reorders of a module, counted from its types alone. Conversions of constants cost nothing.

use crate::assign_layouts::sites::candidate::Candidate;
use crate::assign_layouts::sites::footprint::{Footprints, TensorKey};
use ir::constants::Constants;
use ir::stride_reqs::ValueReqs;
use ir::{Module, Op, Registry, Type, Value};
use rustc_hash::FxHashMap;

/// A reorder of a module.
pub(crate) struct CountedReorder {
    /// The bytes that it reads and writes, or the time for them.
    pub(crate) cost: u64,
    /// `true` if both layouts place each element at the same slot, so that it copies to other memory.
    pub(crate) is_same: bool,
}

/// Returns the cost of all reorders of a module: the bytes that they read and write, or the time for them. A reorder
/// between equal layouts is a copy to other memory.
pub(crate) fn reorder_cost(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
) -> u64 {
    let reorders = reorders(module, registry, footprints).into_iter();
    reorders.map(|it| it.cost).fold(0, u64::saturating_add)
}

/// Returns the ops of a module that copy values, except constants, in order.
pub(crate) fn copies(module: &Module, registry: &Registry) -> Vec<Op> {
    let constants = Constants::new(module, registry, module.root());
    let is_constant = |op: Op| module.operands(op).iter().any(|&value| constants.contains(value));
    registry.ops_with(module, |def| def.is_copy).filter(|&op| !is_constant(op)).collect()
}

/// Returns the reorders of a module in the order of its ops, except those of constants.
pub(crate) fn reorders(
    module: &Module,
    registry: &Registry,
    footprints: &mut Footprints,
) -> Vec<CountedReorder> {
    let reqs = ValueReqs::new(module, module.root());
    let mut sizes = CopiedSizes { module, footprints, reqs, declared: FxHashMap::default() };
    copies(module, registry).into_iter().map(|op| sizes.reorder(op)).collect()
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
    fn reorder(&mut self, op: Op) -> CountedReorder {
        let none = CountedReorder { cost: 0, is_same: true };
        let ends = self.module.operands(op).first().copied().zip(self.module.result(op, 0));
        let Some((from, to)) = ends else { return none };
        let [Some(read), Some(written)] = [from, to].map(|value| self.bytes(value)) else {
            return none;
        };
        let cost = self.footprints.rates().conversion(self.module, to, read, written);
        CountedReorder { cost, is_same: self.is_same(from, to) }
    }

    /// Returns `true` if the layouts of two values place each element at the same slot.
    fn is_same(&mut self, from: Value, to: Value) -> bool {
        let (Some((key, a)), Some((_, b))) = (self.layout(from), self.layout(to)) else {
            return false;
        };
        self.footprints.is_same(key, a, b)
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
