//! Operands with known elements, and the positions of elements.

use crate::call::Call;
use crate::elem::{TensorType, count};
use crate::literal::ElementValues;
use std::borrow::Cow;

/// Returns the number of elements. `None` if it is unknown or large.
pub(super) fn few(ty: &TensorType) -> Option<u64> {
    count(&ty.lengths()?).filter(|&count| !ElementValues::is_large(count))
}

/// An operand with its elements, each of which may be unknown.
pub(super) struct Operand<'a> {
    /// The lengths of the dims.
    pub(super) dims: Vec<usize>,
    /// The elements in row-major order.
    pub(super) elements: Cow<'a, ElementValues>,
}

impl<'a> Operand<'a> {
    /// Returns operand `index`. `None` if it has many elements, or no integers and no known elements.
    pub(super) fn from_call(call: &Call<'a>, index: usize) -> Option<Operand<'a>> {
        let fact = call.optional(index)?;
        let count = few(&fact.ty)? as usize;
        let elements = match &fact.numbers {
            Some(numbers) => Cow::Borrowed(numbers),
            None if fact.ty.elem.is_int() => Cow::Owned(ElementValues::Ints(vec![None; count])),
            None => return None,
        };
        let dims = fact.ty.sizes()?;
        (elements.len() == count).then_some(Operand { dims, elements })
    }

    /// Returns all operands of a call.
    pub(super) fn all(call: &Call<'a>) -> Option<Vec<Operand<'a>>> {
        (0..call.inputs.len()).map(|index| Operand::from_call(call, index)).collect()
    }
}

/// Returns the position of an index in row-major order.
pub(super) fn position(index: &[usize], dims: &[usize]) -> usize {
    index.iter().zip(dims).fold(0, |at, (&index, &len)| at * len + index)
}

/// Returns all indices in row-major order.
pub(super) fn indices(dims: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count: usize = dims.iter().product();
    (0..count).map(move |mut at| {
        let mut index = vec![0; dims.len()];
        for (entry, len) in index.iter_mut().zip(dims).rev() {
            (*entry, at) = (at % len, at / len);
        }
        index
    })
}

/// Returns the index in an operand that is broadcast to the result at `index`.
pub(super) fn broadcast(index: &[usize], dims: &[usize]) -> Vec<usize> {
    let own = &index[index.len() - dims.len().min(index.len())..];
    own.iter().zip(dims).map(|(&at, &len)| if len == 1 { 0 } else { at }).collect()
}
