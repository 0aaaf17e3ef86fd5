//! The operations of addressing programs, and the one table that defines them.
//!
//! A row has the name of an operation in MLIR's `arith` dialect, its concrete evaluation, and its interval analysis. No
//! other file of this crate defines these. Each emitter defines the names of the operations in its own language.

use layout::{Range, StridedInterval};

/// The number of bits of a word, from 1 to 64. A word of one bit is a boolean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Width(u32);

impl Width {
    /// A boolean, `i1`.
    pub const I1: Width = Width(1);
    /// `i32`, unsigned.
    pub const I32: Width = Width(32);
    /// `i64`, unsigned.
    pub const I64: Width = Width(64);

    /// Returns the width of this number of bits; `None` if the number is not from 1 to 64.
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

    /// Returns the integers that words represent in two's complement.
    pub fn signed_range(self) -> Range {
        let greatest = i64::MAX >> (64 - self.0);
        Range { low: -greatest - 1, high: greatest }
    }

    /// Returns `true` if words represent all integers of a range: unsigned ones, or in two's complement if some are
    /// negative.
    pub fn holds(self, range: Range) -> bool {
        if range.low < 0 {
            return range.within(self.signed_range());
        }
        i128::from(range.high) < self.end()
    }

    /// Returns the word that is congruent to an integer modulo 2^bits.
    pub fn word(self, value: i128) -> u64 {
        // The cast keeps the lowest 64 bits, also of a negative value.
        value as u64 & self.largest()
    }

    /// Returns the signed integer that a word represents in two's complement.
    pub fn signed(self, word: u64) -> i64 {
        let unused = 64 - self.0;
        (word << unused).cast_signed() >> unused
    }
}

/// An operation on two words of one width, whose result is a word of that width.
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
    /// The left shift. Undefined if the shift amount is the width or more.
    Shl,
    /// The logical right shift. Undefined if the shift amount is the width or more.
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
    /// `true` if every target language has the operation on booleans.
    pub takes_booleans: bool,
    /// Concrete evaluation: the result before wrapping, modulo 2^128; `None` if it is undefined.
    pub exact: fn(u64, u64, Width) -> Option<u128>,
    /// Interval analysis: the interval of the result before wrapping; `None` if only the width bounds it.
    pub interval: fn(StridedInterval, StridedInterval) -> Option<StridedInterval>,
}

/// The key of the overflow flags of an op.
pub(crate) const OVERFLOW_FLAGS: Option<&str> = Some("overflowFlags");
const IS_EXACT: Option<&str> = Some("isExact");

/// The table of binary operations, in the order of [`WordOp`].
pub const WORD_OPS: [WordOpRow; 12] = [
    WordOpRow {
        exact: |a, b, _| Some(u128::from(a) + u128::from(b)),
        interval: |a, b| Some(a.plus(b)),
        ..row(WordOp::Add, "arith.addi", OVERFLOW_FLAGS)
    },
    WordOpRow {
        exact: |a, b, _| Some(u128::from(a).wrapping_sub(b.into())),
        interval: |a, b| Some(a.plus(b.times(-1))),
        ..row(WordOp::Sub, "arith.subi", OVERFLOW_FLAGS)
    },
    WordOpRow {
        exact: |a, b, _| Some(u128::from(a) * u128::from(b)),
        interval: |a, b| {
            let (by, of) = b.constant().map_or((a.constant(), b), |by| (Some(by), a));
            match by {
                Some(by) => StridedInterval::linear(0, [(by, of)]),
                // Words are never negative, so a product grows with its factors.
                None => Some(StridedInterval::range(
                    a.low.checked_mul(b.low)?,
                    a.high.checked_mul(b.high)?,
                )),
            }
        },
        ..row(WordOp::Mul, "arith.muli", OVERFLOW_FLAGS)
    },
    WordOpRow {
        exact: |a, b, _| a.checked_div(b).map(u128::from),
        interval: |a, b| match b.constant() {
            Some(by) => (by > 0).then(|| a.quotient(by)),
            None => (b.low > 0).then(|| StridedInterval::range(a.low / b.high, a.high / b.low)),
        },
        ..row(WordOp::Div, "arith.divui", IS_EXACT)
    },
    WordOpRow {
        exact: |a, b, _| a.checked_rem(b).map(u128::from),
        interval: |a, b| match b.constant() {
            Some(by) => (by > 0).then(|| a.remainder(by)),
            None if a.high < b.low => Some(a),
            None => (b.low > 0).then(|| StridedInterval::range(0, a.high.min(b.high - 1))),
        },
        ..row(WordOp::Rem, "arith.remui", None)
    },
    WordOpRow {
        exact: |a, by, width| Some(u128::from(a) << distance(by, width)?),
        interval: |a, by| Some(a.times(power(by)?)),
        ..row(WordOp::Shl, "arith.shli", OVERFLOW_FLAGS)
    },
    WordOpRow {
        exact: |a, by, width| Some(u128::from(a) >> distance(by, width)?),
        interval: |a, by| Some(a.quotient(power(by)?)),
        ..row(WordOp::Shr, "arith.shrui", IS_EXACT)
    },
    WordOpRow {
        exact: |a, b, _| Some((a & b).into()),
        interval: |a, b| match b.constant() {
            Some(mask) => Some(a.masked(mask)),
            None => Some(StridedInterval::range(0, a.high.min(b.high))),
        },
        ..row(WordOp::And, "arith.andi", None)
    },
    WordOpRow {
        exact: |a, b, _| Some((a | b).into()),
        interval: |a, b| {
            let bits = 128 - (a.high | b.high).leading_zeros();
            Some(StridedInterval::range(a.low.max(b.low), (1 << bits) - 1))
        },
        ..row(WordOp::Or, "arith.ori", None)
    },
    WordOpRow {
        exact: |a, b, _| Some((a ^ b).into()),
        interval: |a, b| Some(a.xor(b)),
        ..row(WordOp::Xor, "arith.xori", None)
    },
    WordOpRow {
        exact: |a, b, _| Some(a.min(b).into()),
        interval: |a, b| Some(a.min(b)),
        ..row(WordOp::Min, "arith.minui", None)
    },
    WordOpRow {
        exact: |a, b, _| Some(a.max(b).into()),
        interval: |a, b| Some(a.max(b)),
        ..row(WordOp::Max, "arith.maxui", None)
    },
];

/// Returns the row of an operation without an evaluation.
const fn row(op: WordOp, name: &'static str, attribute: Option<&'static str>) -> WordOpRow {
    let takes_booleans = matches!(op, WordOp::And | WordOp::Or | WordOp::Xor);
    WordOpRow { op, name, attribute, takes_booleans, exact: |_, _, _| None, interval: |_, _| None }
}

fn distance(by: u64, width: Width) -> Option<u32> {
    u32::try_from(by).ok().filter(|&by| by < width.bits())
}

/// Returns the factor of a left shift by a constant.
fn power(by: StridedInterval) -> Option<i128> {
    Some(1 << distance(by.constant()?.try_into().ok()?, Width::I64)?)
}

impl WordOp {
    /// Returns the row of the operation in the table.
    pub fn row(self) -> &'static WordOpRow {
        &WORD_OPS[self as usize]
    }

    /// Returns the result without bound on two numbers with a sign, of which the second is also the distance of a
    /// shift; `None` for an operation without promises.
    pub fn signed(self, a: i64, b: i64, distance: u64) -> Option<i128> {
        let a = i128::from(a);
        let b = i128::from(b);
        match self {
            WordOp::Add => Some(a + b),
            WordOp::Sub => Some(a - b),
            WordOp::Mul => Some(a * b),
            WordOp::Shl => a.checked_shl(distance.try_into().ok()?),
            _ => None,
        }
    }
}

/// An unsigned comparison of two words.
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

/// The comparisons with their numbers in `arith.cmpi`. The missing numbers are those of signed comparisons.
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

    /// Returns the predicate with this number in `arith.cmpi`; `None` if the number is unknown or that of a signed
    /// comparison.
    pub fn of_number(number: i64) -> Option<CmpPredicate> {
        PREDICATES.iter().find(|row| row.1 == number).map(|row| row.0)
    }

    /// Returns `true` if the predicate holds for two values.
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

    /// Returns the negation of the predicate.
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

    /// Returns the predicate that is equivalent if the operands are swapped.
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

    /// Returns `true` if the predicate holds for all values of two intervals, and `false` if it holds for no values.
    /// `None` if the intervals do not decide.
    pub fn decided(self, a: StridedInterval, b: StridedInterval) -> Option<bool> {
        match self {
            CmpPredicate::Equal | CmpPredicate::NotEqual if a.meet(b).is_none() => {
                Some(self == CmpPredicate::NotEqual)
            }
            CmpPredicate::Equal | CmpPredicate::NotEqual => {
                Some(self.holds(a.constant()?, b.constant()?))
            }
            // The two extreme pairs decide for all pairs.
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
    /// The component of the index at this position.
    Param(u32),
    /// A constant word.
    Constant(u64),
    /// An operation on two words.
    Binary(WordOp),
    /// A comparison of two words. The result is a boolean.
    Compare(CmpPredicate),
    /// The second operand if the first, a boolean, is true; otherwise the third.
    Select,
    /// Zero extension.
    Extend,
    /// Truncation to the low bits.
    Truncate,
    /// The full product of two words, of twice their width. Only [`Operation::Low`] and [`Operation::High`] use it:
    /// `arith.mului_extended` is a product with its two halves.
    Product,
    /// The low half of a product.
    Low,
    /// The high half of a product.
    High,
    /// The value of the table with this number, in the program, at an index. An index outside the table has the last value.
    Lookup(u32),
}

/// The operations that have an op but are not in [`WORD_OPS`]. The constant, the predicate and the number of the table are
/// placeholders for the values of the attributes.
const OTHER_OPS: [Operation; 7] = [
    Operation::Constant(0),
    Operation::Compare(CmpPredicate::Equal),
    Operation::Select,
    Operation::Extend,
    Operation::Truncate,
    Operation::Product,
    Operation::Lookup(0),
];

impl Operation {
    /// Returns the name of the op in `arith`. Operations without an op have a name of their own: `param`, `low` and
    /// `high`.
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
            Operation::Lookup(_) => "layout.load",
        }
    }

    /// Returns the operation of an op. Its constant, predicate or table is a placeholder, as the op's attribute holds
    /// the value. `None` if programs do not have this op.
    pub fn named(name: &str) -> Option<Operation> {
        let binary = WORD_OPS.iter().map(|row| Operation::Binary(row.op));
        binary.chain(OTHER_OPS).find(|operation| operation.name() == name)
    }

    /// Returns the key of the attribute that the op in `arith` may have; `None` if it has none.
    pub fn attribute(self) -> Option<&'static str> {
        match self {
            Operation::Constant(_) => Some("value"),
            Operation::Compare(_) => Some("predicate"),
            Operation::Lookup(_) => Some("table"),
            Operation::Binary(op) => op.row().attribute,
            _ => None,
        }
    }

    /// Returns the number of operands.
    pub fn operand_count(self) -> usize {
        match self {
            Operation::Param(_) | Operation::Constant(_) => 0,
            Operation::Extend
            | Operation::Truncate
            | Operation::Low
            | Operation::High
            | Operation::Lookup(_) => 1,
            Operation::Binary(_) | Operation::Compare(_) | Operation::Product => 2,
            Operation::Select => 3,
        }
    }

    /// Returns the result before wrapping, modulo 2^128, from operands of width `of`; `None` if it is undefined, or
    /// depends on a table of the program.
    pub fn exact(self, operands: [u128; 3], of: Width) -> Option<u128> {
        let [a, b, c] = operands;
        // Only a product has more than 64 bits, and only `Low` and `High` use it.
        fn word(value: u128) -> u64 {
            value as u64
        }
        Some(match self {
            Operation::Param(_) | Operation::Extend | Operation::Truncate | Operation::Low => a,
            Operation::Constant(word) => word.into(),
            Operation::Binary(op) => return (op.row().exact)(word(a), word(b), of),
            Operation::Compare(predicate) => predicate.holds(a, b).into(),
            Operation::Select if a == 1 => b,
            Operation::Select => c,
            Operation::Product => a * b,
            Operation::High => a >> of.bits(),
            Operation::Lookup(_) => return None,
        })
    }

    /// Returns the interval of the result before wrapping, from those of the operands; `None` if only the width of the
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
