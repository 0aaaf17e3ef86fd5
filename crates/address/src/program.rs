//! Addressing programs: straight-line code on words, from the components of an index to an offset and a validity.
//!
//! Every instruction defines one value, identified by the position of the instruction. Operands are values of earlier
//! instructions. Arithmetic is unsigned and wraps, as in MLIR's `arith` dialect; [`operation`](crate::operation)
//! defines it. An index is *in bounds* if each parameter is in its range.

mod print;

use crate::operation::{Operation, Width};
use layout::{Range, StridedInterval, Table};
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;

/// A value of a [`Program`]: the position of the instruction that defines it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(u32);

impl ValueId {
    /// Returns the position among all values of the program.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn at(position: usize) -> ValueId {
        ValueId(u32::try_from(position).expect("a program has fewer than 2^32 values"))
    }
}

/// The overflow flags of an operation, as in LLVM and `arith`: if the operation wraps despite a flag, the program has
/// no defined results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OverflowFlags {
    /// No unsigned wrap.
    pub nuw: bool,
    /// No signed wrap.
    pub nsw: bool,
}

/// An instruction: an operation, its operands, and the width of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Instruction {
    /// The operation.
    pub operation: Operation,
    operands: [ValueId; 3],
    /// The width of the result; for an [`Operation::Product`], the width of one half.
    pub width: Width,
    /// The overflow flags of an addition, subtraction, multiplication or left shift.
    pub flags: OverflowFlags,
}

impl Instruction {
    /// Returns an instruction without overflow flags.
    ///
    /// # Panics
    /// The number of operands differs from that of the operation.
    pub fn new(operation: Operation, operands: &[ValueId], width: Width) -> Instruction {
        assert_eq!(operands.len(), operation.operand_count(), "{operation:?}");
        let mut all = [ValueId::default(); 3];
        all[..operands.len()].copy_from_slice(operands);
        Instruction { operation, operands: all, width, flags: OverflowFlags::default() }
    }

    /// Returns the same instruction with these overflow flags.
    #[must_use]
    pub fn with_flags(self, flags: OverflowFlags) -> Instruction {
        Instruction { flags, ..self }
    }

    /// Returns the operands.
    pub fn operands(&self) -> &[ValueId] {
        &self.operands[..self.operation.operand_count()]
    }
}

/// A parameter of a program: a component of the index, or an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// The width of the parameter.
    pub width: Width,
    /// The range of the parameter for an index in bounds. A word holds the two's complement of a negative number.
    pub range: Range,
}

impl Param {
    /// Returns the component of an index along a dim of this length, at least 1.
    pub fn index(width: Width, length: i64) -> Param {
        Param { width, range: Range { low: 0, high: length.max(1) - 1 } }
    }

    /// Returns the number after the greatest of the range: the length of the dim of a component from 0.
    pub fn end(self) -> u64 {
        self.range.high.saturating_add(1).unsigned_abs()
    }

    /// Returns the interval of the parameter for an index in bounds.
    pub fn interval(self) -> StridedInterval {
        StridedInterval::range(self.range.low.into(), self.range.high.into())
    }
}

/// Straight-line code on words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Program {
    params: Vec<Param>,
    /// The tables that [`Operation::Lookup`] reads.
    tables: Vec<Table>,
    /// Each instruction with an interval that contains its value for every index in bounds.
    values: Vec<(Instruction, StridedInterval)>,
    results: Vec<ValueId>,
}

impl Program {
    /// Returns a program without instructions.
    pub fn new(params: Vec<Param>) -> Program {
        Program { params, ..Program::default() }
    }

    /// Returns the tables that instructions read, by their numbers.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Returns the number of a table, which is added unless the program has it.
    pub fn add_table(&mut self, table: &Table) -> u32 {
        let known = self.tables.iter().position(|known| known == table);
        let at = known.unwrap_or_else(|| {
            self.tables.push(table.clone());
            self.tables.len() - 1
        });
        u32::try_from(at).expect("a program has fewer than 2^32 tables")
    }

    /// Returns the table that an instruction reads; `None` if it reads none.
    pub fn table(&self, instruction: &Instruction) -> Option<&Table> {
        match instruction.operation {
            Operation::Lookup(at) => self.tables.get(at as usize),
            _ => None,
        }
    }

    /// Returns the parameters: the components of the index, one per logical dim, and an offset where the form of the
    /// function has one.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Returns all values in the order of their definitions.
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

    /// Returns an interval that contains the value for every index in bounds.
    pub fn interval(&self, value: ValueId) -> StridedInterval {
        self.values[value.index()].1
    }

    /// Returns the word of a constant; `None` if the value is not defined by a constant.
    pub fn constant(&self, value: ValueId) -> Option<u64> {
        match self.instruction(value).operation {
            Operation::Constant(word) => Some(word),
            _ => None,
        }
    }

    /// Returns the results of the program: the offset, then the validity if an index in bounds may have no element
    /// slot.
    pub fn results(&self) -> &[ValueId] {
        &self.results
    }

    /// Sets the results of the program.
    pub fn set_results(&mut self, results: Vec<ValueId>) {
        self.results = results;
    }

    /// Returns the offset.
    pub fn offset(&self) -> ValueId {
        self.results[0]
    }

    /// Returns the validity of the index; `None` if every index in bounds has an element slot.
    pub fn valid(&self) -> Option<ValueId> {
        self.results.get(1).copied()
    }

    /// Appends an instruction and returns its value. `known` is a tighter interval of the value than interval analysis
    /// of the operands yields.
    pub fn push(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> ValueId {
        let fits = |interval: &StridedInterval| interval.within(0..instruction.width.end());
        let interval =
            known.filter(fits).or_else(|| self.computed_interval(&instruction).filter(fits));
        self.values.push((instruction, interval.unwrap_or(instruction.width.words())));
        ValueId::at(self.values.len() - 1)
    }

    /// Returns the interval of an instruction before wrapping, computed from those of its operands; `None` if they do
    /// not bound it.
    fn computed_interval(&self, instruction: &Instruction) -> Option<StridedInterval> {
        if let Operation::Param(position) = instruction.operation {
            return Some(self.params[position as usize].interval());
        }
        let mut intervals = [StridedInterval::BOOL; 3];
        let operands = instruction.operands();
        for (interval, &operand) in intervals.iter_mut().zip(operands) {
            *interval = self.interval(operand);
        }
        instruction.operation.interval(&intervals[..operands.len()])
    }

    /// Intersects the interval of a value with a known one.
    pub fn learn(&mut self, value: ValueId, known: StridedInterval) {
        let interval = &mut self.values[value.index()].1;
        *interval = interval.meet(known).unwrap_or(*interval);
    }

    /// Returns, for each value by position, `true` if it is one of these values or an operand that they depend on.
    pub fn needed_by(&self, values: &[ValueId]) -> Vec<bool> {
        let mut needed = vec![false; self.values.len()];
        values.iter().for_each(|value| needed[value.index()] = true);
        // Users come after their operands, so one pass from the end is enough.
        for position in (0..needed.len()).rev() {
            if needed[position] {
                let operands = self.values[position].0.operands();
                operands.iter().for_each(|operand| needed[operand.index()] = true);
            }
        }
        needed
    }

    /// Returns, for each value by position, `true` if the results depend on it.
    pub fn used(&self) -> Vec<bool> {
        self.needed_by(&self.results)
    }

    /// Returns, for each table by number, `true` if the results depend on one of its values.
    pub fn used_tables(&self) -> Vec<bool> {
        let used = self.used();
        let mut tables = vec![false; self.tables.len()];
        for value in self.values().filter(|value| used[value.index()]) {
            if let Operation::Lookup(at) = self.instruction(value).operation {
                tables[at as usize] = true;
            }
        }
        tables
    }

    /// Returns the program that returns these values, without dead instructions.
    #[must_use]
    pub fn with_results(&self, results: &[ValueId]) -> Program {
        let used = self.needed_by(results);
        let mut kept = Program { tables: self.tables.clone(), ..Program::new(self.params.clone()) };
        kept.values.reserve_exact(used.iter().filter(|&&it| it).count());
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

    /// Returns the same program, with a constant instead of each value for which `constant` returns a word.
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

    /// Returns the same program on words of another width. Every word must fit that width.
    #[must_use]
    pub fn with_words_of(mut self, width: Width) -> Program {
        for param in &mut self.params {
            param.width = width;
            param.range = param.range.meet(width.signed_range()).unwrap_or(param.range);
        }
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

/// The number of instructions for which a builder allocates memory at first.
const TYPICAL_LENGTH: usize = 24;

/// A builder of programs that stores equal instructions once.
#[derive(Clone, Debug, Default)]
pub struct ProgramBuilder {
    program: Program,
    values: FxHashMap<Instruction, ValueId>,
}

impl ProgramBuilder {
    /// Returns a builder of a program with these index components.
    pub fn new(params: Vec<Param>) -> ProgramBuilder {
        let mut program = Program::new(params);
        program.values.reserve(TYPICAL_LENGTH);
        let values = FxHashMap::with_capacity_and_hasher(TYPICAL_LENGTH, FxBuildHasher);
        ProgramBuilder { program, values }
    }

    /// Returns the program so far.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Returns the number of a table, which is added unless the program has it.
    pub fn add_table(&mut self, table: &Table) -> u32 {
        self.program.add_table(table)
    }

    /// Removes all instructions. The parameters are kept.
    #[cfg(feature = "egg")]
    pub(crate) fn clear(&mut self) {
        self.program.values.clear();
        self.program.results.clear();
        self.values.clear();
    }

    /// Returns the value of an instruction, which is appended unless the program already has it. `known` is a tighter
    /// interval of the value than interval analysis of the operands yields.
    pub fn add(&mut self, instruction: Instruction, known: Option<StridedInterval>) -> ValueId {
        *self.values.entry(instruction).or_insert_with(|| self.program.push(instruction, known))
    }

    /// Returns the word zero-extended or truncated to a width.
    pub fn resized(&mut self, value: ValueId, width: Width) -> ValueId {
        let operation = match self.program.width(value).cmp(&width) {
            Ordering::Equal => return value,
            Ordering::Less => Operation::Extend,
            Ordering::Greater => Operation::Truncate,
        };
        self.add(Instruction::new(operation, &[value], width), None)
    }

    /// Intersects the interval of a value with a known one.
    pub fn learn(&mut self, value: ValueId, known: StridedInterval) {
        self.program.learn(value, known);
    }

    /// Returns the program with these results, without dead instructions.
    pub fn finish(&self, results: &[ValueId]) -> Program {
        self.program.with_results(results)
    }
}
