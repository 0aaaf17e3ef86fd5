//! The reshapes whose result is contracted with constants alone.

use ir::constants::Constants;
use ir::contraction::contracted_dims;
use ir::encoding;
use ir::layout::{Dim, DimsOrder};
use ir::stride_reqs::REQS_ATTR;
use ir::view_builder::builds_views;
use ir::views::{Subview, ViewMap};
use ir::{Module, Op, Registry, Value};
use rustc_hash::FxHashMap;

/// A reshape that merges the inner dims of a value to one dim, over which all its users sum products with constants.
///
/// The order in which the dims are merged is that of the constants, too. So both may have another one.
#[derive(Clone, Debug)]
pub(super) struct Flatten {
    /// The reshape; its first operand is the merged value.
    pub(super) op: Op,
    pub(super) from: Value,
    /// The first of the merged dims; all inner ones follow.
    pub(super) first: usize,
    /// The lengths of the merged dims.
    pub(super) lens: Vec<u64>,
    pub(super) weights: Vec<Weight>,
}

/// A constant that is contracted with the result of a reshape.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weight {
    pub(super) op: Op,
    pub(super) operand: usize,
    /// The contracted dim.
    pub(super) dim: usize,
}

impl Flatten {
    /// Returns the permutation of the dims of the merged value, by which they are merged in their order in memory.
    /// Dims of length 1 keep their positions. `None` if the dims are in logical order.
    pub(super) fn permutation(&self, order: DimsOrder) -> Option<Vec<usize>> {
        let rank = self.first + self.lens.len();
        if order.rank() != rank {
            return None;
        }
        let long = |dim: &usize| *dim >= self.first && self.lens[dim - self.first] > 1;
        let in_memory = order.results().map(Dim::index).filter(long);
        let mut permutation: Vec<usize> = (0..rank).collect();
        for (place, dim) in (0..rank).filter(long).zip(in_memory) {
            permutation[place] = dim;
        }
        (!permutation.is_sorted()).then_some(permutation)
    }
}

/// Returns the flattens of a module, in program order.
pub(super) fn flattens(module: &Module, registry: &Registry) -> Vec<Flatten> {
    let merges: Vec<Flatten> = module.walk().filter_map(|op| merge(module, registry, op)).collect();
    if merges.is_empty() {
        return merges;
    }
    let mut users: FxHashMap<Value, Vec<(Op, usize)>> = FxHashMap::default();
    users.extend(merges.iter().filter_map(|it| Some((module.result(it.op, 0)?, Vec::new()))));
    for op in module.walk() {
        for (operand, value) in module.operands(op).iter().enumerate() {
            if let Some(users) = users.get_mut(value) {
                users.push((op, operand));
            }
        }
    }
    let constants = Constants::new(module, registry, module.root());
    let contracted = merges.into_iter().filter_map(|merge| {
        let users = users.get(&module.result(merge.op, 0)?)?;
        let weights = users.iter().map(|&user| weight(module, &constants, user));
        let weights = weights.collect::<Option<Vec<_>>>()?;
        let is_used = !weights.is_empty() && !constants.contains(merge.from);
        is_used.then_some(Flatten { weights, ..merge })
    });
    contracted.collect()
}

/// Returns an op that merges the inner dims of a value, without its users; `None` for another op.
fn merge(module: &Module, registry: &Registry, op: Op) -> Option<Flatten> {
    if !builds_views(module, op) || module.attr(op, REQS_ATTR).is_some() {
        return None;
    }
    let relations = registry.element_relations(module, op)?.ok()?;
    let [Subview { whole, part, map: ViewMap::Reshape }] = relations[..] else { return None };
    if module.operands(op).first() != Some(&whole) || module.result(op, 0) != Some(part) {
        return None;
    }
    let before = module.kind(whole).tensor_dims()?;
    // The type of a transposed value would lack the bounds of dynamic dims.
    if encoding::laid_out_lengths(&module.ctx, module.ty(whole))?[..] != *before {
        return None;
    }
    let merged = (*module.kind(part).tensor_dims()?.last()?)?;
    let mut lens = Vec::new();
    let mut count = 1u64;
    for len in before.iter().rev() {
        if count == merged {
            break;
        }
        let len = (*len)?;
        count = count.checked_mul(len)?;
        lens.insert(0, len);
    }
    let is_merge = count == merged && lens.iter().filter(|&&len| len > 1).count() > 1;
    let first = before.len() - lens.len();
    is_merge.then_some(Flatten { op, from: whole, first, lens, weights: Vec::new() })
}

/// Returns the constant that an op contracts with an operand along its last dim; `None` if there is none.
fn weight(module: &Module, constants: &Constants, (op, operand): (Op, usize)) -> Option<Weight> {
    let pair = contracted_dims(module, op)?;
    let own = pair.iter().position(|side| side.operand == operand)?;
    let [own, other] = [pair[own], pair[1 - own]];
    let operands = module.operands(op);
    let rank = module.kind(operands[operand]).tensor_dims()?.len();
    let value = *operands.get(other.operand)?;
    // An op that uses the value twice contracts it with itself, or adds it elsewhere.
    let is_once = operands.iter().filter(|&&it| it == operands[operand]).count() == 1;
    let lens = module.kind(value).tensor_dims()?;
    let is_static = lens.iter().all(Option::is_some);
    let fits = own.dim + 1 == rank && is_once && is_static && constants.contains(value);
    fits.then_some(Weight { op, operand: other.operand, dim: other.dim })
}
