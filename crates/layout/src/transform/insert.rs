//! `insert`: a dim of its own, whose index does not matter.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, LowerDims, Range,
    TransformFault, TransformSemantics,
};
use crate::domain::Algebra;

/// A new dim of this length; nothing is below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Insert {
    /// The length.
    pub length: i64,
}

impl TransformSemantics for Insert {
    const NAME: &'static str = "insert";
    const LOWER: LowerDims = LowerDims::Exactly(0);

    fn upper(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        super::product(&[self.length])?;
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
        found.add(bounds.iter().map(|&bound| Some(ArithmeticProgression::all(bound))));
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        // Where it has several indices they all stand for the same elements.
        upper.iter().all(|range| range.low == range.high).then(Vec::new)
    }
}
