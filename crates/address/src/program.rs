//! Addressing programs: straight-line code on words, from the components of an index to an offset and a validity.
//!
//! Every instruction has one value, which is named by its place. Its operands are values of earlier instructions. Arithmetic
//! is without signs and wraps, as in MLIR's dialect `arith`; [`operation`](crate::operation) defines it.

mod print;

use crate::operation::{Operation, Width};
use layout::StridedInterval;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A value of a [`Program`], by the place of the instruction that defines it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// Returns the place among all values of the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn at(place: usize) -> ValueId {
        ValueId(u32::try_from(place).expect("a program has fewer than 2^32 values"))
    }
}

/// What an operation promises of its result: otherwise the program has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OverflowFlags {
    /// It does not wrap as an operation of numbers without a sign.
    pub nuw: bool,
    /// It does not wrap as an operation of numbers with a sign.
    pub nsw: bool,
}

/// An instruction: an operation, what it reads, and the width of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// What it does.
    pub operation: Operation,
    operands: [ValueId; 3],
    /// The width of the result; of a [`Operation::Product`] that of its halves.
    pub width: Width,
    /// The promises of a sum, a difference, a product or a shift to the left.
    pub flags: OverflowFlags,
}

impl Instruction {
    /// Returns an instruction without promises.
    ///
    /// # Panics
    /// The operation has another number of operands.
    pub fn new(operation: Operation, operands: &[ValueId], width: Width) -> Instruction {
        assert_eq!(operands.len(), operation.operand_count(), "{operation:?}");
        let mut all = [ValueId::default(); 3];
        all[..operands.len()].copy_from_slice(operands);
        Instruction { operation, operands: all, width, flags: OverflowFlags::default() }
    }

    /// Returns the same instruction with promises.
    #[must_use]
    pub fn with_flags(self, flags: OverflowFlags) -> Instruction {
        Instruction { flags, ..self }
    }

    /// Returns the values that the instruction reads.
    pub fn operands(&self) -> &[ValueId] {
        &self.operands[..self.operation.operand_count()]
    }
}

/// A component of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// Its width.
    pub width: Width,
    /// The length of its dim, at least 1: every component of an index inside the lengths is below it.
    pub length: i64,
}

impl Param {
    /// Returns the interval of the component.
    pub fn interval(self) -> StridedInterval {
        StridedInterval::range(0, i128::from(self.length.max(1)) - 1)
    }
}

/// Straight-line code on words.
#[derive(Clone, Debug, Default)]
pub struct Program {
    params: Vec<Param>,
    /// Each instruction with an interval of its value, for every index inside the lengths.
    values: Vec<(Instruction, StridedInterval)>,
    results: Vec<ValueId>,
}

impl Program {
    /// Returns a program without instructions.
    pub fn new(params: Vec<Param>) -> Program {
        Program { params, ..Program::default() }
    }

    /// Returns the components of the index, a dim each.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Returns all values in order.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = ValueId> + ExactSizeIterator + use<> {
        (0..self.values.len()).map(ValueId::at)
    }

    /// Returns the instruction that defines a value.
    pub fn instruction(&self, value: ValueId) -> &Instruction {
        &self.values[value.index()].0
    }

    /// Returns the width of a value.
    pub fn width(&self, value: ValueId) -> Width {
        self.instruction(value).width
    }

    /// Returns an interval of a value, which holds for every index inside the lengths.
    pub fn interval(&self, value: ValueId) -> StridedInterval {
        self.values[value.index()].1
    }

    /// Returns the word of a value that is a constant; `None` if another instruction defines it.
    pub fn constant(&self, value: ValueId) -> Option<u64> {
        match self.instruction(value).operation {
            Operation::Constant(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the values that the program returns: the offset, then the validity if an index inside the lengths may
    /// have no slot.
    pub fn results(&self) -> &[ValueId] {
        &self.results
    }

    /// Sets the values that the program returns.
    pub fn set_results(&mut self, results: Vec<ValueId>) {
        self.results = results;
    }

    /// Returns the offset.
    pub fn offset(&self) -> ValueId {
        self.results[0]
    }

    /// Returns the validity of the index; `None` if every index inside the lengths has a slot.
    pub fn valid(&self) -> Option<ValueId> {
        self.results.get(1).copied()
    }

    /// Appends an instruction. `known` is an interval of its value that is tighter than what the operands show.
    pub fn push(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> ValueId {
        let fits = |interval: &StridedInterval| interval.within(0..instruction.width.end());
        let interval = known.filter(fits).or_else(|| self.shown(&instruction).filter(fits));
        self.values.push((instruction, interval.unwrap_or(instruction.width.words())));
        ValueId::at(self.values.len() - 1)
    }

    /// Returns the interval of an instruction before it wraps, as far as its operands show it.
    fn shown(&self, instruction: &Instruction) -> Option<StridedInterval> {
        if let Operation::Param(place) = instruction.operation {
            return Some(self.params[place as usize].interval());
        }
        let mut intervals = [StridedInterval::BOOL; 3];
        let operands = instruction.operands();
        for (interval, &operand) in intervals.iter_mut().zip(operands) {
            *interval = self.interval(operand);
        }
        instruction.operation.interval(&intervals[..operands.len()])
    }

    /// Notes that a value is in an interval, too.
    pub fn learn(&mut self, value: ValueId, known: StridedInterval) {
        let interval = &mut self.values[value.index()].1;
        *interval = interval.meet(known).unwrap_or(*interval);
    }

    /// Returns by place whether any of these values depends on a value, or is it.
    pub fn needed_by(&self, values: &[ValueId]) -> Vec<bool> {
        let mut needed = vec![false; self.values.len()];
        values.iter().for_each(|value| needed[value.index()] = true);
        // Users come after their operands, so one pass from the end is enough.
        for place in (0..needed.len()).rev() {
            if needed[place] {
                let operands = self.values[place].0.operands();
                operands.iter().for_each(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    /// Returns by place whether the results depend on a value.
    pub fn used(&self) -> Vec<bool> {
        self.needed_by(&self.results)
    }

    /// Returns the program that returns these values, without instructions that they do not need.
    #[must_use]
    pub fn with_results(&self, results: &[ValueId]) -> Program {
        let used = self.needed_by(results);
        let mut kept = Program::new(self.params.clone());
        let mut renamed = vec![ValueId::default(); self.values.len()];
        for value in self.values().filter(|value| used[value.index()]) {
            let (mut instruction, interval) = self.values[value.index()];
            for operand in &mut instruction.operands {
                *operand = renamed[operand.index()];
            }
            kept.values.push((instruction, interval));
            renamed[value.index()] = ValueId::at(kept.values.len() - 1);
        }
        kept.results = results.iter().map(|value| renamed[value.index()]).collect();
        kept
    }

    /// Returns the same program with constants for some of its values.
    #[must_use]
    pub fn with_constants(&self, constant: impl Fn(ValueId) -> Option<u64>) -> Program {
        let mut changed = self.clone();
        for value in self.values() {
            if let Some(word) = constant(value) {
                let width = self.width(value);
                let instruction = Instruction::new(Operation::Constant(word), &[], width);
                let interval = StridedInterval::number(word.into());
                changed.values[value.index()] = (instruction, interval);
            }
        }
        changed
    }

    /// Returns the same program on words of another width; every word must fit it.
    #[must_use]
    pub fn with_words_of(mut self, width: Width) -> Program {
        self.params.iter_mut().for_each(|param| param.width = width);
        for (instruction, interval) in &mut self.values {
            if instruction.width == Width::I1 {
                continue;
            }
            instruction.width = width;
            if let Operation::Constant(word) = &mut instruction.operation {
                *word &= width.largest();
                *interval = StridedInterval::number((*word).into());
            }
        }
        self
    }
}

/// A builder of programs, in which no instruction occurs twice.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    program: Program,
    places: FxHashMap<Instruction, ValueId>,
}

impl ProgramBuilder {
    /// Returns a builder of a program of these components of an index.
    pub fn new(params: Vec<Param>) -> ProgramBuilder {
        ProgramBuilder { program: Program::new(params), places: FxHashMap::default() }
    }

    /// Returns the program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the value of an instruction, which is appended unless the program has it. `known` is an interval that
    /// is tighter than what the operands show.
    pub fn add(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> ValueId {
        *self.places.entry(instruction).or_insert_with(|| self.program.push(instruction, known))
    }

    /// Returns the word in the width, with zeros above it or without its high bits.
    pub fn resized(&mut self, value: ValueId, width: Width) -> ValueId {
        let operation = match self.program.width(value).cmp(&width) {
            Ordering::Equal => return value,
            Ordering::Less => Operation::Extend,
            Ordering::Greater => Operation::Truncate,
        };
        self.add(Instruction::new(operation, &[value], width), None)
    }

    /// Notes that a value is in an interval, too.
    pub fn learn(&mut self, value: ValueId, known: StridedInterval) {
        self.program.learn(value, known);
    }

    /// Returns the program of these results, without instructions that they do not need.
    pub fn finish(&self, results: &[ValueId]) -> Program {
        self.program.with_results(results)
    }
}
