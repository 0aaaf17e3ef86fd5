//! The validity of index + step, without the bounds that hold because the index is valid.

use super::super::conjunction::Window;
use super::super::lifter::{Boolean, BooleanKind, Lift, LiftedValue};
use super::differences::StepDifferences;
use layout::index::Expr;
use layout::{Algebra, Range};

impl StepDifferences<'_> {
    /// Returns validities without the bounds that hold because the index is valid. `wide` are the same validities, as
    /// expressions that hold at both indices.
    pub(super) fn all_valid(
        &mut self,
        valid: &[LiftedValue],
        wide: &[LiftedValue],
    ) -> Lift<Vec<LiftedValue>> {
        let mut kept = Vec::new();
        for (&value, &wide) in valid.iter().zip(wide) {
            let open = match wide {
                LiftedValue::Boolean(wide) => self.still_open(wide)?,
                LiftedValue::Integer(_) => None,
            };
            kept.push(open.map_or(value, LiftedValue::Boolean));
        }
        Ok(kept)
    }

    /// Returns the validity of index + step without the bounds that hold because the index is valid; `None` if a
    /// condition is not a bound.
    fn still_open(&mut self, valid: Boolean) -> Lift<Option<Boolean>> {
        let mut open = self.lifter.known(true);
        for conjunct in self.lifter.conjuncts([valid]) {
            if let BooleanKind::Known(true) = self.lifter.kind(conjunct) {
                continue;
            }
            let Some((base, Window { low, end })) = self.lifter.window(conjunct) else {
                return Ok(None);
            };
            let [Some(by), Some(base)] = [self.difference(base)?, self.end(base)] else {
                return Ok(None);
            };
            let by = self.lifter.exprs.range(by);
            let low = low.filter(|_| by.low < 0).map(|(low, _)| low);
            let end = end.filter(|_| by.high > 0).map(|(end, _)| end);
            let Some(bounded) = self.bounded(base, low, end)? else { return Ok(None) };
            open = self.lifter.all_of(open, bounded);
        }
        Ok(Some(open))
    }

    /// Returns the boolean that a value is at least `low` and below `end`; `None` on overflow.
    fn bounded(
        &mut self,
        value: Expr,
        low: Option<i64>,
        end: Option<i64>,
    ) -> Lift<Option<Boolean>> {
        let all = self.lifter.exprs.range(value);
        let low = low.unwrap_or(all.low).max(all.low);
        let end = end.unwrap_or(i64::MAX);
        let high = (end - 1).min(all.high);
        if low > high {
            return Ok(Some(self.lifter.known(false)));
        }
        // A value that may be negative is not a word, but its distance from the least one is.
        let bias = all.low.min(0);
        let [Some(low), Some(high), Some(by)] = [low, high, 0].map(|it| it.checked_sub(bias))
        else {
            return Ok(None);
        };
        let value = self.lifter.exprs.linear(by, &[(1, value)]);
        if value == Expr::OVERFLOW || !self.lifter.signature.fits(self.lifter.exprs.interval(value))
        {
            return Ok(None);
        }
        self.within(value, Range { low, high }).map(Some)
    }
}
