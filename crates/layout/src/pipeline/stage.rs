//! One stage of a pipeline: a transform with its lower and upper dims.

use crate::space::DimId;
use crate::transform::{Lengths, Transform};

/// A transform in a pipeline, with its dims.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(crate) transform: Transform,
    pub(crate) lower: Vec<DimId>,
    pub(crate) upper: Vec<DimId>,
    /// The static lengths of both. A dynamic length, which few transforms support, counts as `i64::MAX`.
    pub(super) lower_lengths: Vec<i64>,
    pub(super) upper_lengths: Vec<i64>,
}

impl Stage {
    /// Returns the transform.
    pub fn transform(&self) -> &Transform {
        &self.transform
    }

    /// Returns the operands, which are nearer to memory.
    pub fn lower(&self) -> &[DimId] {
        &self.lower
    }

    /// Returns the results, which are nearer to the user.
    pub fn upper(&self) -> &[DimId] {
        &self.upper
    }

    pub(crate) fn lengths(&self) -> Lengths<'_> {
        Lengths { lower: &self.lower_lengths, upper: &self.upper_lengths }
    }
}
