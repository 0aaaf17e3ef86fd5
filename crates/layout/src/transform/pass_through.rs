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

use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, OpenDims, TransformSemantics};
use super::undo::{UndoContext, Undone};
use crate::domain::Algebra;
use crate::space::DimId;

/// w = u.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassThrough;

impl TransformSemantics for PassThrough {
    form! {
        "pass_through", "keeps a dim unchanged",
        DimCount::Exactly(1) => DimCount::Exactly(1),
    }

    const OPEN: OpenDims = OpenDims::Padded;

    const DYNAMIC: bool = true;

    const LEAST_FIRST: bool = true;

    fn shift(&self) -> Option<i64> {
        Some(0)
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        eval.operands.push(eval.results[0].clone());
    }

    fn undo<C: UndoContext>(
        &self,
        _lengths: Lengths<'_>,
        results: &[DimId],
        _cx: &mut C,
    ) -> Undone {
        Ok(results.to_vec())
    }
}
