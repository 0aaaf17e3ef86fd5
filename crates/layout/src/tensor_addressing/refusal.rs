//! The reasons why a layout has no tensor layout and tensor view, or the reverse.

use super::data::{MAX_NV_DIMS, NvClampMode};
use crate::messages::joined;
use crate::pipeline::LayoutFault;
use crate::space::LogicalIndex;
use crate::stride::AddressError;

/// The reason why a layout is not expressible with tensor addressing, or a state of it is not a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NvTensorReason {
    /// A length is dynamic without a bound.
    Dynamic,
    /// No index is valid.
    Empty,
    /// An offset is not a sum of digits of the index, each times a stride.
    NotDigits,
    /// A predicate is not a range of one coordinate of memory.
    Predicate,
    /// A digit has this stride, but strides are unsigned.
    NegativeStride(i64),
    /// The least offset is this number, but offsets are unsigned.
    NegativeOffset(i64),
    /// The tensor begins at this element, which neither a region nor a pointer of 16 bytes alignment reaches.
    Begin(i64),
    /// A coordinate that is clamped or wrapped overlaps the next coordinate: its stride, and the least allowed one.
    Overlap(i64, i64),
    /// Some coordinates must be clamped and others wrapped, but a tensor layout has one mode.
    TwoModes,
    /// The length of a dim is not a multiple of its inner digits, whose product this is, and its digits are apart in
    /// memory.
    PartialDigit {
        /// The dim.
        dim: usize,
        /// The length of the dim.
        length: i64,
        /// The product of the digits below the slowest one.
        digits: i64,
    },
    /// The layout has these digits, as lengths and strides, which need more dims than a tensor layout and a view have.
    TooManyDims(Vec<(i64, i64)>),
    /// A number of this name does not fit its 32 bits.
    Exceeds32Bits(&'static str),
    /// A limit on steps is exceeded, or an offset does not fit 64 bits.
    Limit(AddressError),
    /// A load in this mode reads elements that no transform of a layout expresses.
    ClampMode(NvClampMode),
    /// A state that breaks a rule of the specification.
    Invalid(String),
}

/// A layout, or a state of tensor addressing, that has no counterpart.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NvTensorRefusal {
    /// The reason.
    pub reason: NvTensorReason,
    /// An index that shows the reason; `None` if the reason concerns all indices.
    pub at: Option<LogicalIndex>,
}

impl NvTensorRefusal {
    /// Returns a refusal that an index shows.
    pub(super) fn at(reason: NvTensorReason, index: &[i64]) -> NvTensorRefusal {
        NvTensorRefusal { reason, at: LogicalIndex::new(index.iter().copied()).ok() }
    }
}

impl From<NvTensorReason> for NvTensorRefusal {
    fn from(reason: NvTensorReason) -> NvTensorRefusal {
        NvTensorRefusal { reason, at: None }
    }
}

impl From<AddressError> for NvTensorRefusal {
    fn from(error: AddressError) -> NvTensorRefusal {
        NvTensorRefusal::from(match error {
            AddressError::Unresolved => NvTensorReason::Dynamic,
            error => NvTensorReason::Limit(error),
        })
    }
}

impl From<LayoutFault> for NvTensorRefusal {
    fn from(fault: LayoutFault) -> NvTensorRefusal {
        NvTensorReason::Invalid(fault.to_string()).into()
    }
}

impl_display!(NvTensorReason {
    Self::Dynamic => "a length is dynamic",
    Self::Empty => "no index is valid",
    Self::NotDigits => "the offset is not a sum of digits of the index, each times a stride",
    Self::Predicate => "a predicate is not a range of one coordinate of memory",
    Self::NegativeStride(stride) => "a digit has stride {stride}, but strides are unsigned",
    Self::NegativeOffset(offset) =>
        "the tensor begins at element {offset}, but offsets are unsigned",
    Self::Begin(element) =>
        "the tensor begins at element {element}, which is neither a multiple of 16 bytes nor a coordinate",
    Self::Overlap(stride, least) =>
        "coordinates overlap: a stride must be at least {least} elements, but is {stride}",
    Self::TwoModes => "some coordinates are clamped and others wrapped, but there is one mode",
    Self::PartialDigit { dim, length, digits } =>
        "the length {length} of d{dim} is not a multiple of {digits}, and its digits are apart in memory",
    Self::TooManyDims(digits) =>
        "a tensor layout and a view have at most {MAX_NV_DIMS} dims each, but the digits are ({})"
        (joined(digits.iter().map(|(length, stride)| format!("{length}:{stride}")), ", ")),
    Self::Exceeds32Bits(what) => "{what} does not fit 32 bits",
    Self::Limit(error) => "{error}",
    Self::ClampMode(mode) => "no transform of a layout expresses clamp mode {mode}",
    Self::Invalid(rule) => "{rule}",
});

impl_error!(NvTensorRefusal {
    Self { reason, at: None } => "{reason}",
    Self { reason, at: Some(at) } => "{reason}; see index {at}",
});
