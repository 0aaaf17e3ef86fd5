//! The error of a tensor description.

use crate::diag::counted;
use crate::layout::{AddressError, BufferError, ElemSize, Elems, RankError};
use layout::{impl_error, impl_from};

/// The reason why attributes or a layout do not define a description.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DescriptionError {
    /// An enumerator is not registered in Vulkan.
    Unregistered {
        /// The field.
        field: &'static str,
        /// The text or number of the enumerator.
        text: String,
    },
    /// The format is unknown, or has no element size.
    Format,
    /// The description has no dims.
    NoDims,
    /// The numbers of strides and dims differ.
    Strides {
        /// The number of strides.
        strides: usize,
        /// The number of dims.
        dims: usize,
    },
    /// A length is less than 1, or the description has too many dims.
    Rank(RankError),
    /// The strides of the packed tensor do not fit 64 bits.
    Packed(BufferError),
    /// The size in bytes of a number of elements does not fit 64 bits.
    Bytes {
        /// The number of elements.
        amount: Elems,
        /// The size of an element.
        elem: ElemSize,
    },
    /// An offset or size does not fit 64 bits, or depends on a dynamic length.
    Address(AddressError),
}

impl_error!(DescriptionError {
    Self::Unregistered { field, text } => "`{field}` is \"{text}\", which Vulkan does not define",
    Self::Format => "its format is unknown or has no element size",
    Self::NoDims => "it has no dims",
    Self::Strides { strides, dims } =>
        "it has {}, but {}" (counted(*strides, "stride"), counted(*dims, "dim")),
    Self::Rank(error) => "{error}",
    Self::Packed(error) => "{error}",
    Self::Bytes { amount, elem } => "the size in bytes of {amount} of {elem} does not fit 64 bits",
    Self::Address(error) => "{error}",
});
impl_from!(DescriptionError { Address(AddressError) });
