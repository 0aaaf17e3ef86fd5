//! The reasons why a copy has no plan by digits.

use std::fmt;

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

impl fmt::Display for CopyPlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyPlanFault::Shapes => f.write_str("the source and the target have different shapes"),
            CopyPlanFault::NoElement => f.write_str("the element size is unknown"),
            CopyPlanFault::Bits(bits) => {
                write!(f, "an element has {bits} bits, which is not a number of whole bytes")
            }
            CopyPlanFault::Empty => f.write_str("no index of the target is valid"),
            CopyPlanFault::NotDigits => {
                f.write_str("an offset is not a sum of digits of single dims")
            }
            CopyPlanFault::NoRefinement(dim) => {
                write!(f, "the digits of {dim} in source and target have no common refinement")
            }
            CopyPlanFault::NotRange => {
                f.write_str("a condition on the index is not a range of one dim")
            }
            CopyPlanFault::DynamicInside(dim) => {
                write!(f, "the dynamic length of {dim} is not outermost in source and target")
            }
            CopyPlanFault::NotNested => {
                f.write_str("the strides of the target are not nested, so indices may share slots")
            }
            CopyPlanFault::Before => f.write_str("the target starts before its buffer"),
            CopyPlanFault::Padding => {
                f.write_str("the padding of the target is not at the end of its rows")
            }
            CopyPlanFault::Allocation(error) => error.fmt(f),
            CopyPlanFault::Overflow => f.write_str("a number does not fit 64 bits"),
        }
    }
}

impl std::error::Error for CopyPlanFault {}
