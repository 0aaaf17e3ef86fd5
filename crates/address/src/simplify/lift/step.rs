//! The results of a step, from the offset of its start.
//!
//! A function of the form `Step` computes the offset of index + step from the index alone. Its offset parameter is the
//! offset of the index, so the result is that parameter plus a difference. This module derives the difference from the
//! expression of the offset:
//!
//! - a component of the index differs by the step along its dim;
//! - the difference of a sum is the sum of the differences of its terms;
//! - if `x` differs by `d*k + r` with `0 <= r < d`, then `x / d` differs by `k`, plus a *carry* of 1 if `x mod d + r >= d`.
//!   With the remainder of the new `x`, the carry is `x mod d < r`;
//! - `(x / d) mod m` is `x / d - m*(x / (d*m))`, so its difference has at most two carries. Carries of digits that are
//!   contiguous in memory cancel;
//! - any other value differs by itself minus its value at the index.
//!
//! If the offset determines the remainder, a bound of the offset is the same condition.
//!
//! Carries of one value are nested: a carry into a longer digit implies one into a shorter digit. A chain of selects is
//! therefore another way to add them.
//!
//! The difference is derived from expressions that hold at both indices: the program is lifted again, with ranges of the
//! components that contain both. The conditions of the carries then use the ranges of the components themselves.
//!
//! `differences` derives the difference of an expression, `carry` the conditions of carries and their sum, `cases` the
//! difference by cases of the longest carry.
//!
//! The index is valid. A bound of the new index is therefore dropped if the step only moves away from it
//! (`validity`).

mod carry;
mod cases;
mod differences;
mod validity;

use super::lifter::{ExprLifter, Lift, LiftedValue, TOO_WIDE};
use crate::program::Program;
use differences::{CarryBasis, StepDifferences};
use indexmap::IndexSet;
use layout::{Algebra, Range};
use rustc_hash::{FxBuildHasher, FxHashMap};

impl ExprLifter {
    /// Returns the results of a function of the form `Step`, in each way in which increments and carries compute them.
    /// The program computes `results` from the index alone. Its last parameter is the offset.
    pub(super) fn stepped(
        &mut self,
        program: &Program,
        results: &[LiftedValue],
        step: &[i64],
    ) -> Lift<Vec<Vec<LiftedValue>>> {
        let &[end, ref valid @ ..] = results else { return Ok(Vec::new()) };
        let own = self.ranges.clone();
        for (range, &by) in self.ranges.iter_mut().zip(step) {
            *range = with_both(*range, by).ok_or(TOO_WIDE)?;
        }
        let wide = self.results(program);
        self.ranges = own;
        let wide = wide?;
        let [LiftedValue::Integer(wide_end), ref wide_valid @ ..] = wide[..] else {
            return Ok(Vec::new());
        };
        let number = u32::try_from(step.len()).expect("a layout has at most 64 dims");
        let offset = self.exprs.var_within(number, self.ranges[step.len()]);
        let mut ways: IndexSet<Vec<LiftedValue>, FxBuildHasher> = IndexSet::default();
        for basis in [CarryBasis::End, CarryBasis::Start, CarryBasis::Offset] {
            let atoms = FxHashMap::default();
            let carries = FxHashMap::default();
            let lifter = &mut *self;
            let mut differences =
                StepDifferences { lifter, step, basis, offset, end: wide_end, atoms, carries };
            let valid = differences.all_valid(valid, wide_valid)?;
            let difference = differences.difference(wide_end)?;
            let chained = match difference {
                Some(difference) => differences.chained(difference)?,
                None => None,
            };
            let by_cases = differences.by_cases()?;
            for by in [chained, difference].into_iter().flatten().chain(by_cases) {
                let next = LiftedValue::Integer(self.exprs.linear(0, &[(1, offset), (1, by)]));
                ways.insert([&[next], &valid[..]].concat());
            }
            ways.insert([&[end], &valid[..]].concat());
        }
        Ok(ways.into_iter().collect())
    }
}

/// Returns the range of a component for which the index plus `by` is each of the indices in the dim that a step reaches:
/// those of the range, and those of the range plus `by`. `None` on overflow.
fn with_both(range: Range, by: i64) -> Option<Range> {
    let low = range.low.checked_sub(by)?;
    let high = range.high.checked_sub(by)?;
    Some(Range { low: range.low.min(low), high: range.high.max(high) })
}
