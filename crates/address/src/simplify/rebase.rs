//! Programs whose parameters count from 0 instead of a negative number.
//!
//! The normal form does not express a digit of a parameter that may be negative. The parameter of an inverse is such a
//! slot, if the layout starts before its buffer. The distance from its least number is never negative.

use crate::operation::{Operation, WordOp};
use crate::program::{Instruction, Param, Program, ValueId};
use layout::Range;

/// Returns the same program of the distance of each negative parameter from its least number; `None` if no parameter is
/// negative, or a distance does not fit 64 bits.
pub(super) fn from_zero(program: &Program) -> Option<Program> {
    if program.params().iter().all(|param| param.range.low >= 0) {
        return None;
    }
    let params = program
        .params()
        .iter()
        .map(|param| {
            let low = param.range.low.min(0);
            let high = param.range.high.checked_sub(low)?;
            Some(Param { range: Range { low: param.range.low - low, high }, ..*param })
        })
        .collect::<Option<Vec<Param>>>()?;
    let lows = program.params().iter().map(|param| param.range.low.min(0));
    Some(translate(program, params, &lows.collect::<Vec<_>>()))
}

/// Returns the program of the parameters that another program has, from the program of their distances.
pub(super) fn from_least(distances: &Program, original: &Program) -> Program {
    let params = original.params().to_vec();
    let lows = params.iter().map(|param| param.range.low.min(0).wrapping_neg());
    let lows: Vec<i64> = lows.collect();
    translate(distances, params, &lows)
}

/// Returns a program with other parameters, to each of which a constant is added.
fn translate(program: &Program, params: Vec<Param>, by: &[i64]) -> Program {
    let mut moved = Program::new(params);
    let mut renamed: Vec<ValueId> = Vec::new();
    for value in program.values() {
        let instruction = program.instruction(value);
        let operands: Vec<ValueId> =
            instruction.operands().iter().map(|it| renamed[it.index()]).collect();
        let copy = Instruction::new(instruction.operation, &operands, instruction.width)
            .with_flags(instruction.flags);
        let new = match instruction.operation {
            Operation::Param(position) if by[position as usize] != 0 => {
                let param = moved.push(copy, None);
                let by = instruction.width.word(by[position as usize].into());
                let constant = Operation::Constant(by);
                let by = moved.push(Instruction::new(constant, &[], instruction.width), None);
                let sum = Operation::Binary(WordOp::Add);
                moved.push(Instruction::new(sum, &[param, by], instruction.width), None)
            }
            Operation::Param(_) => moved.push(copy, None),
            _ => moved.push(copy, Some(program.interval(value))),
        };
        renamed.push(new);
    }
    moved.with_results(&program.results().iter().map(|it| renamed[it.index()]).collect::<Vec<_>>())
}
