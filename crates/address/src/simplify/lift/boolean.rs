//! Lifting of booleans: comparisons, and operations on booleans.

use super::lifter::{
    Boolean, BooleanKind, ExprLifter, Lift, LiftedValue, TOO_WIDE, ceiling, integer, unsupported,
};
use crate::operation::{CmpPredicate, Width, WordOp};
use layout::index::Expr;
use layout::{Algebra, StridedInterval, gcd};

impl ExprLifter {
    pub(super) fn truth(&mut self, value: bool) -> LiftedValue {
        LiftedValue::Boolean(self.known(value))
    }

    /// Returns a constant boolean.
    pub(super) fn known(&mut self, value: bool) -> Boolean {
        self.boolean(BooleanKind::Known(value))
    }

    pub(super) fn boolean(&mut self, kind: BooleanKind) -> Boolean {
        Boolean(self.booleans.insert_full(kind).0)
    }

    pub(super) fn kind(&self, boolean: Boolean) -> BooleanKind {
        self.booleans[boolean.0]
    }

    /// Returns the result of an operation on two booleans. Sums, differences and products on `i1` are bitwise
    /// operations.
    pub(super) fn boolean_op(&mut self, op: WordOp, a: Boolean, b: Boolean) -> Lift<Boolean> {
        let [a, b] = [a.min(b), a.max(b)];
        let known = match (self.kind(a), self.kind(b)) {
            (BooleanKind::Known(value), _) => Some((value, b)),
            (_, BooleanKind::Known(value)) => Some((value, a)),
            _ => None,
        };
        let op = match op {
            WordOp::And | WordOp::Mul => WordOp::And,
            WordOp::Xor | WordOp::Add | WordOp::Sub => WordOp::Xor,
            WordOp::Or => op,
            _ => return unsupported("an operation on booleans that is not bitwise"),
        };
        Ok(match (op, known) {
            (WordOp::And, Some((true, other))) => other,
            (WordOp::Or | WordOp::Xor, Some((false, other))) => other,
            (WordOp::And | WordOp::Or, Some((value, _))) => self.known(value),
            (_, Some((_, other))) => self.not(other),
            (WordOp::Xor, None) if a == b => self.boolean(BooleanKind::Known(false)),
            (_, None) if a == b => a,
            (WordOp::And, None) => self.all_of(a, b),
            (_, None) => self.boolean(BooleanKind::Word(op, a, b)),
        })
    }

    pub(super) fn not(&mut self, boolean: Boolean) -> Boolean {
        let kind = match self.kind(boolean) {
            BooleanKind::Known(value) => BooleanKind::Known(!value),
            BooleanKind::Compare(predicate, a, b) => {
                BooleanKind::Compare(predicate.negated(), a, b)
            }
            _ => {
                let truth = self.boolean(BooleanKind::Known(true));
                BooleanKind::Word(WordOp::Xor, truth.min(boolean), truth.max(boolean))
            }
        };
        self.boolean(kind)
    }

    /// Returns the boolean `a` if `c` is true, otherwise `b`.
    pub(super) fn boolean_choice(&mut self, c: Boolean, a: Boolean, b: Boolean) -> Boolean {
        if let BooleanKind::Known(holds) = self.kind(c) {
            return if holds { a } else { b };
        }
        let otherwise = self.not(c);
        let first = self.boolean_op(WordOp::And, c, a);
        let second = self.boolean_op(WordOp::And, otherwise, b);
        let either = first.and_then(|first| self.boolean_op(WordOp::Or, first, second?));
        either.expect("`and` and `or` are bitwise")
    }

    /// Returns the comparison of two words of this width.
    pub(super) fn compare(
        &mut self,
        predicate: CmpPredicate,
        a: LiftedValue,
        b: LiftedValue,
        width: Width,
    ) -> Lift<LiftedValue> {
        if let LiftedValue::Boolean(a) = a
            && let LiftedValue::Boolean(b) = b
        {
            let differ = self.boolean_op(WordOp::Xor, a, b)?;
            return match predicate {
                CmpPredicate::NotEqual => Ok(LiftedValue::Boolean(differ)),
                CmpPredicate::Equal => Ok(LiftedValue::Boolean(self.not(differ))),
                _ => unsupported("an ordered comparison of booleans"),
            };
        }
        let a = self.compared(integer(a)?, width)?;
        let b = self.compared(integer(b)?, width)?;
        let swapped = self.exprs.as_constant(a).is_some();
        let [a, b] = if swapped { [b, a] } else { [a, b] };
        let predicate = if swapped { predicate.exchanged() } else { predicate };
        let kind = if self.is_exact(a, width) && self.is_exact(b, width) {
            self.compare_exact(predicate, a, b)
        } else {
            BooleanKind::Compare(predicate, a, b)
        };
        Ok(LiftedValue::Boolean(self.boolean(kind)))
    }

    /// Returns an operand of a comparison. A constant becomes its word, which is not negative.
    fn compared(&mut self, value: Expr, width: Width) -> Lift<Expr> {
        let Some(constant) = self.exprs.as_constant(value) else { return Ok(value) };
        let word = i64::try_from(width.word(constant.into())).map_err(|_| TOO_WIDE)?;
        Ok(self.exprs.constant(word))
    }

    fn compare_exact(&mut self, predicate: CmpPredicate, a: Expr, b: Expr) -> BooleanKind {
        let difference = self.exprs.linear(0, &[(1, a), (-1, b)]);
        let zero = StridedInterval::number(0);
        if difference != Expr::OVERFLOW
            && let Some(holds) = predicate.decided(self.exprs.interval(difference), zero)
        {
            return BooleanKind::Known(holds);
        }
        let Some(constant) = self.exprs.as_constant(b) else {
            return BooleanKind::Compare(predicate, a, b);
        };
        let strict = match predicate {
            CmpPredicate::LessEqual => CmpPredicate::Less,
            CmpPredicate::Greater => CmpPredicate::GreaterEqual,
            CmpPredicate::Equal | CmpPredicate::NotEqual => {
                return BooleanKind::Compare(predicate, a, b);
            }
            _ => predicate,
        };
        let end = constant + i64::from(strict != predicate);
        match self.upper_part(a, end) {
            Some((high, bound)) => BooleanKind::Compare(strict, high, self.exprs.constant(bound)),
            None => BooleanKind::Compare(strict, a, self.exprs.constant(end)),
        }
    }

    /// Simplifies `sum < constant` to `h < t`, for a sum `g*h + l`: `t` is the least integer with `g*t + l >= c` for
    /// all `l`, and the simplification holds if `g*(t - 1) + l < c` for all `l`. Returns `h` and `t`; `None` if no `g`
    /// is valid. The greatest `g` is tried first, because it leaves the fewest terms.
    fn upper_part(&mut self, a: Expr, constant: i64) -> Option<(Expr, i64)> {
        let sum = self.exprs.kind(a)?.clone();
        let rest = i128::from(constant) - i128::from(sum.constant);
        let common = sum.terms.iter().fold(0, |all, &(_, factor)| gcd(all, factor.unsigned_abs()));
        let mut sizes: Vec<i64> = sum.terms.iter().map(|&(_, factor)| factor.abs()).collect();
        sizes.push(i64::try_from(common).ok()?);
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes.into_iter().filter(|&size| size > 0).find_map(|size| {
            let (high, low): (Vec<_>, Vec<_>) =
                sum.terms.iter().copied().partition(|(_, factor)| factor % size == 0);
            let low = self.exprs.sum_of(0, &low);
            let low = Some(low).filter(|&low| self.exprs.fits(low))?;
            let low = self.exprs.interval(low);
            let wide = i128::from(size);
            let bound = ceiling(rest - low.low, wide);
            let decides = wide * (bound - 1) + low.high < rest;
            let bound = i64::try_from(bound).ok().filter(|&bound| decides && bound >= 0)?;
            let high: Vec<_> = high.into_iter().map(|(atom, k)| (atom, k / size)).collect();
            let value = self.exprs.sum_of(0, &high);
            self.is_exact(value, self.signature.width).then_some((value, bound))
        })
    }
}
