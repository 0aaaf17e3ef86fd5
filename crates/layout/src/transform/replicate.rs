//! `replicate`: dims of their own, whose indices do not matter: every element stands once for each.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, LowerDims, Range,
    TransformFault, TransformSemantics,
};
use crate::domain::Algebra;

/// New dims of these lengths; nothing is below them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replicate {
    /// The lengths.
    pub lengths: Vec<i64>,
}

impl TransformSemantics for Replicate {
    const NAME: &'static str = "replicate";
    const LOWER: LowerDims = LowerDims::Exactly(0);

    fn upper(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.lengths.is_empty() {
            return Err(TransformFault::new("`replicate` into no dims", "it makes 1 or more"));
        }
        super::product(&self.lengths)?;
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
        found.add(bounds.iter().map(|&bound| Some(ArithmeticProgression::all(bound))));
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        // Where it has several indices they all stand for the same elements.
        upper.iter().all(|range| range.low == range.high).then(Vec::new)
    }
}
