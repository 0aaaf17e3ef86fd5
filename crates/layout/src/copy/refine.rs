//! The common refinement of two layouts: each logical dim in mixed radix, so that both offsets are sums of its digits.
//!
//! ```text
//! C of 35 channels, from NCHW to chw32: position = 32 * x1 + x0, x1 < 2, x0 < 32, of which positions below 35 are valid
//!     source: x1 * (32 * H * W) + x0 * (H * W)      target: x1 * (32 * H * W) + x0
//! ```
//!
//! The position in a dim is the index plus a shift. The shift aligns the digits of a slice that does not start at a
//! whole block, and moves the first stored index of a dim with virtual padding to 0.

use super::fault::{CopyPlanFault, product, sum};
use super::form::{DigitForm, DimForm, ShiftedDigit};

use crate::index::{ScaledDigit, radix_of};
use crate::space::{Dim, Len};
use std::ops::Range;

/// The common refinement of source and target.
#[derive(Clone, Debug)]
pub(super) struct Refinement {
    pub(super) source_offset: i64,
    pub(super) target_offset: i64,
    pub(super) dims: Vec<RefinedDim>,
}

/// A dim in mixed radix.
#[derive(Clone, Debug)]
pub(super) struct RefinedDim {
    /// The position of index 0.
    pub(super) shift: i64,
    /// The digits of length above 1, innermost first.
    pub(super) digits: Vec<RefinedDigit>,
    /// The positions that have a slot of the target that the kernel writes.
    pub(super) written: Range<i64>,
    /// The positions of elements that both layouts store.
    pub(super) valued: Range<i64>,
}

/// A digit of a dim.
#[derive(Clone, Copy, Debug)]
pub(super) struct RefinedDigit {
    pub(super) weight: i64,
    pub(super) length: Len,
    pub(super) source: i64,
    pub(super) target: i64,
}

impl RefinedDim {
    /// Returns the number of positions that the digits count; `None` if a length is dynamic.
    pub(super) fn capacity(&self) -> Option<i64> {
        self.digits.last().map_or(Some(1), |top| top.length.get()?.checked_mul(top.weight))
    }
}

impl Refinement {
    /// Returns the common refinement of two layouts of one shape.
    pub(super) fn common(
        source: &DigitForm,
        target: &DigitForm,
    ) -> Result<Refinement, CopyPlanFault> {
        let mut found = Refinement {
            source_offset: source.offset,
            target_offset: target.offset,
            dims: Vec::with_capacity(target.dims.len()),
        };
        for (at, (source, target)) in source.dims.iter().zip(&target.dims).enumerate() {
            let dim = Dim::new(at).ok_or(CopyPlanFault::Overflow)?;
            let offsets = (&mut found.source_offset, &mut found.target_offset);
            found.dims.push(match target.length {
                length if length.is_dynamic() => dynamic(dim, source, target)?,
                _ => refined(dim, source, target, offsets)?,
            });
        }
        Ok(found)
    }
}

/// Returns the one digit of a dim of dynamic length.
fn dynamic(dim: Dim, source: &DimForm, target: &DimForm) -> Result<RefinedDim, CopyPlanFault> {
    fn stride(dim: Dim, form: &DimForm) -> Result<i64, CopyPlanFault> {
        let is_whole =
            form.valid == (0..i64::MAX) && form.digits.iter().all(|it| it.digit.is_linear());
        let mut factors = form.digits.iter().map(|it| it.digit.factor);
        let stride = factors.try_fold(0_i64, i64::checked_add);
        stride.filter(|_| is_whole).ok_or(CopyPlanFault::DynamicInside(dim))
    }
    let source = stride(dim, source)?;
    let target = stride(dim, target)?;
    let digit = RefinedDigit { weight: 1, length: Len::DYNAMIC, source, target };
    let all = 0..i64::MAX;
    Ok(RefinedDim { shift: 0, digits: vec![digit], written: all.clone(), valued: all })
}

fn refined(
    dim: Dim,
    source: &DimForm,
    target: &DimForm,
    offsets: (&mut i64, &mut i64),
) -> Result<RefinedDim, CopyPlanFault> {
    let shift = shift_of(source, target)?;
    let written = sum(target.valid.start, shift)?..sum(target.valid.end, shift)?;
    let low = sum(target.valid.start.max(source.valid.start), shift)?;
    let high = sum(target.valid.end.min(source.valid.end), shift)?;
    // A source without an element for the stored part of the target is read as zeros.
    let valued = if low < high { low..high } else { written.start..written.start };
    if written.start < 0 {
        return Err(CopyPlanFault::NoRefinement(dim));
    }
    *offsets.0 = sum(*offsets.0, constant_of(dim, &source.digits, shift)?)?;
    *offsets.1 = sum(*offsets.1, constant_of(dim, &target.digits, shift)?)?;
    let source: Vec<ScaledDigit> = source.digits.iter().map(|it| it.digit).collect();
    let target: Vec<ScaledDigit> = target.digits.iter().map(|it| it.digit).collect();
    let radix = radix_of(source.iter().chain(&target), written.end);
    let radix = radix.ok_or(CopyPlanFault::NoRefinement(dim))?;
    let digits = radix.into_iter().filter(|&(_, length)| length > 1).map(|(weight, length)| {
        let length = Len::new(length)?;
        let source = ScaledDigit::sum_at(&source, weight)?;
        Some(RefinedDigit { weight, length, source, target: ScaledDigit::sum_at(&target, weight)? })
    });
    let digits = digits.collect::<Option<Vec<_>>>().ok_or(CopyPlanFault::Overflow)?;
    Ok(RefinedDim { shift, digits, written, valued })
}

/// Returns the shift of a dim: that of its digits, or the one that moves the first stored index to 0.
fn shift_of(source: &DimForm, target: &DimForm) -> Result<i64, CopyPlanFault> {
    let digits = source.digits.iter().chain(&target.digits).filter(|it| !it.digit.is_linear());
    match digits.map(|it| it.shift).max() {
        Some(shift) => Ok(shift),
        None => target.valid.start.checked_neg().ok_or(CopyPlanFault::Overflow),
    }
}

/// Returns the constant that is added if the digits become those of the position, which is the index plus this shift.
fn constant_of(dim: Dim, digits: &[ShiftedDigit], shift: i64) -> Result<i64, CopyPlanFault> {
    let mut constant = 0_i64;
    for &ShiftedDigit { shift: own, digit } in digits {
        let by = shift.checked_sub(own).ok_or(CopyPlanFault::Overflow)?;
        let period = match digit.modulus {
            Some(_) => digit.end().ok_or(CopyPlanFault::Overflow)?,
            None => digit.divisor,
        };
        if by % period != 0 {
            return Err(CopyPlanFault::NoRefinement(dim));
        }
        if digit.modulus.is_none() {
            let more = product(by / digit.divisor, digit.factor)?;
            constant = constant.checked_sub(more).ok_or(CopyPlanFault::Overflow)?;
        }
    }
    Ok(constant)
}
