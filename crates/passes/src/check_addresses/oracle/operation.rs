//! The ops of `arith` that the oracle evaluates, each as MLIR's documentation states it.

use ir::Op;
use ir::layout::impl_display;

/// The reason why a result is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check_addresses) enum Trap {
    /// A division or remainder by zero.
    DivisionByZero(Op),
    /// A shift by the width of the word or more.
    ShiftTooFar(Op),
    /// An op that wraps although its flags exclude that.
    BrokenPromise(Op),
}

impl Trap {
    /// Returns the op that traps.
    pub(in crate::check_addresses) fn op(self) -> Op {
        match self {
            Trap::DivisionByZero(op) | Trap::ShiftTooFar(op) | Trap::BrokenPromise(op) => op,
        }
    }
}

impl_display!(Trap {
    Self::DivisionByZero(_) => "divides by zero",
    Self::ShiftTooFar(_) => "shifts by the width of the word or more",
    Self::BrokenPromise(_) => "wraps despite its `overflowFlags`",
});

/// A function that computes the unbounded result of two words of a width in bits, or the trap of the op.
pub(super) type ExactResult = fn(u64, u64, u32) -> Result<u128, fn(Op) -> Trap>;

/// A function that computes the unbounded result of two words as signed numbers.
pub(super) type SignedResult = fn(i128, i128) -> i128;

/// The semantics of an op.
#[derive(Clone, Copy, Debug)]
pub(in crate::check_addresses) enum OracleOp {
    /// A word computed from two words. The signed result is `None` if the op has no flag against signed overflow.
    Words(ExactResult, Option<SignedResult>),
    /// A product with its low and high halves.
    MulExtended,
    Select,
    /// Truncation to this many low bits.
    Truncate(u32),
    /// The value of the table with this number.
    Load(usize),
}

/// The ops whose two operands and result are words of one width, by name without the dialect.
pub(super) const WORDS: &[(&str, ExactResult, Option<SignedResult>)] = &[
    ("addi", |a, b, _| Ok(u128::from(a) + u128::from(b)), Some(|a, b| a + b)),
    ("andi", |a, b, _| Ok((a & b).into()), None),
    ("divui", |a, b, _| Ok((a / divisor(b)?).into()), None),
    ("maxui", |a, b, _| Ok(a.max(b).into()), None),
    ("minui", |a, b, _| Ok(a.min(b).into()), None),
    ("muli", |a, b, _| Ok(u128::from(a) * u128::from(b)), Some(|a, b| a * b)),
    ("ori", |a, b, _| Ok((a | b).into()), None),
    ("remui", |a, b, _| Ok((a % divisor(b)?).into()), None),
    // A distance below the width is not negative as a signed number.
    ("shli", |a, by, width| Ok(u128::from(a) << distance(by, width)?), Some(|a, by| a << by)),
    ("shrui", |a, by, width| Ok((a >> distance(by, width)?).into()), None),
    ("subi", |a, b, _| Ok(u128::from(a).wrapping_sub(b.into())), Some(|a, b| a - b)),
    ("xori", |a, b, _| Ok((a ^ b).into()), None),
];

/// The predicates of `arith.cmpi` that are equality or unsigned, by number.
pub(super) const PREDICATES: &[(i64, ExactResult)] = &[
    (0, |a, b, _| Ok((a == b).into())),
    (1, |a, b, _| Ok((a != b).into())),
    (6, |a, b, _| Ok((a < b).into())),
    (7, |a, b, _| Ok((a <= b).into())),
    (8, |a, b, _| Ok((a > b).into())),
    (9, |a, b, _| Ok((a >= b).into())),
];

fn divisor(word: u64) -> Result<u64, fn(Op) -> Trap> {
    if word == 0 { Err(Trap::DivisionByZero) } else { Ok(word) }
}

fn distance(word: u64, width: u32) -> Result<u32, fn(Op) -> Trap> {
    match u32::try_from(word) {
        Ok(by) if by < width => Ok(by),
        _ => Err(Trap::ShiftTooFar),
    }
}
