//! `pad`: more indices than there are elements below; those outside are not stored. Negative amounts crop.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// w = u - low, valid where 0 <= w < n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pad {
    /// Indices before the first element; below 0 these are elements that are cut off.
    pub low: i64,
    /// Indices after the last element; below 0 these are elements that are cut off.
    pub high: i64,
}

impl TransformSemantics for Pad {
    const NAME: &'static str = "pad";

    fn upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let (n, low, high) = (i128::from(lower[0]), i128::from(self.low), i128::from(self.high));
        let length = n + low + high;
        match i64::try_from(length) {
            Ok(length) if length >= 1 && self.low != i64::MIN => Ok(vec![length]),
            Ok(_) => Err(TransformFault::new(
                format!("`pad` low {low} high {high} of a dim of length {n} leaves {length}"),
                "at least one index must be left",
            )),
            Err(_) => Err(TransformFault::new(
                format!("`pad` low {low} high {high} of a dim of length {n} gives {length}"),
                "lengths are below 2^63",
            )),
        }
    }

    fn lower<A: Algebra>(
        &self,
        lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        let index = algebra.linear(-self.low, &[(1, upper[0].clone())]);
        lower.push(algebra.require(&index, 0, lengths.lower[0]));
    }

    fn preimage(
        &self,
        lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        if let Some(stored) = lower[0].clipped(Range::below(lengths.lower[0])) {
            super::shifted(&[stored], self.low, bounds, found);
        }
        Ok(())
    }

    fn image_range(&self, lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        let index = super::moved(upper[0], -self.low)?[0];
        Some(vec![index.meet(Range::below(lengths.lower[0]))?])
    }
}
