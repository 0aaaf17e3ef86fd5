//! The operations that expressions are made of, over whole numbers without bound.
//!
//! A number of an expression stands in a register as its lowest bits. Sums may wrap there, as they come out
//! right in the end; every other operation takes operands that fit a register. Comparisons are the exception:
//! they are defined on the registers, because `x - low < high - low` tests both ends of a range by wrapping.

use ir::layout::StridedInterval;

/// How two unsigned numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Pred {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Pred {
    /// Whether it holds.
    pub(crate) fn holds<T: Ord>(self, a: T, b: T) -> bool {
        match self {
            Pred::Eq => a == b,
            Pred::Ne => a != b,
            Pred::Lt => a < b,
            Pred::Le => a <= b,
            Pred::Gt => a > b,
            Pred::Ge => a >= b,
        }
    }

    /// The one that holds where this one does not.
    pub(crate) fn negated(self) -> Pred {
        match self {
            Pred::Eq => Pred::Ne,
            Pred::Ne => Pred::Eq,
            Pred::Lt => Pred::Ge,
            Pred::Ge => Pred::Lt,
            Pred::Le => Pred::Gt,
            Pred::Gt => Pred::Le,
        }
    }

    /// The one that says the same of the operands exchanged.
    pub(crate) fn exchanged(self) -> Pred {
        match self {
            Pred::Lt => Pred::Gt,
            Pred::Gt => Pred::Lt,
            Pred::Le => Pred::Ge,
            Pred::Ge => Pred::Le,
            same => same,
        }
    }
}

/// An operation; its operands are kept beside it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Op {
    /// A number.
    Const(i64),
    /// An argument of the function.
    Arg(u32),
    /// A constant plus the sum of factor times operand; factors are not 0. A bool counts as 0 or 1.
    Lin(i64, Box<[i64]>),
    /// `floor(x / d)`, with `d` above 1.
    Div(i64),
    /// The remainder by a number above 1.
    Mod(i64),
    /// The bits of this mask, in their places.
    Mask(i64),
    /// The lowest 32 bits, which is what the register holds anyway.
    Wrap,
    /// A register times a constant below 2^32, both halves of it. Only in registers of 32 bits.
    #[cfg(feature = "egg")]
    Product(i64),
    /// The high half of a product.
    #[cfg(feature = "egg")]
    Upper,
    /// The low half of a product.
    #[cfg(feature = "egg")]
    Lower,
    Xor,
    Min,
    Max,
    /// A comparison of registers with a constant.
    CmpTo(Pred, i64),
    /// A comparison of two registers.
    Cmp(Pred),
    /// Whether all of some registers are below a constant.
    Below(i64),
    /// A bool that is known.
    Truth(bool),
    And,
    Or,
    /// The exclusive or of two bools.
    Differ,
    /// The second operand where the first, a bool, holds, else the third.
    Select,
}

impl Op {
    /// Whether the result is a bool.
    #[cfg(feature = "egg")]
    pub(crate) fn is_bool(&self) -> bool {
        matches!(
            self,
            Op::CmpTo(..)
                | Op::Cmp(_)
                | Op::Below(_)
                | Op::Truth(_)
                | Op::And
                | Op::Or
                | Op::Differ
        )
    }

    /// What is known of the result, from what is known of the operands, in registers of some bits; `args` has
    /// what is known of the arguments.
    pub(crate) fn facts(
        &self,
        kids: &[StridedInterval],
        args: &[StridedInterval],
        bits: u32,
    ) -> StridedInterval {
        match self {
            Op::Const(value) => StridedInterval::number((*value).into()),
            Op::Arg(number) => args[*number as usize],
            Op::Lin(constant, factors) => {
                let terms = factors.iter().zip(kids);
                terms.fold(StridedInterval::number((*constant).into()), |sum, (&factor, kid)| {
                    sum.plus(kid.times(factor.into()))
                })
            }
            Op::Div(divisor) => kids[0].quotient((*divisor).into()),
            Op::Mod(divisor) => kids[0].remainder((*divisor).into()),
            Op::Mask(mask) => kids[0].masked((*mask).into()),
            Op::Wrap => kids[0].remainder(1 << 32),
            #[cfg(feature = "egg")]
            Op::Lower => kids[0].remainder(1 << 32),
            #[cfg(feature = "egg")]
            Op::Product(factor) => kids[0].times((*factor).into()),
            #[cfg(feature = "egg")]
            Op::Upper => kids[0].quotient(1 << 32),
            Op::Xor => kids[0].xor(kids[1]),
            Op::Min => kids[0].min(kids[1]),
            Op::Max => kids[0].max(kids[1]),
            Op::CmpTo(pred, constant) => {
                compared(*pred, kids[0], StridedInterval::number((*constant).into()), bits)
            }
            Op::Cmp(pred) => compared(*pred, kids[0], kids[1], bits),
            Op::Truth(value) => StridedInterval::number((*value).into()),
            Op::And => kids[0].min(kids[1]),
            Op::Or => kids[0].max(kids[1]),
            Op::Differ | Op::Below(_) => StridedInterval::BOOL,
            Op::Select => kids[1].join(kids[2]),
        }
    }
}

/// How many bits a number that is not negative has.
pub(crate) fn bits_of(value: i128) -> u32 {
    128 - value.leading_zeros()
}

fn compared(pred: Pred, a: StridedInterval, b: StridedInterval, bits: u32) -> StridedInterval {
    let end = 1 << bits;
    if !a.within(0..end) || !b.within(0..end) {
        return StridedInterval::BOOL;
    }
    let known = match pred {
        Pred::Eq | Pred::Ne if a.meet(b).is_none() => Some(pred == Pred::Ne),
        Pred::Eq | Pred::Ne => None,
        Pred::Lt | Pred::Ge if a.high < b.low => Some(pred == Pred::Lt),
        Pred::Lt | Pred::Ge if a.low >= b.high => Some(pred == Pred::Ge),
        Pred::Le | Pred::Gt if a.high <= b.low => Some(pred == Pred::Le),
        Pred::Le | Pred::Gt if a.low > b.high => Some(pred == Pred::Gt),
        _ => None,
    };
    match (known, a.constant(), b.constant()) {
        (Some(known), ..) => StridedInterval::number(known.into()),
        (None, Some(a), Some(b)) => StridedInterval::number(pred.holds(a, b).into()),
        _ => StridedInterval::BOOL,
    }
}
