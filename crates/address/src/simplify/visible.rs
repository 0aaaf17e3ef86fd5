//! The bounds of values that a GPU driver can prove, on which the price of a multiplication depends.

use crate::operation::{Operation, WordOp};
use crate::program::{Program, ValueId};
use layout::StridedInterval;

/// The end of the factors that GPUs multiply at the full rate.
pub(super) const NARROW: u128 = 1 << 24;

/// The interval of each value that a GPU driver can prove. A driver knows the instructions but not the ranges of the
/// parameters.
#[derive(Clone, Debug)]
pub(super) struct VisibleBounds {
    intervals: Vec<StridedInterval>,
    /// `true` if prices depend on the bounds. Otherwise no value has an interval.
    is_used: bool,
}

impl VisibleBounds {
    /// Returns the bounds of a program without values. `is_used` is `true` if prices depend on them.
    pub(super) fn new(is_used: bool) -> VisibleBounds {
        VisibleBounds { intervals: Vec::new(), is_used }
    }

    /// Removes all values.
    pub(super) fn clear(&mut self) {
        self.intervals.clear();
    }

    /// Adds the next value of a program, unless it was added before.
    pub(super) fn push(&mut self, program: &Program, value: ValueId) {
        if !self.is_used || value.index() < self.intervals.len() {
            return;
        }
        let instruction = program.instruction(value);
        let mut operands = [StridedInterval::BOOL; 3];
        for (interval, operand) in operands.iter_mut().zip(instruction.operands()) {
            *interval = self.intervals[operand.index()];
        }
        let shown = match instruction.operation {
            Operation::Binary(WordOp::Sub | WordOp::Div | WordOp::Rem) => None,
            operation => operation.interval(&operands[..instruction.operands().len()]),
        };
        let shown = shown.filter(|interval| interval.within(0..instruction.width.end()));
        self.intervals.push(shown.unwrap_or(instruction.width.words()));
    }

    /// Sets the end of the words that a driver can prove for a value.
    pub(super) fn limit(&mut self, value: ValueId, end: u128) {
        self.intervals[value.index()] = StridedInterval::range(0, end.cast_signed() - 1);
    }

    /// Returns one more than the greatest word that a driver can prove for a value; the end of all words if prices do not
    /// depend on it.
    pub(super) fn end(&self, value: ValueId) -> u128 {
        match self.intervals.get(value.index()) {
            Some(interval) => interval.high.unsigned_abs() + 1,
            None => 1 << 64,
        }
    }
}
