//! Concrete evaluation of a program at an index, by the table of operations.

use crate::operation::{Operation, Width};
use crate::program::{Instruction, Program, ValueId};

/// A concrete evaluator of one program at many indices.
#[derive(Clone, Debug)]
pub struct ProgramEvaluator<'p> {
    program: &'p Program,
    /// The values of the last evaluation. A product has twice the width.
    values: Vec<u128>,
    /// The first value of the last evaluation that wrapped; `None` if no value did.
    wrapped: Option<ValueId>,
}

impl<'p> ProgramEvaluator<'p> {
    /// Returns an evaluator of a program.
    pub fn new(program: &'p Program) -> ProgramEvaluator<'p> {
        ProgramEvaluator { program, values: Vec::new(), wrapped: None }
    }

    /// Returns the results at an index, whose components must fit the widths of the parameters.
    ///
    /// # Errors
    /// The first undefined value: a division by 0, a shift by the width or more, or a wrap that a flag excludes.
    pub fn run(&mut self, index: &[u64]) -> Result<Vec<u64>, ValueId> {
        self.values.clear();
        self.wrapped = None;
        for value in self.program.values() {
            let instruction = self.program.instruction(value);
            let exact = self.exact(instruction, index).ok_or(value)?;
            let halves = if instruction.operation == Operation::Product { 2 } else { 1 };
            let word = exact & (u128::MAX >> (128 - halves * instruction.width.bits()));
            let wraps = word != exact && instruction.operation != Operation::Low;
            if wraps && instruction.flags.nuw || self.breaks_nsw(instruction) {
                return Err(value);
            }
            self.wrapped = self.wrapped.or(wraps.then_some(value));
            self.values.push(word);
        }
        Ok(self.program.results().iter().map(|value| self.values[value.index()] as u64).collect())
    }

    /// Returns the first value of the last evaluation that wrapped or was truncated; `None` if no value did.
    pub fn wrapped(&self) -> Option<ValueId> {
        self.wrapped
    }

    /// Returns the width of the operands, and the operands.
    fn operands(&self, instruction: &Instruction) -> (Width, [u128; 3]) {
        let mut operands = [0; 3];
        for (operand, &value) in operands.iter_mut().zip(instruction.operands()) {
            *operand = self.values[value.index()];
        }
        let first = instruction.operands().first();
        (first.map_or(instruction.width, |&first| self.program.width(first)), operands)
    }

    fn exact(&self, instruction: &Instruction, index: &[u64]) -> Option<u128> {
        match instruction.operation {
            Operation::Param(position) => Some(index[position as usize].into()),
            Operation::Lookup(_) => {
                let table = self.program.table(instruction)?;
                let last = table.length() - 1;
                let at = i64::try_from(self.operands(instruction).1[0]).unwrap_or(last);
                table.value(at.min(last))?.try_into().ok()
            }
            operation => {
                let (width, operands) = self.operands(instruction);
                operation.exact(operands, width)
            }
        }
    }

    fn breaks_nsw(&self, instruction: &Instruction) -> bool {
        let Operation::Binary(op) = instruction.operation else { return false };
        let (width, [a, b, _]) = self.operands(instruction);
        let half = width.end() / 2;
        let exact = op.signed(width.signed(a as u64), width.signed(b as u64), b as u64);
        instruction.flags.nsw && exact.is_some_and(|exact| !(-half..half).contains(&exact))
    }
}
