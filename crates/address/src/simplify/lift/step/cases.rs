//! The difference of a step by 1 or -1, by cases of the longest carry.
//!
//! All digits of one value are known where it carries into a longer digit: before a step by 1 they are the greatest, and
//! after it 0. So digits of those digits, such as the block of a channel, differ by constants or by carries of their own,
//! and a chain of selects has the difference of each case. Inside the case of a shorter carry, a longer one depends on the
//! digits between both alone.

use super::super::lifter::{Boolean, Lift};
use super::differences::{CarryBasis, StepDifferences};
use crate::operation::{CmpPredicate, Width};
use layout::Algebra;
use layout::index::{Atom, AtomKind, Expr};
use std::collections::BTreeSet;

const MAX_CARRIES: usize = crate::limits::STEP_CARRIES as usize;

/// A value that differs by 1 or -1, whose digits carry.
struct CarryingValue {
    value: Expr,
    by: i64,
    /// The divisors of its carries, which divide each other, in ascending order.
    divisors: Vec<i64>,
}

/// A case of a step: the digits below a divisor carry, those from the next divisor on do not.
struct StepCase<'v> {
    of: &'v CarryingValue,
    /// The divisor; 1 if no digit carries.
    carried: i64,
}

impl StepDifferences<'_> {
    /// Returns the difference of the offset by cases, in each way to nest them; none if fewer than two digits of one value
    /// carry, or a case is not a sum of nested carries. Differences are words of 32 bits, which may wrap.
    pub(super) fn by_cases(&mut self) -> Lift<Vec<Expr>> {
        if self.lifter.signature.width != Width::I32 {
            return Ok(Vec::new());
        }
        let Some(of) = self.carrying_value()? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        let carried = [1].into_iter().chain(of.divisors.iter().copied());
        for carried in carried {
            match self.of_case(&StepCase { of: &of, carried })? {
                Some(difference) => found.push(difference),
                None => return Ok(Vec::new()),
            }
        }
        let inner = self.nested(&of, &found, true)?;
        let outer = self.nested(&of, &found, false)?;
        Ok([inner, outer].into_iter().flatten().collect())
    }

    /// Returns the value of whose digits the offset consists, if it differs by 1 or -1 and is the only one that carries.
    fn carrying_value(&mut self) -> Lift<Option<CarryingValue>> {
        let mut found: Option<(Expr, i64)> = None;
        let mut divisors = BTreeSet::new();
        for atom in self.lifter.exprs.atoms_of(self.end) {
            let AtomKind::Digit { value, divisor, modulus } = *self.lifter.exprs.atom_kind(atom)
            else {
                continue;
            };
            let Some(by) = self.constant_difference(value)? else { continue };
            if by == 0 {
                continue;
            }
            if by.abs() != 1 || found.is_some_and(|known| known != (value, by)) {
                return Ok(None);
            }
            found = Some((value, by));
            let above = modulus.and_then(|modulus| divisor.checked_mul(modulus));
            divisors.extend([Some(divisor), above].into_iter().flatten().filter(|&it| it > 1));
        }
        let Some((value, by)) = found else { return Ok(None) };
        let high = self.lifter.exprs.interval(value).high;
        let divisors: Vec<i64> =
            divisors.into_iter().filter(|&it| i128::from(it) <= high).collect();
        let is_chain = divisors.windows(2).all(|pair| pair[1] % pair[0] == 0);
        let is_few = (2..=MAX_CARRIES).contains(&divisors.len());
        Ok(Some(CarryingValue { value, by, divisors }).filter(|_| is_chain && is_few))
    }

    /// Returns the difference of a value whose components differ by constants, if no digit is part of it.
    fn constant_difference(&mut self, value: Expr) -> Lift<Option<i64>> {
        let Some(sum) = self.lifter.exprs.kind(value) else { return Ok(None) };
        let is_plain = sum
            .terms
            .iter()
            .all(|&(atom, _)| matches!(self.lifter.exprs.atom_kind(atom), AtomKind::Var { .. }));
        let difference = if is_plain { self.difference(value)? } else { None };
        Ok(difference.and_then(|it| self.lifter.exprs.as_constant(it)))
    }

    /// Returns the difference of the offset in a case, as a word; `None` if it is not a sum of nested carries.
    fn of_case(&mut self, case: &StepCase) -> Lift<Option<Expr>> {
        let own = std::mem::take(&mut self.atoms);
        for atom in self.lifter.exprs.atoms_of(self.end) {
            if let Some(by) = self.difference_in(case, atom) {
                let by = self.lifter.exprs.constant(by);
                self.atoms.insert(atom, Some(by));
            }
        }
        let difference = self.difference(self.end);
        self.atoms = own;
        let Some(difference) = difference? else { return Ok(None) };
        self.as_word(difference)
    }

    /// Returns a constant plus nested carries of one value, as a word; `None` for another difference.
    fn as_word(&mut self, difference: Expr) -> Lift<Option<Expr>> {
        let Some(sum) = self.lifter.exprs.kind(difference).cloned() else { return Ok(None) };
        let mut chain = Vec::new();
        for &(atom, factor) in &sum.terms {
            let Some(&carry) = self.carries.get(&atom) else { return Ok(None) };
            chain.push((carry, factor));
        }
        chain.sort_by_key(|(carry, _)| carry.divisor);
        let is_nested = chain.windows(2).all(|pair| {
            let [(a, _), (b, _)] = pair else { return true };
            a.of == b.of && b.divisor % a.divisor == 0
        });
        if is_nested { self.chain(sum.constant, &chain) } else { Ok(None) }
    }

    /// Returns the difference of a digit that is constant in a case.
    fn difference_in(&self, case: &StepCase, atom: Atom) -> Option<i64> {
        let AtomKind::Digit { value, divisor, modulus } = *self.lifter.exprs.atom_kind(atom) else {
            return None;
        };
        if value != case.of.value {
            let [start, end] = self.known_atom(case, atom)?;
            return end.checked_sub(start);
        }
        let carries = |divisor: i64| i64::from(divisor <= case.carried);
        let above = match modulus {
            Some(modulus) => modulus.checked_mul(carries(divisor.checked_mul(modulus)?))?,
            None => 0,
        };
        case.of.by.checked_mul(carries(divisor).checked_sub(above)?)
    }

    /// Returns the numbers of an atom before and after the step, if a case determines them.
    fn known_atom(&self, case: &StepCase, atom: Atom) -> Option<[i64; 2]> {
        let AtomKind::Digit { value, divisor, modulus } = *self.lifter.exprs.atom_kind(atom) else {
            return None;
        };
        if value == case.of.value {
            let modulus = modulus?;
            let is_known = divisor.checked_mul(modulus)? <= case.carried;
            let up = [modulus - 1, 0];
            let [greatest, least] = up;
            return is_known.then_some(if case.of.by > 0 { up } else { [least, greatest] });
        }
        let sum = self.lifter.exprs.kind(value)?;
        let mut numbers = [sum.constant; 2];
        for &(atom, factor) in &sum.terms {
            for (number, known) in numbers.iter_mut().zip(self.known_atom(case, atom)?) {
                *number = number.checked_add(factor.checked_mul(known)?)?;
            }
        }
        Some(numbers.map(|number| {
            let quotient = number.div_euclid(divisor);
            modulus.map_or(quotient, |modulus| quotient.rem_euclid(modulus))
        }))
    }

    /// Returns the choice between the differences of all cases. `is_inner` nests the longer carries inside the shorter
    /// ones, where their conditions are shorter.
    fn nested(
        &mut self,
        of: &CarryingValue,
        differences: &[Expr],
        is_inner: bool,
    ) -> Lift<Option<Expr>> {
        let at = match self.basis {
            CarryBasis::End => self.end(of.value),
            CarryBasis::Start | CarryBasis::Offset => self.start(of.value),
        };
        let Some(value) = at else { return Ok(None) };
        let width = self.lifter.signature.width;
        let pairs = of.divisors.iter().zip([1].iter().chain(&of.divisors));
        let mut conditions = Vec::new();
        for (&divisor, &below) in pairs {
            let below = if is_inner { below } else { 1 };
            conditions.push(self.case_condition(value, of.by, below, divisor / below)?);
        }
        let (&first, others) = differences.split_first().expect("there is a case without carries");
        let mut chosen = first;
        if is_inner {
            chosen = *differences.last().unwrap_or(&first);
            for (&condition, &without) in conditions.iter().zip(differences).rev() {
                chosen = self.lifter.choice(condition, chosen, without, width)?;
            }
        } else {
            for (&condition, &with) in conditions.iter().zip(others) {
                chosen = self.lifter.choice(condition, with, chosen, width)?;
            }
        }
        Ok(Some(chosen))
    }

    /// Returns the condition that a digit of a value carries. The value is that of the basis.
    fn case_condition(
        &mut self,
        value: Expr,
        by: i64,
        divisor: i64,
        modulus: i64,
    ) -> Lift<Boolean> {
        let digit = self.lifter.exprs.digit(&value, divisor, Some(modulus));
        let is_greatest = (by > 0) == (self.basis != CarryBasis::End);
        let bound = self.lifter.exprs.constant(if is_greatest { modulus - 1 } else { 1 });
        let [digit, bound] = self.offset_bound(digit, bound).unwrap_or([digit, bound]);
        let predicate = if is_greatest { CmpPredicate::GreaterEqual } else { CmpPredicate::Less };
        self.compared(predicate, digit, bound)
    }
}
