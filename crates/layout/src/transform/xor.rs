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
use super::form::{DimCount, FormAttributes, FormValue, TransformForm};
use super::semantics::{Lengths, TransformSemantics};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::DimId;

/// w0 = u0 and w1 = u1 xor (u0 mod n1). n1 must be a power of two; otherwise w1 would leave its dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Xor;

impl TransformSemantics for Xor {
    const FORM: TransformForm = TransformForm {
        name: "xor",
        summary: "permutes the second dim by exclusive or with the first",
        operands: DimCount::Exactly(2),
        results: DimCount::Exactly(2),
        syntax: &[],
    };
    const BOUNDED: bool = true;

    fn from_attributes(_attributes: &dyn FormAttributes) -> Option<Xor> {
        Some(Xor)
    }

    fn attributes(&self) -> Vec<FormValue> {
        Vec::new()
    }

    fn upper_lengths(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let n = lower[1];
        if n.count_ones() == 1 {
            return Ok(lower.to_vec());
        }
        let message =
            format!("the length of the second dim of `xor` must be a power of two, but is {n}");
        let above = n.unsigned_abs().checked_next_power_of_two().unwrap_or(1 << 62);
        let note = format!("the nearest powers of two are {} and {above}", above / 2);
        let part = Some(FaultPart::Lower(1));
        Err(TransformFault { part, ..TransformFault::new(message, note) })
    }

    fn lower<A: Algebra>(
        &self,
        lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        let mask = algebra.digit(&upper[0], 1, Some(lengths.lower[1]));
        let permuted = algebra.xor(&upper[1], &mask);
        lower.extend([upper[0].clone(), permuted]);
    }

    fn preimage(
        &self,
        lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        let columns = Range::below(lengths.lower[1]);
        let whole =
            |part: ArithmeticProgression| part.is_all_of(columns) && columns.within(bounds[1]);
        if whole(lower[1]) {
            found.add([lower[0].clipped(bounds[0]), Some(lower[1])]);
            return Ok(());
        }
        budget
            .spend(lower[0].count.unsigned_abs().saturating_mul(lower[1].count.unsigned_abs()))?;
        for row in lower[0].indices() {
            let mask = row.rem_euclid(lengths.lower[1]);
            for column in lower[1].indices() {
                let row = ArithmeticProgression::one(row).clipped(bounds[0]);
                found.add([row, ArithmeticProgression::one(column ^ mask).clipped(bounds[1])]);
            }
        }
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        (upper[1] == Range::below(lengths.lower[1])).then(|| upper.to_vec())
    }

    fn undo<C: UndoContext>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[DimId],
        cx: &mut C,
    ) -> Result<Vec<DimId>, UndoFault>
    where
        Self: Into<C::Transform>,
    {
        cx.apply(*self, upper)
    }
}
