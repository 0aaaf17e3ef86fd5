//! Ratios between two strides of one class: positive fractions in lowest terms, whose parts have 63 bits.
//!
//! If one stride is p/q of another in lowest terms, the first is a multiple of p and the second of q. So if a part
//! exceeds 63 bits, no such strides exist: the limit is not one of the arithmetic.

use crate::domain::lowest_terms;

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) num: i64,
    pub(super) den: i64,
}

/// A stride that never fits 63 bits, because of its ratio to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrideOverflow {
    pub(super) var: usize,
    pub(super) other: usize,
    /// The number that divides the stride.
    pub(super) least: i128,
}

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// Returns `num / den`. Both are at least 1.
    pub(super) fn new(num: i64, den: i64) -> Ratio {
        let (num, den) = lowest_terms(num, den);
        Ratio { num, den }
    }

    pub(super) fn inverse(self) -> Ratio {
        Ratio { num: self.den, den: self.num }
    }
}

/// Multiplies two ratios. The result is the stride of `first` divided by that of `last`.
///
/// # Errors
/// A part of the product does not fit 63 bits.
pub(super) fn product(
    left: Ratio,
    right: Ratio,
    first: usize,
    last: usize,
) -> Result<Ratio, StrideOverflow> {
    if right == Ratio::ONE {
        return Ok(left);
    }
    // Crosswise reduction first, so that the product is in lowest terms and its parts fit 126 bits.
    let outer = Ratio::new(left.num, right.den);
    let inner = Ratio::new(right.num, left.den);
    fn part(a: i64, b: i64, var: usize, other: usize) -> Result<i64, StrideOverflow> {
        let least = i128::from(a) * i128::from(b);
        i64::try_from(least).map_err(|_| StrideOverflow { var, other, least })
    }
    Ok(Ratio {
        num: part(outer.num, inner.num, first, last)?,
        den: part(outer.den, inner.den, last, first)?,
    })
}
