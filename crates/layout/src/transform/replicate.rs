//! The transform `replicate`: adds dims whose indices have no effect.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 0, k | none | |
//!
//! Adds several dims at once whose indices have no effect: every element repeats once for each combination of their
//! indices.
//!
//! ```mlir
//! layout.descriptor @copies {
//!   %m = layout.packed [3]
//!   %i, %j = layout.replicate [2, 2]
//!   %k = layout.pass_through %m
//!   layout.yield %i, %j, %k
//! }
//! ```
//!
//! ```console
//! $ layoutc draw copies.mlir --of=@copies
//! @copies
//!   shape [2, 2, 3]
//!   memory [3] strides [1]; 3 elements
//!
//! d0=0           d0=1
//! d1\d2  0 1 2   d1\d2  0 1 2
//!     0  0 1 2       0  0 1 2
//!     1  0 1 2       1  0 1 2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{TransformSemantics, given_lengths};

/// w is empty: the new dims have no operand dims.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replicate {
    /// The lengths.
    pub lengths: Vec<i64>,
}

impl TransformSemantics for Replicate {
    form! {
        "replicate", "adds dims along which all elements repeat",
        DimCount::Exactly(0) => DimCount::ByAttributes,
        lengths: ints,
    }

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        given_lengths("replicate", &self.lengths, "")
    }
}
