//! The parameters of the bit formats of the floating-point types.

/// The bit patterns that are not finite numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Specials {
    /// The highest exponent is reserved for infinities (fraction 0) and NaNs.
    Ieee,
    /// No infinities; the only NaN has all bits below the sign set.
    AllOnesNan,
    /// No infinities and no negative zero, whose pattern, only the sign bit, is the NaN.
    NegativeZeroNan,
    /// Every pattern is finite.
    None,
}

/// The parameters of a type's bit format.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitFormat {
    pub(super) exponent_bits: u32,
    /// The number of significand bits, including the leading one.
    pub(super) precision: u32,
    pub(super) bias: i32,
    pub(super) specials: Specials,
    /// `true` if the type has a sign, zeros and subnormals: every type except the scale type `F8E8M0FNU`.
    pub(super) is_signed: bool,
    /// `true` if the format stores the leading significand bit (`F80`).
    pub(super) explicit_leading_bit: bool,
}

impl BitFormat {
    pub(super) fn ieee(exponent_bits: u32, precision: u32) -> Self {
        Self {
            exponent_bits,
            precision,
            bias: (1 << (exponent_bits - 1)) - 1,
            specials: Specials::Ieee,
            is_signed: true,
            explicit_leading_bit: false,
        }
    }

    pub(super) fn unsigned_zero(exponent_bits: u32, precision: u32, bias: i32) -> Self {
        Self { bias, ..Self::ieee(exponent_bits, precision).with(Specials::NegativeZeroNan) }
    }

    pub(super) fn with(self, specials: Specials) -> Self {
        Self { specials, ..self }
    }
}
