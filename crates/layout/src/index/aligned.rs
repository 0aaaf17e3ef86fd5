//! The proof that aligned groups of indices along a dim are consecutive in memory, so that one vector access reads a
//! group.

use super::expr::{Atom, Expr, Predicate};
use super::exprs::Exprs;
use super::guard::Record;

impl Exprs {
    /// Returns `true` if every aligned group of `width` indices along component `number` is proven to be a vector. The
    /// indices of a vector are either all valid or all invalid, and the offsets of valid ones are consecutive and start
    /// at a multiple of `width`.
    ///
    /// `length` is the length of the component; `width` must divide it.
    pub fn proves_aligned_vectors(
        &mut self,
        offset: Expr,
        predicates: &[Predicate],
        (number, length): (u32, i64),
        width: i64,
    ) -> bool {
        if width == 1 {
            return true;
        }
        if width < 1 || length < 1 || length % width != 0 {
            return false;
        }
        let lane = self.fresh_var(width);
        let lane_atom = self.as_atom(lane).expect("a variable of two values or more is an atom");
        let group = self.fresh_var(length / width);
        let component = self.sum(0, &[(width, group), (1, lane)]);
        let offset = self.substitute(offset, number, component);
        self.is_lane_added(offset, lane_atom, width)
            && predicates.iter().all(|&Predicate { value, low, high }| {
                let value = self.substitute(value, number, component);
                self.is_uniform(Predicate { value, low, high }, lane_atom)
            })
    }

    /// Returns `true` if the offset is the lane plus a multiple of `width` that does not depend on the lane.
    fn is_lane_added(&mut self, offset: Expr, lane: Atom, width: i64) -> bool {
        let offset = self.without_outer_guards(offset);
        let Some(sum) = self.kind(offset) else { return false };
        let Ok(place) = sum.terms.binary_search_by_key(&lane, |&(atom, _)| atom) else {
            return false;
        };
        let mut terms = sum.terms.to_vec();
        let factor = terms.remove(place).1;
        let constant = sum.constant;
        let rest = self.sum_of(constant, &terms);
        factor == 1
            && rest != Expr::OVERFLOW
            && self.interval(rest).is_multiple_of(width.into())
            && !self.depends_on(rest, lane)
    }

    /// Returns `true` if a predicate has the same result for all lanes. In normal form a predicate has no lower part
    /// that cannot affect its result, so the predicate must not depend on the lane.
    fn is_uniform(&mut self, predicate: Predicate, lane: Atom) -> bool {
        let Predicate { value, low, high } = predicate;
        self.tests_of(value, low, high)
            .is_some_and(|tests| tests.iter().all(|test| !self.depends_on(test.value, lane)))
    }

    /// Returns the predicates that [`require`](super::Algebra::require) would record for this one; `None` on overflow.
    fn tests_of(&mut self, value: Expr, low: i64, high: i64) -> Option<Vec<Predicate>> {
        let kept = std::mem::take(&mut self.predicates);
        let guarded = self.guard(value, low, high, Record::Yes);
        let tests = std::mem::replace(&mut self.predicates, kept).into_iter().collect();
        (guarded != Expr::OVERFLOW).then_some(tests)
    }
}
