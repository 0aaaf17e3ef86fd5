//! The bounds of values that a GPU driver can prove, on which the price of a multiplication depends.

use crate::operation::{Operation, WordOp};
use crate::program::{Program, ValueId};
use layout::StridedInterval;

/// The end of the factors that GPUs multiply at the full rate.
pub(super) const NARROW: u128 = 1 << 24;

/// The interval of each value that a GPU driver can prove. A driver knows the instructions but not the ranges of the
/// parameters.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleBounds(Vec<StridedInterval>);

impl VisibleBounds {
    /// Adds the next value of a program, unless it was added before.
    pub(super) fn push(&mut self, program: &Program, value: ValueId) {
        if value.index() < self.0.len() {
            return;
        }
        let instruction = program.instruction(value);
        let operands = instruction.operands().iter().map(|operand| self.0[operand.index()]);
        let operands: Vec<StridedInterval> = operands.collect();
        let shown = match instruction.operation {
            Operation::Binary(WordOp::Sub | WordOp::Div | WordOp::Rem) => None,
            operation => operation.interval(&operands),
        };
        let shown = shown.filter(|interval| interval.within(0..instruction.width.end()));
        self.0.push(shown.unwrap_or(instruction.width.words()));
    }

    /// Sets the end of the words that a driver can prove for a value.
    pub(super) fn limit(&mut self, value: ValueId, end: u128) {
        self.0[value.index()] = StridedInterval::range(0, end.cast_signed() - 1);
    }

    /// Returns one more than the greatest word that a driver can prove for a value.
    pub(super) fn end(&self, value: ValueId) -> u128 {
        self.0[value.index()].high.unsigned_abs() + 1
    }
}
