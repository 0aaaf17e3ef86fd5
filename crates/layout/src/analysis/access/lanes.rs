//! An access: the dims that lanes step through, and the banks of the memory.

use crate::pipeline::Layout;
use crate::space::{Dim, ElemSize};
use crate::stride::AddressError;

/// The maximum number of lanes, of banks, and of bytes of a bank's word.
const MAX_LANES: i64 = crate::limits::LANES as i64;

/// The maximum size of an element, in bits.
const MAX_BITS: i64 = crate::limits::ELEMENT_BITS as i64;

/// The dims that lanes step through, and the banks of the memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The logical dims that the lanes step through, the last one fastest.
    pub dims: Vec<Dim>,
    /// The number of lanes of a group.
    pub lanes: i64,
    /// The number of banks of memory.
    pub banks: i64,
    /// The size of a bank's word, in bytes.
    pub bank_bytes: i64,
    /// The size of the element that each lane touches.
    pub elem: ElemSize,
}

/// The reason why an access cannot be analyzed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AccessError {
    /// The access has no dims.
    NoDims,
    /// The dim is outside the rank, which is the second field.
    NoSuchDim(Dim, usize),
    /// A dim is listed twice.
    Twice(Dim),
    /// The length of this logical dim is dynamic, so the groups cannot be counted.
    Dynamic(Dim),
    /// A named amount, its value, and its maximum; the minimum is 1.
    Amount(&'static str, i64, i64),
    /// An address cannot be computed.
    Address(AddressError),
}

impl_error!(AccessError {
    Self::NoDims => "the access must have at least one dim",
    Self::NoSuchDim(dim, rank) => "invalid dim {dim}: the layout has {rank} logical dims",
    Self::Twice(dim) => "{dim} is listed twice",
    Self::Dynamic(dim) => "the length of {dim} is dynamic",
    Self::Amount(what, got, most) => "{what} must be within 1 to {most}, but is {got}",
    Self::Address(error) => "{error}",
});

impl_from! { AccessError { Address(AddressError) } }

impl Access {
    /// Returns the number of words of one element.
    pub(super) fn words(&self) -> i64 {
        let word = 8 * self.bank_bytes;
        (self.elem.bits().get() + word - 1) / word
    }

    /// Returns the number of lanes that one phase serves.
    pub(super) fn phase(&self) -> i64 {
        (self.banks / self.words()).max(1)
    }

    /// Returns an error unless the access is valid for the layout. All logical lengths must be static.
    pub(super) fn check(&self, layout: &Layout) -> Result<(), AccessError> {
        let amounts = [
            ("the number of lanes", self.lanes, MAX_LANES),
            ("the number of banks", self.banks, MAX_LANES),
            ("the bytes of a bank", self.bank_bytes, MAX_LANES),
            ("the size of an element in bits", self.elem.bits().get(), MAX_BITS),
        ];
        for (what, got, most) in amounts {
            if !(1..=most).contains(&got) {
                return Err(AccessError::Amount(what, got, most));
            }
        }
        let shape = layout.shape();
        if let Some(dim) = shape.first_dynamic() {
            return Err(AccessError::Dynamic(dim));
        }
        if self.dims.is_empty() {
            return Err(AccessError::NoDims);
        }
        for (at, &dim) in self.dims.iter().enumerate() {
            if shape.get(dim).is_none() {
                return Err(AccessError::NoSuchDim(dim, shape.len()));
            }
            if self.dims[..at].contains(&dim) {
                return Err(AccessError::Twice(dim));
            }
        }
        Ok(())
    }
}
