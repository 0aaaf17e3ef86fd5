//! The carries of quotients: their conditions, and sums of nested ones.

use super::super::lifter::{Boolean, BooleanKind, KINDS, Lift, LiftedValue};
use super::differences::{Carry, CarryBasis, StepDifferences};
use crate::operation::{CmpPredicate, Width};
use indexmap::IndexMap;
use layout::index::Expr;
use layout::{Algebra, Range, gcd};
use rustc_hash::FxBuildHasher;

impl StepDifferences<'_> {
    /// Returns the carry, 0 or 1, of a quotient whose dividend differs by `rest`, from 0; `None` if the carry can be
    /// greater. `value` is the dividend of the basis.
    pub(super) fn carry(&mut self, value: Expr, rest: Expr, divisor: i64) -> Lift<Option<Expr>> {
        let exprs = &mut self.lifter.exprs;
        let digit = exprs.digit(&value, 1, Some(divisor));
        let is_start = self.basis != CarryBasis::End;
        let moved = exprs.linear(0, &[(1, digit), (if is_start { 1 } else { -1 }, rest)]);
        if moved == Expr::OVERFLOW || !exprs.fits(moved) {
            return Ok(None);
        }
        let ends = exprs.interval(moved);
        let period = i128::from(divisor);
        // The distance of the farthest end from the digits without a carry.
        let beyond = if is_start { ends.high - period + 1 } else { -ends.low };
        if beyond <= 0 {
            return Ok(Some(exprs.constant(0)));
        }
        if beyond > period {
            return Ok(None);
        }
        let condition = match self.carry_window(value, rest, divisor)? {
            Some(condition) => condition,
            None => self.carry_condition(digit, rest, divisor)?,
        };
        let carry = self.lifter.zero_or_one(condition)?;
        if let Some([(atom, 1)]) = self.lifter.exprs.kind(carry).map(|sum| &*sum.terms) {
            self.carries.insert(*atom, Carry { of: (value, rest), divisor, condition });
        }
        Ok(Some(carry))
    }

    /// Returns the condition of a carry, by the remainder of the value. Both sides of the comparison are words.
    fn carry_condition(&mut self, digit: Expr, rest: Expr, divisor: i64) -> Lift<Boolean> {
        match self.basis {
            CarryBasis::Start | CarryBasis::Offset => {
                let bound = self.lifter.exprs.linear(divisor, &[(-1, rest)]);
                let [value, bound] = self.offset_bound(digit, bound).unwrap_or([digit, bound]);
                self.compared(CmpPredicate::GreaterEqual, value, bound)
            }
            CarryBasis::End => self.compared(CmpPredicate::Less, digit, rest),
        }
    }

    /// Returns a value of the offset of the index, and its least number where a digit is not below a bound. `None` if the offset
    /// does not determine the digit, and for other bases.
    ///
    /// The offset is `f` times the digit, plus lower terms that differ by less than `f`, plus multiples of a modulus above all
    /// of these. Its remainder by the modulus then has the order of the digit.
    pub(super) fn offset_bound(&mut self, digit: Expr, bound: Expr) -> Option<[Expr; 2]> {
        if self.basis != CarryBasis::Offset {
            return None;
        }
        let start = self.start(self.end)?;
        let exprs = &mut self.lifter.exprs;
        let bound = exprs.as_constant(bound)?;
        let [(atom, 1)] = *exprs.kind(digit)?.terms else { return None };
        let sum = exprs.kind(start)?.clone();
        let &(_, factor) = sum.terms.iter().find(|term| term.0 == atom)?;
        let (upper, lower): (Vec<_>, Vec<_>) =
            sum.terms.iter().filter(|term| term.0 != atom).partition(|term| term.1 > factor);
        let others = exprs.sum_of(sum.constant, &lower);
        let parts = exprs.linear(0, &[(factor, digit), (1, others)]);
        if ![others, parts, self.offset].iter().all(|&it| it != Expr::OVERFLOW && exprs.fits(it)) {
            return None;
        }
        let others = exprs.interval(others);
        if others.high - others.low >= factor.into()
            || !self.lifter.signature.fits(exprs.interval(self.offset))
        {
            return None;
        }
        let mut value = self.offset;
        if !upper.is_empty() {
            let modulus = upper.iter().fold(0, |all, term| gcd(all, term.1.unsigned_abs()));
            let modulus = i64::try_from(modulus).ok()?;
            if !exprs.interval(parts).within(0..modulus.into()) {
                return None;
            }
            value = exprs.digit(&value, 1, Some(modulus));
        }
        let least = i128::from(factor) * i128::from(bound) + others.low;
        Some([value, exprs.constant(i64::try_from(least).ok()?)])
    }

    /// Returns the condition of a carry as a range of the value; `None` if the values with a carry, and those without
    /// one, are several ranges.
    fn carry_window(&mut self, value: Expr, rest: Expr, divisor: i64) -> Lift<Option<Boolean>> {
        let Some(rest) = self.lifter.exprs.as_constant(rest) else { return Ok(None) };
        if !self.lifter.signature.fits(self.lifter.exprs.interval(value)) {
            return Ok(None);
        }
        let above = self.basis != CarryBasis::End;
        let below = if above { divisor - rest } else { rest };
        let low = Range { low: 0, high: below - 1 };
        let high = Range { low: below, high: divisor - 1 };
        for (residues, is_above) in [(low, false), (high, true)] {
            let Some(window) = self.only_window(value, residues, divisor) else { continue };
            let inside = self.within(value, window)?;
            let carries = is_above == above;
            return Ok(Some(if carries { inside } else { self.lifter.not(inside) }));
        }
        Ok(None)
    }

    /// Returns the values with these residues modulo a divisor, if they are one range.
    fn only_window(&self, value: Expr, residues: Range, divisor: i64) -> Option<Range> {
        let all = self.lifter.exprs.range(value);
        let first = -residues.high.checked_sub(all.low)?.div_euclid(divisor);
        let last = all.high.checked_sub(residues.low)?.div_euclid(divisor);
        let start = (first == last).then(|| first.checked_mul(divisor))??;
        let low = start.checked_add(residues.low)?;
        let high = start.checked_add(residues.high)?;
        Some(Range { low, high })
    }

    /// Returns the boolean that a word is in a window.
    pub(super) fn within(&mut self, value: Expr, window: Range) -> Lift<Boolean> {
        let all = self.lifter.exprs.range(value);
        let exprs = &mut self.lifter.exprs;
        let [low, after, length] = [
            window.low,
            window.high.saturating_add(1),
            (window.high - window.low).saturating_add(1),
        ]
        .map(|number| exprs.constant(number));
        if all.low >= window.low {
            return self.compared(CmpPredicate::Less, value, after);
        }
        if all.high <= window.high {
            return self.compared(CmpPredicate::GreaterEqual, value, low);
        }
        if window.low == window.high {
            return self.compared(CmpPredicate::Equal, value, low);
        }
        // A value below the window wraps to a word above it.
        let moved = exprs.linear(-window.low, &[(1, value)]);
        let kind = BooleanKind::Compare(CmpPredicate::Less, moved, length);
        Ok(self.lifter.boolean(kind))
    }

    pub(super) fn compared(&mut self, predicate: CmpPredicate, a: Expr, b: Expr) -> Lift<Boolean> {
        let width = self.lifter.signature.width;
        let [a, b] = [a, b].map(LiftedValue::Integer);
        match self.lifter.compare(predicate, a, b, width)? {
            LiftedValue::Boolean(condition) => Ok(condition),
            LiftedValue::Integer(_) => Err(KINDS),
        }
    }

    /// Returns a difference whose nested carries are added by chains of selects; `None` if it has none.
    pub(super) fn chained(&mut self, difference: Expr) -> Lift<Option<Expr>> {
        let Some(sum) = self.lifter.exprs.kind(difference).cloned() else { return Ok(None) };
        let mut chains: IndexMap<(Expr, Expr), Vec<(Carry, i64)>, FxBuildHasher> =
            IndexMap::default();
        let mut rest = Vec::new();
        for &(atom, factor) in &sum.terms {
            match self.carries.get(&atom) {
                Some(carry) => chains.entry(carry.of).or_default().push((*carry, factor)),
                None => rest.push((factor, self.lifter.exprs.of_atom(atom))),
            }
        }
        if !chains.values().any(|chain| chain.len() > 1) {
            return Ok(None);
        }
        let mut constant = sum.constant;
        for (_, mut chain) in chains {
            chain.sort_by_key(|(carry, _)| carry.divisor);
            if !chain.is_sorted_by(|(a, _), (b, _)| b.divisor % a.divisor == 0) {
                return Ok(None);
            }
            let Some(chosen) = self.chain(std::mem::take(&mut constant), &chain)? else {
                return Ok(None);
            };
            rest.push((1, chosen));
        }
        let difference = self.lifter.exprs.linear(constant, &rest);
        Ok(Some(difference).filter(|&it| self.lifter.exprs.fits(it)))
    }

    /// Returns a constant plus nested carries times factors, the shortest digit first; `None` if a sum overflows.
    pub(super) fn chain(&mut self, constant: i64, chain: &[(Carry, i64)]) -> Lift<Option<Expr>> {
        let mut totals = vec![constant];
        for (_, factor) in chain {
            let Some(total) = totals[totals.len() - 1].checked_add(*factor) else {
                return Ok(None);
            };
            totals.push(total);
        }
        // The operands of a select are words. Those of 32 bits may wrap, as the sum with the offset does.
        let width = self.lifter.signature.width;
        let least = totals.iter().copied().min().unwrap_or(0).min(0);
        let bias = if width > Width::I32 { least } else { 0 };
        let mut words = Vec::new();
        for total in totals {
            let word = if width > Width::I32 { total.checked_sub(bias) } else { None };
            let word = word.or_else(|| i64::try_from(width.word(total.into())).ok());
            let Some(word) = word else { return Ok(None) };
            words.push(self.lifter.exprs.constant(word));
        }
        let mut chosen = words[0];
        for (&(carry, _), &word) in chain.iter().zip(&words[1..]) {
            chosen = self.lifter.choice(carry.condition, word, chosen, width)?;
        }
        Ok(Some(self.lifter.exprs.linear(bias, &[(1, chosen)])))
    }
}
