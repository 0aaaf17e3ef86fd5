//! `offset`: the index moved by a constant. It may leave the dim, as long as what is below brings it back.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// w = u + by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset {
    /// What is added; may be negative.
    pub by: i64,
}

impl TransformSemantics for Offset {
    const NAME: &'static str = "offset";

    fn upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.by == i64::MIN {
            return Err(TransformFault::new("`offset` by -2^63", "the amount is above -2^63"));
        }
        Ok(lower.to_vec())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(algebra.linear(self.by, &[(1, upper[0].clone())]));
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        super::shifted(lower, -self.by, bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        super::moved(upper[0], self.by)
    }
}
