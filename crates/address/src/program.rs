//! Addressing programs: straight-line code on words, from the components of an index to an offset and a validity.
//!
//! Every instruction has one value, which is named by its place. What an instruction reads stands before it. Arithmetic
//! is without signs and wraps, as in MLIR's dialect `arith`; [`operation`](crate::operation) defines it.

mod print;

use crate::operation::{BinaryOp, CmpPredicate, Operation, Width};
use layout::StridedInterval;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// A value of a [`Program`], by the place of the instruction that defines it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(u32);

impl Value {
    /// Returns the place among all values of the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn at(place: usize) -> Value {
        Value(u32::try_from(place).expect("a program has fewer than 2^32 values"))
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
    operands: [Value; 3],
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
    pub fn new(operation: Operation, operands: &[Value], width: Width) -> Instruction {
        assert_eq!(operands.len(), operation.operand_count(), "{operation:?}");
        let mut all = [Value::default(); 3];
        all[..operands.len()].copy_from_slice(operands);
        Instruction { operation, operands: all, width, flags: OverflowFlags::default() }
    }

    /// Returns the same instruction with promises.
    #[must_use]
    pub fn with_flags(self, flags: OverflowFlags) -> Instruction {
        Instruction { flags, ..self }
    }

    /// Returns the values that the instruction reads.
    pub fn operands(&self) -> &[Value] {
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
    results: Vec<Value>,
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
    pub fn values(&self) -> impl DoubleEndedIterator<Item = Value> + ExactSizeIterator + use<> {
        (0..self.values.len()).map(Value::at)
    }

    /// Returns the instruction that defines a value.
    pub fn instruction(&self, value: Value) -> &Instruction {
        &self.values[value.index()].0
    }

    /// Returns the width of a value.
    pub fn width(&self, value: Value) -> Width {
        self.instruction(value).width
    }

    /// Returns an interval of a value, which holds for every index inside the lengths.
    pub fn interval(&self, value: Value) -> StridedInterval {
        self.values[value.index()].1
    }

    /// Returns the word of a value that is a constant; `None` if another instruction defines it.
    pub fn constant(&self, value: Value) -> Option<u64> {
        match self.instruction(value).operation {
            Operation::Constant(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the values that the program returns: the offset, then the validity if an index inside the lengths may
    /// have no slot.
    pub fn results(&self) -> &[Value] {
        &self.results
    }

    /// Sets the values that the program returns.
    pub fn set_results(&mut self, results: Vec<Value>) {
        self.results = results;
    }

    /// Returns the offset.
    pub fn offset(&self) -> Value {
        self.results[0]
    }

    /// Returns the validity of the index; `None` if every index inside the lengths has a slot.
    pub fn valid(&self) -> Option<Value> {
        self.results.get(1).copied()
    }

    /// Appends an instruction. `known` is an interval of its value that is tighter than what the operands show.
    pub fn push(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> Value {
        let fits = |interval: &StridedInterval| interval.within(0..instruction.width.end());
        let interval = known.filter(fits).or_else(|| self.shown(&instruction).filter(fits));
        self.values.push((instruction, interval.unwrap_or(instruction.width.words())));
        Value::at(self.values.len() - 1)
    }

    /// Returns the interval of an instruction before it wraps, as far as its operands show it.
    fn shown(&self, instruction: &Instruction) -> Option<StridedInterval> {
        if let Operation::Param(place) = instruction.operation {
            return Some(self.params[place as usize].interval());
        }
        let operands = instruction.operands().iter();
        let operands: Vec<StridedInterval> = operands.map(|&it| self.interval(it)).collect();
        instruction.operation.interval(&operands)
    }

    /// Notes that a value is in an interval, too.
    pub fn learn(&mut self, value: Value, known: StridedInterval) {
        let interval = &mut self.values[value.index()].1;
        *interval = interval.meet(known).unwrap_or(*interval);
    }

    /// Returns by place whether any of these values depends on a value, or is it.
    pub fn needed_by(&self, values: &[Value]) -> Vec<bool> {
        let mut needed = vec![false; self.values.len()];
        values.iter().for_each(|value| needed[value.index()] = true);
        // Uses stand behind what they use, so one way from the end is enough.
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

    /// Returns the same program without instructions that its results do not need.
    #[must_use]
    pub fn without_unused(&self) -> Program {
        let used = self.used();
        let mut kept = Program::new(self.params.clone());
        let mut places = vec![Value::default(); self.values.len()];
        let renamed = |places: &[Value], values: &[Value]| -> Vec<Value> {
            values.iter().map(|value| places[value.index()]).collect()
        };
        for value in self.values().filter(|value| used[value.index()]) {
            let (instruction, interval) = self.values[value.index()];
            let operands = renamed(&places, instruction.operands());
            let new = Instruction::new(instruction.operation, &operands, instruction.width);
            kept.values.push((new.with_flags(instruction.flags), interval));
            places[value.index()] = Value::at(kept.values.len() - 1);
        }
        kept.results = renamed(&places, &self.results);
        kept
    }

    /// Returns the same program with constants for some of its values.
    #[must_use]
    pub fn with_constants(&self, constant: impl Fn(Value) -> Option<u64>) -> Program {
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

/// Makes a program in which no instruction stands twice.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    program: Program,
    places: FxHashMap<Instruction, Value>,
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
    pub fn add(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> Value {
        *self.places.entry(instruction).or_insert_with(|| self.program.push(instruction, known))
    }

    /// Returns the value of an instruction if the program has it.
    pub fn find(&self, instruction: &Instruction) -> Option<Value> {
        self.places.get(instruction).copied()
    }

    /// Returns the component of the index at a place.
    pub fn param(&mut self, place: u32) -> Value {
        let width = self.program.params[place as usize].width;
        self.add(Instruction::new(Operation::Param(place), &[], width), None)
    }

    /// Returns a constant.
    pub fn constant(&mut self, word: u64, width: Width) -> Value {
        self.add(Instruction::new(Operation::Constant(word), &[], width), None)
    }

    /// Returns the result of an operation of two words.
    pub fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        let width = self.program.width(a);
        self.add(Instruction::new(Operation::Binary(op), &[a, b], width), None)
    }

    /// Returns the boolean of a comparison.
    pub fn compare(&mut self, predicate: CmpPredicate, a: Value, b: Value) -> Value {
        self.add(Instruction::new(Operation::Compare(predicate), &[a, b], Width::I1), None)
    }

    /// Returns the word in the width, with zeros above it or without its high bits.
    pub fn resized(&mut self, value: Value, width: Width) -> Value {
        let operation = match self.program.width(value).cmp(&width) {
            Ordering::Equal => return value,
            Ordering::Less => Operation::Extend,
            Ordering::Greater => Operation::Truncate,
        };
        self.add(Instruction::new(operation, &[value], width), None)
    }

    /// Notes that a value is in an interval, too.
    pub fn learn(&mut self, value: Value, known: StridedInterval) {
        self.program.learn(value, known);
    }

    /// Returns the program of these results, without instructions that they do not need.
    pub fn finish(mut self, results: Vec<Value>) -> Program {
        self.program.set_results(results);
        self.program.without_unused()
    }
}
