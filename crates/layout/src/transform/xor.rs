//! The transform `xor`: permutes one index by another.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 2, 2 | w0 = u0, w1 = u1 xor (u0 mod n1) | |
//!
//! Permutes the second index by the first, so that the elements of a column of a matrix are in different banks. The
//! length of the second dim must be a power of two; otherwise the index would leave the dim.
//!
//! ```mlir
//! layout.descriptor @swizzled {
//!   %m, %n = layout.packed [4, 4]
//!   %i, %j = layout.xor %m, %n
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw swizzled.mlir --of=@swizzled
//! @swizzled
//!   shape [4, 4]
//!   memory [4, 4] strides [4, 1]; 16 elements
//!   order m0 m1, outermost first
//!
//! d0\d1   0  1  2  3
//!     0   0  1  2  3
//!     1   5  4  7  6
//!     2  10 11  8  9
//!     3  15 14 13 12
//! ```

use super::fault::{FaultPart, TransformFault};
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, OpenDims, Search, TransformSemantics};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, ArithmeticProgression, BudgetExceeded, Range};
use crate::space::DimId;

/// w0 = u0 and w1 = u1 xor (u0 mod n1). n1 must be a power of two; otherwise w1 would leave its dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xor;

impl TransformSemantics for Xor {
    form! {
        "xor", "permutes the second dim by exclusive or with the first",
        DimCount::Exactly(2) => DimCount::Exactly(2),
    }

    const OPEN: OpenDims = OpenDims::Padded;

    const BOUNDED: bool = true;

    fn result_lengths(&self, operands: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let n = operands[1];
        if n.count_ones() == 1 {
            return Ok(operands.to_vec());
        }
        let message =
            format!("the length of the second dim of `xor` must be a power of two, but is {n}");
        let above = n.unsigned_abs().checked_next_power_of_two().unwrap_or(1 << 62);
        let note = format!("the nearest powers of two are {} and {above}", above / 2);
        let part = Some(FaultPart::Lower(1));
        Err(TransformFault { part, ..TransformFault::new(message, note) })
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let mask = eval.algebra.digit(&eval.results[0], 1, Some(eval.lengths.operands[1]));
        let permuted = eval.algebra.xor(&eval.results[1], &mask);
        eval.operands.extend([eval.results[0].clone(), permuted]);
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let columns = Range::below(search.lengths.operands[1]);
        let &[rows, own] = search.operands else { return Ok(()) };
        let &[row_bound, bound] = search.bounds else { return Ok(()) };
        if own.is_all_of(columns) && columns.within(bound) {
            search.found.add([rows.clipped(row_bound), Some(own)]);
            return Ok(());
        }
        search.budget.spend(rows.count.unsigned_abs().saturating_mul(own.count.unsigned_abs()))?;
        for row in rows.indices() {
            let mask = row.rem_euclid(search.lengths.operands[1]);
            let row = ArithmeticProgression::one(row).clipped(row_bound);
            for column in own.indices() {
                let column = ArithmeticProgression::one(column ^ mask).clipped(bound);
                search.found.add([row, column]);
            }
        }
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        (results[1] == Range::below(lengths.operands[1])).then(|| results.to_vec())
    }

    fn undo<C: UndoContext>(&self, _lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone
    where
        Self: Into<C::Transform>,
    {
        cx.apply(*self, results)
    }
}
