//! The operations of addressing programs, and the one table that defines them.
//!
//! A row states what an operation is called in MLIR's dialect `arith`, what it computes, and the interval of its
//! result. Every other file takes these from here; what a target language calls an operation is that emitter's own.

use layout::StridedInterval;

/// The number of bits of a word, from 1 to 64. A word of one bit is a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width(u32);

impl Width {
    /// A boolean, `i1`.
    pub const I1: Width = Width(1);
    /// `i32`, read without a sign.
    pub const I32: Width = Width(32);
    /// `i64`, read without a sign.
    pub const I64: Width = Width(64);

    /// Returns the width of so many bits; `None` if that is not from 1 to 64.
    pub fn new(bits: u32) -> Option<Width> {
        (1..=64).contains(&bits).then_some(Width(bits))
    }

    /// Returns the number of bits.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the greatest word.
    pub fn largest(self) -> u64 {
        u64::MAX >> (64 - self.0)
    }

    /// Returns one more than the greatest word.
    pub fn end(self) -> i128 {
        1 << self.0
    }

    /// Returns the interval of all words.
    pub fn words(self) -> StridedInterval {
        StridedInterval::range(0, self.end() - 1)
    }

    /// Returns the word that an integer is congruent to modulo 2^bits.
    pub fn word(self, value: i128) -> u64 {
        // The cast keeps the lowest bits, also of what is below 0.
        value as u64 & self.largest()
    }

    /// Returns a word as a number in two's complement.
    pub fn signed(self, word: u64) -> i64 {
        let unused = 64 - self.0;
        (word << unused).cast_signed() >> unused
    }
}

/// An operation of two words of one width, with a word of that width as its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WordOp {
    /// The sum, which wraps.
    Add,
    /// The difference, which wraps.
    Sub,
    /// The low half of the product.
    Mul,
    /// The quotient, rounded down. Undefined for the divisor 0.
    Div,
    /// The remainder. Undefined for the divisor 0.
    Rem,
    /// A shift to the left. Undefined from the width on.
    Shl,
    /// A shift to the right, which fills in zeros. Undefined from the width on.
    Shr,
    /// The bitwise and.
    And,
    /// The bitwise or.
    Or,
    /// The bitwise exclusive or.
    Xor,
    /// The lesser word.
    Min,
    /// The greater word.
    Max,
}

/// A row of the table: one binary operation.
#[derive(Debug)]
pub struct WordOpRow {
    /// The operation.
    pub op: WordOp,
    /// The name of its op in `arith`.
    pub name: &'static str,
    /// The attribute that its op in `arith` may have.
    pub attribute: Option<&'static str>,
    /// Whether booleans are operands of it in every target language.
    pub takes_booleans: bool,
    /// The result without bound, modulo 2^128; `None` if it is undefined.
    pub exact: fn(u64, u64, Width) -> Option<u128>,
    /// An interval of the result without bound; `None` if only the width bounds it.
    pub interval: fn(StridedInterval, StridedInterval) -> Option<StridedInterval>,
}

/// The key of the flags of an op that may overflow.
pub(crate) const OVERFLOW_FLAGS: Option<&str> = Some("overflowFlags");
const IS_EXACT: Option<&str> = Some("isExact");

/// The table of binary operations, in the order of [`WordOp`].
pub const WORD_OPS: [WordOpRow; 12] = [
    WordOpRow {
        op: WordOp::Add,
        name: "arith.addi",
        attribute: OVERFLOW_FLAGS,
        takes_booleans: false,
        exact: |a, b, _| Some(u128::from(a) + u128::from(b)),
        interval: |a, b| Some(a.plus(b)),
    },
    WordOpRow {
        op: WordOp::Sub,
        name: "arith.subi",
        attribute: OVERFLOW_FLAGS,
        takes_booleans: false,
        exact: |a, b, _| Some(u128::from(a).wrapping_sub(b.into())),
        interval: |a, b| Some(a.plus(b.times(-1))),
    },
    WordOpRow {
        op: WordOp::Mul,
        name: "arith.muli",
        attribute: OVERFLOW_FLAGS,
        takes_booleans: false,
        exact: |a, b, _| Some(u128::from(a) * u128::from(b)),
        interval: |a, b| {
            let (by, of) = b.constant().map_or((a.constant(), b), |by| (Some(by), a));
            StridedInterval::linear(0, [(by?, of)])
        },
    },
    WordOpRow {
        op: WordOp::Div,
        name: "arith.divui",
        attribute: IS_EXACT,
        takes_booleans: false,
        exact: |a, b, _| a.checked_div(b).map(u128::from),
        interval: |a, b| Some(a.quotient(b.constant().filter(|&by| by > 0)?)),
    },
    WordOpRow {
        op: WordOp::Rem,
        name: "arith.remui",
        attribute: None,
        takes_booleans: false,
        exact: |a, b, _| a.checked_rem(b).map(u128::from),
        interval: |a, b| Some(a.remainder(b.constant().filter(|&by| by > 0)?)),
    },
    WordOpRow {
        op: WordOp::Shl,
        name: "arith.shli",
        attribute: OVERFLOW_FLAGS,
        takes_booleans: false,
        exact: |a, by, width| Some(u128::from(a) << distance(by, width)?),
        interval: |a, by| {
            Some(a.times(1 << distance(by.constant()?.try_into().ok()?, Width::I64)?))
        },
    },
    WordOpRow {
        op: WordOp::Shr,
        name: "arith.shrui",
        attribute: IS_EXACT,
        takes_booleans: false,
        exact: |a, by, width| Some(u128::from(a) >> distance(by, width)?),
        interval: |a, by| {
            Some(a.quotient(1 << distance(by.constant()?.try_into().ok()?, Width::I64)?))
        },
    },
    WordOpRow {
        op: WordOp::And,
        name: "arith.andi",
        attribute: None,
        takes_booleans: true,
        exact: |a, b, _| Some((a & b).into()),
        interval: |a, b| match b.constant() {
            Some(mask) => Some(a.masked(mask)),
            None => Some(StridedInterval::range(0, a.high.min(b.high))),
        },
    },
    WordOpRow {
        op: WordOp::Or,
        name: "arith.ori",
        attribute: None,
        takes_booleans: true,
        exact: |a, b, _| Some((a | b).into()),
        interval: |a, b| {
            let bits = 128 - (a.high | b.high).leading_zeros();
            Some(StridedInterval::range(a.low.max(b.low), (1 << bits) - 1))
        },
    },
    WordOpRow {
        op: WordOp::Xor,
        name: "arith.xori",
        attribute: None,
        takes_booleans: true,
        exact: |a, b, _| Some((a ^ b).into()),
        interval: |a, b| Some(a.xor(b)),
    },
    WordOpRow {
        op: WordOp::Min,
        name: "arith.minui",
        attribute: None,
        takes_booleans: false,
        exact: |a, b, _| Some(a.min(b).into()),
        interval: |a, b| Some(a.min(b)),
    },
    WordOpRow {
        op: WordOp::Max,
        name: "arith.maxui",
        attribute: None,
        takes_booleans: false,
        exact: |a, b, _| Some(a.max(b).into()),
        interval: |a, b| Some(a.max(b)),
    },
];

fn distance(by: u64, width: Width) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < width.bits())
}

impl WordOp {
    /// Returns the row of the operation.
    pub fn row(self) -> &'static WordOpRow {
        &WORD_OPS[self as usize]
    }

    /// Returns the result without bound on two numbers with a sign, of which the second is also the distance of a shift;
    /// `None` for an operation without promises.
    pub fn signed(self, a: i64, b: i64, distance: u64) -> Option<i128> {
        let (a, b) = (i128::from(a), i128::from(b));
        match self {
            WordOp::Add => Some(a + b),
            WordOp::Sub => Some(a - b),
            WordOp::Mul => Some(a * b),
            WordOp::Shl => a.checked_shl(distance.try_into().ok()?),
            _ => None,
        }
    }
}

/// How two words compare, both read without a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CmpPredicate {
    /// `eq`.
    Equal,
    /// `ne`.
    NotEqual,
    /// `ult`.
    Less,
    /// `ule`.
    LessEqual,
    /// `ugt`.
    Greater,
    /// `uge`.
    GreaterEqual,
}

/// The comparisons with their numbers in `arith.cmpi`; the numbers between are those of signed comparisons.
pub const PREDICATES: [(CmpPredicate, i64); 6] = [
    (CmpPredicate::Equal, 0),
    (CmpPredicate::NotEqual, 1),
    (CmpPredicate::Less, 6),
    (CmpPredicate::LessEqual, 7),
    (CmpPredicate::Greater, 8),
    (CmpPredicate::GreaterEqual, 9),
];

impl CmpPredicate {
    /// Returns the number in `arith.cmpi`.
    pub fn number(self) -> i64 {
        PREDICATES[self as usize].1
    }

    /// Returns the predicate of a number in `arith.cmpi`; `None` if it compares with signs, or does not exist.
    pub fn of_number(number: i64) -> Option<CmpPredicate> {
        PREDICATES.iter().find(|row| row.1 == number).map(|row| row.0)
    }

    /// Returns `true` if the predicate holds of two numbers.
    pub fn holds<T: Ord>(self, a: T, b: T) -> bool {
        match self {
            CmpPredicate::Equal => a == b,
            CmpPredicate::NotEqual => a != b,
            CmpPredicate::Less => a < b,
            CmpPredicate::LessEqual => a <= b,
            CmpPredicate::Greater => a > b,
            CmpPredicate::GreaterEqual => a >= b,
        }
    }

    /// Returns the predicate that holds where this one does not.
    #[must_use]
    pub fn negated(self) -> CmpPredicate {
        match self {
            CmpPredicate::Equal => CmpPredicate::NotEqual,
            CmpPredicate::NotEqual => CmpPredicate::Equal,
            CmpPredicate::Less => CmpPredicate::GreaterEqual,
            CmpPredicate::GreaterEqual => CmpPredicate::Less,
            CmpPredicate::LessEqual => CmpPredicate::Greater,
            CmpPredicate::Greater => CmpPredicate::LessEqual,
        }
    }

    /// Returns the predicate that means the same of the operands exchanged.
    #[must_use]
    pub fn exchanged(self) -> CmpPredicate {
        match self {
            CmpPredicate::Less => CmpPredicate::Greater,
            CmpPredicate::Greater => CmpPredicate::Less,
            CmpPredicate::LessEqual => CmpPredicate::GreaterEqual,
            CmpPredicate::GreaterEqual => CmpPredicate::LessEqual,
            same => same,
        }
    }

    /// Returns whether the predicate holds of all values of two intervals, or of none; `None` if that is not known.
    pub fn decided(self, a: StridedInterval, b: StridedInterval) -> Option<bool> {
        match self {
            CmpPredicate::Equal | CmpPredicate::NotEqual if a.meet(b).is_none() => {
                Some(self == CmpPredicate::NotEqual)
            }
            CmpPredicate::Equal | CmpPredicate::NotEqual => {
                Some(self.holds(a.constant()?, b.constant()?))
            }
            // All pairs lie between the two extreme ones.
            _ => {
                let ends = [self.holds(a.low, b.high), self.holds(a.high, b.low)];
                (ends[0] == ends[1]).then_some(ends[0])
            }
        }
    }
}

/// The operation of an instruction, without its operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// The component of the index at this place.
    Param(u32),
    /// A word.
    Constant(u64),
    /// An operation of two words.
    Binary(WordOp),
    /// A comparison of two words, as a boolean.
    Compare(CmpPredicate),
    /// The second operand where the first, a boolean, holds, else the third.
    Select,
    /// A word with zeros above it.
    Extend,
    /// The low bits of a word.
    Truncate,
    /// The whole product of two words. It has twice their width, and is read by [`Operation::Low`] and
    /// [`Operation::High`] only: `arith.mului_extended` is a product with its halves.
    Product,
    /// The low half of a product.
    Low,
    /// The high half of a product.
    High,
}

/// The operations that an op of `arith` states beside those of [`WORD_OPS`], without what is in its attributes.
const OTHER_OPS: [Operation; 6] = [
    Operation::Constant(0),
    Operation::Compare(CmpPredicate::Equal),
    Operation::Select,
    Operation::Extend,
    Operation::Truncate,
    Operation::Product,
];

impl Operation {
    /// Returns the name of its op in `arith`, whose results are the halves of a product; what has none has a word.
    pub fn name(self) -> &'static str {
        match self {
            Operation::Param(_) => "param",
            Operation::Constant(_) => "arith.constant",
            Operation::Binary(op) => op.row().name,
            Operation::Compare(_) => "arith.cmpi",
            Operation::Select => "arith.select",
            Operation::Extend => "arith.extui",
            Operation::Truncate => "arith.trunci",
            Operation::Product => "arith.mului_extended",
            Operation::Low => "low",
            Operation::High => "high",
        }
    }

    /// Returns the operation of an op of `arith`, without what is in its attributes; `None` if no program has it.
    pub fn named(name: &str) -> Option<Operation> {
        let binary = WORD_OPS.iter().map(|row| Operation::Binary(row.op));
        binary.chain(OTHER_OPS).find(|operation| operation.name() == name)
    }

    /// Returns the attribute that its op in `arith` may have.
    pub fn attribute(self) -> Option<&'static str> {
        match self {
            Operation::Constant(_) => Some("value"),
            Operation::Compare(_) => Some("predicate"),
            Operation::Binary(op) => op.row().attribute,
            _ => None,
        }
    }

    /// Returns how many operands an instruction has.
    pub fn operand_count(self) -> usize {
        match self {
            Operation::Param(_) | Operation::Constant(_) => 0,
            Operation::Extend | Operation::Truncate | Operation::Low | Operation::High => 1,
            Operation::Binary(_) | Operation::Compare(_) | Operation::Product => 2,
            Operation::Select => 3,
        }
    }

    /// Returns the result without bound, modulo 2^128, from operands and their width; `None` if it is undefined.
    pub fn exact(self, operands: [u128; 3], of: Width) -> Option<u128> {
        let [a, b, c] = operands;
        // Only a product has more than 64 bits, and only its halves read it.
        let word = |value: u128| value as u64;
        Some(match self {
            Operation::Param(_) | Operation::Extend | Operation::Truncate | Operation::Low => a,
            Operation::Constant(word) => word.into(),
            Operation::Binary(op) => return (op.row().exact)(word(a), word(b), of),
            Operation::Compare(predicate) => predicate.holds(a, b).into(),
            Operation::Select => {
                if a == 1 {
                    b
                } else {
                    c
                }
            }
            Operation::Product => a * b,
            Operation::High => a >> of.bits(),
        })
    }

    /// Returns the interval of the result before it wraps, from those of the operands; `None` if only the width of the
    /// result bounds it.
    pub fn interval(self, operands: &[StridedInterval]) -> Option<StridedInterval> {
        match (self, operands) {
            (Operation::Constant(word), _) => Some(StridedInterval::number(word.into())),
            (Operation::Binary(op), &[a, b]) => (op.row().interval)(a, b),
            (Operation::Compare(predicate), &[a, b]) => Some(
                predicate
                    .decided(a, b)
                    .map_or(StridedInterval::BOOL, |holds| StridedInterval::number(holds.into())),
            ),
            (Operation::Select, &[_, a, b]) => Some(a.join(b)),
            (Operation::Extend | Operation::Truncate, &[a]) => Some(a),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
