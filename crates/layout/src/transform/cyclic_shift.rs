//! The transform `cyclic_shift`: rotates a dim.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 of the same length n | (u + by) mod n, never negative | |
//!
//! Adds a constant to the index and wraps around at the end of the dim. The example is a ring buffer whose first
//! element is in slot 3. A negative amount rotates the other way, as `inverse_cyclic_shift` of CK Tile does. The amount
//! counts modulo the length.
//!
//! ```mlir
//! layout.descriptor @ring {
//!   %m = layout.packed [8]
//!   %i = layout.cyclic_shift %m by 3
//!   layout.yield %i
//! }
//! ```
//!
//! ```console
//! $ layoutc draw ring.mlir --of=@ring
//! @ring
//!   shape [8]
//!   memory [8] strides [1]; 8 elements
//!
//! d0  0 1 2 3 4 5 6 7
//!     3 4 5 6 7 0 1 2
//! ```

use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, OpenDims, Search, TransformSemantics};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, ArithmeticProgression, BudgetExceeded, Range};
use crate::space::DimId;

/// w = (u + by) mod n, never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CyclicShift {
    /// The amount, any number.
    pub by: i64,
}

impl CyclicShift {
    /// Returns the equivalent amount that is above -n and at most 0. Adding it to an index of the dim never overflows.
    fn amount(self, lengths: Lengths<'_>) -> i64 {
        let n = lengths.operands[0];
        let amount = self.by.rem_euclid(n);
        if amount == 0 { 0 } else { amount - n }
    }
}

impl TransformSemantics for CyclicShift {
    form! {
        "cyclic_shift", "rotates a dim",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "by" by: int,
    }

    const OPEN: OpenDims = OpenDims::Exact;

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        let moved = eval.algebra.linear(self.amount(eval.lengths), &[(1, eval.results[0].clone())]);
        eval.operands.push(eval.algebra.digit(&moved, 1, Some(eval.lengths.operands[0])));
    }

    /// Adds a branch for each turn around the dim: a progression is split where it wraps.
    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let dim = Range::below(search.lengths.operands[0]);
        let Some(residues) = search.operands[0].clipped(dim) else { return Ok(()) };
        if residues.is_all_of(dim) {
            search.add_all();
            return Ok(());
        }
        let n = i128::from(search.lengths.operands[0]);
        let amount = i128::from(self.amount(search.lengths));
        let Range { low, high } = search.bounds[0];
        let turns = [low, high].map(|index| (i128::from(index) + amount).div_euclid(n));
        for turn in turns[0]..=turns[1] {
            search.budget.spend(1)?;
            search.found.add([within_turn(residues, turn * n - amount, search.bounds[0])]);
        }
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        let n = lengths.operands[0];
        if results[0].count() == n {
            return Some(vec![Range::below(n)]);
        }
        Some(vec![results[0].shifted(self.amount(lengths))?.residues(n)?])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone
    where
        Self: Into<C::Transform>,
    {
        cx.apply(CyclicShift { by: -self.amount(lengths) }, results)
    }
}

/// Returns the residues plus `by` that are within a bound; `None` if there are none.
fn within_turn(
    residues: ArithmeticProgression,
    by: i128,
    bound: Range,
) -> Option<ArithmeticProgression> {
    fn narrow(number: i128) -> Option<i64> {
        i64::try_from(number).ok()
    }
    // Residues are nonnegative, so only the lower end can overflow 64 bits. No residue is there.
    let low = narrow((i128::from(bound.low) - by).max(0))?;
    let high = narrow((i128::from(bound.high) - by).min(i64::MAX.into()))?;
    let inside = residues.clipped(Range { low, high })?;
    Some(ArithmeticProgression { start: narrow(i128::from(inside.start) + by)?, ..inside })
}

#[cfg(test)]
mod tests {
    use super::super::Transform;
    use super::*;
    use crate::domain::{Branches, Budget, Concrete};

    fn lower(by: i64, n: i64, index: i64) -> i64 {
        let (mut numbers, mut found) = (Concrete::default(), Vec::new());
        let lengths = Lengths { operands: &[n], results: &[n] };
        Transform::from(CyclicShift { by }).operand_index(
            lengths,
            &[index],
            &mut numbers,
            &mut found,
        );
        assert!(!numbers.overflow);
        found[0]
    }

    #[test]
    fn amount_is_reduced_modulo_the_length() {
        assert_eq!((0..4).map(|index| lower(1, 4, index)).collect::<Vec<_>>(), [1, 2, 3, 0]);
        assert_eq!((0..4).map(|index| lower(-1, 4, index)).collect::<Vec<_>>(), [3, 0, 1, 2]);
        assert_eq!((lower(9, 4, 2), lower(-9, 4, 2), lower(5, 1, 0)), (3, 1, 0));
        for n in [1, 3, 1 << 40, i64::MAX] {
            for by in [i64::MIN, i64::MIN + 1, -1, 0, i64::MAX - 1, i64::MAX] {
                for index in [0, n / 2, n - 1] {
                    let right = (i128::from(index) + i128::from(by)).rem_euclid(n.into());
                    assert_eq!(i128::from(lower(by, n, index)), right, "{index} by {by} of {n}");
                }
            }
        }
    }

    #[test]
    fn preimage_splits_progressions_at_the_wrap() {
        let lengths = Lengths { operands: &[10], results: &[10] };
        let every_third = ArithmeticProgression { start: 0, step: 3, count: 4 };
        let (mut budget, mut found) = (Budget::default(), Branches::default());
        let (shift, bound) = (Transform::from(CyclicShift { by: 4 }), Range::below(10));
        shift.preimage(lengths, &[every_third], &[bound], &mut budget, &mut found).unwrap();
        let branches: Vec<_> = (0..found.count()).map(|at| found.get(at)[0]).collect();
        assert_eq!(
            branches,
            [
                ArithmeticProgression { start: 2, step: 3, count: 2 },
                ArithmeticProgression { start: 6, step: 3, count: 2 },
            ]
        );
    }

    #[test]
    fn preimage_reaches_the_ends_of_64_bits() {
        let n = i64::MAX;
        let lengths = Lengths { operands: &[n], results: &[n] };
        for by in [i64::MIN, -1, 1, i64::MAX / 2, i64::MAX - 1] {
            for index in [0, 1, n / 2, n - 1] {
                let one = ArithmeticProgression::one(lower(by, n, index));
                let (mut budget, mut found) = (Budget::default(), Branches::default());
                Transform::from(CyclicShift { by })
                    .preimage(lengths, &[one], &[Range::below(n)], &mut budget, &mut found)
                    .unwrap();
                assert_eq!((found.count(), found.get(0)[0].start), (1, index), "{by}");
            }
        }
    }
}
