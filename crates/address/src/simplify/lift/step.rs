//! The results of a step, from the offset of its start.
//!
//! A function of the form `Step` computes the offset of index + step from the index alone. Its offset parameter is the
//! offset of the index, so the result is that parameter plus a difference. This module derives the difference from the
//! expression of the offset:
//!
//! - a component of the index differs by the step along its dim;
//! - the difference of a sum is the sum of the differences of its terms;
//! - if `x` differs by `d*k + r` with `0 <= r < d`, then `x / d` differs by `k`, plus a *carry* of 1 if `x mod d + r >= d`.
//!   With the remainder of the new `x`, the carry is `x mod d < r`;
//! - `(x / d) mod m` is `x / d - m*(x / (d*m))`, so its difference has at most two carries. Carries of digits that are
//!   contiguous in memory cancel;
//! - any other value differs by itself minus its value at the index.
//!
//! Carries of one value are nested: a carry into a longer digit implies one into a shorter digit. A chain of selects is
//! therefore another way to add them.
//!
//! The difference is derived from expressions that hold at both indices: the program is lifted again, with ranges of the
//! components that contain both. The conditions of the carries then use the ranges of the components themselves.
//!
//! The index is valid. A bound of the new index is therefore dropped if the step only moves away from it.

use super::conjunction::Window;
use super::lifter::{Boolean, BooleanKind, ExprLifter, KINDS, Lift, LiftedValue, TOO_WIDE};
use crate::operation::{CmpPredicate, Width};
use crate::program::Program;
use indexmap::{IndexMap, IndexSet};
use layout::index::{Atom, AtomKind, Expr};
use layout::{Algebra, Range};
use rustc_hash::FxHashMap;

/// The digits from which carries are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CarryBasis {
    /// Those of the index.
    Start,
    /// Those of index + step.
    End,
}

/// The differences of expressions between index and index + step. The expressions hold at both; the differences hold at
/// the indices from which the step stays inside the lengths.
struct StepDifferences<'a> {
    lifter: &'a mut ExprLifter,
    /// The step along each dim.
    step: &'a [i64],
    basis: CarryBasis,
    /// The difference of each atom; `None` if it is unknown.
    atoms: FxHashMap<Atom, Option<Expr>>,
    /// The carries, by the atoms that hold them as 0 or 1.
    carries: FxHashMap<Atom, Carry>,
}

/// A carry out of the remainder of a value.
#[derive(Clone, Copy, Debug)]
struct Carry {
    /// The value, and the part of its difference below the divisor.
    of: (Expr, Expr),
    divisor: i64,
    condition: Boolean,
}

impl ExprLifter {
    /// Returns the results of a function of the form `Step`, in each way in which increments and carries compute them.
    /// The program computes `results` from the index alone. Its last parameter is the offset.
    pub(super) fn stepped(
        &mut self,
        program: &Program,
        results: &[LiftedValue],
        step: &[i64],
    ) -> Lift<Vec<Vec<LiftedValue>>> {
        let &[end, ref valid @ ..] = results else { return Ok(Vec::new()) };
        let own = self.ranges.clone();
        for (range, &by) in self.ranges.iter_mut().zip(step) {
            *range = with_both(*range, by).ok_or(TOO_WIDE)?;
        }
        let wide = self.results(program);
        self.ranges = own;
        let wide = wide?;
        let [LiftedValue::Integer(wide_end), ref wide_valid @ ..] = wide[..] else {
            return Ok(Vec::new());
        };
        let number = u32::try_from(step.len()).expect("a layout has at most 15 dims");
        let offset = self.exprs.var_within(number, self.ranges[step.len()]);
        let mut ways: IndexSet<Vec<LiftedValue>> = IndexSet::new();
        for basis in [CarryBasis::End, CarryBasis::Start] {
            let (atoms, carries) = (FxHashMap::default(), FxHashMap::default());
            let mut differences = StepDifferences { lifter: self, step, basis, atoms, carries };
            let valid = differences.all_valid(valid, wide_valid)?;
            let difference = differences.of(wide_end)?;
            let chained = match difference {
                Some(difference) => differences.chained(difference)?,
                None => None,
            };
            for by in [chained, difference].into_iter().flatten() {
                let next = LiftedValue::Integer(self.exprs.linear(0, &[(1, offset), (1, by)]));
                ways.insert([&[next], &valid[..]].concat());
            }
            ways.insert([&[end], &valid[..]].concat());
        }
        Ok(ways.into_iter().collect())
    }
}

/// Returns the range of a component for which the index plus `by` is each of the indices in the dim that a step reaches:
/// those of the range, and those of the range plus `by`. `None` on overflow.
fn with_both(range: Range, by: i64) -> Option<Range> {
    let (low, high) = (range.low.checked_sub(by)?, range.high.checked_sub(by)?);
    Some(Range { low: range.low.min(low), high: range.high.max(high) })
}

impl StepDifferences<'_> {
    /// Returns the value at index + step minus the value at the index; `None` if it is unknown.
    fn of(&mut self, value: Expr) -> Lift<Option<Expr>> {
        let Some(sum) = self.lifter.exprs.kind(value) else { return Ok(None) };
        let mut parts = Vec::new();
        for (atom, factor) in sum.terms.to_vec() {
            match self.of_atom(atom)? {
                Some(difference) => parts.push((factor, difference)),
                None => return Ok(None),
            }
        }
        let difference = self.lifter.exprs.linear(0, &parts);
        Ok(Some(difference).filter(|&it| self.lifter.exprs.fits(it)))
    }

    fn of_atom(&mut self, atom: Atom) -> Lift<Option<Expr>> {
        if let Some(&known) = self.atoms.get(&atom) {
            return Ok(known);
        }
        let difference = match self.lifter.exprs.atom_kind(atom).clone() {
            AtomKind::Var { number, .. } => {
                let by = self.step.get(number as usize);
                by.map(|&by| self.lifter.exprs.constant(by))
            }
            AtomKind::Digit { value, divisor, modulus } => {
                match self.of_digit(value, divisor, modulus)? {
                    Some(difference) => Some(difference),
                    None => self.recomputed(atom),
                }
            }
            AtomKind::Xor(parts) => {
                let mut is_fixed = true;
                for part in parts {
                    let difference = self.of(part)?;
                    let constant = difference.and_then(|it| self.lifter.exprs.as_constant(it));
                    is_fixed &= constant == Some(0);
                }
                if is_fixed { Some(self.lifter.exprs.constant(0)) } else { self.recomputed(atom) }
            }
            AtomKind::Guard { .. } => None,
        };
        self.atoms.insert(atom, difference);
        Ok(difference)
    }

    /// Returns the difference of a digit, by carries; `None` if a carry can be above 1.
    fn of_digit(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Lift<Option<Expr>> {
        let Some(by) = self.of(value)? else { return Ok(None) };
        let Some(quotient) = self.of_quotient(value, by, divisor)? else { return Ok(None) };
        let Some(modulus) = modulus else { return Ok(Some(quotient)) };
        let Some(above) = divisor.checked_mul(modulus) else { return Ok(None) };
        let Some(above) = self.of_quotient(value, by, above)? else { return Ok(None) };
        let exprs = &mut self.lifter.exprs;
        let difference = exprs.linear(0, &[(1, quotient), (-modulus, above)]);
        Ok(Some(difference).filter(|&it| exprs.fits(it)))
    }

    /// Returns the difference of `floor(value / divisor)` for a value that differs by `by`.
    fn of_quotient(&mut self, value: Expr, by: Expr, divisor: i64) -> Lift<Option<Expr>> {
        let range = self.lifter.exprs.range(by);
        let whole = range.low.div_euclid(divisor);
        let Some(rest) = whole.checked_mul(-divisor) else { return Ok(None) };
        let rest = self.lifter.exprs.linear(rest, &[(1, by)]);
        let known = self.lifter.exprs.constant(whole);
        if self.lifter.exprs.as_constant(rest) == Some(0) {
            return Ok(Some(known));
        }
        let at = match self.basis {
            CarryBasis::End => self.end(value),
            CarryBasis::Start => self.start(value),
        };
        let Some(value) = at else { return Ok(None) };
        Ok(match self.carry(value, rest, divisor)? {
            Some(carry) => Some(self.lifter.exprs.linear(whole, &[(1, carry)])),
            None => None,
        })
    }

    /// Returns the carry, 0 or 1, of a quotient whose dividend differs by `rest`, from 0; `None` if the carry can be
    /// greater. `value` is the dividend of the basis.
    fn carry(&mut self, value: Expr, rest: Expr, divisor: i64) -> Lift<Option<Expr>> {
        let exprs = &mut self.lifter.exprs;
        let digit = exprs.digit(&value, 1, Some(divisor));
        let (sign, first, last) = match self.basis {
            CarryBasis::Start => (1, divisor, 2 * i128::from(divisor) - 1),
            CarryBasis::End => (-1, 0, -i128::from(divisor)),
        };
        let moved = exprs.linear(0, &[(1, digit), (sign, rest)]);
        if moved == Expr::OVERFLOW || !exprs.fits(moved) {
            return Ok(None);
        }
        let ends = exprs.interval(moved);
        let (never, at_most_once) = match self.basis {
            CarryBasis::Start => (ends.high < first.into(), ends.high <= last),
            CarryBasis::End => (ends.low >= first.into(), ends.low >= last),
        };
        if never {
            return Ok(Some(exprs.constant(0)));
        }
        if !at_most_once {
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
        let (predicate, bound) = match self.basis {
            CarryBasis::Start => {
                let bound = self.lifter.exprs.linear(divisor, &[(-1, rest)]);
                (CmpPredicate::GreaterEqual, bound)
            }
            CarryBasis::End => (CmpPredicate::Less, rest),
        };
        self.compared(predicate, digit, bound)
    }

    /// Returns the condition of a carry as a range of the value; `None` if the values with a carry, and those without
    /// one, are several ranges.
    fn carry_window(&mut self, value: Expr, rest: Expr, divisor: i64) -> Lift<Option<Boolean>> {
        let Some(rest) = self.lifter.exprs.as_constant(rest) else { return Ok(None) };
        if !self.lifter.signature.fits(self.lifter.exprs.interval(value)) {
            return Ok(None);
        }
        let (below, above) = match self.basis {
            CarryBasis::Start => (divisor - rest, true),
            CarryBasis::End => (rest, false),
        };
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
        let (low, high) = (start.checked_add(residues.low)?, start.checked_add(residues.high)?);
        Some(Range { low, high })
    }

    /// Returns the boolean that a word is in a window.
    fn within(&mut self, value: Expr, window: Range) -> Lift<Boolean> {
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

    fn compared(&mut self, predicate: CmpPredicate, a: Expr, b: Expr) -> Lift<Boolean> {
        let width = self.lifter.signature.width;
        let [a, b] = [a, b].map(LiftedValue::Integer);
        match self.lifter.compare(predicate, a, b, width)? {
            LiftedValue::Boolean(condition) => Ok(condition),
            LiftedValue::Integer(_) => Err(KINDS),
        }
    }

    /// Returns a difference whose nested carries are added by chains of selects; `None` if it has none.
    fn chained(&mut self, difference: Expr) -> Lift<Option<Expr>> {
        let Some(sum) = self.lifter.exprs.kind(difference).cloned() else { return Ok(None) };
        let mut chains: IndexMap<(Expr, Expr), Vec<(Carry, i64)>> = IndexMap::new();
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
    fn chain(&mut self, constant: i64, chain: &[(Carry, i64)]) -> Lift<Option<Expr>> {
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

    /// Returns the value of an expression at the index; `None` if it has opaque atoms.
    fn start(&mut self, value: Expr) -> Option<Expr> {
        self.moved(value, |by| by.checked_neg())
    }

    /// Returns the value of an expression at index + step; `None` if it has opaque atoms.
    fn end(&mut self, value: Expr) -> Option<Expr> {
        self.moved(value, |_| Some(0))
    }

    /// Returns an expression at the components plus an amount that depends on the step along their dim.
    fn moved(&mut self, value: Expr, amount: impl Fn(i64) -> Option<i64>) -> Option<Expr> {
        let exprs = &mut self.lifter.exprs;
        let is_component = |atom: &Atom| match exprs.atom_kind(*atom) {
            AtomKind::Var { number, .. } => (*number as usize) < self.step.len(),
            AtomKind::Guard { .. } => false,
            AtomKind::Digit { .. } | AtomKind::Xor(_) => true,
        };
        if !exprs.atoms_of(value).iter().all(is_component) {
            return None;
        }
        let mut moved = value;
        for (number, &by) in (0..).zip(self.step) {
            let component = exprs.var_within(number, self.lifter.ranges[number as usize]);
            let component = exprs.linear(amount(by)?, &[(1, component)]);
            moved = exprs.substitute(moved, number, component);
        }
        Some(moved).filter(|&it| exprs.fits(it))
    }

    /// Returns the difference of an atom as its value minus its value at the index.
    fn recomputed(&mut self, atom: Atom) -> Option<Expr> {
        let value = self.lifter.exprs.of_atom(atom);
        let (end, start) = (self.end(value)?, self.start(value)?);
        let difference = self.lifter.exprs.linear(0, &[(1, end), (-1, start)]);
        Some(difference).filter(|&it| self.lifter.exprs.fits(it))
    }

    /// Returns validities without the bounds that hold because the index is valid. `wide` are the same validities, as
    /// expressions that hold at both indices.
    fn all_valid(&mut self, valid: &[LiftedValue], wide: &[LiftedValue]) -> Lift<Vec<LiftedValue>> {
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
            let (Some(by), Some(base)) = (self.of(base)?, self.end(base)) else { return Ok(None) };
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
        let (low, end) = (low.unwrap_or(all.low).max(all.low), end.unwrap_or(i64::MAX));
        let high = (end - 1).min(all.high);
        if low > high {
            return Ok(Some(self.lifter.known(false)));
        }
        // A value that may be negative is not a word, but its distance from the least one is.
        let bias = all.low.min(0);
        let moved = |number: i64| number.checked_sub(bias);
        let (Some(low), Some(high), Some(by)) = (moved(low), moved(high), bias.checked_neg())
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
