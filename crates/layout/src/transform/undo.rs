//! The interface for inverting a transform as a chain of other transforms.

use super::fault::TransformFault;
use crate::space::DimId;

/// The reason why a transform has no inverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UndoFault {
    /// The inverse is not a chain of transforms, or is not known to be one.
    Irreversible,
    /// Several upper indices map to the same lower index.
    Shared,
    /// A transform of the inverse does not fit its dims.
    Unfit(TransformFault),
}

impl From<TransformFault> for UndoFault {
    fn from(fault: TransformFault) -> UndoFault {
        UndoFault::Unfit(fault)
    }
}

/// A chain of transforms from the upper dims of a transform to its lower dims. The named methods apply the transforms
/// that inverses consist of, so that no kind of transform depends on another. A method fails if a number does not fit
/// 64 bits.
pub(crate) trait UndoContext {
    /// The type of all transforms.
    type Transform;

    /// Applies a transform to dims and returns its upper dims.
    fn apply(
        &mut self,
        transform: impl Into<Self::Transform>,
        dims: &[DimId],
    ) -> Result<Vec<DimId>, TransformFault>;

    /// Merges dims into one dim, whose index has their indices as its digits, the first the slowest.
    fn merge(&mut self, dims: &[DimId]) -> Result<DimId, TransformFault>;

    /// Splits a dim into dims of these lengths, whose indices are its digits, the first the slowest.
    fn unmerge(&mut self, dim: DimId, lengths: &[i64]) -> Result<Vec<DimId>, TransformFault>;

    /// Returns a dim of another length, whose index is greater by `low`. An index without a counterpart is invalid.
    fn shift(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault>;

    /// Adds a dim of length 1.
    fn single(&mut self) -> Result<DimId, TransformFault>;

    /// Drops a dim of length 1.
    fn drop_single(&mut self, dim: DimId) -> Result<(), TransformFault>;
}
