//! The layout side of a proof: symbolic evaluation of the layout to linear forms.

use super::linear::{FormBounds, Linear, LinearForm, Unprovable};
use super::terms::{Formula, ProofTerms};
use crate::operation::WordOp;
use crate::unit::OffsetUnit;
use layout::{Algebra, Layout, Table};

/// The address of an index in a layout.
pub(super) struct LayoutAddress {
    /// The offset in the unit of the program; unspecified for an invalid index.
    pub(super) offset: LinearForm,
    pub(super) valid: Formula,
    /// The formula that the offset is a whole number of units.
    pub(super) whole: Formula,
}

/// Returns the address of the index with these components.
pub(super) fn evaluate(
    terms: &mut ProofTerms,
    layout: &Layout,
    unit: OffsetUnit,
    index: &[LinearForm],
) -> Linear<LayoutAddress> {
    let valid = terms.known(true);
    let mut domain = LinearDomain { terms, valid, unprovable: None };
    let offset = layout.offset_over(index, &mut domain);
    if let Some(unprovable) = domain.unprovable {
        return Err(unprovable);
    }
    let valid = domain.valid;
    if unit == OffsetUnit::Element {
        return Ok(LayoutAddress { offset, valid, whole: terms.known(true) });
    }
    let elem = layout.elem().ok_or(Unprovable::Bytes)?;
    let bits = offset.times(elem.bits().get().into())?;
    let bytes = terms.divided(&bits, 8)?;
    let whole = terms.equal(&bytes.remainder, &LinearForm::default())?;
    Ok(LayoutAddress { offset: bytes.quotient, valid, whole })
}

/// The abstract domain of linear forms. Values are exact as long as all intermediate values fit 64 bits.
struct LinearDomain<'t> {
    terms: &'t mut ProofTerms,
    valid: Formula,
    /// The first value that linear arithmetic cannot express; later values are then unspecified.
    unprovable: Option<Unprovable>,
}

impl LinearDomain<'_> {
    /// Returns the value, or 0 with `unprovable` set on an error.
    fn checked(&mut self, value: Linear<LinearForm>) -> LinearForm {
        value.unwrap_or_else(|unprovable| {
            self.unprovable.get_or_insert(unprovable);
            LinearForm::default()
        })
    }

    /// Returns the value, which must fit 64 bits because concrete evaluation of layouts uses `i64`.
    fn narrow(&mut self, value: LinearForm) -> Linear<LinearForm> {
        let all = FormBounds { low: i64::MIN.into(), high: i64::MAX.into() };
        self.terms.claimed(&value)?.within(all).then_some(value).ok_or(Unprovable::Wide)
    }
}

impl Algebra for LinearDomain<'_> {
    type Value = LinearForm;

    fn linear(&mut self, constant: i64, terms: &[(i64, LinearForm)]) -> LinearForm {
        let start = LinearForm::only(constant.into());
        let sum = terms.iter().try_fold(start, |sum, (by, form)| sum.plus(form, (*by).into()));
        let sum = sum.and_then(|sum| self.narrow(sum));
        self.checked(sum)
    }

    fn digit(&mut self, value: &LinearForm, divisor: i64, modulus: Option<i64>) -> LinearForm {
        let parts = self.terms.divided(value, divisor.into());
        let digit = parts.and_then(|parts| match modulus {
            Some(modulus) => Ok(self.terms.divided(&parts.quotient, modulus.into())?.remainder),
            None => Ok(parts.quotient),
        });
        self.checked(digit)
    }

    fn xor(&mut self, a: &LinearForm, b: &LinearForm) -> LinearForm {
        let result = self.terms.bitwise(WordOp::Xor, a, b);
        self.checked(result)
    }

    fn lookup(&mut self, _index: &LinearForm, _table: &Table) -> LinearForm {
        self.checked(Err(Unprovable::Table))
    }

    fn require(&mut self, value: &LinearForm, low: i64, high: i64) -> LinearForm {
        let bounds = FormBounds { low: low.into(), high: i128::from(high) - 1 };
        match self.terms.inside(value, bounds) {
            Ok(inside) => self.valid = self.terms.both(self.valid, inside),
            Err(unprovable) => self.unprovable = self.unprovable.or(Some(unprovable)),
        }
        value.clone()
    }
}
