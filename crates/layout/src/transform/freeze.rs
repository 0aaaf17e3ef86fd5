//! The transform `freeze`: fixes the index of a dim and drops the dim.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 0 | at | |
//!
//! Fixes the index of a dim and drops the dim: here column 2 of a 3 x 4 matrix. As for `offset`, the index may be
//! outside its dim if a transform below maps it back.
//!
//! ```mlir
//! layout.descriptor @column {
//!   %m, %n = layout.packed [3, 4]
//!   %i = layout.pass_through %m
//!   layout.freeze %n at 2
//!   layout.yield %i
//! }
//! ```
//!
//! ```console
//! $ layoutc draw column.mlir --of=@column
//! @column
//!   shape [3]
//!   memory [3, 4] strides [4, 1]; 12 elements
//!   order d0 m1, outermost first
//!
//! d0   0  1  2
//!      2  6 10
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, Search, TransformSemantics};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, BudgetExceeded, Range};
use crate::space::DimId;

/// w = at; there is no result dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Freeze {
    /// The index.
    pub at: i64,
}

impl TransformSemantics for Freeze {
    form! {
        "freeze", "fixes the index of a dim and drops the dim",
        DimCount::Exactly(1) => DimCount::Exactly(0),
        "at" at: int,
    }

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(Vec::new())
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        eval.operands.push(eval.algebra.linear(self.at, &[]));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        if search.operands[0].clipped(Range::only(self.at)).is_some() {
            search.found.add([]);
        }
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, _upper: &[Range]) -> Option<Vec<Range>> {
        Some(vec![Range::only(self.at)])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, _upper: &[DimId], cx: &mut C) -> Undone {
        let single = cx.single()?;
        Ok(vec![cx.shift(single, self.at, lengths.operands[0])?])
    }
}
