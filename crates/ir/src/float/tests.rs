//! Unit and property tests of the float formats.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::encode::Decoded;
use super::*;

impl FloatKind {
    /// Returns the value of the bits; `None` if it is not finite, or not exactly representable as `f64`.
    pub(super) fn to_f64(self, bits: u128) -> Option<f64> {
        let Decoded::Finite(value) = self.format().decode(bits) else { return None };
        let double = Self::F64.format();
        let rounded = double.round(&value);
        match double.decode(rounded) {
            Decoded::Finite(back) if back.normalized() == value.normalized() => {
                u64::try_from(rounded).ok().map(f64::from_bits)
            }
            _ => None,
        }
    }

    /// Returns `true` if the bits are a NaN.
    pub(super) fn is_nan(self, bits: u128) -> bool {
        self.format().decode(bits) == Decoded::Nan
    }

    /// Returns `true` if the bits are an infinity of either sign.
    pub(super) fn is_inf(self, bits: u128) -> bool {
        self.format().decode(bits) == Decoded::Infinity
    }
}

/// Returns the kinds whose patterns can be tested exhaustively.
fn small_kinds() -> impl Iterator<Item = FloatKind> {
    FloatKind::ALL.into_iter().filter(|kind| kind.width() <= 19)
}

#[track_caller]
fn check(kind: FloatKind, value: f64, expect: Expect) {
    let bits = kind.from_f64(value);
    expect.assert_eq(&format!("{bits:#x} {}", format_float(kind, bits)));
}

#[test]
fn from_keyword_inverts_keyword() {
    for kind in FloatKind::ALL {
        assert_eq!(FloatKind::from_keyword(kind.keyword()), Some(kind));
    }
    assert_eq!(FloatKind::from_keyword("f8"), None);
    let widths: Vec<u32> = FloatKind::ALL.iter().map(|kind| kind.width()).collect();
    assert_eq!(widths, [16, 16, 19, 32, 64, 80, 128, 8, 8, 8, 8, 8, 8, 8, 8, 6, 6, 4]);
}

#[test]
fn f32_and_f64_rounding_agrees_with_hardware() {
    for value in
        [1.1, 1e-45, 7e-46, 1e-40, 3.402_823_5e38, 3.5e38, -0.0, f64::NEG_INFINITY, 16_777_217.0]
    {
        assert_eq!(FloatKind::F32.from_f64(value), u128::from((value as f32).to_bits()), "{value}");
        assert_eq!(FloatKind::F64.from_f64(value), u128::from(value.to_bits()), "{value}");
    }
}

#[test]
fn from_f64_rounds_to_small_kinds() {
    use FloatKind as K;
    check(K::F16, 65519.0, expect!["0x7bff 6.550400e+04"]);
    check(K::F16, 65520.0, expect!["0x7c00 0x7C00"]);
    check(K::BF16, 1.1, expect!["0x3f8d 1.101560e+00"]);
    check(K::TF32, f64::INFINITY, expect!["0x3fc00 0x3FC00"]);
    check(K::F8E4M3FN, 464.0, expect!["0x7e 4.480000e+02"]);
    check(K::F8E4M3FN, 464.1, expect!["0x7f 0x7F"]);
    check(K::F8E4M3FN, f64::NEG_INFINITY, expect!["0xff 0xFF"]);
    check(K::F8E4M3, 240.0, expect!["0x77 2.400000e+02"]);
    check(K::F8E4M3, 248.0, expect!["0x78 0x78"]);
    check(K::F8E5M2, 61440.0, expect!["0x7c 0x7C"]);
    check(K::F8E5M2FNUZ, 57344.0, expect!["0x7f 5.734400e+04"]);
    check(K::F8E5M2FNUZ, -0.0, expect!["0x0 0.000000e+00"]);
    check(K::F8E5M2FNUZ, -1e-30, expect!["0x0 0.000000e+00"]);
    check(K::F8E4M3FNUZ, 248.0, expect!["0x80 0x80"]);
    check(K::F8E4M3B11FNUZ, 30.0, expect!["0x7f 3.000000e+01"]);
    check(K::F8E3M4, 15.5, expect!["0x6f 1.550000e+01"]);
    check(K::F8E3M4, 15.75, expect!["0x70 0x70"]);
    check(K::F6E2M3FN, 100.0, expect!["0x1f 7.500000e+00"]);
    check(K::F6E3M2FN, -28.0, expect!["0x3f -2.800000e+01"]);
    check(K::F4E2M1FN, 2.5, expect!["0x4 2.000000e+00"]);
    check(K::F4E2M1FN, f64::NEG_INFINITY, expect!["0xf -6.000000e+00"]);
}

#[test]
fn scale_type_rounds_to_powers_of_two() {
    use FloatKind::F8E8M0FNU;
    check(F8E8M0FNU, 1.0, expect!["0x7f 1.000000e+00"]);
    check(F8E8M0FNU, 1.4, expect!["0x7f 1.000000e+00"]);
    check(F8E8M0FNU, 1.6, expect!["0x80 2.000000e+00"]);
    check(F8E8M0FNU, 0.0, expect!["0x0 5.877470e-39"]);
    check(F8E8M0FNU, 1e-60, expect!["0x0 5.877470e-39"]);
    check(F8E8M0FNU, -1.0, expect!["0xff 0xFF"]);
    check(F8E8M0FNU, 2f64.powi(127), expect!["0xfe 1.701410e+38"]);
    check(F8E8M0FNU, 2f64.powi(128), expect!["0xff 0xFF"]);
}

#[test]
fn literals_have_sufficient_digits() {
    use FloatKind as K;
    check(K::F32, 1.0, expect!["0x3f800000 1.000000e+00"]);
    check(K::F32, 0.1, expect!["0x3dcccccd 1.000000e-01"]);
    check(K::F32, 1.0 / 3.0, expect!["0x3eaaaaab 0.333333343"]);
    check(K::F32, 1e-8, expect!["0x322bcc77 9.99999993E-9"]);
    check(K::F32, f64::NAN, expect!["0x7fc00000 0x7FC00000"]);
    // Eight digits without a point would be an integer literal.
    check(K::F32, 12_345_678.0, expect!["0x4b3c614e 0x4B3C614E"]);
    check(K::F64, 123_456_789.5, expect!["0x419d6f3456000000 123456789.5"]);
    check(K::F64, 1e100, expect!["0x54b249ad2594c37d 1.000000e+100"]);
    check(K::F64, f64::MAX, expect!["0x7fefffffffffffff 1.7976931348623157E+308"]);
    check(K::F80, 1.1, expect!["0x3fff8cccccccccccd000 1.10000000000000008882"]);
    check(
        K::F128,
        1.1,
        expect!["0x3fff199999999999a000000000000000 1.10000000000000008881784197001252323"],
    );
}

#[test]
fn wide_values_without_decimal_literal_print_as_hexadecimal_bits() {
    let text = |kind, bits| format_float(kind, bits);
    expect!["0x3FFF8000000000000001"].assert_eq(&text(FloatKind::F80, 0x3fff_8000_0000_0000_0001));
    expect!["0x00000000000000000001"].assert_eq(&text(FloatKind::F80, 1));
    expect!["0x3FFF0000000000000000000000000001"]
        .assert_eq(&text(FloatKind::F128, (0x3fff << 112) | 1));
}

#[test]
fn f80_decodes_invalid_patterns_as_nan() {
    let one_without_leading_bit = 0x3fff_0000_0000_0000_0000;
    assert!(FloatKind::F80.is_nan(one_without_leading_bit));
    assert!(FloatKind::F80.is_inf(0x7fff_8000_0000_0000_0000));
    assert!(FloatKind::F80.is_nan(0x7fff_0000_0000_0000_0000));
    assert_eq!(FloatKind::F80.to_f64(0x3fff_8000_0000_0000_0000), Some(1.0));
}

#[test]
fn to_f64_returns_none_for_inexact_values() {
    assert_eq!(FloatKind::F128.to_f64((0x3fff << 112) | 1), None);
    assert_eq!(FloatKind::F128.to_f64(0x7ffe << 112), None);
    assert_eq!(FloatKind::F128.to_f64(FloatKind::F128.from_f64(5e-324)), Some(5e-324));
    assert_eq!(FloatKind::F32.to_f64(0x7f80_0000), None);
    assert_eq!(FloatKind::F16.to_f64(0x8000).map(f64::to_bits), Some((-0.0f64).to_bits()));
}

#[test]
fn from_f64_inverts_to_f64_for_small_kinds() {
    for kind in small_kinds() {
        for bits in 0..1 << kind.width() {
            let value = kind.to_f64(bits);
            assert_eq!(
                value.is_none(),
                kind.is_nan(bits) || kind.is_inf(bits),
                "{kind:?} {bits:#x}"
            );
            assert_eq!(value.map(|value| kind.from_f64(value)), value.map(|_| bits), "{kind:?}");
        }
    }
}

#[test]
fn from_f64_rounds_small_kinds_to_nearest() {
    for kind in small_kinds().filter(|kind| kind.width() <= 8) {
        let mut values: Vec<f64> =
            (0..1 << kind.width()).filter_map(|bits| kind.to_f64(bits)).collect();
        values.sort_by(f64::total_cmp);
        for pair in values.windows(2) {
            let (low, high) = (pair[0], pair[1]);
            let at = |part: f64| kind.to_f64(kind.from_f64(low + (high - low) * part)).unwrap();
            assert_eq!((at(0.25), at(0.75)), (low, high), "{kind:?}");
            assert!([low, high].contains(&at(0.5)), "{kind:?} {low} {high}");
        }
    }
}

#[test]
fn literals_of_small_kinds_round_trip() {
    for kind in small_kinds() {
        for bits in 0..1 << kind.width() {
            assert_eq!(reread(kind, &format_float(kind, bits)), bits, "{kind:?} {bits:#x}");
        }
    }
}

/// Returns the bits of the literal, parsed as MLIR parses it.
fn reread(kind: FloatKind, text: &str) -> u128 {
    match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).unwrap(),
        None => kind.from_f64(text.parse().unwrap()),
    }
}

proptest! {
    #[test]
    fn literals_round_trip(index in 0..FloatKind::ALL.len(), bits in any::<u128>()) {
        let kind = FloatKind::ALL[index];
        let bits = bits >> (128 - kind.width());
        prop_assert_eq!(reread(kind, &format_float(kind, bits)), bits);
    }

    #[test]
    fn f32_rounding_of_random_values_agrees_with_hardware(bits in any::<u64>(), near in any::<u32>(), nudge in -2i64..=2) {
        let near = f64::from(f32::from_bits(near)).to_bits().wrapping_add_signed(nudge << 28);
        for value in [f64::from_bits(bits), f64::from_bits(near)] {
            let ours = FloatKind::F32.from_f64(value);
            let theirs = value as f32;
            prop_assert!(theirs.is_nan() && FloatKind::F32.is_nan(ours) || ours == theirs.to_bits().into());
        }
    }
}
