//! The transform `replicate`: adds dims whose indices have no effect.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 0, k | none | |
//!
//! Adds several dims at once whose indices have no effect: every element repeats once for each combination of their
//! indices.
//!
//! ```mlir
//! layout.descriptor @copies {
//!   %m = layout.packed [3]
//!   %i, %j = layout.replicate [2, 2]
//!   %k = layout.pass_through %m
//!   layout.yield %i, %j, %k
//! }
//! ```
//!
//! ```console
//! $ layoutc draw copies.mlir --of=@copies
//! @copies
//!   shape [2, 2, 3]
//!   memory [3] strides [1]; 3 elements
//!
//! d0=0           d0=1
//! d1\d2  0 1 2   d1\d2  0 1 2
//!     0  0 1 2       0  0 1 2
//!     1  0 1 2       1  0 1 2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, FormAttributes, FormPiece, FormValue, TransformForm};
use super::semantics::{
    Lengths, TransformSemantics, add_all, image_of_single, product, undo_without_lower,
};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::DimId;

/// w is empty: the new dims have no lower dims.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replicate {
    /// The lengths.
    pub lengths: Vec<i64>,
}

impl TransformSemantics for Replicate {
    const FORM: TransformForm = TransformForm {
        name: "replicate",
        summary: "adds dims along which all elements repeat",
        operands: DimCount::Exactly(0),
        results: DimCount::ByAttributes,
        syntax: &[FormPiece::Ints("lengths")],
    };

    fn from_attributes(attributes: &dyn FormAttributes) -> Option<Replicate> {
        Some(Replicate { lengths: attributes.ints("lengths")? })
    }

    fn attributes(&self) -> Vec<FormValue> {
        vec![FormValue::Ints(self.lengths.clone())]
    }

    fn upper_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.lengths.is_empty() {
            return Err(
                TransformFault::new("`replicate` must have at least one result", "").of("lengths")
            );
        }
        product(&self.lengths)?;
        Ok(self.lengths.clone())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        _upper: &[A::Value],
        _algebra: &mut A,
        _lower: &mut Vec<A::Value>,
    ) {
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        _lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        add_all(bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        image_of_single(upper)
    }

    fn undo<C: UndoContext>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[DimId],
        cx: &mut C,
    ) -> Result<Vec<DimId>, UndoFault> {
        undo_without_lower(upper, cx)
    }
}
