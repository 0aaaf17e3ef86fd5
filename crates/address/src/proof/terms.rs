//! The facts of a proof: integers with their definitions, and truths about them.
//!
//! All facts are linear. A division `x / d` defines two integers, `q` and `r`, with `x = d * q + r` and `0 <= r < d`.
//! No other two integers fulfill this, so equal divisions share them on both sides of a proof. Divisions of quotients
//! and of remainders become divisions and digits of the original value. Equal digits then have one name, which the
//! solver need not find out.
//!
//! Nothing here is trusted. Every fact beside the definitions is a [claim](ProofStep::Claim) that a form is within
//! bounds, and the solver confirms it from the facts before it. A wrong rule makes a proof fail, never succeed.

use super::linear::{FormBounds, LinearForm, LinearVar, Unprovable};
use indexmap::IndexSet;
use rustc_hash::FxHashMap;

/// A truth, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Truth(pub(super) usize);

/// The definition of a truth.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum TruthKind {
    Known(bool),
    /// The form is at most 0.
    AtMostZero(LinearForm),
    /// The form is 0.
    Zero(LinearForm),
    Not(Truth),
    Both(Truth, Truth),
    Either(Truth, Truth),
}

/// What makes an integer the one that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VarOrigin {
    /// The next component of the index, of a dim of this length.
    Index(i64),
    /// The quotient of a division; its rest is a variable of its own.
    Quotient { value: LinearForm, divisor: i128 },
    /// `value - divisor * quotient`. Where the quotient is its `own`, both are defined by its being from 0 to below
    /// the divisor; else that is claimed.
    Rest { value: LinearForm, divisor: i128, quotient: LinearForm, own: bool },
    /// The first where a truth holds, else the second.
    Choice { truth: Truth, then: LinearForm, other: LinearForm },
}

/// A step of the proof.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ProofStep {
    /// An integer is defined.
    Define(LinearVar),
    /// The form is within the bounds, as follows from all before.
    Claim(LinearForm, FormBounds),
}

/// A quotient and a rest.
type Division = (LinearForm, LinearForm);

/// The facts.
#[derive(Debug, Default)]
pub(super) struct ProofTerms {
    origins: Vec<VarOrigin>,
    bounds: Vec<FormBounds>,
    truths: IndexSet<TruthKind>,
    events: IndexSet<ProofStep>,
    divisions: FxHashMap<(LinearForm, i128), Division>,
    choices: FxHashMap<(Truth, LinearForm, LinearForm), LinearVar>,
    /// The rests of the divisions that have a variable as the quotient, under that.
    rests: FxHashMap<LinearVar, Vec<LinearVar>>,
}

impl ProofTerms {
    fn define(&mut self, origin: VarOrigin, bounds: FormBounds) -> LinearVar {
        let var = LinearVar(self.origins.len());
        self.origins.push(origin);
        self.bounds.push(bounds);
        self.events.insert(ProofStep::Define(var));
        var
    }

    /// Notes that a form is within bounds, unless it is a number.
    fn claim(&mut self, form: &LinearForm, bounds: FormBounds) {
        if form.known().is_none() {
            self.events.insert(ProofStep::Claim(form.clone(), bounds));
        }
    }

    /// Bounds of a form that the proof relies on.
    pub(super) fn claimed(&mut self, form: &LinearForm) -> Result<FormBounds, Unprovable> {
        let bounds = self.bounds(form)?;
        self.claim(form, bounds);
        Ok(bounds)
    }

    /// The next component of the index, of a dim of this length.
    pub(super) fn index(&mut self, length: i64) -> LinearForm {
        self.define(VarOrigin::Index(length), FormBounds::below(length.into())).into()
    }

    /// Returns the steps in order: each uses only what is defined before it.
    pub(super) fn events(&self) -> impl Iterator<Item = &ProofStep> {
        self.events.iter()
    }

    /// What an integer is.
    pub(super) fn origin(&self, var: LinearVar) -> &VarOrigin {
        &self.origins[var.0]
    }

    /// Returns the definition of a truth.
    pub(super) fn kind(&self, truth: Truth) -> &TruthKind {
        self.truths.get_index(truth.0).expect("a truth is the place of what it says")
    }

    /// Bounds of a form, from those of its variables.
    pub(super) fn bounds(&self, form: &LinearForm) -> Result<FormBounds, Unprovable> {
        let start = FormBounds { low: form.constant, high: form.constant };
        let sum = form.terms.iter().try_fold(start, |sum, &(var, factor)| {
            let FormBounds { low, high } = self.bounds[var.0];
            let (a, b) = (low.checked_mul(factor)?, high.checked_mul(factor)?);
            let (low, high) = (sum.low.checked_add(a.min(b))?, sum.high.checked_add(a.max(b))?);
            Some(FormBounds { low, high })
        });
        sum.ok_or(Unprovable::Large)
    }

    /// `floor(value / divisor)` and what is left, from 0 to below the divisor, which is above 0.
    pub(super) fn divided(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<Division, Unprovable> {
        let key = (value.clone(), divisor);
        if let Some(parts) = self.divisions.get(&key) {
            return Ok(parts.clone());
        }
        let bounds = self.bounds(value)?;
        let parts = match self.by_rule(value, divisor, bounds) {
            Ok(Some(parts)) => parts,
            // Where the numbers of a rule are too large, there is still the division itself.
            Ok(None) | Err(_) => self.new_division(value, divisor, bounds),
        };
        self.divisions.insert(key, parts.clone());
        Ok(parts)
    }

    /// A division that is expressed by others, with the claim that it is one.
    fn by_rule(
        &mut self,
        value: &LinearForm,
        by: i128,
        bounds: FormBounds,
    ) -> Result<Option<Division>, Unprovable> {
        let Some((quotient, rest)) = self.known_parts(value, by, bounds)? else { return Ok(None) };
        let left = value.plus(&quotient, -by)?.plus(&rest, -1)?;
        self.claim(&left, FormBounds::below(1));
        self.claim(&rest, FormBounds::below(by));
        Ok(Some((quotient, rest)))
    }

    /// `value / divisor`, rounded down.
    pub(super) fn quotient(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<LinearForm, Unprovable> {
        Ok(self.divided(value, divisor)?.0)
    }

    /// What a division leaves.
    pub(super) fn rest(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<LinearForm, Unprovable> {
        Ok(self.divided(value, divisor)?.1)
    }

    fn known_parts(
        &mut self,
        value: &LinearForm,
        divisor: i128,
        bounds: FormBounds,
    ) -> Result<Option<Division>, Unprovable> {
        let least = bounds.low.div_euclid(divisor);
        if least == bounds.high.div_euclid(divisor) {
            let below = least.checked_mul(divisor).ok_or(Unprovable::Large)?;
            return Ok(Some((LinearForm::only(least), value.plus(&LinearForm::only(below), -1)?)));
        }
        let (whole, left) = value.multiples(divisor);
        if whole != LinearForm::default() {
            let (quotient, rest) = self.divided(&left, divisor)?;
            return Ok(Some((quotient.plus(&whole, 1)?, rest)));
        }
        if let Some(parts) = self.of_a_division(value, divisor)? {
            return Ok(Some(parts));
        }
        if let Some(renamed) = self.by_a_rest(value, divisor)? {
            return self.divided(&renamed, divisor).map(Some);
        }
        self.of_a_product(value, divisor)
    }

    /// A sum with a number and its quotient in it, expressed by the quotient and the rest, where the quotient
    /// then is a multiple: vectors of channels that are counted as if images were padded.
    fn by_a_rest(
        &self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<Option<LinearForm>, Unprovable> {
        for &(var, factor) in &value.terms {
            for rest in self.rests.get(&var).into_iter().flatten() {
                let VarOrigin::Rest { value: of, divisor: by, .. } = &self.origins[rest.0] else {
                    continue;
                };
                let number =
                    of.single().and_then(|of| value.terms.iter().find(|term| term.0 == of));
                let Some(&(number, times)) = number else { continue };
                let all = by.checked_mul(times).and_then(|all| all.checked_add(factor));
                if all.ok_or(Unprovable::Large)? % divisor == 0 {
                    let more = by.checked_mul(times).ok_or(Unprovable::Large)?;
                    let same = value.plus(&number.into(), -times)?.plus(&(*rest).into(), times)?;
                    return same.plus(&var.into(), more).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// Of a sum with a quotient in it, which is a quotient of what that is made of; or of a remainder, which has some
    /// of the digits of what it is made of.
    fn of_a_division(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<Option<Division>, Unprovable> {
        for &(var, factor) in value.terms.iter().rev() {
            match self.origins[var.0].clone() {
                VarOrigin::Quotient { value: of, divisor: by } if factor == 1 => {
                    let others = value.plus(&var.into(), -1)?;
                    let both = by.checked_mul(divisor).ok_or(Unprovable::Large)?;
                    let quotient = self.quotient(&of.plus(&others, by)?, both)?;
                    return Ok(Some(self.with_rest(value, divisor, quotient, false)));
                }
                VarOrigin::Rest { value: of, divisor: by, .. }
                    if *value == var.into() && by % divisor == 0 =>
                {
                    let (quotient, rest) = self.divided(&of, divisor)?;
                    return Ok(Some((self.rest(&quotient, by / divisor)?, rest)));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// Returns the quotient of a product with the reciprocal of a number, `m / divisor` for `1 / d`, as a division by
    /// that number (Granlund, Montgomery, PLDI 1994).
    fn of_a_product(
        &mut self,
        value: &LinearForm,
        divisor: i128,
    ) -> Result<Option<Division>, Unprovable> {
        let number = value.common();
        if number <= 1 {
            return Ok(None);
        }
        let (of, left) = value.multiples(number);
        let d = (divisor + number / 2) / number;
        let bounds = self.bounds(&of)?;
        if d > 1 && bounds.low >= 0 {
            // What a multiple of d has too much, and the index that makes most of it.
            let excess = number.checked_mul(d).ok_or(Unprovable::Large)? - divisor;
            let most = [bounds.high, bounds.high.saturating_sub(bounds.high.saturating_add(1) % d)];
            let left_of = |n: i128| {
                let parts = (excess.checked_mul(n / d)?, number.checked_mul(n % d)?);
                parts.0.checked_add(parts.1)?.checked_add(left.constant)
            };
            let fits = |n: i128| n < 0 || left_of(n).is_some_and(|left| left < divisor);
            if excess >= 0 && most.into_iter().all(fits) {
                let quotient = self.quotient(&of, d)?;
                return Ok(Some(self.with_rest(value, divisor, quotient, false)));
            }
        }
        Ok(None)
    }

    fn new_division(&mut self, value: &LinearForm, divisor: i128, bounds: FormBounds) -> Division {
        let origin = VarOrigin::Quotient { value: value.clone(), divisor };
        let (low, high) = (bounds.low.div_euclid(divisor), bounds.high.div_euclid(divisor));
        let quotient = self.define(origin, FormBounds { low, high });
        let parts = self.with_rest(value, divisor, quotient.into(), true);
        self.claim(&quotient.into(), FormBounds { low, high });
        parts
    }

    /// A name for what a division leaves whose quotient is known.
    fn with_rest(
        &mut self,
        value: &LinearForm,
        divisor: i128,
        quotient: LinearForm,
        own: bool,
    ) -> Division {
        let (value, of) = (value.clone(), quotient.clone());
        let origin = VarOrigin::Rest { value, divisor, quotient: of, own };
        let rest = self.define(origin, FormBounds::below(divisor));
        if let Some(var) = quotient.single().filter(|_| quotient.constant == 0) {
            self.rests.entry(var).or_default().push(rest);
        }
        (quotient, rest.into())
    }

    fn truth(&mut self, kind: TruthKind) -> Truth {
        Truth(self.truths.insert_full(kind).0)
    }

    /// A truth that is known.
    pub(super) fn known(&mut self, truth: bool) -> Truth {
        self.truth(TruthKind::Known(truth))
    }

    /// Whether one form is at most another.
    pub(super) fn at_most(&mut self, a: &LinearForm, b: &LinearForm) -> Result<Truth, Unprovable> {
        let difference = a.plus(b, -1)?;
        let bounds = self.claimed(&difference)?;
        Ok(match () {
            () if bounds.high <= 0 => self.known(true),
            () if bounds.low > 0 => self.known(false),
            () => self.truth(TruthKind::AtMostZero(difference)),
        })
    }

    /// Whether one form is below another.
    pub(super) fn below(&mut self, a: &LinearForm, b: &LinearForm) -> Result<Truth, Unprovable> {
        self.at_most(&a.moved(1)?, b)
    }

    /// Whether two forms are equal.
    pub(super) fn equal(&mut self, a: &LinearForm, b: &LinearForm) -> Result<Truth, Unprovable> {
        let difference = a.plus(b, -1)?;
        let bounds = self.claimed(&difference)?;
        let zero = FormBounds { low: 0, high: 0 };
        Ok(match () {
            () if bounds == zero => self.known(true),
            () if !zero.within(bounds) => self.known(false),
            () => self.truth(TruthKind::Zero(difference)),
        })
    }

    /// The other truth.
    pub(super) fn not(&mut self, truth: Truth) -> Truth {
        match *self.kind(truth) {
            TruthKind::Known(known) => self.known(!known),
            TruthKind::Not(truth) => truth,
            _ => self.truth(TruthKind::Not(truth)),
        }
    }

    /// Whether both hold.
    pub(super) fn both(&mut self, a: Truth, b: Truth) -> Truth {
        match (self.kind(a), self.kind(b)) {
            _ if a == b => a,
            (TruthKind::Known(false), _) | (_, TruthKind::Known(true)) => a,
            (TruthKind::Known(true), _) | (_, TruthKind::Known(false)) => b,
            _ => self.truth(TruthKind::Both(a.min(b), a.max(b))),
        }
    }

    /// Whether one holds.
    pub(super) fn either(&mut self, a: Truth, b: Truth) -> Truth {
        match (self.kind(a), self.kind(b)) {
            _ if a == b => a,
            (TruthKind::Known(true), _) | (_, TruthKind::Known(false)) => a,
            (TruthKind::Known(false), _) | (_, TruthKind::Known(true)) => b,
            _ => self.truth(TruthKind::Either(a.min(b), a.max(b))),
        }
    }

    /// Whether exactly one holds.
    pub(super) fn unequal(&mut self, a: Truth, b: Truth) -> Truth {
        let (no_a, no_b) = (self.not(a), self.not(b));
        let (only_a, only_b) = (self.both(a, no_b), self.both(no_a, b));
        self.either(only_a, only_b)
    }

    /// One of two forms.
    pub(super) fn choice(
        &mut self,
        truth: Truth,
        then: &LinearForm,
        other: &LinearForm,
    ) -> Result<LinearForm, Unprovable> {
        match self.kind(truth) {
            TruthKind::Known(true) => return Ok(then.clone()),
            TruthKind::Known(false) => return Ok(other.clone()),
            _ if then == other => return Ok(then.clone()),
            _ => {}
        }
        let key = (truth, then.clone(), other.clone());
        if let Some(&var) = self.choices.get(&key) {
            return Ok(var.into());
        }
        let bounds = self.bounds(then)?.hull(self.bounds(other)?);
        let origin = VarOrigin::Choice { truth, then: then.clone(), other: other.clone() };
        let var = self.define(origin, bounds);
        self.claim(&var.into(), bounds);
        self.choices.insert(key, var);
        Ok(var.into())
    }

    /// A truth as 1, or 0.
    pub(super) fn number(&mut self, truth: Truth) -> Result<LinearForm, Unprovable> {
        self.choice(truth, &LinearForm::only(1), &LinearForm::only(0))
    }
}
