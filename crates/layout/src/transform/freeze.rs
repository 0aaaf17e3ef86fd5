//! `freeze`: one index of a dim, which then is gone.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// w = at; there is no upper dim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Freeze {
    /// The index.
    pub at: i64,
}

impl TransformSemantics for Freeze {
    const NAME: &'static str = "freeze";

    /// The index may lie outside the dim, as long as what is below brings it back.
    fn upper(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(Vec::new())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        _upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(algebra.linear(self.at, &[]));
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        _bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        if lower[0].clipped(Range::only(self.at)).is_some() {
            found.add([]);
        }
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, _upper: &[Range]) -> Option<Vec<Range>> {
        Some(vec![Range::only(self.at)])
    }
}
