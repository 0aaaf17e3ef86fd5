//! The terms of a proof: integer variables with their definitions, and formulas over them.
//!
//! All terms are linear. A division `x / d` defines two variables, `q` and `r`, with `x = d * q + r` and `0 <= r < d`.
//! These constraints have exactly one solution, so equal divisions on both sides of a proof share their variables.
//! Divisions of quotients and of remainders become divisions and digits of the original value. Equal digits are then
//! the same variable, so the solver need not prove them equal.
//!
//! The proof does not rely on the rules of this file. Every statement other than a definition is a
//! [claim](ProofStep::Claim) that a form is within bounds, and the solver proves each claim from the steps before it. A
//! wrong rule can make a proof fail but cannot make it succeed.

use super::linear::{Division, FormBounds, Linear, LinearForm, LinearVar, Unprovable};
use indexmap::IndexSet;
use layout::Range;
use rustc_hash::FxHashMap;

/// A formula, by the index of its definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Formula(pub(super) usize);

/// The definition of a formula.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum FormulaKind {
    Known(bool),
    /// The form is at most 0.
    AtMostZero(LinearForm),
    /// The form is 0.
    Zero(LinearForm),
    Not(Formula),
    Both(Formula, Formula),
    Either(Formula, Formula),
}

/// The definition of an integer variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VarOrigin {
    /// The next component of the index, in this range.
    Index(Range),
    /// The quotient of a division. Its remainder is a separate variable.
    Quotient { value: LinearForm, divisor: i128 },
    /// `value - divisor * quotient`. If `own`, the quotient is the variable of this division, and both are defined by
    /// the remainder being from 0 to below the divisor. Otherwise a claim states these bounds.
    Remainder { value: LinearForm, divisor: i128, quotient: LinearForm, own: bool },
    /// `then` if the condition holds, otherwise `other`.
    Choice { condition: Formula, then: LinearForm, other: LinearForm },
}

/// A step of the proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ProofStep {
    /// The definition of a variable.
    Define(LinearVar),
    /// The claim that a form is within bounds, which follows from the steps before it.
    Claim(LinearForm, FormBounds),
}

/// The terms and steps of a proof.
#[derive(Debug, Default)]
pub(super) struct ProofTerms {
    origins: Vec<VarOrigin>,
    bounds: Vec<FormBounds>,
    formulas: IndexSet<FormulaKind>,
    steps: IndexSet<ProofStep>,
    divisions: FxHashMap<(LinearForm, i128), Division>,
    choices: FxHashMap<(Formula, LinearForm, LinearForm), LinearVar>,
    /// The remainders of the divisions whose quotient is a variable, by that variable.
    remainders: FxHashMap<LinearVar, Vec<LinearVar>>,
}

impl ProofTerms {
    fn define(&mut self, origin: VarOrigin, bounds: FormBounds) -> LinearVar {
        let var = LinearVar(self.origins.len());
        self.origins.push(origin);
        self.bounds.push(bounds);
        self.steps.insert(ProofStep::Define(var));
        var
    }

    /// Adds the claim that a form is within bounds, unless the form is constant.
    fn claim(&mut self, form: &LinearForm, bounds: FormBounds) {
        if form.known().is_none() {
            self.steps.insert(ProofStep::Claim(form.clone(), bounds));
        }
    }

    /// Returns the bounds of a form, and adds the claim that they hold.
    pub(super) fn claimed(&mut self, form: &LinearForm) -> Linear<FormBounds> {
        let bounds = self.bounds(form)?;
        self.claim(form, bounds);
        Ok(bounds)
    }

    /// Defines the next component of the index, which has this range.
    pub(super) fn index(&mut self, range: Range) -> LinearForm {
        let bounds = FormBounds { low: range.low.into(), high: range.high.into() };
        self.define(VarOrigin::Index(range), bounds).into()
    }

    /// Returns the steps in order. Each uses only variables that earlier steps define.
    pub(super) fn steps(&self) -> impl Iterator<Item = &ProofStep> {
        self.steps.iter()
    }

    /// Returns the definition of a variable.
    pub(super) fn origin(&self, var: LinearVar) -> &VarOrigin {
        &self.origins[var.0]
    }

    /// Returns the definition of a formula.
    pub(super) fn kind(&self, formula: Formula) -> &FormulaKind {
        self.formulas.get_index(formula.0).expect("a formula is the index of its definition")
    }

    /// Returns the bounds of a form, from those of its variables.
    pub(super) fn bounds(&self, form: &LinearForm) -> Linear<FormBounds> {
        let start = FormBounds { low: form.constant, high: form.constant };
        let sum = form.terms.iter().try_fold(start, |sum, &(var, factor)| {
            let FormBounds { low, high } = self.bounds[var.0];
            let a = low.checked_mul(factor)?;
            let b = high.checked_mul(factor)?;
            let low = sum.low.checked_add(a.min(b))?;
            let high = sum.high.checked_add(a.max(b))?;
            Some(FormBounds { low, high })
        });
        sum.ok_or(Unprovable::Large)
    }

    /// Returns `floor(value / divisor)` and the remainder, for a divisor above 0.
    pub(super) fn divided(&mut self, value: &LinearForm, divisor: i128) -> Linear<Division> {
        let key = (value.clone(), divisor);
        if let Some(parts) = self.divisions.get(&key) {
            return Ok(parts.clone());
        }
        let bounds = self.bounds(value)?;
        let parts = match self.claimed_division(value, divisor, bounds) {
            Ok(Some(parts)) => parts,
            // If a rule overflows, the division gets its own variables.
            Ok(None) | Err(_) => self.new_division(value, divisor, bounds),
        };
        self.divisions.insert(key, parts.clone());
        Ok(parts)
    }

    /// Returns a division expressed by existing variables, with the claim that the expression is correct; `None` if no
    /// rule applies.
    fn claimed_division(
        &mut self,
        value: &LinearForm,
        by: i128,
        bounds: FormBounds,
    ) -> Linear<Option<Division>> {
        let Some(parts) = self.derived_division(value, by, bounds)? else { return Ok(None) };
        let left = value.plus(&parts.quotient, -by)?.plus(&parts.remainder, -1)?;
        self.claim(&left, FormBounds::below(1));
        self.claim(&parts.remainder, FormBounds::below(by));
        Ok(Some(parts))
    }

    /// Applies the rules that express a division by existing variables; `None` if no rule applies.
    fn derived_division(
        &mut self,
        value: &LinearForm,
        divisor: i128,
        bounds: FormBounds,
    ) -> Linear<Option<Division>> {
        let least = bounds.low.div_euclid(divisor);
        if least == bounds.high.div_euclid(divisor) {
            let below = least.checked_mul(divisor).ok_or(Unprovable::Large)?;
            let remainder = value.plus_constant(-below)?;
            return Ok(Some(Division { quotient: LinearForm::only(least), remainder }));
        }
        let whole = value.multiples(divisor);
        if whole.quotient != LinearForm::default() {
            let mut parts = self.divided(&whole.remainder, divisor)?;
            parts.quotient = parts.quotient.plus(&whole.quotient, 1)?;
            return Ok(Some(parts));
        }
        if let Some(parts) = self.nested_division(value, divisor)? {
            return Ok(Some(parts));
        }
        if let Some(same) = self.substitute_remainder(value, divisor)? {
            return self.divided(&same, divisor).map(Some);
        }
        if let Some(parts) = self.digit_of_fraction(value, divisor)? {
            return Ok(Some(parts));
        }
        self.reciprocal_division(value, divisor)
    }

    /// Returns the division of a multiple of the remainder of a product with a reciprocal by the same divisor: the next
    /// digit of a number in a mixed radix (Lemire, Kaser, Kurz 2019). With `n * f = divisor * q + r`, the quotient of
    /// `m * r` is that of `n * (m * f)` less `m * q`. `None` for other values.
    fn digit_of_fraction(&mut self, value: &LinearForm, divisor: i128) -> Linear<Option<Division>> {
        let (0, &[(var, times)]) = (value.constant, &*value.terms) else { return Ok(None) };
        let VarOrigin::Remainder { value: of, divisor: by, quotient, .. } = &self.origins[var.0]
        else {
            return Ok(None);
        };
        if *by != divisor || times <= 1 {
            return Ok(None);
        }
        let of = of.times(times)?;
        let quotient = quotient.clone();
        let Some(mut parts) = self.reciprocal_division(&of, divisor)? else { return Ok(None) };
        parts.quotient = parts.quotient.plus(&quotient, -times)?;
        Ok(Some(parts))
    }

    /// Replaces a variable `n` by `d * q + r` in a sum that contains `n` and its quotient `q`, if the factor of `q` is
    /// then a multiple of the divisor. This occurs for channel vectors of padded images. `None` if no variable
    /// qualifies.
    fn substitute_remainder(
        &self,
        value: &LinearForm,
        divisor: i128,
    ) -> Linear<Option<LinearForm>> {
        for &(var, factor) in &value.terms {
            for remainder in self.remainders.get(&var).into_iter().flatten() {
                let VarOrigin::Remainder { value: of, divisor: by, .. } =
                    &self.origins[remainder.0]
                else {
                    continue;
                };
                let number =
                    of.single().and_then(|of| value.terms.iter().find(|term| term.0 == of));
                let Some(&(number, times)) = number else { continue };
                let all = by.checked_mul(times).and_then(|all| all.checked_add(factor));
                if all.ok_or(Unprovable::Large)? % divisor == 0 {
                    let more = by.checked_mul(times).ok_or(Unprovable::Large)?;
                    let same =
                        value.plus(&number.into(), -times)?.plus(&(*remainder).into(), times)?;
                    // The dividend is `n` plus a constant: `n = d * q + r - constant`.
                    let same = same.plus(&LinearForm::only(of.constant), -times)?;
                    return same.plus(&var.into(), more).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Returns the division of a sum that contains a quotient as a division of the original value, and the division of
    /// a remainder as digits of the original value; `None` for other values.
    fn nested_division(&mut self, value: &LinearForm, divisor: i128) -> Linear<Option<Division>> {
        for &(var, factor) in value.terms.iter().rev() {
            match self.origins[var.0].clone() {
                VarOrigin::Quotient { value: of, divisor: by } if factor == 1 => {
                    let others = value.plus(&var.into(), -1)?;
                    let both = by.checked_mul(divisor).ok_or(Unprovable::Large)?;
                    let quotient = self.divided(&of.plus(&others, by)?, both)?.quotient;
                    return Ok(Some(self.with_remainder(value, divisor, quotient, false)));
                }
                VarOrigin::Remainder { value: of, divisor: by, .. }
                    if *value == var.into() && by % divisor == 0 =>
                {
                    let mut parts = self.divided(&of, divisor)?;
                    parts.quotient = self.divided(&parts.quotient, by / divisor)?.remainder;
                    return Ok(Some(parts));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns the division of a product with a reciprocal, `m / divisor` for `1 / d`, as a division by `d` (Granlund,
    /// Montgomery, PLDI 1994); `None` if the reciprocal is not exact.
    fn reciprocal_division(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Linear<Option<Division>> {
        let number = value.common();
        if number <= 1 {
            return Ok(None);
        }
        let Division { quotient: of, remainder: left } = value.multiples(number);
        let d = (divisor + number / 2) / number;
        let bounds = self.bounds(&of)?;
        if d > 0 && bounds.low >= 0 {
            // The error of a multiple of d, and the values at which the accumulated error is greatest.
            let excess = number.checked_mul(d).ok_or(Unprovable::Large)? - divisor;
            let most = [bounds.high, bounds.high.saturating_sub(bounds.high.saturating_add(1) % d)];
            let fits = most.into_iter().filter(|&n| n >= 0).all(|n| {
                let parts = excess.checked_mul(n / d).zip(number.checked_mul(n % d));
                let sum = parts.and_then(|(a, b)| a.checked_add(b)?.checked_add(left.constant));
                sum.is_some_and(|left| left < divisor)
            });
            if excess >= 0 && fits {
                let quotient = if d == 1 { of } else { self.divided(&of, d)?.quotient };
                return Ok(Some(self.with_remainder(value, divisor, quotient, false)));
            }
        }
        Ok(None)
    }

    fn new_division(&mut self, value: &LinearForm, divisor: i128, bounds: FormBounds) -> Division {
        let origin = VarOrigin::Quotient { value: value.clone(), divisor };
        let low = bounds.low.div_euclid(divisor);
        let high = bounds.high.div_euclid(divisor);
        let quotient = self.define(origin, FormBounds { low, high });
        let parts = self.with_remainder(value, divisor, quotient.into(), true);
        self.claim(&quotient.into(), FormBounds { low, high });
        parts
    }

    /// Defines the remainder of a division whose quotient is known, and returns the division.
    fn with_remainder(
        &mut self,
        value: &LinearForm,
        divisor: i128,
        quotient: LinearForm,
        own: bool,
    ) -> Division {
        let value = value.clone();
        let of = quotient.clone();
        let origin = VarOrigin::Remainder { value, divisor, quotient: of, own };
        let remainder = self.define(origin, FormBounds::below(divisor));
        if let Some(var) = quotient.single().filter(|_| quotient.constant == 0) {
            self.remainders.entry(var).or_default().push(remainder);
        }
        Division { quotient, remainder: remainder.into() }
    }

    fn formula(&mut self, kind: FormulaKind) -> Formula {
        Formula(self.formulas.insert_full(kind).0)
    }

    /// Returns a constant formula.
    pub(super) fn known(&mut self, value: bool) -> Formula {
        self.formula(FormulaKind::Known(value))
    }

    /// Returns the formula `a <= b`.
    pub(super) fn at_most(&mut self, a: &LinearForm, b: &LinearForm) -> Linear<Formula> {
        let difference = a.plus(b, -1)?;
        let bounds = self.claimed(&difference)?;
        Ok(match () {
            () if bounds.high <= 0 => self.known(true),
            () if bounds.low > 0 => self.known(false),
            () => self.formula(FormulaKind::AtMostZero(difference)),
        })
    }

    /// Returns the formula `a < b`.
    pub(super) fn below(&mut self, a: &LinearForm, b: &LinearForm) -> Linear<Formula> {
        self.at_most(&a.plus_constant(1)?, b)
    }

    /// Returns the formula `a = b`.
    pub(super) fn equal(&mut self, a: &LinearForm, b: &LinearForm) -> Linear<Formula> {
        let difference = a.plus(b, -1)?;
        let bounds = self.claimed(&difference)?;
        let zero = FormBounds { low: 0, high: 0 };
        Ok(match () {
            () if bounds == zero => self.known(true),
            () if !zero.within(bounds) => self.known(false),
            () => self.formula(FormulaKind::Zero(difference)),
        })
    }

    /// Returns the negation of a formula.
    pub(super) fn not(&mut self, formula: Formula) -> Formula {
        match *self.kind(formula) {
            FormulaKind::Known(known) => self.known(!known),
            FormulaKind::Not(formula) => formula,
            _ => self.formula(FormulaKind::Not(formula)),
        }
    }

    /// Returns the conjunction of two formulas.
    pub(super) fn both(&mut self, a: Formula, b: Formula) -> Formula {
        self.decided(a, b, true).unwrap_or_else(|[a, b]| self.formula(FormulaKind::Both(a, b)))
    }

    /// Returns the disjunction of two formulas.
    pub(super) fn either(&mut self, a: Formula, b: Formula) -> Formula {
        self.decided(a, b, false).unwrap_or_else(|[a, b]| self.formula(FormulaKind::Either(a, b)))
    }

    /// Returns the conjunction or disjunction of two formulas if it is one of them; otherwise both, in order. The
    /// constant `neutral` does not change the other formula.
    fn decided(&self, a: Formula, b: Formula, neutral: bool) -> Result<Formula, [Formula; 2]> {
        match (self.kind(a), self.kind(b)) {
            _ if a == b => Ok(a),
            (FormulaKind::Known(known), _) => Ok(if *known == neutral { b } else { a }),
            (_, FormulaKind::Known(known)) => Ok(if *known == neutral { a } else { b }),
            _ => Err([a.min(b), a.max(b)]),
        }
    }

    /// Returns the formula that a form is within bounds.
    pub(super) fn inside(&mut self, form: &LinearForm, bounds: FormBounds) -> Linear<Formula> {
        let above = self.at_most(&LinearForm::only(bounds.low), form)?;
        let below = self.at_most(form, &LinearForm::only(bounds.high))?;
        Ok(self.both(above, below))
    }

    /// Returns the exclusive or of two formulas.
    pub(super) fn unequal(&mut self, a: Formula, b: Formula) -> Formula {
        let no_a = self.not(a);
        let no_b = self.not(b);
        let only_a = self.both(a, no_b);
        let only_b = self.both(no_a, b);
        self.either(only_a, only_b)
    }

    /// Returns `then` if the condition holds, otherwise `other`.
    pub(super) fn choice(
        &mut self,
        condition: Formula,
        then: &LinearForm,
        other: &LinearForm,
    ) -> Linear<LinearForm> {
        match self.kind(condition) {
            FormulaKind::Known(true) => return Ok(then.clone()),
            FormulaKind::Known(false) => return Ok(other.clone()),
            _ if then == other => return Ok(then.clone()),
            _ => {}
        }
        let key = (condition, then.clone(), other.clone());
        if let Some(&var) = self.choices.get(&key) {
            return Ok(var.into());
        }
        let bounds = self.bounds(then)?.hull(self.bounds(other)?);
        let origin = VarOrigin::Choice { condition, then: then.clone(), other: other.clone() };
        let var = self.define(origin, bounds);
        self.claim(&var.into(), bounds);
        self.choices.insert(key, var);
        Ok(var.into())
    }

    /// Returns a formula as the integer 1 or 0.
    pub(super) fn number(&mut self, formula: Formula) -> Linear<LinearForm> {
        self.choice(formula, &LinearForm::only(1), &LinearForm::only(0))
    }
}
