//! The operators of affine expressions: their text and their evaluation.

/// A binary operator of affine expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    /// Sum.
    Add,
    /// Product; at least one factor does not depend on dimensions.
    Mul,
    /// Remainder in `0..rhs`; undefined for `rhs < 1`.
    Mod,
    /// Quotient rounded towards negative infinity; undefined for `rhs == 0`.
    FloorDiv,
    /// Quotient rounded towards positive infinity; undefined for `rhs == 0`.
    CeilDiv,
}

impl BinaryOp {
    /// Returns the operator in MLIR text.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Mul => "*",
            Self::Mod => "mod",
            Self::FloorDiv => "floordiv",
            Self::CeilDiv => "ceildiv",
        }
    }

    /// Applies the operator to two numbers; `None` on overflow, and where the operator is undefined.
    pub fn apply(self, lhs: i64, rhs: i64) -> Option<i64> {
        match self {
            Self::Add => lhs.checked_add(rhs),
            Self::Mul => lhs.checked_mul(rhs),
            Self::Mod => (rhs >= 1).then(|| lhs.rem_euclid(rhs)),
            Self::FloorDiv => floor_div(lhs, rhs),
            Self::CeilDiv => ceil_div(lhs, rhs),
        }
    }
}

fn floor_div(lhs: i64, rhs: i64) -> Option<i64> {
    let quotient = lhs.checked_div(rhs)?;
    let inexact = lhs % rhs != 0;
    Some(quotient - i64::from(inexact && (lhs < 0) != (rhs < 0)))
}

fn ceil_div(lhs: i64, rhs: i64) -> Option<i64> {
    let quotient = lhs.checked_div(rhs)?;
    let inexact = lhs % rhs != 0;
    Some(quotient + i64::from(inexact && (lhs < 0) == (rhs < 0)))
}
