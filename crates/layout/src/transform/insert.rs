//! The transform `insert`: adds a dim whose index has no effect.
//!
//! | operands, results | w from u | valid when |
//! |---|---|---|
//! | 0, 1 | none | |
//!
//! Adds a dim whose index has no effect, as broadcasting requires: here one row of 3, repeated for each of 2 rows.
//!
//! ```mlir
//! layout.descriptor @broadcast {
//!   %m = layout.packed [3]
//!   %i = layout.insert 2
//!   %j = layout.pass_through %m
//!   layout.yield %i, %j
//! }
//! ```
//!
//! ```console
//! $ layoutc draw broadcast.mlir --of=@broadcast
//! @broadcast
//!   shape [2, 3]
//!   memory [3] strides [1]; 3 elements
//!
//! d0\d1  0 1 2
//!     0  0 1 2
//!     1  0 1 2
//! ```

use super::fault::TransformFault;
use super::form::{DimCount, FormAttributes, FormPiece, FormValue, TransformForm};
use super::semantics::{Lengths, TransformSemantics, add_all, image_of_single, undo_without_lower};
use super::undo::{UndoContext, UndoFault};
use crate::domain::{Algebra, ArithmeticProgression, Branches, Budget, BudgetExceeded, Range};
use crate::space::DimId;

/// w is empty: the new dim has no lower dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Insert {
    /// The length.
    pub length: i64,
}

impl TransformSemantics for Insert {
    const FORM: TransformForm = TransformForm {
        name: "insert",
        summary: "adds a dim whose index has no effect",
        operands: DimCount::Exactly(0),
        results: DimCount::Exactly(1),
        syntax: &[FormPiece::Int("length")],
    };

    fn from_attributes(attributes: &dyn FormAttributes) -> Option<Insert> {
        Some(Insert { length: attributes.int("length")? })
    }

    fn attributes(&self) -> Vec<FormValue> {
        vec![FormValue::Int(self.length)]
    }

    fn upper_lengths(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(vec![self.length])
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
