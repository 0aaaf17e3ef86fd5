//! `pass_through`: the same index, one dim higher.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// The same index: w = u.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PassThrough;

impl TransformSemantics for PassThrough {
    const NAME: &'static str = "pass_through";

    fn upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        Ok(lower.to_vec())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        _algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(upper[0].clone());
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        super::shifted(lower, 0, bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        Some(upper.to_vec())
    }
}
