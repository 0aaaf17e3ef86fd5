//! The tensor view: digits of the row-major number of the index, and their places in the region.

use super::data::{MAX_NV_DIMS, NvClip, NvTensorView, NvViewDim};
use super::refusal::{NvTensorReason, NvTensorRefusal};
use super::terms::{AddressTerms, NvAxis, index_of};
use crate::normal::RadixDigit;
use crate::space::{checked_product, row_major_strides};

/// Returns the view of coordinates with these spans; `None` if no view is needed.
///
/// # Errors
/// The index has more digits than a view has dims, or digits of a dim are apart that must be one.
pub(super) fn view(
    terms: &AddressTerms,
    axes: &[NvAxis],
    spans: &[i64],
) -> Result<Option<NvTensorView>, NvTensorRefusal> {
    let steps = steps(spans)?;
    let weights: Option<Vec<i64>> = (0..terms.digits.len())
        .map(|place| {
            let uses = axes.iter().zip(&steps).flat_map(|(axis, &step)| {
                let own = axis.terms.iter().filter(move |&&(term, _)| term == place);
                own.map(move |&(_, factor)| factor.checked_mul(step))
            });
            uses.into_iter().try_fold(0i64, |sum, part| sum.checked_add(part?))
        })
        .collect();
    let weights = weights.ok_or_else(too_large)?;
    let mut digits = separable(terms, &weights)?;
    if digits.len() > MAX_NV_DIMS {
        fuse(&mut digits);
    }
    if digits.len() > MAX_NV_DIMS {
        return Err(too_many(terms));
    }
    let mut joined = digits.clone();
    fuse(&mut joined);
    if matches!(joined[..], [RadixDigit { stride: 1, .. }]) {
        // The number of each element in the region is its row-major number.
        return Ok(None);
    }
    if let Some(permutation) = permutation(&digits, spans, &steps) {
        let is_identity = permutation.iter().zip(0..).all(|(&dim, at)| dim == at);
        let view = NvTensorView { permutation, dims: None, clip: NvClip::NONE };
        return Ok((!is_identity).then_some(view));
    }
    if digits.is_empty() {
        digits.push(RadixDigit { length: 1, stride: 1 });
    }
    let dims: Option<Vec<NvViewDim>> = digits
        .iter()
        .map(|digit| {
            let dimension = digit.length.try_into().ok()?;
            Some(NvViewDim { dimension, stride: digit.stride.try_into().ok()? })
        })
        .collect();
    let permutation = (0..).take(digits.len()).collect();
    let dims = Some(dims.ok_or_else(too_large)?);
    Ok(Some(NvTensorView { permutation, dims, clip: NvClip::NONE }))
}

fn too_large() -> NvTensorRefusal {
    NvTensorRefusal::from(NvTensorReason::Exceeds32Bits("the number of elements of the region"))
}

/// Returns the refusal of a layout with too many digits.
pub(super) fn too_many(terms: &AddressTerms) -> NvTensorRefusal {
    fn stride(terms: &AddressTerms, place: usize) -> i64 {
        let uses = terms.axes.iter().flat_map(|axis| {
            let own = axis.terms.iter().filter(move |&&(term, _)| term == place);
            own.map(move |&(_, factor)| factor.saturating_mul(axis.stride))
        });
        uses.fold(0i64, i64::saturating_add)
    }
    let digits = terms.digits.iter().enumerate();
    let digits = digits.map(|(place, digit)| (digit.length, stride(terms, place))).collect();
    NvTensorRefusal::from(NvTensorReason::TooManyDims(digits))
}

/// Returns the distance of neighbors in each dim of a region, whose elements are numbered in row-major order.
fn steps(spans: &[i64]) -> Result<Vec<i64>, NvTensorRefusal> {
    let count = checked_product(spans.iter().copied());
    count.filter(|&count| count <= u32::MAX.into()).ok_or_else(too_large)?;
    row_major_strides(spans).ok_or_else(too_large)
}

/// Returns the digits of the row-major number of the index, each with the distance of its steps in the row-major number of
/// a coordinate in the region. Digits of a dim whose length is not a multiple of the lower ones are one.
///
/// # Errors
/// Such digits are apart in the region.
fn separable(terms: &AddressTerms, weights: &[i64]) -> Result<Vec<RadixDigit>, NvTensorRefusal> {
    let mut found: Vec<RadixDigit> = Vec::new();
    for (place, digit) in terms.digits.iter().enumerate() {
        let weight = weights[place];
        let is_slowest = place == 0 || terms.digits[..place].iter().all(|it| it.dim == digit.dim);
        let joins = !terms.is_top(place) && !terms.may_cut_above(place);
        if !joins {
            // Whole digits of a dim above a faster dim: the slowest one is as long as the dim leaves.
            let length = match terms.is_top(place) && !is_slowest {
                true => terms.lengths[digit.dim] / digit.weight,
                false => digit.length,
            };
            found.push(RadixDigit { length, stride: weight });
            continue;
        }
        let above = weights[place - 1];
        if Some(above) != weight.checked_mul(digit.length) {
            let length = terms.lengths[digit.dim];
            let digits = digit.weight * digit.length;
            let reason = NvTensorReason::PartialDigit { dim: digit.dim, length, digits };
            let at = index_of(&terms.digits[place - 1], &terms.lengths);
            return Err(NvTensorRefusal::at(reason, &at));
        }
        if let Some(joined) = found.last_mut() {
            *joined = RadixDigit { length: terms.group_length(place), stride: weight };
        }
    }
    Ok(found)
}

impl AddressTerms {
    /// Returns the length of the digit that ends at a position, and begins at the slowest digit above it that cannot be
    /// separated from it.
    fn group_length(&self, place: usize) -> i64 {
        let mut first = place;
        while !self.is_top(first) && !self.may_cut_above(first) {
            first -= 1;
        }
        let digit = self.digits[place];
        match self.is_top(first) {
            true => self.lengths[digit.dim] / digit.weight,
            false => self.digits[first..=place].iter().map(|digit| digit.length).product(),
        }
    }
}

/// Joins neighbors that are one digit of the region's number.
fn fuse(digits: &mut Vec<RadixDigit>) {
    digits.dedup_by(|faster, slower| {
        let is_one = faster.stride.checked_mul(faster.length) == Some(slower.stride);
        let length = slower.length.checked_mul(faster.length).filter(|_| is_one);
        if let Some(length) = length {
            *slower = RadixDigit { length, stride: faster.stride };
        }
        length.is_some()
    });
}

/// Returns the dims of the region in the order of the digits; `None` if they do not have the lengths of the digits. Dims
/// of one coordinate come last.
fn permutation(digits: &[RadixDigit], spans: &[i64], steps: &[i64]) -> Option<Vec<u32>> {
    let mut found = Vec::new();
    for digit in digits {
        let place = (0..spans.len())
            .find(|&dim| *digit == RadixDigit { length: spans[dim], stride: steps[dim] })?;
        let place = u32::try_from(place).ok()?;
        if found.contains(&place) {
            return None;
        }
        found.push(place);
    }
    fn moves(spans: &[i64], dim: &u32) -> bool {
        spans[*dim as usize] != 1
    }
    let all: Vec<u32> = (0..).take(spans.len()).collect();
    if all.iter().filter(|dim| moves(spans, dim)).any(|dim| !found.contains(dim)) {
        return None;
    }
    found.extend(all.iter().filter(|dim| !moves(spans, dim)));
    // A dim of one coordinate that is outermost stays there, so that the identity is recognized.
    let is_sorted = found.iter().filter(|dim| moves(spans, dim)).is_sorted();
    Some(if is_sorted { all } else { found })
}
