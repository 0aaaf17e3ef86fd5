//! The builtin floating-point types and their keywords.

use super::format::{BitFormat, Specials};

/// Declares the types: each with its keyword in MLIR text and its bit format.
macro_rules! float_kinds {
    ($(#[$doc:meta])* enum; $($(#[$own:meta])* $kind:ident = $keyword:literal, $format:expr;)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FloatKind {
            $($(#[$own])* $kind,)*
        }

        impl FloatKind {
            /// All kinds, in the order of the enum.
            pub const ALL: [Self; [$($keyword),*].len()] = [$(Self::$kind),*];

            /// Returns the type's keyword in MLIR text.
            pub fn keyword(self) -> &'static str {
                match self {
                    $(Self::$kind => $keyword,)*
                }
            }

            /// Returns the type of a keyword; `None` if the keyword is unknown.
            pub fn from_keyword(keyword: &str) -> Option<Self> {
                match keyword {
                    $($keyword => Some(Self::$kind),)*
                    _ => None,
                }
            }

            pub(super) fn format(self) -> BitFormat {
                match self {
                    $(Self::$kind => $format,)*
                }
            }
        }
    };
}

float_kinds! {
    /// A builtin floating-point type.
    ///
    /// In the names of the small types, `F` means no infinities, `N` a NaN, `UZ` an unsigned zero, and `B11` an exponent
    /// bias of 11.
    enum;

    /// IEEE 754 binary16.
    F16 = "f16", BitFormat::ieee(5, 11);
    /// The upper half of a binary32: 8 bits of exponent, 7 of fraction.
    BF16 = "bf16", BitFormat::ieee(8, 8);
    /// 8 bits of exponent, 10 of fraction: 19 bits.
    TF32 = "tf32", BitFormat::ieee(8, 11);
    /// IEEE 754 binary32.
    F32 = "f32", BitFormat::ieee(8, 24);
    /// IEEE 754 binary64.
    F64 = "f64", BitFormat::ieee(11, 53);
    /// The x87 extended format, which stores the leading significand bit.
    F80 = "f80", BitFormat { explicit_leading_bit: true, ..BitFormat::ieee(15, 64) };
    /// IEEE 754 binary128.
    F128 = "f128", BitFormat::ieee(15, 113);
    /// 5 bits of exponent, 2 of fraction, as in IEEE 754.
    F8E5M2 = "f8E5M2", BitFormat::ieee(5, 3);
    /// 4 bits of exponent, 3 of fraction, as in IEEE 754.
    F8E4M3 = "f8E4M3", BitFormat::ieee(4, 4);
    /// 4 bits of exponent, 3 of fraction; no infinities; the NaN has all bits set.
    F8E4M3FN = "f8E4M3FN", BitFormat::ieee(4, 4).with(Specials::AllOnesNan);
    /// 5 bits of exponent, 2 of fraction; one zero, no infinities; the NaN has only the sign bit set.
    F8E5M2FNUZ = "f8E5M2FNUZ", BitFormat::unsigned_zero(5, 3, 16);
    /// 4 bits of exponent, 3 of fraction; one zero, no infinities; the NaN has only the sign bit set.
    F8E4M3FNUZ = "f8E4M3FNUZ", BitFormat::unsigned_zero(4, 4, 8);
    /// The same as [`FloatKind::F8E4M3FNUZ`], with an exponent bias of 11.
    F8E4M3B11FNUZ = "f8E4M3B11FNUZ", BitFormat::unsigned_zero(4, 4, 11);
    /// 3 bits of exponent, 4 of fraction, as in IEEE 754. MLIR 19 does not have this type.
    F8E3M4 = "f8E3M4", BitFormat::ieee(3, 5);
    /// A power of two from 2^-127 to 2^127, or NaN; no sign and no zero. MLIR 19 does not have this type.
    F8E8M0FNU = "f8E8M0FNU",
        BitFormat { is_signed: false, ..BitFormat::ieee(8, 1).with(Specials::AllOnesNan) };
    /// 2 bits of exponent, 3 of fraction, all patterns finite. MLIR 19 does not have this type.
    F6E2M3FN = "f6E2M3FN", BitFormat::ieee(2, 4).with(Specials::None);
    /// 3 bits of exponent, 2 of fraction, all patterns finite. MLIR 19 does not have this type.
    F6E3M2FN = "f6E3M2FN", BitFormat::ieee(3, 3).with(Specials::None);
    /// 2 bits of exponent, 1 of fraction, all patterns finite. MLIR 19 does not have this type.
    F4E2M1FN = "f4E2M1FN", BitFormat::ieee(2, 2).with(Specials::None);
}
