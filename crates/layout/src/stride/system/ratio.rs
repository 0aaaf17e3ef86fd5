//! Ratios between two strides of one class: positive fractions in lowest terms, both parts of 63 bits.
//!
//! If one stride is p/q of another in lowest terms, the first is a multiple of p and the other of q. So a
//! ratio with a part beyond 63 bits is not a limit of the arithmetic: there are no such strides.

use crate::domain::lowest_terms;

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) num: i64,
    pub(super) den: i64,
}

/// The part of a ratio that does not fit 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RatioOverflow {
    Num(i128),
    Den(i128),
}

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// Returns `num / den`, both at least one.
    pub(super) fn new(num: i64, den: i64) -> Ratio {
        let (num, den) = lowest_terms(num, den);
        Ratio { num, den }
    }

    pub(super) fn inverse(self) -> Ratio {
        Ratio { num: self.den, den: self.num }
    }

    /// Returns the product.
    ///
    /// # Errors
    /// A part of the product does not fit 63 bits.
    pub(super) fn times(self, other: Ratio) -> Result<Ratio, RatioOverflow> {
        if other == Ratio::ONE {
            return Ok(self);
        }
        // Crosswise first, so that the product is in lowest terms and its parts fit 126 bits.
        let (left, right) = (Ratio::new(self.num, other.den), Ratio::new(other.num, self.den));
        let num = i128::from(left.num) * i128::from(right.num);
        let den = i128::from(left.den) * i128::from(right.den);
        Ok(Ratio {
            num: i64::try_from(num).map_err(|_| RatioOverflow::Num(num))?,
            den: i64::try_from(den).map_err(|_| RatioOverflow::Den(den))?,
        })
    }
}
