//! `slice`: the indices from `begin` up to, without, `end`.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// w = u + begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slice {
    /// The first index.
    pub begin: i64,
    /// The index after the last.
    pub end: i64,
}

impl TransformSemantics for Slice {
    const NAME: &'static str = "slice";

    fn upper(&self, lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        let (begin, end, n) = (self.begin, self.end, lower[0]);
        if 0 <= begin && begin < end && end <= n {
            return Ok(vec![end - begin]);
        }
        let message = format!("`slice` from {begin} to {end} of a dim of length {n}");
        let note = if end > n || begin < 0 {
            format!("a slice of it lies within 0 to {n}")
        } else {
            "a slice has at least one index".to_owned()
        };
        Err(TransformFault::new(message, note))
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        lower.push(algebra.linear(self.begin, &[(1, upper[0].clone())]));
    }

    fn preimage(
        &self,
        _lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        _budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        super::shifted(lower, -self.begin, bounds, found);
        Ok(())
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        super::moved(upper[0], self.begin)
    }
}
