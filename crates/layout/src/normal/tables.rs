//! The offsets of many indices at once: of all indices of a layout, or of a list of them.
//!
//! An offset is a sum of numbers that depend on few dims each. The normal forms show these dims: the digits of mixed
//! radix, the bits of a swizzle, or the independent components of any pipeline. So each number is tabulated once, and an
//! offset is a sum of entries. A layout without such a form is evaluated in lanes.
//!
//! - `form`: the tables; `build`: their computation from the forms of a layout;
//! - `fill`: the offsets of all indices, in row-major order; `lookup`: those of a list of indices.

mod build;
mod fill;
mod form;
mod lookup;

use crate::domain::LaneValue;
use crate::pipeline::Layout;
use crate::space::{Dim, IndexSpace, Shape};
use crate::stride::AddressError;

/// The number of entries of a table that stays in the nearest cache, and of the indices that are evaluated at once.
const BLOCK: usize = 1 << 11;

/// The reason why the offsets of many indices cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulkError {
    /// The length of this dim is dynamic, so that the number of indices is unknown.
    Dynamic(Dim),
    /// The memory for results has another number of elements.
    Count {
        /// The number of indices, or of their components.
        expected: u128,
        /// The number of elements.
        found: usize,
    },
    /// The numbers of all indices do not fit memory.
    Memory,
    /// The offset of an index is not that of an element of the memory.
    Outside {
        /// The offset, in elements.
        offset: i64,
        /// The number of elements of the memory.
        length: usize,
    },
    /// Different elements have this slot.
    Shared(i64),
    /// An offset cannot be computed.
    Address(AddressError),
}

impl_error!(BulkError {
    Self::Dynamic(dim) => "the length of {dim} is dynamic",
    Self::Count { expected, found } => "expected {expected} numbers, found {found}",
    Self::Memory => "the layout has too many indices for memory",
    Self::Outside { offset, length } =>
        "offset {offset} is outside of the {length} elements of memory",
    Self::Shared(slot) => "several indices share slot {slot}, but their elements differ",
    Self::Address(error) => "{error}",
});

impl_from! { BulkError { Address(AddressError) } }

impl BulkError {
    /// Returns an error unless the numbers are equal.
    pub(crate) fn unless_equal(expected: u128, found: usize) -> Result<(), BulkError> {
        let is_equal = usize::try_from(expected) == Ok(found);
        is_equal.then_some(()).ok_or(BulkError::Count { expected, found })
    }
}

impl Layout {
    /// Returns the number of logical indices, and their lengths.
    pub(crate) fn static_space(&self) -> Result<(u128, Vec<i64>), BulkError> {
        let shape: &Shape = self.shape();
        match (shape.static_lengths(), shape.first_dynamic()) {
            (None, Some(dim)) => Err(BulkError::Dynamic(dim)),
            (lengths, _) => {
                let lengths = lengths.unwrap_or_default();
                Ok((IndexSpace::below(lengths.iter().copied()).count(), lengths))
            }
        }
    }
}

/// Returns the components of some indices below lengths from a number on, in row-major order, with a lane for each.
fn lanes_of_part(lengths: &[usize], first: usize, count: usize) -> Vec<LaneValue> {
    let mut apart: usize = lengths.iter().product();
    let components = lengths.iter().map(|&length| {
        apart /= length;
        let mut component = first / apart % length;
        let mut left = apart - first % apart;
        if left >= count || length == 1 {
            return LaneValue::Same(component as i64);
        }
        let mut values = Vec::with_capacity(count);
        while values.len() < count {
            values.resize(values.len() + left.min(count - values.len()), component as i64);
            left = apart;
            component = if component + 1 == length { 0 } else { component + 1 };
        }
        LaneValue::each(values)
    });
    components.collect()
}

#[cfg(test)]
mod tests;
