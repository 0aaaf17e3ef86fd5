//! The transform `slice`: selects a range of a dim.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 of length end - begin | u + begin | |
//!
//! Selects the indices from `from`, included, to `to`, excluded.
//!
//! ```mlir
//! layout.descriptor @window {
//!   %m, %n = layout.packed [4, 5]
//!   %i = layout.slice %m from 1 to 3
//!   %j = layout.slice %n from 2 to 5
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw window.mlir --of=@window
//! @window
//!   shape [2, 3]
//!   memory [4, 5] strides [5, 1]; 20 elements
//!   order m0 m1, outermost first
//!
//! d0\d1   0  1  2
//!     0   7  8  9
//!     1  12 13 14
//! ```
//!
//! Over a base that is larger than the tensor, a slice leaves storage padding: the slots that are cut off hold no
//! element.
//!
//! ```console
//! $ layoutc draw window.mlir --of=@window --view=strip
//! @window
//!   shape [2, 3]
//!   memory [4, 5] strides [5, 1]; 20 elements
//!   order m0 m1, outermost first
//!
//! index d0,d1 of each slot
//! slot   +0  +1  +2  +3  +4
//!    0   //  //  //  //  //
//!    5   //  // 0,0 0,1 0,2
//!   10   //  // 1,0 1,1 1,2
//!   15   //  //  //  //  //
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::TransformSemantics;

/// w = u + begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// The first index.
    pub begin: i64,
    /// The index after the last one.
    pub end: i64,
}

impl TransformSemantics for Slice {
    form! {
        "slice", "selects a range of a dim",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "from" begin: int,
        "to" end: int,
    }

    const LEAST_FIRST: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let begin = self.begin;
        let end = self.end;
        let n = operands[0];
        if 0 <= begin && begin < end && end <= n {
            return Ok(vec![end - begin]);
        }
        let (problem, note) = if end > n || begin < 0 {
            (format!("is outside a dim of length {n}"), format!("expected a range within 0 to {n}"))
        } else {
            ("is empty".to_owned(), "a slice must have at least one index".to_owned())
        };
        let message = format!("`slice` from {begin} to {end} {problem}");
        let attribute = if begin < 0 { "begin" } else { "end" };
        Err(TransformFault::new(message, note).at_attribute(attribute))
    }

    fn shift(&self) -> Option<i64> {
        Some(self.begin)
    }
}
