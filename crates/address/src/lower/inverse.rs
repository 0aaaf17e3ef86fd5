//! Lowering of the inverse of a layout: from a slot to the least index that it holds.
//!
//! The crate `layout` alone inverts layouts, as an `InverseMap`: one or more candidates for the index of a slot, each
//! with a validity. A slot without a valid candidate holds no element. If the candidates are ordered, the first valid
//! one is the least; otherwise their indices are compared.

use super::fault::{AddressFault, IndexType};
use super::lowered::{LoweredProgram, first_fitting};
use super::unsigned::{PredicateMode, UnsignedLowering, WordSum};
use crate::operation::Width;
use crate::program::{Param, Program, ValueId};
use layout::{InverseMap, Layout};

/// Returns the program that computes the logical index that a slot holds, and whether it holds one. The parameter is a
/// slot from the first one, 0 or the least offset if that is negative, to the end of the allocation. The results are the
/// components of the least index, then a boolean. If it is false, the components are unspecified.
///
/// # Errors
/// The reason why the layout has no such program in this index type.
pub(super) fn lower(layout: &Layout, index: IndexType) -> Result<Program, AddressFault> {
    let map = layout.inverse_map().map_err(AddressFault::Inverse)?;
    let rank = layout.shape().len();
    first_fitting(index.widths(), |mode| Ok(lowered(&map, rank, mode)))
}

/// The components of an index and its validity.
struct LoweredIndex {
    components: Vec<ValueId>,
    valid: ValueId,
}

fn lowered(map: &InverseMap, rank: usize, mode: PredicateMode) -> LoweredProgram {
    let range = map.range();
    let mut lowering = UnsignedLowering::new(vec![Param { width: Width::I64, range }], mode);
    let slot = lowering.slot(range);
    let mut least: Option<LoweredIndex> = None;
    for candidate in (0..map.candidates()).rev() {
        let found = lowered_candidate(&mut lowering, map, candidate, &slot);
        least = Some(match least {
            Some(later) => lesser(&mut lowering, map.is_ordered(), found, later),
            None => found,
        });
    }
    let LoweredIndex { mut components, valid } = least.unwrap_or_else(|| LoweredIndex {
        components: vec![lowering.constant(0); rank],
        valid: lowering.boolean(false),
    });
    components.push(valid);
    LoweredProgram { lowering, results: components, inputs: vec![range] }
}

fn lowered_candidate(
    lowering: &mut UnsignedLowering,
    map: &InverseMap,
    candidate: usize,
    slot: &WordSum,
) -> LoweredIndex {
    let index = map.index_over(candidate, slot, lowering);
    let valid = lowering.take_valid();
    // Only results may be negative.
    let components = index.iter().map(|component| match map.candidates() == 1 {
        true => lowering.word(component),
        false => lowering.not_negative(component),
    });
    LoweredIndex { components: components.collect(), valid }
}

/// Returns the lesser of two indices, if both are valid, or the valid one. If the candidates are ordered, `first` is the
/// lesser one.
fn lesser(
    lowering: &mut UnsignedLowering,
    is_ordered: bool,
    first: LoweredIndex,
    later: LoweredIndex,
) -> LoweredIndex {
    let mut takes_first = first.valid;
    if !is_ordered {
        let is_less = is_less(lowering, &first.components, &later.components);
        let invalid = lowering.not(later.valid);
        let wins = lowering.either(invalid, is_less);
        takes_first = lowering.both(first.valid, wins);
    }
    let pairs = first.components.iter().zip(&later.components);
    let components = pairs.map(|(&a, &b)| lowering.select(takes_first, a, b)).collect();
    LoweredIndex { components, valid: lowering.either(first.valid, later.valid) }
}

/// Returns the boolean that an index precedes another lexicographically.
fn is_less(lowering: &mut UnsignedLowering, a: &[ValueId], b: &[ValueId]) -> ValueId {
    let mut less = lowering.boolean(false);
    for (&a, &b) in a.iter().zip(b).rev() {
        let (below, equal) = lowering.compared(a, b);
        let rest = lowering.both(equal, less);
        less = lowering.either(below, rest);
    }
    less
}

#[cfg(test)]
mod tests;
