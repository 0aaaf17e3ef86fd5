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
//! The index is valid. A bound of the new index is therefore dropped if the step only moves away from it.

use super::conjunction::Window;
use super::lifter::{Boolean, ExprLifter, Lift, LiftedValue};
use crate::operation::CmpPredicate;
use layout::Algebra;
use layout::index::{Atom, AtomKind, Expr};
use rustc_hash::FxHashMap;

/// The digits from which carries are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CarryBasis {
    /// Those of the index.
    Start,
    /// Those of index + step.
    End,
}

/// The differences of expressions between index and index + step.
struct StepDifferences<'a> {
    lifter: &'a mut ExprLifter,
    /// The step along each dim.
    step: &'a [i64],
    basis: CarryBasis,
    /// The difference of each atom; `None` if it is unknown.
    atoms: FxHashMap<Atom, Option<Expr>>,
}

impl ExprLifter {
    /// Returns the results of a function of the form `Step`, in each way in which increments and carries compute them.
    /// `results` are computed from the index alone. Their variables are the components of the index, and `offset` is
    /// the number of the variable after them.
    pub(super) fn stepped(
        &mut self,
        results: &[LiftedValue],
        step: &[i64],
    ) -> Lift<Vec<Vec<LiftedValue>>> {
        let &[LiftedValue::Integer(end), ref valid @ ..] = results else { return Ok(Vec::new()) };
        let number = u32::try_from(step.len()).expect("a layout has at most 15 dims");
        let range = self.signature.params[step.len()].range;
        let offset = self.exprs.var_within(number, range);
        let mut ways = Vec::new();
        for basis in [CarryBasis::End, CarryBasis::Start] {
            let mut differences =
                StepDifferences { lifter: self, step, basis, atoms: FxHashMap::default() };
            let valid = differences.all_valid(valid)?;
            if let Some(difference) = differences.of(end)? {
                let next = self.exprs.linear(0, &[(1, offset), (1, difference)]);
                ways.push([&[LiftedValue::Integer(next)], &valid[..]].concat());
            }
            ways.push([&[LiftedValue::Integer(end)], &valid[..]].concat());
        }
        let mut known = Vec::new();
        ways.retain(|way| {
            let is_new = !known.contains(way);
            known.push(way.clone());
            is_new
        });
        Ok(ways)
    }
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
        let value = match self.basis {
            CarryBasis::End => value,
            CarryBasis::Start => match self.start(value) {
                Some(start) => start,
                None => return Ok(None),
            },
        };
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
        // Both sides of the comparison are not negative, so they are words.
        let (predicate, a, b) = match self.basis {
            CarryBasis::Start => {
                let end = exprs.linear(divisor, &[(-1, rest)]);
                (CmpPredicate::GreaterEqual, digit, end)
            }
            CarryBasis::End => (CmpPredicate::Less, digit, rest),
        };
        let [a, b] = [a, b].map(LiftedValue::Integer);
        let width = self.lifter.signature.width;
        match self.lifter.compare(predicate, a, b, width)? {
            LiftedValue::Boolean(carry) => self.lifter.zero_or_one(carry).map(Some),
            LiftedValue::Integer(_) => Ok(None),
        }
    }

    /// Returns an expression at the index, for one at index + step; `None` if it has opaque atoms.
    fn start(&mut self, value: Expr) -> Option<Expr> {
        let exprs = &mut self.lifter.exprs;
        let is_component = |atom: &Atom| match exprs.atom_kind(*atom) {
            AtomKind::Var { number, .. } => (*number as usize) < self.step.len(),
            AtomKind::Guard { .. } => false,
            AtomKind::Digit { .. } | AtomKind::Xor(_) => true,
        };
        if !exprs.atoms_of(value).iter().all(is_component) {
            return None;
        }
        let mut start = value;
        for (number, &by) in (0..).zip(self.step).filter(|(_, by)| **by != 0) {
            let range = self.lifter.signature.params[number as usize].range;
            let component = exprs.var_within(number, range);
            let moved = exprs.linear(by.checked_neg()?, &[(1, component)]);
            start = exprs.substitute(start, number, moved);
        }
        Some(start).filter(|&it| it != Expr::OVERFLOW)
    }

    /// Returns the difference of an atom as its value minus its value at the index.
    fn recomputed(&mut self, atom: Atom) -> Option<Expr> {
        let end = self.lifter.exprs.of_atom(atom);
        let start = self.start(end)?;
        let difference = self.lifter.exprs.linear(0, &[(1, end), (-1, start)]);
        Some(difference).filter(|&it| self.lifter.exprs.fits(it))
    }

    /// Returns the validities without the bounds that hold because the index is valid.
    fn all_valid(&mut self, valid: &[LiftedValue]) -> Lift<Vec<LiftedValue>> {
        let mut kept = Vec::new();
        for &value in valid {
            kept.push(match value {
                LiftedValue::Boolean(valid) => LiftedValue::Boolean(self.still_valid(valid)?),
                LiftedValue::Integer(_) => value,
            });
        }
        Ok(kept)
    }

    fn still_valid(&mut self, valid: Boolean) -> Lift<Boolean> {
        let mut kept: Option<Boolean> = None;
        for conjunct in self.lifter.conjuncts([valid]) {
            let Some(conjunct) = self.still_open(conjunct)? else { continue };
            kept = Some(match kept {
                Some(kept) => self.lifter.all_of(kept, conjunct),
                None => conjunct,
            });
        }
        Ok(kept.unwrap_or_else(|| self.lifter.known(true)))
    }

    /// Returns the part of a conjunct that the step can make false; `None` if there is none.
    fn still_open(&mut self, conjunct: Boolean) -> Lift<Option<Boolean>> {
        let Some((base, Window { low, end })) = self.lifter.window(conjunct) else {
            return Ok(Some(conjunct));
        };
        let Some(by) = self.of(base)? else { return Ok(Some(conjunct)) };
        let by = self.lifter.exprs.range(by);
        let (low, end) = (low.filter(|_| by.low < 0), end.filter(|_| by.high > 0));
        let bound = match (low, end) {
            (None, None) => return Ok(None),
            (Some(_), Some(_)) => return Ok(Some(conjunct)),
            (Some((low, _)), None) => (CmpPredicate::GreaterEqual, low),
            (None, Some((end, _))) => (CmpPredicate::Less, end),
        };
        Ok(Some(self.lifter.bounded(base, bound).unwrap_or(conjunct)))
    }
}
