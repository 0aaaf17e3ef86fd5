//! Undoing a transform: the interface to the chain of transforms that its inverse becomes.

use super::fault::TransformFault;
use crate::space::DimId;

/// Why a transform is not undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UndoFault {
    /// Its inverse is not a chain of transforms, or not known to be one.
    Irreversible,
    /// Several upper indices have the same lower index.
    Shared,
    /// A transform of the inverse does not fit its dims.
    Unfit(TransformFault),
}

impl From<TransformFault> for UndoFault {
    fn from(fault: TransformFault) -> UndoFault {
        UndoFault::Unfit(fault)
    }
}

/// A chain of transforms from the upper dims of a transform to its lower dims. The methods with a name of their own
/// are the transforms that inverses are made of, so that no kind of transform knows another. An error is a number that
/// does not fit 64 bits.
pub(crate) trait UndoContext {
    /// Any transform.
    type Transform;

    /// Puts a transform over dims and returns its upper dims.
    fn apply(
        &mut self,
        transform: impl Into<Self::Transform>,
        dims: &[DimId],
    ) -> Result<Vec<DimId>, TransformFault>;

    /// Returns one dim whose digits are the indices of these dims, the first the slowest.
    fn merge(&mut self, dims: &[DimId]) -> Result<DimId, TransformFault>;

    /// Returns dims of these lengths whose indices are the digits of a dim, the first the slowest.
    fn unmerge(&mut self, dim: DimId, lengths: &[i64]) -> Result<Vec<DimId>, TransformFault>;

    /// Returns a dim of another length whose index is greater by `low`. An index without a counterpart is not valid.
    fn shift(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault>;

    /// Returns a new dim of length 1.
    fn single(&mut self) -> Result<DimId, TransformFault>;

    /// Drops a dim of length 1.
    fn drop_single(&mut self, dim: DimId) -> Result<(), TransformFault>;
}
