//! The transform `embed`: maps several dims to one, each with its own stride.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, k | the sum of u times stride | |
//!
//! Several dims over one dim, each with its own stride. Windows may overlap, as in a convolution: here 4 positions of a
//! window of length 3, with step 1.
//!
//! ```mlir
//! layout.descriptor @windows {
//!   %m = layout.packed [6]
//!   %at, %in = layout.embed %m into [4, 3] strides [1, 1]
//!   layout.yield %at, %in
//! }
//! ```
//!
//! ```console
//! $ layoutc draw windows.mlir --of=@windows
//! @windows
//!   shape [4, 3]
//!   memory [6] strides [1]; 6 elements
//!
//! d0\d1  0 1 2
//!     0  0 1 2
//!     1  1 2 3
//!     2  2 3 4
//!     3  3 4 5
//! ```
//!
//! ```console
//! $ layoutc draw windows.mlir --of=@windows --view=strip
//! @windows
//!   shape [4, 3]
//!   memory [6] strides [1]; 6 elements
//!   *n: n indices share the slot, and the least is shown
//!
//! index d0,d1 of each slot
//! slot      +0     +1     +2     +3     +4     +5
//!    0     0,0 0,1 *2 0,2 *3 1,2 *3 2,2 *2    3,2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, Search, TransformSemantics, given_lengths};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, BudgetExceeded, IntervalDomain, LinearTerm, Range, solve_sum};
use crate::space::DimId;

/// w = the sum of each u times its stride. Strides may be zero or negative, and windows may overlap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Embed {
    /// The result lengths.
    pub lengths: Vec<i64>,
    /// The strides, one for each length.
    pub strides: Vec<i64>,
}

impl TransformSemantics for Embed {
    form! {
        "embed", "splits a dim into several, each with its own stride",
        DimCount::Exactly(1) => DimCount::ByAttributes,
        "into" lengths: ints,
        "strides" strides: ints,
    }

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.lengths.len() != self.strides.len() {
            let message = format!(
                "`embed` must have one stride for each length, but has lengths {:?} and strides {:?}",
                self.lengths, self.strides
            );
            return Err(TransformFault::new(message, "").at_attribute("strides"));
        }
        given_lengths("embed", &self.lengths, "use `freeze` to drop a dim")
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let terms: Vec<_> =
            self.strides.iter().copied().zip(eval.results.iter().cloned()).collect();
        eval.operands.push(eval.algebra.linear(0, &terms));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let terms = self.strides.iter().zip(search.bounds);
        let terms: Vec<LinearTerm> =
            terms.map(|(&factor, &range)| LinearTerm { factor, range }).collect();
        search.budget.spend(search.operands[0].count.unsigned_abs())?;
        for index in search.operands[0].indices() {
            solve_sum(index.into(), &terms, search.budget, search.found)?;
        }
        Ok(())
    }

    /// Returns a range only if at most one dim moves. If several dims move, some w between the ends may be reached
    /// never or several times.
    fn image_range(&self, _lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let mut moving =
            self.strides.iter().zip(results).filter(|(_, range)| range.low != range.high);
        let first = moving.next();
        if moving.next().is_some() || first.is_some_and(|(stride, _)| stride.unsigned_abs() != 1) {
            return None;
        }
        let terms: Vec<(i64, Range)> =
            self.strides.iter().copied().zip(results.iter().copied()).collect();
        let mut domain = IntervalDomain::default();
        let range = domain.linear(0, &terms);
        (!domain.overflow).then(|| vec![range])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone {
        let terms: Vec<(i64, DimId)> =
            self.strides.iter().copied().zip(results.iter().copied()).collect();
        Ok(vec![cx.sum(&terms, lengths.operands[0])?])
    }
}
