//! A function in the making: straight-line arithmetic on words that are not negative, each instruction made once.
//!
//! The width of words is chosen when the whole is known, so each instruction has the range of its value for every
//! index inside the lengths, valid or not. IntervalDomain are those of the core; what leaves 64 bits is noted.

use indexmap::IndexMap;
use ir::layout::Range;

/// What an instruction makes: its place in the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Id(pub(super) usize);

/// An operation on two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Xor,
    Min,
    Max,
}

/// A comparison of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Below,
    AtLeast,
}

/// An instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Inst {
    /// A component of the logical index, by the place of its dim.
    Argument(usize),
    /// A number.
    Constant(i64),
    Binary(Binary, Id, Id),
    /// A truth.
    Compare(Comparison, Id, Id),
    /// A truth that is known.
    Known(bool),
    /// Whether both truths hold.
    Both(Id, Id),
}

/// Instructions in an order in which each stands after what it reads.
#[derive(Debug, Default)]
pub(super) struct Program {
    insts: IndexMap<Inst, Range>,
    /// A range left 64 bits, and all ranges after that mean nothing.
    pub(super) overflow: bool,
}

impl Program {
    /// An instruction whose value has this range; nothing where that leaves 64 bits.
    pub(super) fn add(&mut self, inst: Inst, range: Option<Range>) -> Id {
        let known = range.unwrap_or(Range::only(0));
        self.overflow |= range.is_none();
        let entry = self.insts.entry(inst);
        let place = entry.index();
        let old = entry.or_insert(known);
        // Both hold, whatever led to the same instruction.
        *old = old.meet(known).unwrap_or(*old);
        Id(place)
    }

    /// A number.
    pub(super) fn constant(&mut self, value: i64) -> Id {
        self.add(Inst::Constant(value), Some(Range::only(value)))
    }

    /// A truth that is known.
    pub(super) fn known(&mut self, truth: bool) -> Id {
        self.truth(Inst::Known(truth))
    }

    /// An instruction that makes a truth.
    pub(super) fn truth(&mut self, inst: Inst) -> Id {
        self.add(inst, Some(Range { low: 0, high: 1 }))
    }

    /// The sum of two words, which is not negative.
    pub(super) fn sum(&mut self, a: Id, b: Id) -> Id {
        let (x, y) = (self.range(a), self.range(b));
        let range = both(x.low.checked_add(y.low), x.high.checked_add(y.high));
        self.add(Inst::Binary(Binary::Add, a, b), range)
    }

    /// A word times a number above 0.
    pub(super) fn times(&mut self, a: Id, factor: i64) -> Id {
        if factor == 1 {
            return a;
        }
        let x = self.range(a);
        let range = both(x.low.checked_mul(factor), x.high.checked_mul(factor));
        let factor = self.constant(factor);
        self.add(Inst::Binary(Binary::Mul, a, factor), range)
    }

    /// An operation on a word and a number, whose result the caller bounds.
    pub(super) fn with(&mut self, op: Binary, a: Id, number: i64, range: Range) -> Id {
        let number = self.constant(number);
        self.add(Inst::Binary(op, a, number), Some(range))
    }

    /// Whether a word compares so with a number.
    pub(super) fn compare(&mut self, comparison: Comparison, a: Id, number: i64) -> Id {
        let number = self.constant(number);
        self.truth(Inst::Compare(comparison, a, number))
    }

    /// The range of a value.
    pub(super) fn range(&self, id: Id) -> Range {
        self.insts[id.0]
    }

    /// An instruction.
    pub(super) fn inst(&self, id: Id) -> Inst {
        *self.insts.get_index(id.0).expect("an id is the place of an instruction").0
    }

    /// The instructions that these depend on, themselves included, in order.
    pub(super) fn needed(&self, results: &[Id]) -> Vec<Id> {
        let mut needed = vec![false; self.insts.len()];
        results.iter().for_each(|id| needed[id.0] = true);
        for place in (0..needed.len()).rev() {
            if needed[place] {
                operands(self.inst(Id(place)))
                    .into_iter()
                    .flatten()
                    .for_each(|id| needed[id.0] = true);
            }
        }
        (0..needed.len()).filter(|&place| needed[place]).map(Id).collect()
    }
}

fn both(low: Option<i64>, high: Option<i64>) -> Option<Range> {
    Some(Range { low: low?, high: high? })
}

fn operands(inst: Inst) -> [Option<Id>; 2] {
    match inst {
        Inst::Argument(_) | Inst::Constant(_) | Inst::Known(_) => [None, None],
        Inst::Binary(_, a, b) | Inst::Compare(_, a, b) | Inst::Both(a, b) => [Some(a), Some(b)],
    }
}
