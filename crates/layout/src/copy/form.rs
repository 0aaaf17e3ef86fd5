//! A layout as digits: its offset as a sum of digits of single dims, and its predicates as ranges of single dims.

use super::fault::{CopyPlanFault, narrow};
use crate::domain::ceil;
use crate::index::{DigitTerm, Expr, Exprs, ScaledDigit};
use crate::pipeline::Layout;
use crate::space::Len;
use std::ops::Range;

/// A layout as digits.
#[derive(Clone, Debug)]
pub(super) struct DigitForm {
    pub(super) offset: i64,
    /// By logical dim.
    pub(super) dims: Vec<DimForm>,
}

/// The contribution of one logical dim to the offset, and its valid indices.
#[derive(Clone, Debug)]
pub(super) struct DimForm {
    pub(super) length: Len,
    pub(super) digits: Vec<ShiftedDigit>,
    /// The valid indices; unbounded above if the length is dynamic.
    pub(super) valid: Range<i64>,
}

/// A digit of index + shift.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftedDigit {
    pub(super) shift: i64,
    pub(super) digit: ScaledDigit,
}

impl DigitForm {
    /// Returns a layout as digits.
    pub(super) fn from_layout(layout: &Layout) -> Result<DigitForm, CopyPlanFault> {
        let mut exprs = Exprs::new();
        let symbolic = layout.to_exprs(&mut exprs);
        let mut form = DigitForm {
            offset: 0,
            dims: layout
                .shape()
                .values()
                .map(|&length| DimForm {
                    length,
                    digits: Vec::new(),
                    valid: 0..length.get().unwrap_or(i64::MAX),
                })
                .collect(),
        };
        let sum = digit_terms(&mut exprs, symbolic.offset)?;
        form.offset = sum.0;
        for DigitTerm { value, digit } in sum.1 {
            let (number, shift) = component(&mut exprs, value)?;
            form.dims[number].digits.push(ShiftedDigit { shift, digit });
        }
        for predicate in &symbolic.predicates {
            let sum = exprs.digit_terms(predicate.value).ok_or(CopyPlanFault::NotRange)?;
            form.restrict(sum, predicate.low..predicate.high, &exprs)?;
        }
        Ok(form)
    }

    /// Restricts the valid indices to those at which a sum, a constant and digits, is in a range.
    fn restrict(
        &mut self,
        (constant, terms): (i64, Vec<DigitTerm>),
        range: Range<i64>,
        exprs: &Exprs,
    ) -> Result<(), CopyPlanFault> {
        let &[DigitTerm { value, digit }] = &terms[..] else { return Err(CopyPlanFault::NotRange) };
        let number = exprs.as_var(value).filter(|_| digit.is_linear() && digit.factor > 0);
        let number = number.ok_or(CopyPlanFault::NotRange)?;
        let bounds = [range.start, range.end]
            .map(|bound| ceil(i128::from(bound) - i128::from(constant), digit.factor.into()));
        let valid = &mut self.dims[number as usize].valid;
        let low = bounds[0].max(valid.start.into());
        let high = bounds[1].min(valid.end.into());
        if low >= high {
            return Err(CopyPlanFault::Empty);
        }

        *valid = narrow(low)?..narrow(high)?;
        Ok(())
    }
}

fn digit_terms(exprs: &mut Exprs, expr: Expr) -> Result<(i64, Vec<DigitTerm>), CopyPlanFault> {
    exprs.kind(expr).ok_or(CopyPlanFault::Overflow)?;
    exprs.digit_terms(expr).ok_or(CopyPlanFault::NotDigits)
}

/// Returns a value as the number of a component of the index, and the constant that is added to it.
fn component(exprs: &mut Exprs, value: Expr) -> Result<(usize, i64), CopyPlanFault> {
    let (constant, terms) = digit_terms(exprs, value)?;
    match terms[..] {
        [DigitTerm { value, digit }] if digit.is_linear() && digit.factor == 1 => {
            let number = exprs.as_var(value).ok_or(CopyPlanFault::NotDigits)?;
            Ok((number as usize, constant))
        }
        _ => Err(CopyPlanFault::NotDigits),
    }
}
