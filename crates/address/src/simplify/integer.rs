//! Expressions over integers without bound: what a program computes, before it is instructions.
//!
//! The word of an integer has its lowest bits. Sums may wrap there, as they come out right in the end; every other
//! operation takes operands that fit a word. Comparisons are the exception: they are defined on words, because
//! `x - low < high - low` tests both ends of a range by wrapping.

use crate::operation::{CmpPredicate, Width, WordOp};
use crate::program::Param;
use layout::StridedInterval;

/// An operation on integers, without its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum IntegerOp {
    /// A number.
    Constant(i64),
    /// A component of the index.
    Param(u32),
    /// A constant plus the sum of factor times operand; factors are not 0. A boolean counts as 0 or 1.
    Linear(i64, Box<[i64]>),
    /// `floor(x / d)`, with `d` above 1.
    Quotient(i64),
    /// The remainder by a number above 1.
    Remainder(i64),
    /// The bits of this mask, in their places.
    Mask(i64),
    /// The lowest 32 bits, which is what a word of 32 bits holds anyway.
    Wrap,
    /// A word times a constant below 2^32, both halves of it. Only for words of 32 bits.
    Product(i64),
    /// The high half of a product.
    High,
    /// The low half of a product.
    Low,
    /// The bitwise exclusive or, the lesser or the greater of two integers.
    Word(WordOp),
    /// A comparison of a word with a constant.
    CompareTo(CmpPredicate, i64),
    /// A comparison of two words.
    Compare(CmpPredicate),
    /// Whether all of some words are below a constant.
    Below(i64),
    /// A boolean that is known.
    Known(bool),
    /// Whether both booleans, one of them, or exactly one holds.
    Boolean(WordOp),
    /// The second operand where the first, a boolean, holds, else the third.
    Select,
}

impl IntegerOp {
    /// Returns `true` if the result is a boolean.
    pub(super) fn is_boolean(&self) -> bool {
        matches!(
            self,
            IntegerOp::CompareTo(..)
                | IntegerOp::Compare(_)
                | IntegerOp::Below(_)
                | IntegerOp::Known(_)
                | IntegerOp::Boolean(_)
        )
    }

    /// Returns the interval of the result, from those of the operands.
    pub(super) fn interval(
        &self,
        operands: &[StridedInterval],
        signature: &ProgramSignature,
    ) -> StridedInterval {
        match self {
            IntegerOp::Constant(value) => StridedInterval::number((*value).into()),
            IntegerOp::Param(place) => signature.params[*place as usize].interval(),
            IntegerOp::Linear(constant, factors) => {
                let terms =
                    factors.iter().map(|&factor| factor.into()).zip(operands.iter().copied());
                let sum = StridedInterval::linear((*constant).into(), terms);
                sum.expect("operands are about as wide as words")
            }
            IntegerOp::Quotient(divisor) => operands[0].quotient((*divisor).into()),
            IntegerOp::Remainder(divisor) => operands[0].remainder((*divisor).into()),
            IntegerOp::Mask(mask) => operands[0].masked((*mask).into()),
            IntegerOp::Wrap | IntegerOp::Low => operands[0].remainder(1 << 32),
            IntegerOp::Product(factor) => operands[0].times((*factor).into()),
            IntegerOp::High => operands[0].quotient(1 << 32),
            IntegerOp::Word(op) | IntegerOp::Boolean(op) => {
                let known = (op.row().interval)(operands[0], operands[1]);
                known.unwrap_or(signature.width.words())
            }
            IntegerOp::CompareTo(predicate, constant) => signature.compared(
                *predicate,
                operands[0],
                StridedInterval::number((*constant).into()),
            ),
            IntegerOp::Compare(predicate) => {
                signature.compared(*predicate, operands[0], operands[1])
            }
            IntegerOp::Known(value) => StridedInterval::number((*value).into()),
            IntegerOp::Below(_) => StridedInterval::BOOL,
            IntegerOp::Select => operands[1].join(operands[2]),
        }
    }
}

/// Returns how many bits a number that is not negative has.
pub(super) fn bits_of(value: i128) -> u32 {
    128 - value.leading_zeros()
}

/// What a program takes and returns.
#[derive(Clone, Debug)]
pub(super) struct ProgramSignature {
    /// The components of the index.
    pub(super) params: Vec<Param>,
    /// The width of all words on the way, 32 or 64 bits.
    pub(super) width: Width,
    /// The widths of the results.
    pub(super) results: Vec<Width>,
}

impl ProgramSignature {
    /// Returns `true` if a word holds every integer of an interval.
    pub(super) fn fits(&self, interval: StridedInterval) -> bool {
        interval.within(0..self.width.end())
    }

    /// The boolean of a comparison of words.
    pub(super) fn compared(
        &self,
        predicate: CmpPredicate,
        a: StridedInterval,
        b: StridedInterval,
    ) -> StridedInterval {
        let known = if self.fits(a) && self.fits(b) { predicate.decided(a, b) } else { None };
        known.map_or(StridedInterval::BOOL, |holds| StridedInterval::number(holds.into()))
    }
}

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct IntegerNode {
    /// What it does.
    pub(super) op: IntegerOp,
    /// The places of its operands, all before its own.
    pub(super) operands: Vec<usize>,
}

/// Expressions with several roots, as a list in which operands come before their users.
#[derive(Clone, Debug, Default)]
pub(super) struct IntegerDag {
    /// The operations.
    pub(super) nodes: Vec<IntegerNode>,
    /// What is known of each, which may be more than its operands show.
    pub(super) intervals: Vec<StridedInterval>,
    /// What the program returns.
    pub(super) roots: Vec<usize>,
}

impl IntegerDag {
    /// Appends an operation. `more` is known of its result beside what its operands show.
    pub(super) fn push(
        &mut self,
        op: IntegerOp,
        operands: Vec<usize>,
        more: Option<StridedInterval>,
        signature: &ProgramSignature,
    ) -> usize {
        let known: Vec<StridedInterval> = operands.iter().map(|&it| self.intervals[it]).collect();
        let own = op.interval(&known, signature);
        self.intervals.push(more.and_then(|more| own.meet(more)).unwrap_or(own));
        self.nodes.push(IntegerNode { op, operands });
        self.nodes.len() - 1
    }
}
