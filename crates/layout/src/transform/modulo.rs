//! The transform `modulo`: wraps an index around a modulus.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 1, 1 of any length | u mod modulus, never negative | |
//!
//! Wraps the index around a modulus, so that elements repeat.
//!
//! ```mlir
//! layout.descriptor @wrapped {
//!   %m = layout.packed [4]
//!   %i = layout.modulo %m by 4 length 10
//!   layout.yield %i
//! }
//! ```
//!
//! ```console
//! $ layoutc draw wrapped.mlir --of=@wrapped
//! @wrapped
//!   shape [10]
//!   memory [4] strides [1]; 4 elements
//!   vectors of 2 elements along d0
//!
//! d0  0 1 2 3 4 5 6 7 8 9
//!     0 1|2 3|0 1|2 3|0 1
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, form};
use super::semantics::{Evaluation, Lengths, Search, TransformSemantics};
use super::undo::{UndoContext, Undone};
use crate::domain::{Algebra, ArithmeticProgression, BudgetExceeded, Range};
use crate::space::DimId;

/// w = u mod modulus, never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modulo {
    /// The modulus, at least 1 and at most the lower length.
    pub modulus: i64,
    /// The upper length.
    pub length: i64,
}

impl TransformSemantics for Modulo {
    form! {
        "modulo", "wraps the index of a dim around a modulus",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "by" modulus: int,
        "length" length: int,
    }

    fn upper_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.modulus >= 1 {
            return Ok(vec![self.length]);
        }
        let message = format!("the modulus must be at least 1, but is {}", self.modulus);
        Err(TransformFault::new(message, "").at_attribute("modulus"))
    }

    fn lower<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        eval.lower.push(eval.algebra.digit(&eval.upper[0], 1, Some(self.modulus)));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let residues = Range::below(self.modulus);
        let Some(lower) = search.lower[0].clipped(residues) else { return Ok(()) };
        if lower.is_all_of(residues) {
            search.add_all();
            return Ok(());
        }
        search.budget.spend(lower.count.unsigned_abs())?;
        for residue in lower.indices() {
            search.found.add([self.class(residue, search.bounds[0])]);
        }
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        let Range { low, high } = upper[0];
        let one_period = low.div_euclid(self.modulus) == high.div_euclid(self.modulus);
        let range =
            Range { low: low.rem_euclid(self.modulus), high: high.rem_euclid(self.modulus) };
        one_period.then(|| vec![range])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, upper: &[DimId], cx: &mut C) -> Undone {
        Ok(vec![cx.residue(upper[0], self.modulus, lengths.lower[0])?])
    }
}

impl Modulo {
    /// Returns the indices within a bound that have this residue; `None` if there are none.
    fn class(&self, residue: i64, bound: Range) -> Option<ArithmeticProgression> {
        let low = i128::from(bound.low);
        let modulus = i128::from(self.modulus);
        let first = low + (i128::from(residue) - low).rem_euclid(modulus);
        let first = i64::try_from(first).ok()?;
        if first > bound.high {
            return None;
        }
        let count = (bound.high - first) / self.modulus + 1;
        Some(ArithmeticProgression {
            start: first,
            step: if count == 1 { 1 } else { self.modulus },
            count,
        })
    }
}
