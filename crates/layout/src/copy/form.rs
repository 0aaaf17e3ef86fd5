//! A layout as digits: its offset as a sum of digits of single dims, and its predicates as ranges of single dims.

use super::fault::CopyPlanFault;
use crate::domain::ceil;
use crate::index::{Atom, AtomKind, Expr, Exprs};
use crate::pipeline::Layout;
use crate::space::Len;
use std::ops::Range;

/// The maximum number of terms that are visited, which bounds the time for shared expressions.
const MOST_TERMS: usize = 10_000;

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
    pub(super) terms: Vec<DimDigitTerm>,
    /// The valid indices; unbounded above if the length is dynamic.
    pub(super) valid: Range<i64>,
}

/// `factor * (floor((index + shift) / divisor) mod modulus)`; without a modulus, the quotient.
#[derive(Clone, Copy, Debug)]
pub(super) struct DimDigitTerm {
    pub(super) shift: i64,
    pub(super) divisor: i64,
    pub(super) modulus: Option<i64>,
    pub(super) factor: i64,
}

impl DimDigitTerm {
    /// Returns `true` if the term is a multiple of the index.
    pub(super) fn is_linear(&self) -> bool {
        self.divisor == 1 && self.modulus.is_none()
    }
}

/// A sum without guards.
struct OpenSum {
    constant: i64,
    terms: Vec<(Atom, i64)>,
}

impl DigitForm {
    /// Returns a layout as digits.
    pub(super) fn of(layout: &Layout) -> Result<DigitForm, CopyPlanFault> {
        let mut exprs = Exprs::new();
        let symbolic = layout.to_exprs(&mut exprs);
        let dim = |&length: &Len| DimForm {
            length,
            terms: Vec::new(),
            valid: 0..length.get().unwrap_or(i64::MAX),
        };
        let mut form = DigitForm { offset: 0, dims: layout.shape().values().map(dim).collect() };
        let OpenSum { constant, terms } = open(&exprs, symbolic.offset)?;
        form.offset = constant;
        for (atom, factor) in terms {
            let (number, term) = digit_term(&exprs, atom, factor)?;
            form.dims[number].terms.push(term);
        }
        for predicate in &symbolic.predicates {
            form.restrict(&open(&exprs, predicate.value)?, predicate.low..predicate.high, &exprs)?;
        }
        Ok(form)
    }

    /// Restricts the valid indices to those at which a sum is in a range.
    fn restrict(
        &mut self,
        sum: &OpenSum,
        range: Range<i64>,
        exprs: &Exprs,
    ) -> Result<(), CopyPlanFault> {
        let &[(atom, factor)] = &sum.terms[..] else { return Err(CopyPlanFault::NotRange) };
        let AtomKind::Var { number, .. } = *exprs.atom_kind(atom) else {
            return Err(CopyPlanFault::NotRange);
        };
        if factor <= 0 {
            return Err(CopyPlanFault::NotRange);
        }
        let bound = |value: i64| ceil(i128::from(value) - i128::from(sum.constant), factor.into());
        let valid = &mut self.dims[number as usize].valid;
        let low = bound(range.start).max(valid.start.into());
        let high = bound(range.end).min(valid.end.into());
        if low >= high {
            return Err(CopyPlanFault::Empty);
        }
        let narrow = |bound: i128| i64::try_from(bound).map_err(|_| CopyPlanFault::Overflow);
        *valid = narrow(low)?..narrow(high)?;
        Ok(())
    }
}

/// Returns a sum in which each guard is replaced by its value.
fn open(exprs: &Exprs, expr: Expr) -> Result<OpenSum, CopyPlanFault> {
    let mut found = OpenSum { constant: 0, terms: Vec::new() };
    let mut left = vec![(expr, 1_i64)];
    let mut visited = 0;
    let product = |a: i64, b: i64| a.checked_mul(b).ok_or(CopyPlanFault::Overflow);
    while let Some((expr, by)) = left.pop() {
        let sum = exprs.kind(expr).ok_or(CopyPlanFault::Overflow)?;
        let constant = product(sum.constant, by)?;
        found.constant = found.constant.checked_add(constant).ok_or(CopyPlanFault::Overflow)?;
        visited += 1 + sum.terms.len();
        if visited > MOST_TERMS {
            return Err(CopyPlanFault::NotDigits);
        }
        for &(atom, factor) in &sum.terms {
            let factor = product(factor, by)?;
            match exprs.atom_kind(atom) {
                AtomKind::Guard { value, .. } => left.push((*value, factor)),
                _ => found.terms.push((atom, factor)),
            }
        }
    }
    Ok(found)
}

/// Returns an atom as the dim whose digit it is, and the digit.
fn digit_term(
    exprs: &Exprs,
    atom: Atom,
    factor: i64,
) -> Result<(usize, DimDigitTerm), CopyPlanFault> {
    let number = |atom: Atom| match exprs.atom_kind(atom) {
        AtomKind::Var { number, .. } => Ok(*number as usize),
        _ => Err(CopyPlanFault::NotDigits),
    };
    match *exprs.atom_kind(atom) {
        AtomKind::Digit { value, divisor, modulus } => {
            let inner = open(exprs, value)?;
            let &[(atom, 1)] = &inner.terms[..] else { return Err(CopyPlanFault::NotDigits) };
            Ok((number(atom)?, DimDigitTerm { shift: inner.constant, divisor, modulus, factor }))
        }
        _ => Ok((number(atom)?, DimDigitTerm { shift: 0, divisor: 1, modulus: None, factor })),
    }
}
