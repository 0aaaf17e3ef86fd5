//! Expressions over unbounded integers: the form of a program before instruction selection.
//!
//! A word holds the lowest bits of an integer. Sums may wrap, because addition is exact modulo 2^bits. The operands of
//! every other operation must fit a word. Comparisons are an exception: they are defined on words, because
//! `x - low < high - low` tests both ends of a range by wrapping.

use crate::operation::{CmpPredicate, Width, WordOp};
use crate::program::Param;
use layout::StridedInterval;
use smallvec::SmallVec;
use std::sync::Arc;

/// An operation on integers, excluding its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum IntegerOp {
    /// A constant.
    Constant(i64),
    /// A component of the index.
    Param(u32),
    /// A constant plus the sum of factor times operand. No factor is 0. A boolean operand counts as 0 or 1. Nodes of the
    /// e-graph share the factors.
    Linear(i64, Arc<[i64]>),
    /// `floor(x / d)`, with `d` above 1.
    Quotient(i64),
    /// The remainder by a constant above 1.
    Remainder(i64),
    /// The bitwise and with this mask.
    Mask(i64),
    /// The lowest 32 bits.
    Wrap,
    /// The full product of a word below 2^32 and a constant below 2^32.
    Product(i64),
    /// The high half of a product.
    High,
    /// The low half of a product.
    Low,
    /// The bitwise or, exclusive or, the minimum or the maximum of two integers.
    Word(WordOp),
    /// A comparison of a word with a constant.
    CompareTo(CmpPredicate, i64),
    /// A comparison of two words.
    Compare(CmpPredicate),
    /// The boolean that all operands, which are words, are below a constant.
    Below(i64),
    /// A constant boolean.
    Known(bool),
    /// The and, or or exclusive or of two booleans.
    Boolean(WordOp),
    /// The second operand if the first, a boolean, is true; otherwise the third.
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
            IntegerOp::Param(position) => signature.params[*position as usize].interval(),
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

/// Returns the number of bits of a non-negative integer, without leading zeros.
pub(super) fn bits_of(value: i128) -> u32 {
    128 - value.leading_zeros()
}

/// Returns the exponent of a power of two; `None` for other numbers above 0.
pub(super) fn exponent_of(number: i64) -> Option<u32> {
    (number & (number - 1) == 0).then(|| number.trailing_zeros())
}

/// The parameters and results of a program, and its word width.
#[derive(Clone, Debug)]
pub(super) struct ProgramSignature {
    /// The components of the index.
    pub(super) params: Vec<Param>,
    /// The width of the longest words, 32 or 64 bits.
    pub(super) width: Width,
    /// The widths of the results.
    pub(super) results: Vec<Width>,
    /// `true` if a value that fits 32 bits is computed in 32 bits; otherwise all words have one width.
    pub(super) narrows: bool,
}

impl ProgramSignature {
    /// Returns `true` if a word holds every integer of an interval.
    pub(super) fn fits(&self, interval: StridedInterval) -> bool {
        interval.within(0..self.width.end())
    }

    /// Returns the interval of the boolean of a comparison of words.
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
    /// The operation.
    pub(super) op: IntegerOp,
    /// The positions of the operands, which precede this node.
    pub(super) operands: Vec<usize>,
}

/// A DAG of expressions with several roots, as a list in which operands precede their users.
#[derive(Clone, Debug, Default)]
pub(super) struct IntegerDag {
    /// The operations.
    pub(super) nodes: Vec<IntegerNode>,
    /// The interval of each node, which may be tighter than that computed from the operands.
    pub(super) intervals: Vec<StridedInterval>,
    /// The positions of the results of the program.
    pub(super) roots: Vec<usize>,
}

impl IntegerDag {
    /// Appends an operation and returns its position. `known` is a tighter interval of its result than interval
    /// analysis of the operands yields.
    pub(super) fn push(
        &mut self,
        op: IntegerOp,
        operands: Vec<usize>,
        known: Option<StridedInterval>,
        signature: &ProgramSignature,
    ) -> usize {
        let inputs = operands.iter().map(|&it| self.intervals[it]);
        let inputs: SmallVec<[StridedInterval; 4]> = inputs.collect();
        let computed = op.interval(&inputs, signature);
        let interval = known.and_then(|known| computed.meet(known)).unwrap_or(computed);
        self.intervals.push(interval);
        self.nodes.push(IntegerNode { op, operands });
        self.nodes.len() - 1
    }

    /// Returns `true` if the DAG is at most one sum of parameters, to which no rule of the e-graph applies.
    #[cfg(feature = "egg")]
    pub(super) fn is_single_sum(&self) -> bool {
        let mut sums = 0;
        self.nodes.iter().zip(&self.intervals).all(|(node, interval)| match node.op {
            IntegerOp::Constant(_) => true,
            IntegerOp::Param(_) | IntegerOp::Linear(..) => {
                sums += usize::from(!node.operands.is_empty());
                // Rules apply to values of 0 and 1, and to those with a single value.
                let varies = interval.constant().is_none() && !interval.within(0..2);
                let of_params = |&it: &usize| matches!(self.nodes[it].op, IntegerOp::Param(_));
                sums <= 1 && varies && node.operands.iter().all(of_params)
            }
            _ => false,
        })
    }

    /// Appends a node of another DAG with its interval, and returns its position. `position` returns those of its operands.
    pub(super) fn copy(
        &mut self,
        from: &IntegerDag,
        n: usize,
        position: impl Fn(usize) -> usize,
        signature: &ProgramSignature,
    ) -> usize {
        let node = &from.nodes[n];
        let operands = node.operands.iter().map(|&it| position(it)).collect();
        self.push(node.op.clone(), operands, Some(from.intervals[n]), signature)
    }

    /// Returns, for each node, `true` if one of these nodes depends on it. `visit` is called with the operands of a node, or
    /// the nodes that take their place.
    pub(super) fn needed_by(
        &self,
        of: &[usize],
        operands: impl Fn(usize, &mut dyn FnMut(usize)),
    ) -> Vec<bool> {
        let mut needed = vec![false; self.nodes.len()];
        of.iter().for_each(|&n| needed[n] = true);
        for n in (0..self.nodes.len()).rev() {
            if needed[n] {
                operands(n, &mut |it| needed[it] = true);
            }
        }
        needed
    }
}
