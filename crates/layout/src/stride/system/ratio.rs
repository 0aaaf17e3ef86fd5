//! Ratios between two strides of one class: positive fractions in lowest terms, both parts of 63 bits.
//!
//! When one stride is p/q of another in lowest terms, the first is a multiple of p and the other of q. So a
//! ratio with a part beyond 63 bits is no limit of the arithmetic: there are no such strides.

/// A positive fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ratio {
    pub(super) num: i64,
    pub(super) den: i64,
}

/// A part of a ratio that is beyond 63 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wide {
    Num(i128),
    Den(i128),
}

impl Ratio {
    pub(super) const ONE: Ratio = Ratio { num: 1, den: 1 };

    /// `num / den`, both at least one.
    pub(super) fn new(num: i64, den: i64) -> Ratio {
        let common = gcd(num.into(), den.into());
        let part =
            |part: i64| i64::try_from(i128::from(part) / common).expect("a part of an i64 fits it");
        Ratio { num: part(num), den: part(den) }
    }

    pub(super) fn inverse(self) -> Ratio {
        Ratio { num: self.den, den: self.num }
    }

    pub(super) fn times(self, other: Ratio) -> Result<Ratio, Wide> {
        if other == Ratio::ONE {
            return Ok(self);
        }
        // Crosswise first, so that the product is in lowest terms and its parts fit 126 bits.
        let (left, right) = (Ratio::new(self.num, other.den), Ratio::new(other.num, self.den));
        let num = i128::from(left.num) * i128::from(right.num);
        let den = i128::from(left.den) * i128::from(right.den);
        Ok(Ratio {
            num: i64::try_from(num).map_err(|_| Wide::Num(num))?,
            den: i64::try_from(den).map_err(|_| Wide::Den(den))?,
        })
    }
}

/// The greatest common divisor of two numbers that are not negative.
pub(super) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least whole number that is not below `value / by`, for `by` above zero.
pub(super) fn div_up(value: i128, by: i128) -> i128 {
    -(-value).div_euclid(by)
}
