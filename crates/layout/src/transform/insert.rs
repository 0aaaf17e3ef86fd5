//! The transform `insert`: adds a dim whose index has no effect.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 0, 1 | none | |
//!
//! Adds a dim whose index has no effect, as broadcasting requires: here one row of 3, repeated for each of 2 rows.
//!
//! ```mlir
//! layout.descriptor @broadcast {
//!   %m = layout.packed [3]
//!   %i = layout.insert 2
//!   %j = layout.pass_through %m
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw broadcast.mlir --of=@broadcast
//! @broadcast
//!   shape [2, 3]
//!   memory [3] strides [1]; 3 elements
//!
//! d0\d1  0 1 2
//!     0  0 1 2
//!     1  0 1 2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::TransformSemantics;

/// w is empty: the new dim has no operand dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Insert {
    /// The length.
    pub length: i64,
}

impl TransformSemantics for Insert {
    form! {
        "insert", "adds a dim whose index has no effect",
        DimCount::Exactly(0) => DimCount::Exactly(1),
        length: int,
    }

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(vec![self.length])
    }
}
