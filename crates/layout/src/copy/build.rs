//! Construction of a plan: refinement, coverage, fused digits, method and loops.

use super::cover::cover;
use super::fault::{CopyPlanFault, sum};
use super::form::DigitForm;
use super::padding::padding_end;
use super::plan::{CopyDigit, CopyDim, CopyMachine, CopyMethod, CopyPart, CopyPlan};
use super::refine::{RefinedDim, Refinement};
use super::{method, schedule};
use crate::pipeline::Layout;
use crate::space::Len;

impl Layout {
    /// Returns the plan of a copy from this layout to a target.
    ///
    /// With `fills_padding` the plan sets the slots without an element from the target's offset to its end to zero:
    /// they are storage padding of this tensor. Otherwise the plan does not write them. A dynamic length is an
    /// argument of the kernel.
    ///
    /// # Errors
    /// The layouts are not sums of digits with a common refinement, or the elements that the plan would move together
    /// are not whole bytes.
    pub fn copy_plan_to(
        &self,
        target: &Layout,
        fills_padding: bool,
        machine: CopyMachine,
    ) -> Result<CopyPlan, CopyPlanFault> {
        if self.shape() != target.shape() {
            return Err(CopyPlanFault::Shapes);
        }
        if target.is_empty() {
            return Err(CopyPlanFault::Empty);
        }
        let elem = target.elem().ok_or(CopyPlanFault::NoElement)?;
        let from = DigitForm::from_layout(self)?;
        let to = DigitForm::from_layout(target)?;
        let mut refinement = Refinement::common(&from, &to)?;
        // The tuple of zeros has no slot if the positions of a dim start above 0.
        if refinement.target_offset < 0 {
            let range = target.offset_range().map_err(CopyPlanFault::Allocation)?;
            if range.is_none_or(|(least, _)| least.get() < 0) {
                return Err(CopyPlanFault::Before);
            }
        }
        let end = padding_end(target, &to, refinement.target_offset, fills_padding)?;
        let mut fills = cover(&mut refinement, end)?;
        for fill in &mut fills {
            fill.start = sum(fill.start, refinement.target_offset)?;
        }
        let dims: Vec<CopyDim> = refinement.dims.iter().map(dim_of).collect();
        let digits = fuse(digits_of(&refinement), &dims);
        let plan = CopyPlan {
            elem_bits: elem.bits().get(),
            fills_padding,
            source_offset: refinement.source_offset,
            target_offset: refinement.target_offset,
            digits,
            dims,
            fills,
            method: CopyMethod::Identity,
            loops: Vec::new(),
        };
        plan.scheduled(machine)
    }
}

impl CopyPlan {
    /// Returns the plan with the method and the loops that follow from its digits on a machine.
    ///
    /// # Errors
    /// The elements that the plan would move together are not whole bytes.
    pub fn scheduled(mut self, machine: CopyMachine) -> Result<CopyPlan, CopyPlanFault> {
        self.method = method::choose(&self, machine)?;
        self.loops = schedule::loops(&self, machine);
        Ok(self)
    }
}

/// Returns the dim of a plan.
fn dim_of(dim: &RefinedDim) -> CopyDim {
    let all = dim.capacity().map(|capacity| 0..capacity);
    let restricts = all.as_ref().is_some_and(|all| dim.written != *all);
    let is_partial = dim.valued != dim.written;
    CopyDim {
        shift: dim.shift,
        written: restricts.then(|| dim.written.clone()),
        valued: is_partial.then(|| dim.valued.clone()),
    }
}

/// Returns the digits of all dims, outermost in the target first.
fn digits_of(refinement: &Refinement) -> Vec<CopyDigit> {
    let mut found = Vec::new();
    for (dim, refined) in refinement.dims.iter().enumerate() {
        found.extend(refined.digits.iter().map(|digit| CopyDigit {
            length: digit.length,
            source: digit.source,
            target: digit.target,
            parts: vec![CopyPart { dim, weight: digit.weight, length: digit.length }],
        }));
    }
    found.sort_by_key(|digit| std::cmp::Reverse((digit.target, digit.source)));
    found
}

/// Fuses digits that source and target step through as one.
pub(super) fn fuse(digits: Vec<CopyDigit>, dims: &[CopyDim]) -> Vec<CopyDigit> {
    let mut fused: Vec<CopyDigit> = Vec::with_capacity(digits.len());
    for digit in digits {
        match fused.last_mut().and_then(|outer| Some((fused_digit(outer, &digit, dims)?, outer))) {
            Some((digit, outer)) => *outer = digit,
            None => fused.push(digit),
        }
    }
    fused
}

/// Returns two digits as one; `None` if a layout does not step through them as one, or a guard needs them apart.
fn fused_digit(outer: &CopyDigit, inner: &CopyDigit, dims: &[CopyDim]) -> Option<CopyDigit> {
    let long = outer.length.get()?;
    let length = inner.length.get()?;
    let wrapped = [inner.source, inner.target].map(|stride| stride.checked_mul(length));
    if wrapped != [Some(outer.source), Some(outer.target)] {
        return None;
    }
    let length = Len::new(long.checked_mul(length)?)?;
    let last = *outer.parts.last()?;
    let first = *inner.parts.first()?;
    let parts = if last.dim == first.dim
        && last.weight == first.weight.checked_mul(first.length.get()?)?
    {
        let joined = last.length.get()?.checked_mul(first.length.get()?)?;
        let joined = CopyPart { length: Len::new(joined)?, weight: first.weight, dim: first.dim };
        let before = &outer.parts[..outer.parts.len() - 1];
        let after = &inner.parts[1..];
        [before, &[joined], after].concat()
    } else {
        [&outer.parts[..], &inner.parts].concat()
    };
    let is_guarded = parts.iter().any(|part| dims[part.dim].is_guarded());
    if parts.len() > 1 && is_guarded {
        return None;
    }
    Some(CopyDigit { length, source: inner.source, target: inner.target, parts })
}
