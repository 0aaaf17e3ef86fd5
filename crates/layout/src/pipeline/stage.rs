//! One stage of a pipeline: a transform with its operand and result dims.

use crate::space::DimId;
use crate::transform::{Lengths, Transform};

/// A transform in a pipeline, with its dims.
#[derive(Clone, Debug)]
pub struct Stage {
    pub(crate) transform: Transform,
    pub(crate) operands: Vec<DimId>,
    pub(crate) results: Vec<DimId>,
    /// The static lengths of both. A dynamic length, which few transforms support, counts as `i64::MAX`.
    pub(super) operand_lengths: Vec<i64>,
    pub(super) result_lengths: Vec<i64>,
}

impl Stage {
    /// Returns the transform.
    pub fn transform(&self) -> &Transform {
        &self.transform
    }

    /// Returns the operands, which are nearer to memory.
    pub fn operands(&self) -> &[DimId] {
        &self.operands
    }

    /// Returns the results, which are nearer to the user.
    pub fn results(&self) -> &[DimId] {
        &self.results
    }

    pub(crate) fn lengths(&self) -> Lengths<'_> {
        Lengths { operands: &self.operand_lengths, results: &self.result_lengths }
    }
}
