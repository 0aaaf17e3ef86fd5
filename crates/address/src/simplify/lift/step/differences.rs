//! The differences of expressions between index and index + step.

use super::super::lifter::{Boolean, ExprLifter, Lift};
use layout::Algebra;
use layout::index::{Atom, AtomKind, Expr};
use rustc_hash::FxHashMap;

/// The digits from which carries are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CarryBasis {
    /// Those of the index.
    Start,
    /// Those of index + step.
    End,
    /// Those of the index, by bounds of its offset where the offset determines a digit.
    Offset,
}

/// The differences of expressions between index and index + step. The expressions hold at both; the differences hold at
/// the indices from which the step stays inside the lengths.
pub(super) struct StepDifferences<'a> {
    pub(super) lifter: &'a mut ExprLifter,
    /// The step along each dim.
    pub(super) step: &'a [i64],
    pub(super) basis: CarryBasis,
    /// The offset of the index, as the parameter.
    pub(super) offset: Expr,
    /// The offset of index + step. The expression holds at both.
    pub(super) end: Expr,
    /// The difference of each atom; `None` if it is unknown.
    pub(super) atoms: FxHashMap<Atom, Option<Expr>>,
    /// The carries, by the atoms that hold them as 0 or 1.
    pub(super) carries: FxHashMap<Atom, Carry>,
}

/// A carry out of the remainder of a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Carry {
    /// The value, and the part of its difference below the divisor.
    pub(super) of: (Expr, Expr),
    pub(super) divisor: i64,
    pub(super) condition: Boolean,
}

impl StepDifferences<'_> {
    /// Returns the value at index + step minus the value at the index; `None` if it is unknown.
    pub(super) fn difference(&mut self, value: Expr) -> Lift<Option<Expr>> {
        let Some(sum) = self.lifter.exprs.kind(value) else { return Ok(None) };
        let mut parts = Vec::new();
        let terms = sum.terms.clone();
        for &(atom, factor) in &terms {
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
                    let difference = self.difference(part)?;
                    let constant = difference.and_then(|it| self.lifter.exprs.as_constant(it));
                    is_fixed &= constant == Some(0);
                }
                if is_fixed { Some(self.lifter.exprs.constant(0)) } else { self.recomputed(atom) }
            }
            AtomKind::Guard { .. } | AtomKind::Lookup { .. } => None,
        };
        self.atoms.insert(atom, difference);
        Ok(difference)
    }

    /// Returns the difference of a digit, by carries; `None` if a carry can be above 1.
    fn of_digit(&mut self, value: Expr, divisor: i64, modulus: Option<i64>) -> Lift<Option<Expr>> {
        let Some(by) = self.difference(value)? else { return Ok(None) };
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
            CarryBasis::Start | CarryBasis::Offset => self.start(value),
        };
        let Some(value) = at else { return Ok(None) };
        Ok(match self.carry(value, rest, divisor)? {
            Some(carry) => Some(self.lifter.exprs.linear(whole, &[(1, carry)])),
            None => None,
        })
    }

    /// Returns the value of an expression at the index; `None` if it has opaque atoms.
    pub(super) fn start(&mut self, value: Expr) -> Option<Expr> {
        self.shifted(value, |by| by.checked_neg())
    }

    /// Returns the value of an expression at index + step; `None` if it has opaque atoms.
    pub(super) fn end(&mut self, value: Expr) -> Option<Expr> {
        self.shifted(value, |_| Some(0))
    }

    /// Returns an expression at the components plus an amount that depends on the step along their dim.
    fn shifted(&mut self, value: Expr, amount: impl Fn(i64) -> Option<i64>) -> Option<Expr> {
        let exprs = &mut self.lifter.exprs;
        if !exprs.atoms_of(value).iter().all(|atom| match exprs.atom_kind(*atom) {
            AtomKind::Var { number, .. } => (*number as usize) < self.step.len(),
            AtomKind::Guard { .. } | AtomKind::Lookup { .. } => false,
            AtomKind::Digit { .. } | AtomKind::Xor(_) => true,
        }) {
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
        let end = self.end(value)?;
        let start = self.start(value)?;
        let difference = self.lifter.exprs.linear(0, &[(1, end), (-1, start)]);
        Some(difference).filter(|&it| self.lifter.exprs.fits(it))
    }
}
