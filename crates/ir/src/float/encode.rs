//! The bit formats of the floating-point types: rounding into a type, and decoding of its values.
//!
//! The rules are those of IEEE 754 (round to nearest, ties to even). The formats without infinities follow the OCP
//! 8-bit and microscaling specifications, as LLVM implements them.

use super::format::{BitFormat, Specials};
use super::kind::FloatKind;

impl FloatKind {
    /// Returns the width of a value, in bits.
    pub fn width(self) -> u32 {
        self.format().width()
    }
}

impl BitFormat {
    pub(super) fn width(self) -> u32 {
        u32::from(self.is_signed) + self.magnitude_bits() + u32::from(self.explicit_leading_bit)
    }

    /// Returns the number of stored fraction bits, without a stored leading bit.
    fn fraction_bits(self) -> u32 {
        self.precision - 1
    }

    /// Returns the number of exponent and fraction bits. As one integer, the magnitude, they order the values.
    fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits()
    }

    fn all_ones(self) -> u128 {
        low_mask(self.magnitude_bits())
    }

    /// Returns the magnitude of infinity, for the formats that have one.
    fn infinity(self) -> u128 {
        low_mask(self.exponent_bits) << self.fraction_bits()
    }

    fn max_finite(self) -> u128 {
        match self.specials {
            Specials::Ieee => self.infinity() - 1,
            Specials::AllOnesNan => self.all_ones() - 1,
            Specials::NegativeZeroNan | Specials::None => self.all_ones(),
        }
    }

    /// Returns the exponent of the leading bit of the least normal values.
    fn min_exponent(self) -> i32 {
        if self.is_signed { 1 - self.bias } else { -self.bias }
    }

    /// Combines the sign and the magnitude to a bit pattern.
    fn pack(self, is_negative: bool, magnitude: u128) -> u128 {
        let is_negative = is_negative && self.is_signed;
        let body = if self.explicit_leading_bit {
            let exponent = magnitude >> self.fraction_bits();
            let leading = u128::from(exponent != 0);
            (exponent << 1 | leading) << self.fraction_bits()
                | magnitude & low_mask(self.fraction_bits())
        } else {
            magnitude
        };
        u128::from(is_negative) << (self.width() - 1) | body
    }

    fn zero(self, is_negative: bool) -> u128 {
        // The scale type has no zero. Its least value, whose pattern is also 0, is the nearest.
        self.pack(is_negative && self.specials != Specials::NegativeZeroNan, 0)
    }

    fn nan(self, is_negative: bool) -> u128 {
        match self.specials {
            Specials::Ieee => {
                self.pack(is_negative, self.infinity() | 1 << (self.fraction_bits() - 1))
            }
            Specials::AllOnesNan => self.pack(is_negative, self.all_ones()),
            Specials::NegativeZeroNan => self.pack(true, 0),
            Specials::None => self.pack(is_negative, self.max_finite()),
        }
    }

    /// Returns the result of rounding a value that is too large.
    fn overflow(self, is_negative: bool) -> u128 {
        match self.specials {
            Specials::Ieee => self.pack(is_negative, self.infinity()),
            _ => self.nan(is_negative),
        }
    }

    /// Rounds a finite value to the nearest value of the format, ties to even.
    pub(super) fn round(self, value: &Finite) -> u128 {
        if value.is_negative && !self.is_signed && (value.mantissa != 0 || value.is_sticky) {
            return self.nan(true);
        }
        if value.mantissa == 0 {
            return self.zero(value.is_negative);
        }
        match self.rounded_magnitude(value) {
            Some(0) => self.zero(value.is_negative),
            Some(magnitude) => self.pack(value.is_negative, magnitude),
            None => self.overflow(value.is_negative),
        }
    }

    /// Returns the magnitude of a nonzero value; `None` if it exceeds the largest finite magnitude.
    fn rounded_magnitude(self, value: &Finite) -> Option<u128> {
        let lowest = self.min_exponent();
        let exponent = value.leading_exponent().max(lowest);
        let last_bit = exponent - self.fraction_bits() as i32;
        // The significand is at most 2^precision, which it reaches if rounding carries out of the leading bit. The
        // leading bit is added to the exponent field, so the carry increments the exponent, as required.
        let significand = value.rounded_to_multiple_of(last_bit);
        let field =
            u128::try_from(exponent - lowest).expect("the exponent is not below the lowest");
        if field > low_mask(self.exponent_bits) {
            return None;
        }
        let magnitude = (field << self.fraction_bits()) + significand;
        let magnitude = if self.is_signed { magnitude } else { magnitude.saturating_sub(1) };
        (magnitude <= self.max_finite()).then_some(magnitude)
    }

    /// Decodes a pattern of the format; ignores bits above its width.
    pub(super) fn decode(self, bits: u128) -> Decoded {
        let bits = bits & low_mask(self.width());
        let is_negative = self.is_signed && bits >> (self.width() - 1) == 1;
        let body = if self.is_signed { bits & low_mask(self.width() - 1) } else { bits };
        if self.explicit_leading_bit {
            return self.decode_explicit(is_negative, body);
        }
        match self.specials {
            Specials::Ieee if body > self.infinity() => Decoded::Nan,
            Specials::Ieee if body == self.infinity() => Decoded::Infinity,
            Specials::AllOnesNan if body == self.all_ones() => Decoded::Nan,
            Specials::NegativeZeroNan if is_negative && body == 0 => Decoded::Nan,
            _ => self.decode_finite(
                is_negative,
                body >> self.fraction_bits(),
                body & low_mask(self.fraction_bits()),
            ),
        }
    }

    /// Decodes the x87 format, where a clear leading bit is valid only with an exponent of 0.
    fn decode_explicit(self, is_negative: bool, body: u128) -> Decoded {
        let significand = body & low_mask(self.precision);
        let field = body >> self.precision;
        let leading = significand >> self.fraction_bits() == 1;
        let fraction = significand & low_mask(self.fraction_bits());
        match (field == low_mask(self.exponent_bits), leading) {
            (true, true) if fraction == 0 => Decoded::Infinity,
            (true, _) => Decoded::Nan,
            (false, false) if field != 0 => Decoded::Nan,
            // With an exponent of 0, a set leading bit has the same value as with an exponent of 1.
            _ => self.decode_finite(
                is_negative,
                if leading { field.max(1) } else { field },
                fraction,
            ),
        }
    }

    fn decode_finite(self, is_negative: bool, field: u128, fraction: u128) -> Decoded {
        let normal = field != 0 || !self.is_signed;
        let leading = if normal { 1 << self.fraction_bits() } else { 0 };
        let field = field as i32;
        let exponent = if normal { field - self.bias } else { self.min_exponent() };
        let exponent = exponent - self.fraction_bits() as i32;
        Decoded::Finite(Finite {
            is_negative,
            mantissa: leading | fraction,
            exponent,
            is_sticky: false,
        })
    }
}

fn low_mask(bits: u32) -> u128 {
    match bits {
        0 => 0,
        1..=127 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}

/// The value of a bit pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decoded {
    Nan,
    Infinity,
    Finite(Finite),
}

/// The number `mantissa * 2^exponent`, and a fraction of `2^exponent` more if `is_sticky` is set. The mantissa has at
/// most 126 bits, so that rounding can remove all of it and still represent the half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Finite {
    pub(super) is_negative: bool,
    pub(super) mantissa: u128,
    pub(super) exponent: i32,
    /// `true` if a nonzero part below `2^exponent` was truncated. The mantissa then has more bits than every target
    /// format.
    pub(super) is_sticky: bool,
}

impl Finite {
    /// Returns the exponent of the leading bit of a nonzero mantissa.
    fn leading_exponent(&self) -> i32 {
        self.exponent + 127 - self.mantissa.leading_zeros() as i32
    }

    /// Returns the value divided by `2^last_bit`, rounded to the nearest integer, ties to even.
    fn rounded_to_multiple_of(&self, last_bit: i32) -> u128 {
        let shift = last_bit - self.exponent;
        if shift <= 0 {
            return self.mantissa << shift.unsigned_abs();
        }
        // A shift by more than the mantissa's bits leaves less than the half, which rounds to 0.
        let Some(kept) = self.mantissa.checked_shr(shift.unsigned_abs()) else { return 0 };
        let rest = self.mantissa & low_mask(shift.unsigned_abs());
        let half = 1 << (shift - 1);
        let up = rest > half || (rest == half && (self.is_sticky || kept & 1 == 1));
        kept + u128::from(up)
    }

    /// Returns the same number with an odd mantissa, or with mantissa and exponent 0.
    pub(super) fn normalized(self) -> Self {
        if self.mantissa == 0 {
            return Self { exponent: 0, ..self };
        }
        let zeros = self.mantissa.trailing_zeros();
        Self { mantissa: self.mantissa >> zeros, exponent: self.exponent + zeros as i32, ..self }
    }
}

impl FloatKind {
    /// Returns the bits of the value of this type that is nearest to `value`, ties to even.
    ///
    /// A value that is too large becomes infinity. A type without infinities uses NaN, and a type without NaN the
    /// largest value of the same sign. A NaN keeps only its sign; a type without NaN uses its largest value. A type
    /// without a negative zero uses zero. [`FloatKind::F8E8M0FNU`] has neither sign nor zero: it uses its least value
    /// for zero and NaN for negative values.
    pub fn from_f64(self, value: f64) -> u128 {
        match self {
            Self::F64 if !value.is_nan() => return value.to_bits().into(),
            Self::F32 if !value.is_nan() => return (value as f32).to_bits().into(),
            _ => {}
        }
        let format = self.format();
        match Self::F64.format().decode(value.to_bits().into()) {
            Decoded::Nan => format.nan(value.is_sign_negative()),
            Decoded::Infinity => format.overflow(value.is_sign_negative()),
            Decoded::Finite(finite) => format.round(&finite),
        }
    }
}
