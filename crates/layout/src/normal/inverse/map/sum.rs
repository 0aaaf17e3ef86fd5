//! Plans for the inversion of sums of strides, by digits.
//!
//! Dims are nested if the stride of each is at least the span of those of lesser strides. Then the index of each is a
//! digit of the sum. An inverse tries all indices of the other dims.

use super::choices::MAX_CANDIDATES;
use crate::normal::RadixDigit;

/// A dim with more than one index and a positive stride.
pub(super) type StrideTerm<D> = (RadixDigit, D);

/// The terms of a sum, by the way in which they are inverted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DigitPlan<D> {
    /// The nested terms, the least stride first.
    pub(super) digits: Vec<StrideTerm<D>>,
    /// The terms whose indices are all tried.
    pub(super) tried: Vec<StrideTerm<D>>,
    /// The number of combinations to try.
    cost: i64,
}

/// Returns the plan with the fewest combinations to try; `None` if there are more than [`MAX_CANDIDATES`].
pub(super) fn plan<D: Copy>(mut terms: Vec<StrideTerm<D>>) -> Option<DigitPlan<D>> {
    terms.sort_by_key(|(term, _)| (term.stride, term.length));
    let mut best = None;
    let start = DigitPlan { digits: Vec::new(), tried: Vec::new(), cost: 1 };
    extend(&terms, start, 1, &mut best);
    best
}

/// Extends a plan, whose digits have this span, by terms in ascending order of strides.
fn extend<D: Copy>(
    terms: &[StrideTerm<D>],
    plan: DigitPlan<D>,
    span: i128,
    best: &mut Option<DigitPlan<D>>,
) {
    let limit = best.as_ref().map_or(MAX_CANDIDATES, |best| best.cost - 1);
    if plan.cost > limit {
        return;
    }
    let Some((&term, rest)) = terms.split_first() else {
        *best = Some(plan);
        return;
    };
    let RadixDigit { length, stride } = term.0;
    if span <= stride.into() {
        let mut with = plan.clone();
        with.digits.push(term);
        extend(rest, with, span + i128::from(length - 1) * i128::from(stride), best);
    }
    let mut with = plan;
    with.cost = with.cost.saturating_mul(length);
    with.tried.push(term);
    extend(rest, with, span, best);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plan_tries_the_fewest_combinations() {
        let planned = |terms: &[(i64, i64)]| {
            let terms = (0..).zip(terms);
            let terms = terms
                .map(|(dim, &(length, stride))| (RadixDigit { length, stride }, dim))
                .collect();
            plan::<usize>(terms).map(|plan| {
                let dims = |terms: &[StrideTerm<usize>]| terms.iter().map(|it| it.1).collect();
                (dims(&plan.digits), dims(&plan.tried))
            })
        };
        let dims = |digits: &[usize], tried: &[usize]| Some((digits.to_vec(), tried.to_vec()));
        assert_eq!(planned(&[(3, 8), (4, 1)]), dims(&[1, 0], &[]));
        // Windows of 3 in rows of 6.
        assert_eq!(planned(&[(3, 1), (6, 1)]), dims(&[1], &[0]));
        // The last element of a row ends before the next stride.
        assert_eq!(planned(&[(2, 7), (3, 3)]), dims(&[1, 0], &[]));
        assert_eq!(planned(&[(2, 3), (3, 2)]), dims(&[1], &[0]));
        assert_eq!(planned(&[(65, 1), (65, 1)]), None);
        assert_eq!(planned(&[(2, 1), (3, 1), (4, 1), (2, 9)]), dims(&[2, 3], &[0, 1]));
    }
}
