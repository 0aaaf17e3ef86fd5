//! Errors of descriptions.

use std::fmt;

use crate::layout::{AddressError, Conflict, ElemSize, Elems, RankError};

/// Why attributes or a layout are no description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DescriptionError {
    /// A field is not registered.
    Unregistered {
        /// The field.
        field: &'static str,
        /// Its text or number.
        text: String,
    },
    /// The format is unknown, or its elements have no size.
    Format,
    /// There are no dims.
    NoDims,
    /// There are other strides than dims.
    Strides {
        /// The number of strides.
        strides: usize,
        /// The number of dims.
        dims: usize,
    },
    /// A length is below 1, or there are too many dims.
    Rank(RankError),
    /// The strides of the packed tensor do not fit 64 bits.
    Packed(Box<Conflict>),
    /// An amount of elements does not fit 64 bits as bytes.
    Bytes {
        /// The amount.
        amount: Elems,
        /// The size of an element.
        elem: ElemSize,
    },
    /// An offset or size does not fit 64 bits, or depends on a dynamic length.
    Address(AddressError),
}

impl fmt::Display for DescriptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DescriptionError::Unregistered { field, text } => {
                write!(f, "`{field}` is \"{text}\", which is not registered")
            }
            DescriptionError::Format => f.write_str("its format is not known or has no size"),
            DescriptionError::NoDims => f.write_str("it has no dims"),
            DescriptionError::Strides { strides, dims } => {
                write!(f, "it has {strides} strides for {dims} dims")
            }
            DescriptionError::Rank(error) => error.fmt(f),
            DescriptionError::Packed(conflict) => conflict.fmt(f),
            DescriptionError::Bytes { amount, elem } => {
                write!(f, "{amount} of {elem} do not fit 64 bits as bytes")
            }
            DescriptionError::Address(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for DescriptionError {}

impl From<AddressError> for DescriptionError {
    fn from(error: AddressError) -> DescriptionError {
        DescriptionError::Address(error)
    }
}
