//! Lowered programs, and the choice of their word width.

use super::fault::AddressFault;
use super::unsigned::{PredicateMode, UnsignedLowering};
use crate::operation::{Operation, Width};
use crate::program::{Program, ValueId};
use layout::Range;

/// Returns a program in the first of these widths that holds every value in some predicate mode.
pub(super) fn first_fitting(
    widths: &[Width],
    lowered: impl Fn(PredicateMode) -> Result<LoweredProgram, AddressFault>,
) -> Result<Program, AddressFault> {
    let passing = lowered(PredicateMode::Pass)?;
    if passing.misfit(widths[0]).is_none() {
        return Ok(passing.program(widths[0]));
    }
    let mut candidates = vec![passing];
    if candidates[0].has_predicate() {
        candidates.push(lowered(PredicateMode::Clamp)?);
    }
    let mut fault = None;
    for &width in widths {
        for lowered in &candidates {
            match lowered.misfit(width) {
                None => return Ok(lowered.program(width)),
                refused => fault = refused,
            }
        }
    }
    Err(fault.expect("every index type has a width, and no candidate fits"))
}

/// A program on words of 64 bits, with the range of each value before wrapping.
pub(super) struct LoweredProgram {
    pub(super) lowering: UnsignedLowering,
    pub(super) results: Vec<ValueId>,
    /// The range of each parameter that must fit: each component of the index, or the slot.
    pub(super) inputs: Vec<Range>,
}

impl LoweredProgram {
    /// Returns `true` if a result is a validity.
    fn has_predicate(&self) -> bool {
        let program = self.lowering.program();
        self.results.iter().any(|&result| program.width(result) == Width::I1)
    }

    pub(super) fn program(&self, width: Width) -> Program {
        self.lowering.program().with_results(&self.results).with_words_of(width)
    }

    /// Returns why the values do not fit words of a width; `None` if they fit. Words are unsigned; parameters and results
    /// are signed.
    pub(super) fn misfit(&self, width: Width) -> Option<AddressFault> {
        let signed = width.signed_range();
        let unsigned = Range { low: 0, ..signed };
        let program = self.lowering.program();
        let needed = program.needed_by(&self.results);
        let computes = self.computed_with(&needed);
        let needed = program.values().filter(|it| needed[it.index()]);
        let bounded = needed.map(|value| {
            let bound = if computes[value.index()] { unsigned } else { signed };
            (self.lowering.range(value), bound)
        });
        let inputs = self.inputs.iter().map(|&range| (range, signed));
        let bounded: Vec<(Range, Range)> = bounded.chain(inputs).collect();
        if !self.lowering.overflow && bounded.iter().all(|(range, bound)| range.within(*bound)) {
            return None;
        }
        let ends = bounded.iter().flat_map(|(range, _)| [range.low, range.high]);
        let reach = ends.map(i64::unsigned_abs).max().filter(|_| !self.lowering.overflow);
        Some(AddressFault::TooWide { reach, bits: width.bits() - 1 })
    }

    /// Returns, for each value by position, `true` if it must not be negative because a needed instruction computes with
    /// it. Results may be negative. So may a slot: only an addition of the distance to slot 0 uses it.
    fn computed_with(&self, needed: &[bool]) -> Vec<bool> {
        let program = self.lowering.program();
        let mut computes = vec![false; needed.len()];
        for value in program.values().filter(|value| needed[value.index()]) {
            for &operand in program.instruction(value).operands() {
                let operation = program.instruction(operand).operation;
                computes[operand.index()] = !matches!(operation, Operation::Param(_));
            }
        }
        computes
    }
}
