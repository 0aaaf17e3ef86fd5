//! `unmerge`: one dim as several, the first the slowest: digits make up the index.

use super::{
    ArithmeticProgression, Branches, Budget, BudgetExceeded, Embed, Lengths, Range, TransformFault,
    TransformSemantics,
};
use crate::domain::Algebra;

/// w = the sum of u times the product of the later lengths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Unmerge {
    /// The upper lengths.
    pub lengths: Vec<i64>,
}

impl Unmerge {
    /// It is an embedding whose strides are products. The caller has checked the lengths.
    fn embed(&self) -> Embed {
        Embed { lengths: self.lengths.clone(), strides: super::later_products(&self.lengths) }
    }
}

impl TransformSemantics for Unmerge {
    const NAME: &'static str = "unmerge";

    fn upper(&self, _lower: &[i64]) -> Result<Vec<i64>, TransformFault> {
        if self.lengths.is_empty() {
            return Err(TransformFault::new("`unmerge` into no dims", "`freeze` drops a dim"));
        }
        super::product(&self.lengths)?;
        Ok(self.lengths.clone())
    }

    fn lower<A: Algebra>(
        &self,
        _lengths: Lengths<'_>,
        upper: &[A::Value],
        algebra: &mut A,
        lower: &mut Vec<A::Value>,
    ) {
        let mut stride = 1;
        let mut terms = Vec::with_capacity(upper.len());
        for (value, &length) in upper.iter().zip(&self.lengths).rev() {
            terms.push((stride, value.clone()));
            stride *= length;
        }
        lower.push(algebra.linear(0, &terms));
    }

    fn preimage(
        &self,
        lengths: Lengths<'_>,
        lower: &[ArithmeticProgression],
        bounds: &[Range],
        budget: &mut Budget,
        found: &mut Branches,
    ) -> Result<(), BudgetExceeded> {
        let strides = super::later_products(&self.lengths);
        let whole = Range::below(self.lengths[0] * strides[0]);
        let full = |(&bound, &length): (&Range, &i64)| bound == Range::below(length);
        if lower[0].is_all_of(whole) && bounds.iter().zip(&self.lengths).all(full) {
            found.add(bounds.iter().map(|&bound| Some(ArithmeticProgression::all(bound))));
            return Ok(());
        }
        self.embed().preimage(lengths, lower, bounds, budget, found)
    }

    fn image_range(&self, _lengths: Lengths<'_>, upper: &[Range]) -> Option<Vec<Range>> {
        let strides = super::later_products(&self.lengths);
        let tails_whole = upper[1..].iter().zip(&self.lengths[1..]);
        if !tails_whole.into_iter().all(|(&range, &length)| range == Range::below(length)) {
            return None;
        }
        let low = upper[0].low.checked_mul(strides[0])?;
        let high = upper[0].high.checked_mul(strides[0])?.checked_add(strides[0] - 1)?;
        Some(vec![Range { low, high }])
    }
}
