//! The builtin floating-point types and their keywords.

/// A builtin floating-point type.
///
/// In the names of the small types, `F` means no infinities, `N` a NaN, `UZ` an unsigned zero, and `B11` an exponent
/// bias of 11.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// IEEE 754 binary16.
    F16,
    /// The upper half of a binary32: 8 bits of exponent, 7 of fraction.
    BF16,
    /// 8 bits of exponent, 10 of fraction: 19 bits.
    TF32,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// The x87 extended format, which stores the leading significand bit.
    F80,
    /// IEEE 754 binary128.
    F128,
    /// 5 bits of exponent, 2 of fraction, as in IEEE 754.
    F8E5M2,
    /// 4 bits of exponent, 3 of fraction, as in IEEE 754.
    F8E4M3,
    /// 4 bits of exponent, 3 of fraction; no infinities; the NaN has all bits set.
    F8E4M3FN,
    /// 5 bits of exponent, 2 of fraction; one zero, no infinities; the NaN has only the sign bit set.
    F8E5M2FNUZ,
    /// 4 bits of exponent, 3 of fraction; one zero, no infinities; the NaN has only the sign bit set.
    F8E4M3FNUZ,
    /// The same as [`FloatKind::F8E4M3FNUZ`], with an exponent bias of 11.
    F8E4M3B11FNUZ,
    /// 3 bits of exponent, 4 of fraction, as in IEEE 754. MLIR 19 does not have this type.
    F8E3M4,
    /// A power of two from 2^-127 to 2^127, or NaN; no sign and no zero. MLIR 19 does not have this type.
    F8E8M0FNU,
    /// 2 bits of exponent, 3 of fraction, all patterns finite. MLIR 19 does not have this type.
    F6E2M3FN,
    /// 3 bits of exponent, 2 of fraction, all patterns finite. MLIR 19 does not have this type.
    F6E3M2FN,
    /// 2 bits of exponent, 1 of fraction, all patterns finite. MLIR 19 does not have this type.
    F4E2M1FN,
}

impl FloatKind {
    /// All kinds, in the order of the enum.
    pub const ALL: [Self; 18] = [
        Self::F16,
        Self::BF16,
        Self::TF32,
        Self::F32,
        Self::F64,
        Self::F80,
        Self::F128,
        Self::F8E5M2,
        Self::F8E4M3,
        Self::F8E4M3FN,
        Self::F8E5M2FNUZ,
        Self::F8E4M3FNUZ,
        Self::F8E4M3B11FNUZ,
        Self::F8E3M4,
        Self::F8E8M0FNU,
        Self::F6E2M3FN,
        Self::F6E3M2FN,
        Self::F4E2M1FN,
    ];

    /// Returns the type's keyword in MLIR text.
    pub fn keyword(self) -> &'static str {
        match self {
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::TF32 => "tf32",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::F80 => "f80",
            Self::F128 => "f128",
            Self::F8E5M2 => "f8E5M2",
            Self::F8E4M3 => "f8E4M3",
            Self::F8E4M3FN => "f8E4M3FN",
            Self::F8E5M2FNUZ => "f8E5M2FNUZ",
            Self::F8E4M3FNUZ => "f8E4M3FNUZ",
            Self::F8E4M3B11FNUZ => "f8E4M3B11FNUZ",
            Self::F8E3M4 => "f8E3M4",
            Self::F8E8M0FNU => "f8E8M0FNU",
            Self::F6E2M3FN => "f6E2M3FN",
            Self::F6E3M2FN => "f6E3M2FN",
            Self::F4E2M1FN => "f4E2M1FN",
        }
    }

    /// Returns the type of a keyword; `None` if the keyword is unknown.
    pub fn from_keyword(keyword: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.keyword() == keyword)
    }
}
