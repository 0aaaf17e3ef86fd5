//! Conjunctions of booleans, in which all comparisons of the same integer become one.
//!
//! A comparison of a sum with a constant bounds the sum without its constant, the *base*: `d0 - 3 < 7` and `d0 >= 5`
//! both bound `d0`. One pass over all conjuncts of a tree of `and` merges the bounds of each base, so a chain of
//! predicates takes linear time.

use super::lifter::{Boolean, BooleanKind, ExprLifter};
use crate::operation::{CmpPredicate, WordOp};
use indexmap::IndexMap;
use layout::Algebra;
use layout::index::Expr;
use rustc_hash::FxBuildHasher;

/// A bound of an integer, and the boolean that states it.
pub(super) type SourcedBound = (i64, Boolean);

/// The bounds of an integer: the greatest lower bound, and the least exclusive upper bound.
#[derive(Clone, Copy, Default)]
pub(super) struct Window {
    pub(super) low: Option<SourcedBound>,
    pub(super) end: Option<SourcedBound>,
}

impl Window {
    fn join(&mut self, other: Window) {
        self.low = stricter(self.low, other.low, |new, old| new > old);
        self.end = stricter(self.end, other.end, |new, old| new < old);
    }
}

fn stricter(
    old: Option<SourcedBound>,
    new: Option<SourcedBound>,
    beats: impl Fn(i64, i64) -> bool,
) -> Option<SourcedBound> {
    match (old, new) {
        (Some(old), Some(new)) => Some(if beats(new.0, old.0) { new } else { old }),
        (old, new) => old.or(new),
    }
}

impl ExprLifter {
    /// Returns the conjunction of two booleans. All comparisons of the same integer in it become one.
    pub(super) fn all_of(&mut self, a: Boolean, b: Boolean) -> Boolean {
        let mut windows: IndexMap<Expr, Window, FxBuildHasher> = IndexMap::default();
        let mut all = Vec::new();
        for conjunct in self.conjuncts([a, b]) {
            match self.window(conjunct) {
                Some((base, window)) => windows.entry(base).or_default().join(window),
                None => match self.kind(conjunct) {
                    BooleanKind::Known(true) => {}
                    BooleanKind::Known(false) => return conjunct,
                    _ => all.push(conjunct),
                },
            }
        }
        for (base, window) in windows {
            match self.joined(base, window) {
                Some(joined) if self.kind(joined) == BooleanKind::Known(false) => return joined,
                Some(joined) => all.push(joined),
                None => all.extend([window.low, window.end].into_iter().flatten().map(|it| it.1)),
            }
        }
        all.sort_unstable();
        all.dedup();
        all.into_iter()
            .reduce(|all, next| self.boolean(BooleanKind::Word(WordOp::And, all, next)))
            .unwrap_or_else(|| self.boolean(BooleanKind::Known(true)))
    }

    /// Returns the conjuncts of booleans, with nested conjunctions flattened.
    pub(super) fn conjuncts<const N: usize>(&self, of: [Boolean; N]) -> Vec<Boolean> {
        let mut found = Vec::new();
        let mut open = of.to_vec();
        open.reverse();
        while let Some(boolean) = open.pop() {
            match self.kind(boolean) {
                BooleanKind::Word(WordOp::And, a, b) => open.extend([b, a]),
                _ => found.push(boolean),
            }
        }
        found
    }

    /// Returns the base that a comparison bounds, and the bounds. `None` unless the comparison of words is equivalent
    /// to bounds of the integer: a negative sum must wrap to a word that is not below the bound.
    pub(super) fn window(&mut self, boolean: Boolean) -> Option<(Expr, Window)> {
        let BooleanKind::Compare(predicate, value, bound) = self.kind(boolean) else { return None };
        let bound = self.exprs.as_constant(bound)?;
        let constant = self.exprs.kind(value)?.constant;
        let end = Some((bound.checked_sub(constant)?, boolean));
        let window = match (predicate, self.is_exact(value, self.signature.width)) {
            (CmpPredicate::Less, true) => Window { low: None, end },
            (CmpPredicate::GreaterEqual, true) => Window { low: end, end: None },
            (CmpPredicate::Less, false) if self.wraps_above(value, bound) => {
                Window { low: Some((constant.checked_neg()?, boolean)), end }
            }
            _ => return None,
        };
        let terms = self.exprs.kind(value)?.terms.clone();
        let base = self.exprs.sum_of(0, &terms);
        (base != Expr::OVERFLOW).then_some((base, window))
    }

    /// Returns `true` if each negative value wraps to a word that is not below a bound, and no other value wraps.
    fn wraps_above(&self, value: Expr, bound: i64) -> bool {
        let end = self.signature.width.end();
        self.exprs.interval(value).within(i128::from(bound) - end..end)
    }

    /// Returns the bounds of a base as one boolean: `low <= x < end` is the comparison `x - low < end - low`, which
    /// wraps below `low`. `None` if the bounds need two comparisons.
    fn joined(&mut self, base: Expr, window: Window) -> Option<Boolean> {
        let [low, end] = match (window.low, window.end) {
            (Some(low), Some(end)) => [low, end],
            (low, end) => return low.or(end).map(|it| it.1),
        };
        if low.0 >= end.0 {
            return Some(self.boolean(BooleanKind::Known(false)));
        }
        if low.1 == end.1 {
            return Some(low.1);
        }
        let length = end.0.checked_sub(low.0)?;
        let moved = self.exprs.linear(low.0.checked_neg()?, &[(1, base)]);
        if moved == Expr::OVERFLOW || !self.exprs.fits(moved) || !self.wraps_above(moved, length) {
            return None;
        }
        let length = self.exprs.constant(length);
        Some(self.boolean(BooleanKind::Compare(CmpPredicate::Less, moved, length)))
    }
}
