//! The reasons why a copy has no plan by digits.

use crate::space::Dim;
use crate::stride::AddressError;

/// The reason why a copy has no plan. The copy map may still describe it, element by element.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CopyPlanFault {
    /// The shapes of source and target differ.
    Shapes,
    /// The element size is unknown.
    NoElement,
    /// The elements have this number of bits, which is not a number of whole bytes.
    Bits(i64),
    /// No index of the target is valid.
    Empty,
    /// The offset of one of the layouts is not a sum of digits of single dims.
    NotDigits,
    /// The digits of a dim in the two layouts have no common refinement.
    NoRefinement(Dim),
    /// A condition of one of the layouts is not a range of one dim.
    NotRange,
    /// The dynamic length of this dim is not the outermost stride of both layouts.
    DynamicInside(Dim),
    /// Several indices of the target share a slot, or the target has negative strides.
    NotNested,
    /// The target has slots before its buffer.
    Before,
    /// The padding of the target is not at the end of its rows.
    Padding,
    /// The allocation of the target cannot be computed.
    Allocation(AddressError),
    /// A number does not fit 64 bits.
    Overflow,
}

/// Returns a number of 64 bits.
///
/// # Errors
/// The number does not fit.
pub(super) fn narrow(number: i128) -> Result<i64, CopyPlanFault> {
    i64::try_from(number).map_err(|_| CopyPlanFault::Overflow)
}

/// Returns the sum of two numbers.
///
/// # Errors
/// The sum does not fit 64 bits.
pub(super) fn sum(a: i64, b: i64) -> Result<i64, CopyPlanFault> {
    a.checked_add(b).ok_or(CopyPlanFault::Overflow)
}

/// Returns the product of two numbers.
///
/// # Errors
/// The product does not fit 64 bits.
pub(super) fn product(a: i64, b: i64) -> Result<i64, CopyPlanFault> {
    a.checked_mul(b).ok_or(CopyPlanFault::Overflow)
}

impl_error!(CopyPlanFault {
    Self::Shapes => "the source and the target have different shapes",
    Self::NoElement => "the element size is unknown",
    Self::Bits(1) => "an element has 1 bit, which is not a number of whole bytes",
    Self::Bits(bits) => "an element has {bits} bits, which is not a number of whole bytes",
    Self::Empty => "no index of the target is valid",
    Self::NotDigits => "an offset is not a sum of digits of single dims",
    Self::NoRefinement(dim) => "the digits of {dim} in source and target have no common refinement",
    Self::NotRange => "a condition on the index is not a range of one dim",
    Self::DynamicInside(dim) => "the dynamic length of {dim} is not outermost in source and target",
    Self::NotNested => "the strides of the target are not nested, so indices may share slots",
    Self::Before => "the target starts before its buffer",
    Self::Padding => "the padding of the target is not at the end of its rows",
    Self::Allocation(error) => "{error}",
    Self::Overflow => "a number does not fit 64 bits",
});
