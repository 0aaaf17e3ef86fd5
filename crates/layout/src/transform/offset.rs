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
use super::form::{DimCount, FormAttributes, FormPiece, FormValue, TransformForm};
use super::semantics::{Lengths, TransformSemantics, add_shifted, shifted};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::DimId;

/// w = u + by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset {
    /// The amount to add, which may be negative.
    pub by: i64,
}

impl TransformSemantics for Offset {
    const FORM: TransformForm = TransformForm {
        name: "offset",
        summary: "adds a constant to the index of a dim",
        operands: DimCount::Exactly(1),
        results: DimCount::Exactly(1),
        syntax: &[FormPiece::Word("by"), FormPiece::Int("by")],
    };

    const LEAST_FIRST: bool = true;

    fn from_attributes(attributes: &dyn FormAttributes) -> Option<Offset> {
        Some(Offset { by: attributes.int("by")? })
    }

    fn attributes(&self) -> Vec<FormValue> {
        vec![FormValue::Int(self.by)]
    }

    fn upper_lengths(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.by == i64::MIN {
            return Err(
                TransformFault::new("the amount must be above -2^63, but is -2^63", "").of("by")
            );
        }
        Ok(lower.to_vec())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(algebra.linear(self.by, &[(1, upper[0].clone())]));
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        add_shifted(lower[0], -self.by, bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        Some(vec![shifted(upper[0], self.by)?])
    }

    fn undo<C: UndoContext>(
        &self,
        lengths: Lengths<'_>,
        upper: &[DimId],
        cx: &mut C,
    ) -> Result<Vec<DimId>, UndoFault> {
        Ok(vec![cx.shift(upper[0], self.by, lengths.lower[0])?])
    }
}
