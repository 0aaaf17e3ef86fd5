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
    /// The modulus, at least 1 and at most the operand length.
    pub modulus: i64,
    /// The result length.
    pub length: i64,
}

impl TransformSemantics for Modulo {
    form! {
        "modulo", "wraps the index of a dim around a modulus",
        DimCount::Exactly(1) => DimCount::Exactly(1),
        "by" modulus: int,
        "length" length: int,
    }

    fn result_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.modulus >= 1 {
            return Ok(vec![self.length]);
        }
        let message = format!("the modulus must be at least 1, but is {}", self.modulus);
        Err(TransformFault::new(message, "").at_attribute("modulus"))
    }

    fn operand_index<A: Algebra>(&self, eval: Evaluation<'_, A>) {
        eval.operands.push(eval.algebra.digit(&eval.results[0], 1, Some(self.modulus)));
    }

    fn preimage(&self, search: &mut Search<'_>) -> Result<(), BudgetExceeded> {
        let residues = Range::below(self.modulus);
        let Some(operands) = search.operands[0].clipped(residues) else { return Ok(()) };
        if operands.is_all_of(residues) {
            search.add_all();
            return Ok(());
        }
        search.budget.spend(operands.count.unsigned_abs())?;
        for residue in operands.indices() {
            search.found.add([self.class(residue, search.bounds[0])]);
        }
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, results: &[Range]) -> Option<Vec<Range>> {
        Some(vec![results[0].residues(self.modulus)?])
    }

    fn undo<C: UndoContext>(&self, lengths: Lengths<'_>, results: &[DimId], cx: &mut C) -> Undone {
        Ok(vec![cx.residue(results[0], self.modulus, lengths.operands[0])?])
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
