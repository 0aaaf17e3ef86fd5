//! The literals of floating-point values, equal to those of MLIR 19.
//!
//! MLIR tries six significant digits, then the maximum that the type may need, and finally the bits in hexadecimal. The
//! parser reads a decimal literal as an `f64` and rounds it to the type. Some values of types wider than `f64`
//! therefore have no decimal literal. MLIR still prints a decimal for them; this module prints their bits.

use num_bigint::BigUint;

use super::FloatKind;
use super::encode::{Decoded, Finite};

/// The number of significant digits of the short form.
const SHORT_DIGITS: u32 = 6;

/// The maximum number of padding zeros of the long form before it uses an exponent.
const MAX_PADDING: i32 = 3;

/// Returns the literal of a value of the type. The parser reads it as a literal of the type with the same bits. Bits
/// above the type's width are ignored.
pub fn format_float(kind: FloatKind, bits: u128) -> String {
    let bits = bits & (u128::MAX >> (128 - kind.width()));
    match kind.format().decode(bits) {
        Decoded::Finite(value) => decimal_literal(kind, bits, &value),
        Decoded::Nan | Decoded::Infinity => None,
    }
    .unwrap_or_else(|| hex_literal(kind, bits))
}

/// Returns the bits as `0x` and one hexadecimal digit for every four bits.
fn hex_literal(kind: FloatKind, bits: u128) -> String {
    let digits = kind.width().div_ceil(4) as usize;
    format!("0x{bits:0digits$X}")
}

fn decimal_literal(kind: FloatKind, bits: u128, value: &Finite) -> Option<String> {
    let format = kind.format();
    let short = Decimal::nearest(value, SHORT_DIGITS);
    let text = match short.short_text() {
        text if short.rounds_to(kind, bits, &text) => text,
        _ => {
            let digits = 2 + format.precision * 59 / 196;
            Decimal::nearest(value, digits).long_text(digits)
        }
    };
    // Without a decimal point the text would be an integer literal.
    (text.contains('.') && text.parse().is_ok_and(|double| kind.from_f64(double) == bits))
        .then_some(text)
}

/// The number `digits * 10^exponent`. The digits are decimal characters without trailing zeros; zero is the digit `0`.
struct Decimal {
    is_negative: bool,
    digits: String,
    exponent: i32,
}

impl Decimal {
    /// Returns a value with at most `precision` digits, rounded half up from the digits that `cut` keeps.
    fn nearest(value: &Finite, precision: u32) -> Self {
        let (digits, exponent) = match small_decimal(value) {
            Some(small) => cut_small(small, precision),
            None => cut(exact_decimal(value), precision),
        };
        let mut decimal = Self { is_negative: value.is_negative, digits, exponent };
        decimal.drop_trailing_zeros();
        decimal.round_half_up(precision as usize);
        decimal
    }

    fn drop_trailing_zeros(&mut self) {
        let kept = self.digits.trim_end_matches('0').len().max(1);
        self.truncate(kept);
    }

    fn truncate(&mut self, kept: usize) {
        self.exponent += (self.digits.len() - kept) as i32;
        self.digits.truncate(kept);
    }

    fn round_half_up(&mut self, precision: usize) {
        let Some(next) = self.digits.as_bytes().get(precision).copied() else { return };
        self.truncate(precision);
        if next >= b'5' {
            self.increment();
        }
        self.drop_trailing_zeros();
    }

    /// Adds one to the last digit, and drops the nines that carry.
    fn increment(&mut self) {
        let kept = self.digits.trim_end_matches('9').len();
        self.truncate(kept);
        self.digits = match self.digits.pop() {
            Some(last) => format!("{}{}", self.digits, char::from(last as u8 + 1)),
            None => "1".to_owned(),
        };
    }

    /// Returns `true` if the number, whose text is `text`, rounds to `bits`.
    fn rounds_to(&self, kind: FloatKind, bits: u128, text: &str) -> bool {
        match kind {
            FloatKind::F64 => {
                text.parse().is_ok_and(|value: f64| u128::from(value.to_bits()) == bits)
            }
            FloatKind::F32 => {
                text.parse().is_ok_and(|value: f32| u128::from(value.to_bits()) == bits)
            }
            _ => kind.format().round(&self.to_binary()) == bits,
        }
    }

    /// Returns the same number in binary, with more bits than any type has.
    fn to_binary(&self) -> Finite {
        let digits =
            self.digits.bytes().fold(BigUint::ZERO, |n, digit| n * 10u32 + u32::from(digit - b'0'));
        let scale = BigUint::from(10u32).pow(self.exponent.unsigned_abs());
        if self.exponent >= 0 {
            return leading_bits(self.is_negative, digits * scale, 0, false);
        }
        // The quotient has at least `KEPT_BITS` bits.
        let shift = scale.bits() + ROUNDING_BITS;
        let dividend = digits << shift;
        let quotient = &dividend / &scale;
        let inexact = &quotient * &scale != dividend;
        leading_bits(self.is_negative, quotient, -(shift as i32), inexact)
    }

    /// Returns one digit, the point, six more digits padded with zeros, and the exponent: `1.500000e+00`.
    fn short_text(&self) -> String {
        let (first, rest) = self.digits.split_at(1);
        let exponent = self.leading_exponent();
        let mut text = String::with_capacity(16);
        text.push_str(self.sign());
        text.push_str(first);
        text.push('.');
        text.push_str(rest);
        text.extend(std::iter::repeat_n('0', 6usize.saturating_sub(rest.len())));
        text.push_str(if exponent < 0 { "e-" } else { "e+" });
        if exponent.abs() < 10 {
            text.push('0');
        }
        text.push_str(&exponent.unsigned_abs().to_string());
        text
    }

    /// Returns plain digits if few padding zeros are required, and digits with an exponent otherwise: `0.0625`,
    /// `1.17549435E-38`.
    fn long_text(&self, precision: u32) -> String {
        let count = self.digits.len() as i32;
        let body = if self.exponent >= 0 {
            let fits = self.exponent <= MAX_PADDING && count + self.exponent <= precision as i32;
            fits.then(|| format!("{}{}", self.digits, "0".repeat(self.exponent as usize)))
        } else {
            (self.leading_exponent() >= -MAX_PADDING)
                .then(|| self.with_point(count + self.exponent))
        };
        format!("{}{}", self.sign(), body.unwrap_or_else(|| self.long_scientific()))
    }

    /// Returns the digits with the point after the first `whole` digits. If `whole` is negative, zeros precede the
    /// digits.
    fn with_point(&self, whole: i32) -> String {
        match usize::try_from(whole) {
            Ok(whole) if whole > 0 => {
                let (whole, fraction) = self.digits.split_at(whole);
                format!("{whole}.{fraction}")
            }
            _ => format!("0.{}{}", "0".repeat(whole.unsigned_abs() as usize), self.digits),
        }
    }

    fn long_scientific(&self) -> String {
        let (first, rest) = self.digits.split_at(1);
        let rest = if rest.is_empty() { "0" } else { rest };
        format!("{first}.{rest}E{:+}", self.leading_exponent())
    }

    /// Returns the power of ten of the first digit; 0 for zero.
    fn leading_exponent(&self) -> i32 {
        self.exponent + self.digits.len() as i32 - 1
    }

    fn sign(&self) -> &'static str {
        if self.is_negative { "-" } else { "" }
    }
}

/// Returns the magnitude as an integer and a power of ten. A negative power of two is a power of five over a power of
/// ten.
fn exact_decimal(value: &Finite) -> (BigUint, i32) {
    let Finite { mantissa, exponent, .. } = value.normalized();
    let mantissa = BigUint::from(mantissa);
    match exponent {
        0.. => (mantissa << exponent, 0),
        _ => (mantissa * BigUint::from(5u32).pow(exponent.unsigned_abs()), exponent),
    }
}

/// Returns the [`exact_decimal`] of a value if the integer fits 128 bits, as it does for most values in practice.
fn small_decimal(value: &Finite) -> Option<(u128, i32)> {
    let Finite { mantissa, exponent, .. } = value.normalized();
    match exponent {
        0.. => {
            let fits = exponent.unsigned_abs() <= mantissa.leading_zeros();
            fits.then(|| (mantissa << exponent, 0))
        }
        _ => {
            let power = 5u128.checked_pow(exponent.unsigned_abs())?;
            Some((mantissa.checked_mul(power)?, exponent))
        }
    }
}

/// Returns how many digits of a number of `bits` bits are certainly beyond `precision`, by LLVM's estimate.
///
/// The estimate affects the result: if it leaves exactly `precision` digits, no digit remains for rounding. 59/196 is
/// slightly less than log10(2).
fn removable_digits(bits: u64, precision: u32) -> u32 {
    let required = u64::from((precision * 196).div_ceil(59));
    (bits.saturating_sub(required) * 59 / 196) as u32
}

/// Drops the removable digits of a number, and returns the other digits with the exponent of the last.
fn cut((number, exponent): (BigUint, i32), precision: u32) -> (String, i32) {
    let removable = removable_digits(number.bits(), precision);
    ((number / BigUint::from(10u32).pow(removable)).to_string(), exponent + removable as i32)
}

/// Applies [`cut`] to a number of at most 128 bits.
fn cut_small((number, exponent): (u128, i32), precision: u32) -> (String, i32) {
    let removable = removable_digits(u64::from(128 - number.leading_zeros()), precision);
    ((number / 10u128.pow(removable)).to_string(), exponent + removable as i32)
}

/// The number of bits of a long number that are kept for rounding: more than any type has, and few enough for a `u128`.
const ROUNDING_BITS: u64 = 120;

/// Returns `number * 2^exponent`, reduced to its leading bits. The value is slightly greater if `is_sticky` is set.
fn leading_bits(is_negative: bool, number: BigUint, exponent: i32, is_sticky: bool) -> Finite {
    let excess = number.bits().saturating_sub(ROUNDING_BITS);
    let is_sticky = is_sticky || number.trailing_zeros().is_some_and(|zeros| zeros < excess);
    let mantissa = u128::try_from(number >> excess).expect("the bits kept fit");
    Finite { is_negative, mantissa, exponent: exponent + excess as i32, is_sticky }
}
