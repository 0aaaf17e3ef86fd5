//! The layout's side of a proof: the core evaluated over linear forms.

use super::Hard;
use super::bits::Bitwise;
use super::form::{Bounds, Form};
use super::terms::{Terms, Truth};
use crate::lower_addressing::Unit;
use ir::layout::{Algebra, Layout};

/// What a layout says of an index.
pub(super) struct Right {
    /// The offset in the unit that is asked for, where the index is valid.
    pub(super) offset: Form,
    pub(super) valid: Truth,
    /// The offset is a whole number of units.
    pub(super) whole: Truth,
}

/// What the layout says of the index with these components.
pub(super) fn right(
    terms: &mut Terms,
    layout: &Layout,
    unit: Unit,
    index: &[Form],
) -> Result<Right, Hard> {
    let valid = terms.known(true);
    let mut meaning = Meaning { terms, valid, hard: None };
    let offset = layout.offset_over(index, &mut meaning);
    if let Some(hard) = meaning.hard {
        return Err(hard);
    }
    let valid = meaning.valid;
    if unit == Unit::Element {
        return Ok(Right { offset, valid, whole: terms.known(true) });
    }
    let elem = layout.elem().ok_or(Hard::Bytes)?;
    let bits = offset.times(elem.bits().get().into())?;
    let (bytes, left) = terms.divided(&bits, 8)?;
    let whole = terms.equal(&left, &Form::default())?;
    Ok(Right { offset: bytes, valid, whole })
}

/// The algebra: values are linear forms, exact wherever all on the way fits 64 bits.
struct Meaning<'t> {
    terms: &'t mut Terms,
    valid: Truth,
    /// What could not be told; all values after it mean nothing.
    hard: Option<Hard>,
}

impl Meaning<'_> {
    fn noted(&mut self, value: Result<Form, Hard>) -> Form {
        value.unwrap_or_else(|hard| {
            self.hard.get_or_insert(hard);
            Form::default()
        })
    }

    /// A value, which must fit 64 bits, as it does where the core evaluates it.
    fn narrow(&mut self, value: Form) -> Result<Form, Hard> {
        let all = Bounds { low: i64::MIN.into(), high: i64::MAX.into() };
        self.terms.claimed(&value)?.within(all).then_some(value).ok_or(Hard::Wide)
    }
}

impl Algebra for Meaning<'_> {
    type Value = Form;

    fn linear(&mut self, constant: i64, terms: &[(i64, Form)]) -> Form {
        let start = Form::only(constant.into());
        let sum = terms.iter().try_fold(start, |sum, (by, form)| sum.plus(form, (*by).into()));
        let sum = sum.and_then(|sum| self.narrow(sum));
        self.noted(sum)
    }

    fn digit(&mut self, value: &Form, divisor: i64, modulus: Option<i64>) -> Form {
        let quotient = self.terms.quotient(value, divisor.into());
        let digit = quotient.and_then(|quotient| match modulus {
            Some(modulus) => self.terms.rest(&quotient, modulus.into()),
            None => Ok(quotient),
        });
        self.noted(digit)
    }

    fn xor(&mut self, a: &Form, b: &Form) -> Form {
        let result = self.terms.bitwise(Bitwise::Xor, a, b);
        self.noted(result)
    }

    fn require(&mut self, value: &Form, low: i64, high: i64) -> Form {
        let inside = self.terms.at_most(&Form::only(low.into()), value).and_then(|above| {
            let below = self.terms.below(value, &Form::only(high.into()))?;
            Ok(self.terms.both(above, below))
        });
        match inside {
            Ok(inside) => self.valid = self.terms.both(self.valid, inside),
            Err(hard) => self.hard = self.hard.or(Some(hard)),
        }
        value.clone()
    }
}
