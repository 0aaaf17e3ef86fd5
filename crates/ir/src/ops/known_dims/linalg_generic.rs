//! The dims of `linalg.generic`: a permutation of a value is a permutation of the results of its indexing map. The loops,
//! and with them the iterator types and the body, are unchanged.

use crate::affine::AffineMap;
use crate::attrs::{Attr, AttrKind};
use crate::module::{Module, Op};
use crate::registry::{AbsorbOf, OpEdit, SharedFn};
use std::sync::Arc;

/// The key of the maps from the loops to the dims of each operand.
const MAPS: &str = "indexing_maps";

/// Returns the function that changes the maps of an op.
pub(super) fn absorb() -> AbsorbOf {
    SharedFn::new(Arc::new(with_permuted_maps))
}

/// Returns the new maps of an op that computes on permuted values. `None` if a result and the operand that it replaces
/// differ, or the op has no map with a result for each dim of a permuted operand.
fn with_permuted_maps(
    module: &mut Module,
    op: Op,
    orders: &[Option<Vec<usize>>],
) -> Option<OpEdit> {
    let maps = module.ctx.as_array(module.attr(op, MAPS)?)?.to_vec();
    let count = module.operands(op).len();
    let (of_operands, of_results) = orders.split_at_checked(count)?;
    let inputs = count.checked_sub(of_results.len())?;
    if maps.len() != count || of_operands.get(inputs..)? != of_results {
        return None;
    }
    let mut new = Vec::with_capacity(count);
    for (map, order) in maps.into_iter().zip(of_operands) {
        new.push(match order {
            Some(order) => with_permuted_results(module, map, order)?,
            None => map,
        });
    }
    let maps = module.ctx.array(&new);
    Some(OpEdit { name: None, attrs: vec![(MAPS.into(), Some(maps))] })
}

/// Returns a map whose result at each position is the one of this number. `None` if the map has another number of results.
fn with_permuted_results(module: &mut Module, map: Attr, order: &[usize]) -> Option<Attr> {
    let AttrKind::AffineMap(map) = module.ctx.attr_kind(map) else { return None };
    let results = map.results();
    if results.len() != order.len() {
        return None;
    }
    let permuted = order.iter().map(|&at| results.get(at).cloned()).collect::<Option<Vec<_>>>()?;
    let map = AffineMap::new(map.num_dims(), map.num_symbols(), permuted).ok()?;
    Some(module.ctx.attr(AttrKind::AffineMap(map)))
}
