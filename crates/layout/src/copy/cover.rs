//! The slots of the target that a kernel writes: elements, and the storage padding between and after them.
//!
//! The digits of the target nest: the slots of a digit are a block that the next digit repeats. If the kernel fills the
//! padding, the slots between the end of a block and its next repetition become further values of the block's outermost
//! digit, which are zero. Where these slots are not a whole number of values, they are a fill.

use super::fault::{CopyPlanFault, narrow, product};
use super::padding::PaddingEnd;
use super::plan::CopyFill;
use super::refine::{RefinedDigit, RefinedDim, Refinement};
use crate::domain::ceil;
use crate::space::Len;
use std::ops::Range;

/// A block of slots: the digits of one dim that the target steps through as one.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// The position in [`Refinement::dims`].
    dim: usize,
    weight: i64,
    stride: i64,
    /// The number of values; `None` if it is dynamic.
    extent: Option<i64>,
    /// `true` if no digit of the dim is outside of this block.
    is_top: bool,
}

/// A gap between a block and its next repetition.
struct Gap {
    start: i64,
    slots: i64,
    /// The number of levels inside.
    level: usize,
}

/// Extends the digits over the padding of the target, up to its end, and returns the padding that they do not reach.
/// The end of a target with a dynamic length is that of its last block.
pub(super) fn cover(
    refinement: &mut Refinement,
    end: PaddingEnd,
) -> Result<Vec<CopyFill>, CopyPlanFault> {
    let mut levels = levels(refinement)?;
    let end = match end {
        PaddingEnd::ElementsOnly => {
            check_nested(&levels)?;
            return Ok(Vec::new());
        }
        PaddingEnd::Dynamic => 0,
        PaddingEnd::Slots(end) => end,
    };
    let gaps = extend(refinement, &mut levels, end)?;
    for level in levels.iter().filter(|level| level.is_top) {
        if let Some(extent) = level.extent {
            let dim = &mut refinement.dims[level.dim];
            dim.written.end = product(extent, level.weight)?;
            widen(dim)?;
        }
    }
    Ok(gaps
        .iter()
        .map(|gap| {
            let over = levels[gap.level.min(levels.len())..].iter().rev().map(|level| {
                (level.extent.and_then(Len::new).unwrap_or(Len::DYNAMIC), level.stride)
            });
            CopyFill::new(gap.start, gap.slots, over)
        })
        .collect())
}

/// Returns the levels of the target, innermost first.
fn levels(refinement: &Refinement) -> Result<Vec<Level>, CopyPlanFault> {
    let mut found = Vec::new();
    for (dim, refined) in refinement.dims.iter().enumerate() {
        let mut start = 0;
        while let Some(first) = refined.digits.get(start) {
            let mut next = start + 1;
            while refined.digits.get(next).is_some_and(|digit| continues(first, digit)) {
                next += 1;
            }
            let above = refined.digits.get(next);
            let extent = match (above, first.length.get()) {
                (_, None) => None,
                (Some(above), _) => Some(above.weight / first.weight),
                (None, Some(_)) => Some(values(&refined.written, first.weight)?),
            };
            if first.target <= 0 {
                return Err(CopyPlanFault::NotNested);
            }
            found.push(Level {
                dim,
                weight: first.weight,
                stride: first.target,
                extent,
                is_top: above.is_none(),
            });
            start = next;
        }
    }
    found.sort_by_key(|level| (level.stride, level.dim));
    Ok(found)
}

/// Returns the number of values of a block of this weight at these positions.
fn values(positions: &Range<i64>, weight: i64) -> Result<i64, CopyPlanFault> {
    let start = i128::from(positions.start);
    let end = i128::from(positions.end);
    narrow(ceil(end, weight.into()) - start / i128::from(weight))
}

/// Returns `true` if the target steps through both digits as one.
fn continues(first: &RefinedDigit, digit: &RefinedDigit) -> bool {
    let ratio = i128::from(digit.weight / first.weight);
    i128::from(digit.target) == i128::from(first.target) * ratio
}

/// Returns the slots of a block of a level.
fn block(level: &Level) -> Result<Option<i64>, CopyPlanFault> {
    level.extent.map(|extent| product(extent, level.stride)).transpose()
}

/// Returns an error if a block is longer than the next stride.
fn check_nested(levels: &[Level]) -> Result<(), CopyPlanFault> {
    let mut inside = Some(1);
    for level in levels {
        if inside.is_none_or(|inside| level.stride < inside) {
            return Err(CopyPlanFault::NotNested);
        }
        inside = block(level)?;
    }
    Ok(())
}

/// Extends the levels over the gaps. Returns the gaps that remain.
fn extend(
    refinement: &mut Refinement,
    levels: &mut Vec<Level>,
    end: i64,
) -> Result<Vec<Gap>, CopyPlanFault> {
    if refinement.dims.iter().any(|dim| dim.written.start > 0) {
        return Err(CopyPlanFault::Padding);
    }
    let mut gaps = Vec::new();
    let mut inside = 1;
    let mut at = 0;
    loop {
        let next = match levels.get(at) {
            Some(level) => level.stride,
            None => end.max(inside),
        };
        if next < inside {
            return Err(CopyPlanFault::NotNested);
        }
        if next > inside {
            match at.checked_sub(1).map(|at| &mut levels[at]) {
                Some(last) if last.is_top && next % last.stride == 0 => {
                    last.extent = Some(next / last.stride);
                }
                None => {
                    levels.insert(0, padding_level(refinement, next)?);
                    at = 1;
                }
                Some(_) => gaps.push(Gap { start: inside, slots: next - inside, level: at }),
            }
        }
        let Some(level) = levels.get(at) else { break };
        match block(level)? {
            Some(slots) => inside = slots,
            None if at + 1 == levels.len() => return Ok(gaps),
            None => return Err(CopyPlanFault::NotNested),
        }
        at += 1;
    }
    if inside > end {
        return Err(CopyPlanFault::Padding);
    }
    Ok(gaps)
}

/// Adds a dim for the padding after single elements: of its positions, only 0 has an element.
fn padding_level(refinement: &mut Refinement, length: i64) -> Result<Level, CopyPlanFault> {
    let dim = refinement.dims.len();
    let length = Len::new(length).ok_or(CopyPlanFault::Overflow)?;
    let digit = RefinedDigit { weight: 1, length, source: 0, target: 1 };
    refinement.dims.push(RefinedDim { shift: 0, digits: vec![digit], written: 0..1, valued: 0..1 });
    Ok(Level { dim, weight: 1, stride: 1, extent: length.get(), is_top: true })
}

/// Extends the outermost digit of a dim so that the digits count all written positions.
fn widen(dim: &mut RefinedDim) -> Result<(), CopyPlanFault> {
    let end = dim.written.end;
    if let Some(top) = dim.digits.last_mut() {
        let length = narrow(ceil(end.into(), top.weight.into()))?;
        top.length = Len::new(length).ok_or(CopyPlanFault::Overflow)?;
    }
    Ok(())
}
