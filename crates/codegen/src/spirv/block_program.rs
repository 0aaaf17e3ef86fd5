//! The index arithmetic of blocks, as addressing programs that the simplifier reduces like those of functions.
//!
//! One program computes the offsets of a block from its number in the grid, another one those of an element from its
//! number in the block.

use super::block_map::BlockMap;
use super::blocks::{BlockDigit, BlockGrid};
use address::operation::{Operation, Width, WordOp};
use address::program::{Instruction, Param, Program, ProgramBuilder, ValueId};
use address::simplify::{CostModel, simplify};

/// The program of a grid or of a block, and the meaning of its results.
pub(super) struct BlockProgram {
    /// The results are the source offset without negative strides, the part of the source offset that is subtracted,
    /// the target offset, the first values of the checked digits, and the positions of dims.
    pub(super) program: Program,
    /// The units of source offsets and of target offsets, in bytes.
    pub(super) units: [i64; 2],
}

/// Returns the program that computes the offsets of a block, without those of the first one. The parameter is the number
/// of the block. If a length is dynamic, a first parameter is the block of the dynamic digit.
pub(super) fn of_grid(grid: &BlockGrid, map: &BlockMap) -> BlockProgram {
    let count = grid.count().unwrap_or(1);
    let mut params = vec![Param::index(Width::I32, count)];
    if let Some(digit) = grid.dynamic() {
        params.insert(0, Param::index(Width::I32, most_blocks(digit)));
    }
    let mut writer = BlockProgramWriter::new(params);
    let mut blocks = vec![None; grid.digits.len()];
    if let Some(it) = grid.loops.iter().find(|it| it.count.is_none()) {
        blocks[it.digit] = Some(writer.param(0));
    }
    let mut rest = writer.param(u32::from(grid.dynamic().is_some()));
    let mut left = count;
    for it in grid.loops.iter().rev() {
        let Some(count) = it.count.filter(|&count| count > 1) else { continue };
        let value = if left == count { rest } else { writer.by(WordOp::Rem, rest, count) };
        if left != count {
            rest = writer.by(WordOp::Div, rest, count);
        }
        left /= count;
        let step = writer.by(WordOp::Mul, value, it.step);
        blocks[it.digit] = Some(writer.sum(blocks[it.digit], step));
    }
    let scaled: Vec<(Option<ValueId>, i64)> =
        blocks.iter().zip(&grid.digits).map(|(&at, digit)| (at, digit.block)).collect();
    writer.finish(grid, map.align, &scaled, &map.checked, &map.moving)
}

/// Returns the program that computes the offsets of an element in its block. The parameter is the number of the element.
/// The results have the values of the checked digits and the positions of all dims.
pub(super) fn of_block(grid: &BlockGrid, map: &BlockMap, units: [i64; 2]) -> BlockProgram {
    let count: i64 = grid.digits.iter().map(|digit| digit.block).product();
    let mut writer = BlockProgramWriter::new(vec![Param::index(Width::I32, count)]);
    let mut rest = writer.param(0);
    let mut left = count;
    let mut values = vec![(None, 1); grid.digits.len()];
    for (at, digit) in grid.digits.iter().enumerate().rev().filter(|(_, digit)| digit.block > 1) {
        let is_last = left == digit.block;
        values[at].0 = Some(if is_last { rest } else { writer.by(WordOp::Rem, rest, digit.block) });
        if !is_last {
            rest = writer.by(WordOp::Div, rest, digit.block);
        }
        left /= digit.block;
    }
    let dims: Vec<usize> = (0..grid.dims.len()).collect();
    writer.finish(grid, units, &values, &map.checked, &dims)
}

/// Returns the program that splits the number of an invocation into the block of the dynamic digit, and the number of
/// the block among all blocks of the other digits.
pub(super) fn split(count: i64) -> Program {
    let all = i64::from(u32::MAX) + 1;
    let mut writer = BlockProgramWriter::new(vec![Param::index(Width::I32, all)]);
    let id = writer.param(0);
    let (outer, rest) = match count {
        1 => (id, writer.constant(0)),
        _ => (writer.by(WordOp::Div, id, count), writer.by(WordOp::Rem, id, count)),
    };
    simplified(writer.builder.finish(&[outer, rest]))
}

/// Returns the greatest number of blocks of the dynamic digit for which a buffer has less than 4 GiB.
fn most_blocks(digit: &BlockDigit) -> i64 {
    let step = digit.source.abs().max(digit.target).saturating_mul(digit.block);
    (1 << 32) / step.max(1) + 1
}

struct BlockProgramWriter {
    builder: ProgramBuilder,
}

impl BlockProgramWriter {
    fn new(params: Vec<Param>) -> BlockProgramWriter {
        BlockProgramWriter { builder: ProgramBuilder::new(params) }
    }

    fn add(&mut self, operation: Operation, operands: &[ValueId]) -> ValueId {
        self.builder.add(Instruction::new(operation, operands, Width::I32), None)
    }

    fn param(&mut self, at: u32) -> ValueId {
        self.add(Operation::Param(at), &[])
    }

    fn constant(&mut self, value: i64) -> ValueId {
        self.add(Operation::Constant(Width::I32.word(value.into())), &[])
    }

    /// Returns the operation of a value and a constant.
    fn by(&mut self, op: WordOp, value: ValueId, constant: i64) -> ValueId {
        if op == WordOp::Mul && constant == 1 {
            return value;
        }
        let constant = self.constant(constant);
        self.add(Operation::Binary(op), &[value, constant])
    }

    fn sum(&mut self, sum: Option<ValueId>, value: ValueId) -> ValueId {
        match sum {
            None => value,
            Some(sum) => self.add(Operation::Binary(WordOp::Add), &[sum, value]),
        }
    }

    /// Returns the sum of values times factors.
    fn dot(&mut self, terms: impl Iterator<Item = (Option<ValueId>, i64)>) -> ValueId {
        let mut sum = None;
        for (value, factor) in terms {
            if let Some(value) = value
                && factor != 0
            {
                let term = self.by(WordOp::Mul, value, factor);
                sum = Some(self.sum(sum, term));
            }
        }
        sum.unwrap_or_else(|| self.constant(0))
    }

    /// Returns the program for values of digits, each with the number of digit values that it counts.
    fn finish(
        mut self,
        grid: &BlockGrid,
        units: [i64; 2],
        values: &[(Option<ValueId>, i64)],
        checked: &[usize],
        dims: &[usize],
    ) -> BlockProgram {
        let digits = grid.digits.iter().zip(values);
        let mut results = Vec::new();
        for sign in [1, -1] {
            results.push(self.dot(digits.clone().map(|(digit, &(value, scale))| {
                (value, (digit.source * sign * scale / units[0]).max(0))
            })));
        }
        let target = digits.clone();
        let target =
            target.map(|(digit, &(value, scale))| (value, digit.target * scale / units[1]));
        results.push(self.dot(target));
        for &at in checked {
            results.push(self.dot(std::iter::once(values[at])));
        }
        for &dim in dims {
            let parts = digits.clone().filter_map(|(digit, &(value, scale))| {
                let (of, weight) = digit.part?;
                (of == dim).then_some((value, weight * scale))
            });
            results.push(self.dot(parts));
        }
        BlockProgram { program: simplified(self.builder.finish(&results)), units }
    }
}

/// Returns the cheapest equal program. The simplifier expects words below 2^31, so that other programs are kept.
fn simplified(program: Program) -> Program {
    if program.values().any(|value| !program.interval(value).within(0..1 << 31)) {
        return program;
    }
    let found = simplify(&program, CostModel::Slots).ok();
    found.and_then(|found| found.program).unwrap_or(program)
}
