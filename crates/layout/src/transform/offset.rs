//! The transform `offset`: adds a constant to an index.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 of the same length | u + by | |
//!
//! Adds a constant to the index. The sum may be outside its dim if another transform maps it back, as in a Toeplitz
//! matrix, which is constant along its diagonals: element (i, j) is in slot i - j + 2.
//!
//! ```mlir
//! layout.descriptor @toeplitz {
//!   %m = layout.packed [5]
//!   %d = layout.offset %m by 2
//!   %i, %j = layout.embed %d into [3, 3] strides [1, -1]
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw toeplitz.mlir --of=@toeplitz
//! @toeplitz
//!   shape [3, 3]
//!   memory [5] strides [1]; 5 elements
//!
//! d0\d1  0 1 2
//!     0  2 1 0
//!     1  3 2 1
//!     2  4 3 2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{OpenDims, TransformSemantics};

/// w = u + by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset {
    /// The amount to add, which may be negative.
    pub by: i64,
}

impl TransformSemantics for Offset {
    form! {
        "offset", "adds a constant to the index of a dim",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "by" by: int,
    }

    const OPEN: OpenDims = OpenDims::Exact;

    const LEAST_FIRST: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.by == i64::MIN {
            return Err(TransformFault::new("the amount must be above -2^63, but is -2^63", "")
                .at_attribute("by"));
        }
        Ok(operands.to_vec())
    }

    fn shift(&self) -> Option<i64> {
        Some(self.by)
    }
}
