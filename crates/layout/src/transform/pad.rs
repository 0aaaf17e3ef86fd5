//! The transform `pad`: adds virtual padding.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 of length n + low + high | u - low | 0 <= w < n |
//!
//! Adds invalid indices before and after those of the dim: virtual padding. Here the halo of a 3 x 3 convolution around
//! an image of 3 x 4. A negative amount crops.
//!
//! ```mlir
//! layout.descriptor @halo {
//!   %m, %n = layout.packed [3, 4]
//!   %i = layout.pad %m low 1 high 1
//!   %j = layout.pad %n low 1 high 1
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw halo.mlir --of=@halo
//! @halo
//!   shape [5, 6]
//!   memory [3, 4] strides [4, 1]; 12 elements
//!   order m0 m1, outermost first
//!
//! d0\d1   0  1  2  3  4  5
//!     0
//!     1      0  1  2  3
//!     2      4  5  6  7
//!     3      8  9 10 11
//!     4
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, OpenDims, Search, TransformSemantics};
use crate::domain::{Algebra, BudgetExceeded, Range};

/// w = u - low, valid where 0 <= w < n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pad {
    /// The number of indices before the first element. A negative number crops elements.
    pub low: i64,
    /// The number of indices after the last element. A negative number crops elements.
    pub high: i64,
}

impl TransformSemantics for Pad {
    form! {
        "pad", "pads a dim with invalid indices: virtual padding",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "low" low: int,
        "high" high: int,
    }

    const OPEN: OpenDims = OpenDims::Exact;

    const LEAST_FIRST: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let n = i128::from(operands[0]);
        let low = i128::from(self.low);
        let high = i128::from(self.high);
        let length = n + low + high;
        match i64::try_from(length) {
            Ok(length) if length >= 1 && self.low != i64::MIN => Ok(vec![length]),
            Ok(_) => Err(TransformFault::new(
                format!(
                    "`pad` low {low} high {high} of a dim of length {n} must leave a length of at least 1, but leaves {length}"
                ),
                "the length must be at least 1",
            )),
            Err(_) => Err(TransformFault::new(
                format!(
                    "`pad` low {low} high {high} of a dim of length {n} must have a length below 2^63, but has {length}"
                ),
                "lengths must be below 2^63",
            )),
        }
    }

    fn least_operand_lengths(
        &self,
        _operands: &[Option<i64>],
        results: &[i64],
    ) -> Option<Vec<i64>> {
        let n = i128::from(results[0]) - i128::from(self.low) - i128::from(self.high);
        i64::try_from(n).ok().filter(|&n| n >= 1).map(|n| vec![n])
    }

    fn shift(&self) -> Option<i64> {
        Some(-self.low)
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let index = eval.algebra.linear(-self.low, &[(1, eval.results[0].clone())]);
        eval.operands.push(eval.algebra.require(&index, 0, eval.lengths.operands[0]));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        if let Some(stored) = search.operands[0].clipped(Range::below(search.lengths.operands[0])) {
            search.add_shifted(stored, self.low);
        }
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let index = results[0].shifted(-self.low)?;
        Some(vec![index.meet(Range::below(lengths.operands[0]))?])
    }
}
