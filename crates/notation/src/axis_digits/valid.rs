//! Digits of virtual padding: those of which only the value 0 has a slot.

use layout::transform::{Embed, Freeze, Insert};
use layout::{DimId, LayoutBuilder, LayoutFault, LogicalIndex, Placement};

use super::AxisDigit;
use crate::subject::WrittenLayout;

/// The maximum length of a dim whose valid indices are listed.
const MAX_LISTED: i64 = crate::limits::LISTED_VALIDITY as i64;

/// A digit of a dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ValidDigit {
    weight: i64,
    length: i64,
    /// `true` if all values are valid; `false` if only 0 is.
    is_whole: bool,
}

/// A placement over the valid values of digits, some of which are padding.
pub(super) struct ValidDigits {
    /// The placement over the digits whose values are all valid: those of the first dim first, the slowest first.
    pub(super) placement: Placement,
    /// By dim of the index: all digits, the fastest first.
    dims: Vec<Vec<ValidDigit>>,
}

impl ValidDigits {
    /// Returns the valid digits of a placement, as the indices along each dim show; `None` if no digit is padding, or the
    /// valid indices are not those of digits.
    pub(super) fn of(placement: &Placement) -> Option<ValidDigits> {
        let (mut exprs, _) = WrittenLayout::new(placement.function(), None).ok()?.offset_expr();
        // Without predicates all indices are valid, so that none must be listed.
        if exprs.take_predicates().is_empty() {
            return None;
        }
        let lengths = placement.shape().static_lengths()?;
        let dims = (0..lengths.len()).map(|dim| digits_of(along(placement, &lengths, dim)?));
        let dims: Vec<Vec<ValidDigit>> = dims.collect::<Option<_>>()?;
        if dims.iter().flatten().all(|digit| digit.is_whole) {
            return None;
        }
        let placement = over_digits(placement, &dims).ok()?;
        Some(ValidDigits { placement, dims })
    }

    /// Returns the digits by dim of the index, with those of padding, for the digits of each dim of the placement.
    pub(super) fn with_padding(&self, found: &[Vec<AxisDigit>]) -> Vec<Vec<AxisDigit>> {
        let mut found = found.iter();
        let mut all = Vec::new();
        for dim in &self.dims {
            let whole = dim.iter().filter(|digit| digit.is_whole).count();
            let mut own: Vec<&Vec<AxisDigit>> = found.by_ref().take(whole.max(1)).collect();
            let mut digits = Vec::new();
            for digit in dim {
                match digit.is_whole {
                    true => digits.extend(own.pop().into_iter().flatten().cloned()),
                    false => digits.push(AxisDigit::only_zero(digit.length)),
                }
            }
            all.push(digits);
        }
        all
    }
}

/// Returns which indices along a dim have a slot.
fn along(placement: &Placement, lengths: &[i64], dim: usize) -> Option<Vec<bool>> {
    if lengths[dim] > MAX_LISTED {
        return None;
    }
    let mut index = vec![0; lengths.len()];
    let has_slot = (0..lengths[dim]).map(|component| {
        index[dim] = component;
        let at = LogicalIndex::new(index.iter().copied()).ok()?;
        Some(!placement.slots_of(&at).ok()?.is_empty())
    });
    has_slot.collect()
}

/// Returns the digits of the valid indices along a dim, the fastest first; `None` if they are not those of digits.
fn digits_of(line: Vec<bool>) -> Option<Vec<ValidDigit>> {
    let mut line = line;
    let mut weight = 1;
    let mut digits = Vec::new();
    if !*line.first()? {
        return None;
    }
    while line.len() > 1 {
        let is_whole = line[1];
        let length = match is_whole {
            true => line.iter().take_while(|valid| **valid).count(),
            false => 1 + line[1..].iter().take_while(|valid| !**valid).count(),
        };
        let agrees = |block: &[bool]| match is_whole {
            true => block.iter().all(|valid| *valid == block[0]),
            false => block[1..].iter().all(|valid| !valid),
        };
        if !line.len().is_multiple_of(length) || !line.chunks(length).all(agrees) {
            return None;
        }
        digits.push(ValidDigit { weight, length: length as i64, is_whole });
        weight *= length as i64;
        line = line.into_iter().step_by(length).collect();
    }
    Some(digits)
}

/// Returns the placement over the whole digits of each dim, the slowest first; over a dim of length 1 if there are none.
fn over_digits(placement: &Placement, dims: &[Vec<ValidDigit>]) -> Result<Placement, LayoutFault> {
    let mut builder = LayoutBuilder::from_layout(placement.function());
    let logical = builder.base_dims().to_vec();
    let mut inner: Vec<DimId> = Vec::new();
    for (&dim, digits) in logical.iter().zip(dims) {
        let whole = digits.iter().rev().filter(|digit| digit.is_whole);
        let lengths: Vec<i64> = whole.clone().map(|digit| digit.length).collect();
        let strides: Vec<i64> = whole.map(|digit| digit.weight).collect();
        if lengths.is_empty() {
            builder.apply(Freeze { at: 0 }, &[dim])?;
            inner.extend(builder.apply(Insert { length: 1 }, &[])?);
        } else {
            inner.extend(builder.apply(Embed { lengths, strides }, &[dim])?);
        }
    }
    inner.extend(&logical[dims.len()..]);
    placement.with_function(builder.finish(&inner)?)
}
