//! The transform `pass_through`: keeps an index unchanged.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 | u | |
//!
//! Keeps the index unchanged. The results may be in another order than the operands, which permutes dims: here the
//! transpose of a packed 2 x 3 matrix.
//!
//! ```mlir
//! layout.descriptor @transposed {
//!   %m, %n = layout.packed [2, 3]
//!   %i = layout.pass_through %n
//!   %j = layout.pass_through %m
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw transposed.mlir --of=@transposed
//! @transposed
//!   shape [3, 2]
//!   memory [2, 3] strides [3, 1]; 6 elements
//!   order d1 d0, outermost first
//!
//! d0\d1  0 1
//!     0  0 3
//!     1  1 4
//!     2  2 5
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, FormAttributes, FormValue, TransformForm};
use super::semantics::{Lengths, TransformSemantics, add_shifted};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::DimId;

/// w = u.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassThrough;

impl TransformSemantics for PassThrough {
    const FORM: TransformForm = TransformForm {
        name: "pass_through",
        summary: "keeps a dim unchanged",
        operands: DimCount::Exactly(1),
        results: DimCount::Exactly(1),
        syntax: &[],
    };
    const DYNAMIC: bool = true;

    const LEAST_FIRST: bool = true;

    fn from_attributes(_attributes: &dyn FormAttributes) -> Option<PassThrough> {
        Some(PassThrough)
    }

    fn attributes(&self) -> Vec<FormValue> {
        Vec::new()
    }

    fn upper_lengths(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(lower.to_vec())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        _algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(upper[0].clone());
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        add_shifted(lower[0], 0, bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        Some(upper.to_vec())
    }

    fn undo<C: UndoContext>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[DimId],
        _cx: &mut C,
    ) -> Result<Vec<DimId>, UndoFault> {
        Ok(upper.to_vec())
    }
}
