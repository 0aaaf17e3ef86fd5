//! The interface for inverting a transform as a chain of other transforms.

use super::fault::TransformFault;
use crate::space::DimId;

/// The reason why a transform has no inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UndoFault {
    /// The inverse is not a chain of transforms, or is not known to be one.
    Irreversible,
    /// Several result indices map to the same operand index.
    Shared,
    /// An result index is outside the lengths of its dim.
    Astray,
    /// The number of combinations of result indices to try exceeds the limit.
    TooMany,
    /// A transform of the inverse does not fit its dims.
    Unfit(TransformFault),
}

impl_from! { UndoFault { Unfit(TransformFault) } }

/// The dims that a chain of transforms of an inverse ends at.
pub(crate) type Undone = Result<Vec<DimId>, UndoFault>;

/// A chain of transforms from the result dims of a transform to its operand dims. The named methods apply the transforms
/// that inverses consist of, so that no kind of transform depends on another. A method fails if a number does not fit
/// 64 bits.
pub(crate) trait UndoContext {
    /// The type of all transforms.
    type Transform;

    /// Applies a transform to dims and returns its result dims.
    fn apply(&mut self, transform: impl Into<Self::Transform>, dims: &[DimId]) -> Undone;

    /// Merges dims into one dim, whose index has their indices as its digits, the first the slowest.
    fn merge(&mut self, dims: &[DimId]) -> Result<DimId, UndoFault>;

    /// Splits a dim into dims of these lengths, whose indices are its digits, the first the slowest.
    fn unmerge(&mut self, dim: DimId, lengths: &[i64]) -> Undone;

    /// Returns a dim of another length, whose index is greater by `low`. An index without a counterpart is invalid. The
    /// dim covers every index of the operand dim if some are outside the length.
    fn shift(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault>;

    /// Adds a dim of length 1.
    fn single(&mut self) -> Result<DimId, TransformFault>;

    /// Drops a dim that has no effect on the operand index.
    fn drop_free(&mut self, dim: DimId) -> Result<(), UndoFault>;

    /// Returns a dim whose index is the sum of each index times its factor. It covers every value of the sum if these
    /// are outside `0..length`, and has this length otherwise.
    fn sum(&mut self, terms: &[(i64, DimId)], length: i64) -> Result<DimId, UndoFault>;

    /// Returns a dim of this length, whose index is that of a dim modulo `modulus`.
    fn residue(&mut self, dim: DimId, modulus: i64, length: i64) -> Result<DimId, UndoFault>;
}
