//! Interval analysis of expressions over symbols and dims.

use layout::{SymExpr, SymNode};

/// The integers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub(super) low: i128,
    pub(super) high: i128,
}

impl Interval {
    pub(super) fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    /// Returns `true` if words of a width represent all integers in two's complement, of `bits` magnitude bits.
    pub(super) fn fits(self, bits: u32) -> bool {
        let end = 1i128 << bits;
        -end <= self.low && self.high < end
    }

    /// Returns the least interval that contains the results of a monotone function at the ends of two intervals.
    fn of_ends(
        a: Interval,
        b: Interval,
        of: impl Fn(i128, i128) -> Option<i128>,
    ) -> Option<Interval> {
        let mut ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)]
            .into_iter()
            .map(|(a, b)| of(a, b));
        let first = ends.next()??;
        ends.try_fold(Interval::new(first, first), |all, end| {
            let end = end?;
            Some(Interval::new(all.low.min(end), all.high.max(end)))
        })
    }
}

/// The intervals of symbols and of index components.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    /// By the number of a symbol.
    pub(super) symbols: Vec<Interval>,
    /// By dim.
    pub(super) dims: Vec<Interval>,
}

impl Bounds {
    /// Returns an interval that contains all values of an expression; `None` if it does not fit 128 bits, or a divisor may
    /// be below 1.
    pub(super) fn of(&self, expr: &SymExpr) -> Option<Interval> {
        let node = expr.node();
        let [a, b] = match node {
            SymNode::Constant(value) => {
                return Some(Interval::new((*value).into(), (*value).into()));
            }
            SymNode::Symbol(number) => return self.symbols.get(*number).copied(),
            SymNode::Dim(dim) => return self.dims.get(*dim).copied(),
            _ => node.operands()?,
        };
        let (a, b) = (self.of(a)?, self.of(b)?);
        if matches!(node, SymNode::FloorDiv(..) | SymNode::CeilDiv(..) | SymNode::Mod(..))
            && b.low < 1
        {
            return None;
        }
        match node {
            SymNode::Sum(..) => {
                Some(Interval::new(a.low.checked_add(b.low)?, a.high.checked_add(b.high)?))
            }
            SymNode::Product(..) => Interval::of_ends(a, b, i128::checked_mul),
            SymNode::FloorDiv(..) => Interval::of_ends(a, b, |a, b| Some(a.div_euclid(b))),
            SymNode::CeilDiv(..) => Interval::of_ends(a, b, |a, b| {
                Some(a.div_euclid(b) + i128::from(a.rem_euclid(b) != 0))
            }),
            // A dividend below every divisor is its own remainder.
            SymNode::Mod(..) if a.low >= 0 && a.high < b.low => Some(a),
            SymNode::Mod(..) if a.low >= 0 => Some(Interval::new(0, a.high.min(b.high - 1))),
            _ => Some(Interval::new(0, b.high - 1)),
        }
    }
}
