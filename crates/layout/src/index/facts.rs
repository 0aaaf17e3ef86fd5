//! What is known of a value at every valid index: a [`StridedInterval`].

use super::{Atom, AtomKind, Expr, Exprs, Range, Sum};
use crate::domain::StridedInterval;

impl Exprs {
    /// Returns the interval of a sum of atoms; `None` if a bound leaves 128 bits.
    pub(super) fn interval_of_sum(&self, sum: &Sum) -> Option<StridedInterval> {
        let terms = sum.terms.iter();
        let terms = terms.map(|&(atom, factor)| (factor.into(), self.atom_facts[atom.0 as usize]));
        StridedInterval::linear(sum.constant.into(), terms)
    }

    pub(super) fn interval_of_kind(&self, kind: &AtomKind) -> StridedInterval {
        match kind {
            AtomKind::Var { range, .. } => interval(*range),
            AtomKind::Digit { value, divisor, modulus } => {
                let quotient = self.facts(*value).quotient((*divisor).into());
                modulus.map_or(quotient, |modulus| quotient.remainder(modulus.into()))
            }
            AtomKind::Xor(parts) => parts
                .iter()
                .map(|&part| self.facts(part))
                .reduce(StridedInterval::xor)
                .expect("an exclusive or has two parts or more"),
            // Where they contradict each other no index is valid, and either holds.
            AtomKind::Guard { value, range } => {
                let range = interval(*range);
                self.facts(*value).meet(range).unwrap_or(range)
            }
        }
    }

    /// Returns what is known of an expression; every integer for an overflow.
    pub(super) fn facts(&self, expr: Expr) -> StridedInterval {
        self.sum_facts.get(expr.0 as usize).copied().unwrap_or(StridedInterval::UNKNOWN)
    }

    pub(super) fn facts_of(&self, atom: Atom) -> StridedInterval {
        self.atom_facts[atom.0 as usize]
    }

    /// Returns the bounds and the congruence of the value at every valid index; every integer for
    /// [`Expr::OVERFLOW`]. The bounds may be far beyond 64 bits.
    pub fn interval(&self, expr: Expr) -> StridedInterval {
        self.facts(expr)
    }

    /// Bounds of the value at every valid index. They need not be reached. What is beyond 64 bits is cut
    /// off, as [`eval`](Exprs::eval) gives no such value; [`fits`](Exprs::fits) tells of it.
    pub fn range(&self, expr: Expr) -> Range {
        let StridedInterval { low, high, .. } = self.facts(expr);
        let narrow = |bound: i128| {
            bound.clamp(i64::MIN.into(), i64::MAX.into()).try_into().expect("it was clamped")
        };
        Range { low: narrow(low), high: narrow(high) }
    }

    /// Whether the value is known to fit 64 bits at every valid index. An overflow does not.
    pub fn fits(&self, expr: Expr) -> bool {
        let StridedInterval { low, high, .. } = self.facts(expr);
        i64::try_from(low).is_ok() && i64::try_from(high).is_ok()
    }
}

fn interval(range: Range) -> StridedInterval {
    StridedInterval::range(range.low.into(), range.high.into())
}
