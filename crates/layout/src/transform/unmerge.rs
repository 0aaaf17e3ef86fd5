//! The transform `unmerge`: splits one dim into several.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, k | the sum of u times the product of the later lengths | |
//!
//! Splits one dim into several, whose indices are the digits of its index. With `merge` it expresses tiles, depth to
//! space, and Morton order: here the bits of row and column alternate.
//!
//! ```mlir
//! layout.descriptor @morton {
//!   %m = layout.packed [16]
//!   %b3, %b2, %b1, %b0 = layout.unmerge %m into [2, 2, 2, 2]
//!   %row = layout.merge %b3, %b1
//!   %column = layout.merge %b2, %b0
//!   layout.yield %row, %column
//! }
//! ```
//!
//! ```console
//! $ layoutc draw morton.mlir --of=@morton
//! @morton
//!   shape [4, 4]
//!   memory [16] strides [1]; 16 elements
//!   vectors of 2 elements along d1
//!
//! d0\d1   0  1  2  3
//!     0   0  1| 4  5
//!     1   2  3| 6  7
//!     2   8  9|12 13
//!     3  10 11|14 15
//! ```

use super::embed::Embed;
use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, Search, TransformSemantics, given_lengths};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, BudgetExceeded, Range};
use crate::space::{DimId, row_major_strides, strides_inside_out};

/// w = the sum of u times the product of the later lengths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unmerge {
    /// The result lengths.
    pub lengths: Vec<i64>,
}

impl Unmerge {
    /// Returns the strides of the result dims.
    fn strides(&self) -> Vec<i64> {
        row_major_strides(&self.lengths)
            .expect("`result_lengths` checked the product of the lengths")
    }
}

impl TransformSemantics for Unmerge {
    form! {
        "unmerge", "splits a dim into several, the first the slowest",
        DimCount::Exactly(1) => DimCount::ByAttributes,
        "into" lengths: ints,
    }

    const LEAST_FIRST: bool = true;

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        given_lengths("unmerge", &self.lengths, "use `freeze` to drop a dim")
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let terms = strides_inside_out(&self.lengths).zip(eval.results.iter().rev().cloned());
        let terms: Vec<_> = terms.collect();
        eval.operands.push(eval.algebra.linear(0, &terms));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let strides = self.strides();
        let whole = Range::below(self.lengths[0] * strides[0]);
        if search.operands[0].is_all_of(whole)
            && search
                .bounds
                .iter()
                .zip(&self.lengths)
                .all(|(&bound, &length)| bound == Range::below(length))
        {
            search.add_all();
            return Ok(());
        }
        let embed = Embed { lengths: self.lengths.clone(), strides };
        embed.preimage(search)
    }

    fn image_range(&self, _lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let strides = self.strides();
        let tails_whole = results[1..].iter().zip(&self.lengths[1..]);
        if !tails_whole.into_iter().all(|(&range, &length)| range == Range::below(length)) {
            return None;
        }
        let low = results[0].low.checked_mul(strides[0])?;
        let high = results[0].high.checked_mul(strides[0])?.checked_add(strides[0] - 1)?;
        Some(vec![Range { low, high }])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone {
        let merged = cx.merge(results)?;
        Ok(vec![cx.shift(merged, 0, lengths.operands[0])?])
    }
}
