//! What the bits of each floating-point type mean: rounding into a type, and reading a value back.
//!
//! The rules are those of IEEE 754 (round to nearest, ties to even) and, for the formats without infinities,
//! of the OCP 8-bit and microscaling specifications, as LLVM applies them.

use super::FloatKind;

/// Which bit patterns are no finite number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Specials {
    /// The highest exponent is kept for infinities (fraction 0) and NaNs.
    Ieee,
    /// No infinities; only the pattern with all bits below the sign set is NaN.
    AllOnesNan,
    /// No infinities, no negative zero; its pattern, the sign bit alone, is the NaN.
    NegativeZeroNan,
    /// Every pattern is finite.
    None,
}

/// The parameters of a type's bit format.
#[derive(Debug, Clone, Copy)]
pub(super) struct BitFormat {
    exponent_bits: u32,
    /// Significand bits, the leading one counted.
    pub(super) precision: u32,
    bias: i32,
    specials: Specials,
    /// Whether the type has a sign, zeros and subnormals: all have, except the scale type `F8E8M0FNU`.
    is_signed: bool,
    /// Whether the leading significand bit is stored (`F80`).
    explicit_leading_bit: bool,
}

impl FloatKind {
    /// The number of bits of a value.
    pub fn width(self) -> u32 {
        BitFormat::of(self).width()
    }
}

impl BitFormat {
    pub(super) fn of(kind: FloatKind) -> Self {
        use FloatKind as K;
        match kind {
            K::F16 => Self::ieee(5, 11),
            K::BF16 => Self::ieee(8, 8),
            K::TF32 => Self::ieee(8, 11),
            K::F32 => Self::ieee(8, 24),
            K::F64 => Self::ieee(11, 53),
            K::F80 => Self { explicit_leading_bit: true, ..Self::ieee(15, 64) },
            K::F128 => Self::ieee(15, 113),
            K::F8E5M2 => Self::ieee(5, 3),
            K::F8E4M3 => Self::ieee(4, 4),
            K::F8E3M4 => Self::ieee(3, 5),
            K::F8E4M3FN => Self { specials: Specials::AllOnesNan, ..Self::ieee(4, 4) },
            K::F8E5M2FNUZ => Self::unsigned_zero(5, 3, 16),
            K::F8E4M3FNUZ => Self::unsigned_zero(4, 4, 8),
            K::F8E4M3B11FNUZ => Self::unsigned_zero(4, 4, 11),
            K::F8E8M0FNU => {
                Self { specials: Specials::AllOnesNan, is_signed: false, ..Self::ieee(8, 1) }
            }
            K::F6E2M3FN => Self { specials: Specials::None, ..Self::ieee(2, 4) },
            K::F6E3M2FN => Self { specials: Specials::None, ..Self::ieee(3, 3) },
            K::F4E2M1FN => Self { specials: Specials::None, ..Self::ieee(2, 2) },
        }
    }

    fn ieee(exponent_bits: u32, precision: u32) -> Self {
        Self {
            exponent_bits,
            precision,
            bias: (1 << (exponent_bits - 1)) - 1,
            specials: Specials::Ieee,
            is_signed: true,
            explicit_leading_bit: false,
        }
    }

    fn unsigned_zero(exponent_bits: u32, precision: u32, bias: i32) -> Self {
        Self { bias, specials: Specials::NegativeZeroNan, ..Self::ieee(exponent_bits, precision) }
    }

    pub(super) fn width(self) -> u32 {
        u32::from(self.is_signed) + self.magnitude_bits() + u32::from(self.explicit_leading_bit)
    }

    /// Fraction bits stored, without a stored leading bit.
    fn fraction_bits(self) -> u32 {
        self.precision - 1
    }

    /// Bits of exponent and fraction. Read as one number (the magnitude) they order the values.
    fn magnitude_bits(self) -> u32 {
        self.exponent_bits + self.fraction_bits()
    }

    fn all_ones(self) -> u128 {
        low_mask(self.magnitude_bits())
    }

    /// The magnitude of infinity in the formats that have one.
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

    /// The exponent of the values with the lowest leading bit that is not subnormal.
    fn min_exponent(self) -> i32 {
        if self.is_signed { 1 - self.bias } else { -self.bias }
    }

    /// Puts sign and magnitude in their places.
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
        // The scale type has no zero; the nearest it has is its least value, whose pattern is 0 as well.
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

    /// What a value too large becomes.
    fn overflow(self, is_negative: bool) -> u128 {
        match self.specials {
            Specials::Ieee => self.pack(is_negative, self.infinity()),
            _ => self.nan(is_negative),
        }
    }

    /// Rounds a finite value to the nearest of the format, ties to even.
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

    /// The magnitude of a value that is not zero; `None` when it is above the largest finite one.
    fn rounded_magnitude(self, value: &Finite) -> Option<u128> {
        let lowest = self.min_exponent();
        let exponent = value.leading_exponent().max(lowest);
        let last_bit = exponent - self.fraction_bits() as i32;
        // Below 2^precision, or equal to it where all bits rounded up: then the exponent's field, to which the
        // leading bit is added, steps up by one more, as it must.
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

    /// Reads a pattern of the format; bits above its width are ignored.
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

    /// The x87 format: a clear leading bit is valid only under the exponent 0.
    fn decode_explicit(self, is_negative: bool, body: u128) -> Decoded {
        let significand = body & low_mask(self.precision);
        let field = body >> self.precision;
        let leading = significand >> self.fraction_bits() == 1;
        let fraction = significand & low_mask(self.fraction_bits());
        match (field == low_mask(self.exponent_bits), leading) {
            (true, true) if fraction == 0 => Decoded::Infinity,
            (true, _) => Decoded::Nan,
            (false, false) if field != 0 => Decoded::Nan,
            // Under the exponent 0 a set leading bit means what it means under the exponent 1.
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

/// What a bit pattern stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decoded {
    Nan,
    Infinity,
    Finite(Finite),
}

/// The number `mantissa * 2^exponent`, and a little more where `sticky` is set.
/// The mantissa has at most 126 bits, so that all of it can be cut off with room for the half.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Finite {
    pub(super) is_negative: bool,
    pub(super) mantissa: u128,
    pub(super) exponent: i32,
    /// Whether a part below `2^exponent` was cut off. Then the mantissa has more bits than any target keeps.
    pub(super) is_sticky: bool,
}

impl Finite {
    /// The exponent of the leading bit; the mantissa is not 0.
    fn leading_exponent(&self) -> i32 {
        self.exponent + 127 - self.mantissa.leading_zeros() as i32
    }

    /// The value over `2^last_bit`, rounded to the nearest integer, type_equalities to even.
    fn rounded_to_multiple_of(&self, last_bit: i32) -> u128 {
        let shift = last_bit - self.exponent;
        if shift <= 0 {
            return self.mantissa << shift.unsigned_abs();
        }
        // Shifted by more than its bits, the mantissa is below the half and rounds to 0.
        let Some(kept) = self.mantissa.checked_shr(shift.unsigned_abs()) else { return 0 };
        let rest = self.mantissa & low_mask(shift.unsigned_abs());
        let half = 1 << (shift - 1);
        let up = rest > half || (rest == half && (self.is_sticky || kept & 1 == 1));
        kept + u128::from(up)
    }

    /// The same number with an odd mantissa, or with mantissa and exponent 0.
    pub(super) fn normalized(self) -> Self {
        if self.mantissa == 0 {
            return Self { exponent: 0, ..self };
        }
        let zeros = self.mantissa.trailing_zeros();
        Self { mantissa: self.mantissa >> zeros, exponent: self.exponent + zeros as i32, ..self }
    }
}

impl FloatKind {
    /// The bits of the value of this type nearest to `value`, type_equalities to even.
    ///
    /// Too large a value becomes infinity; in a type without infinities NaN; in one without NaN the largest
    /// value of its sign. A NaN keeps its sign alone, and is the largest value in a type without NaN. Types
    /// without a negative zero get zero. [`FloatKind::F8E8M0FNU`], which has neither sign nor zero, gets its
    /// least value for a zero and NaN for what is below.
    pub fn from_f64(self, value: f64) -> u128 {
        match self {
            Self::F64 if !value.is_nan() => return value.to_bits().into(),
            Self::F32 if !value.is_nan() => return (value as f32).to_bits().into(),
            _ => {}
        }
        let format = BitFormat::of(self);
        match BitFormat::of(Self::F64).decode(value.to_bits().into()) {
            Decoded::Nan => format.nan(value.is_sign_negative()),
            Decoded::Infinity => format.overflow(value.is_sign_negative()),
            Decoded::Finite(finite) => format.round(&finite),
        }
    }

    /// The value of the bits, where it is finite and an `f64` can hold it exactly.
    pub fn to_f64(self, bits: u128) -> Option<f64> {
        let Decoded::Finite(value) = BitFormat::of(self).decode(bits) else { return None };
        let double = BitFormat::of(Self::F64);
        let rounded = double.round(&value);
        match double.decode(rounded) {
            Decoded::Finite(back) if back.normalized() == value.normalized() => {
                u64::try_from(rounded).ok().map(f64::from_bits)
            }
            _ => None,
        }
    }

    /// Whether the bits are a NaN.
    pub fn is_nan(self, bits: u128) -> bool {
        BitFormat::of(self).decode(bits) == Decoded::Nan
    }

    /// Whether the bits are an infinity, of either sign.
    pub fn is_inf(self, bits: u128) -> bool {
        BitFormat::of(self).decode(bits) == Decoded::Infinity
    }
}
