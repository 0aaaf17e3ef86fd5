//! Lengths from operands, as far as they are known.

use crate::call::{Call, InferenceStop, length};
use crate::elem::MAX_RANK;
use ir::types::Extent;

/// Converts a length that an operand specifies.
///
/// # Errors
/// The length is negative.
pub(super) fn given(value: Option<i64>) -> Result<Extent, InferenceStop> {
    value.map(|value| length(value.into(), "the result length")).transpose()
}

/// Returns unknown lengths, as many as a shape operand has elements.
///
/// # Errors
/// The number is unknown or above [`MAX_RANK`].
pub(super) fn open_rank(call: &Call<'_>, index: usize) -> Result<Vec<Extent>, InferenceStop> {
    match call.dims(index)? {
        [Some(rank)] if *rank <= MAX_RANK as u64 => Ok(vec![None; *rank as usize]),
        _ => Err(InferenceStop::Unknown),
    }
}

/// Returns the lengths that a shape operand specifies. Its number of elements suffices; `None` if the operand is absent.
///
/// # Errors
/// The number is unknown or above [`MAX_RANK`], or a length is negative.
pub(super) fn specified(
    call: &Call<'_>,
    index: usize,
) -> Result<Option<Vec<Extent>>, InferenceStop> {
    match call.partial_ints(index) {
        Err(InferenceStop::Unknown) => open_rank(call, index).map(Some),
        shape => shape?.map(|shape| shape.iter().map(|&len| given(len)).collect()).transpose(),
    }
}

/// Converts a computed length.
///
/// # Errors
/// The length is too large.
pub(super) fn checked(sum: u128) -> Result<u64, InferenceStop> {
    length(i128::try_from(sum).unwrap_or(i128::MAX), "the result length")
}

/// Returns the sum of two lengths, if both are known.
pub(super) fn sum(a: Extent, b: Extent) -> Result<Extent, InferenceStop> {
    a.zip(b).map(|(a, b)| checked(u128::from(a) + u128::from(b))).transpose()
}

/// Returns the product of two lengths, if both are known.
pub(super) fn product(a: Extent, b: Extent) -> Result<Extent, InferenceStop> {
    a.zip(b).map(|(a, b)| checked(u128::from(a) * u128::from(b))).transpose()
}
