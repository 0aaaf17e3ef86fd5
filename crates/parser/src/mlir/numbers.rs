//! Integer and float attributes: conversion of literals to values of their type, with the ranges that MLIR allows.

use crate::state::{Parse, Parser};
use crate::text::{Number, NumberKind, clip};
use ir::attrs::{Attr, AttrKind, IntValue};
use ir::diag::{Diag, code};
use ir::float::FloatKind;
use ir::print::type_to_string;
use ir::types::{Signedness, Type, TypeKind};
use num_bigint::BigInt;
use std::ops::{Neg, Sub};

/// The maximal length of a literal. The conversion of long literals takes more than linear time.
const MAX_DIGITS: usize = crate::limits::DIGITS as usize;

impl Parser<'_> {
    /// Reads `-5 : i8`, `1.5`, `0x7F : f8E5M2`.
    pub(crate) fn number_attr(&mut self) -> Parse<Attr> {
        let start = self.at;
        let negative = self.eat(b'-');
        let Some(number) = self.number() else { return self.unexpected("a number") };
        let ty = match self.colon_type()? {
            Some(ty) => ty,
            None if number.kind == NumberKind::Float => {
                self.module.ctx.ty(TypeKind::Float(FloatKind::F64))
            }
            None => self.module.ctx.int_type(64),
        };
        let kind = match *self.module.ctx.kind(ty) {
            TypeKind::Float(kind) => {
                AttrKind::Float { bits: self.float_bits(number, negative, kind)?.into(), ty }
            }
            TypeKind::Integer { .. } | TypeKind::Index => {
                if number.kind == NumberKind::Float {
                    return self.wrong_number(number, ty, "the float");
                }
                AttrKind::Integer { value: self.int_value(number, negative, ty)?, ty }
            }
            _ => return self.wrong_number(number, ty, "the number"),
        };
        self.intern_attr(kind, start)
    }

    pub(crate) fn wrong_number<T>(&mut self, number: Number, ty: Type, what: &str) -> Parse<T> {
        let shown = type_to_string(&self.module, ty);
        let text = clip(&self.text[number.start..number.end]);
        self.fail_number(number, format!("{what} `{text}` cannot have the type `{shown}`"))
    }

    /// Returns the bits of a float literal. A hexadecimal literal states the bits directly.
    pub(crate) fn float_bits(
        &mut self,
        number: Number,
        negative: bool,
        kind: FloatKind,
    ) -> Parse<u128> {
        let text = &self.text[number.start..number.end];
        match number.kind {
            NumberKind::Float => {
                let value: f64 = text.parse().unwrap_or(f64::NAN);
                Ok(kind.from_f64(if negative { -value } else { value }))
            }
            NumberKind::Decimal => {
                let span = self.span(number.start, number.end);
                let diag = Diag::error(
                    code::NUMBER,
                    span,
                    format!("`{}` is an integer, but the type is `{}`", clip(text), kind.keyword()),
                );
                Err(self.push(
                    diag.note("float literals have a decimal point")
                        .suggest(span, format!("{}.0", clip(text))),
                ))
            }
            NumberKind::Hex => self.hex_bits(number, negative, kind),
        }
    }

    fn hex_bits(&mut self, number: Number, negative: bool, kind: FloatKind) -> Parse<u128> {
        let digits = self.text[number.start + 2..number.end].trim_start_matches('0');
        let bits = if digits.is_empty() { Some(0) } else { u128::from_str_radix(digits, 16).ok() };
        let width = kind.width();
        match bits.filter(|&bits| width >= 128 || bits >> width == 0) {
            Some(bits) if !negative => Ok(bits),
            Some(_) => {
                let signed = Number { start: self.sign_start(number, true), ..number };
                self.fail_number(signed, "a hexadecimal float literal must not have a sign")
            }
            None => {
                let keyword = kind.keyword();
                let message = format!("`{keyword}` has {width} bits, but the literal has more");
                self.fail_number(number, message)
            }
        }
    }

    /// Returns the value of an integer literal, which must be in the range of its type.
    ///
    /// A signless type accepts the ranges of both the signed and the unsigned type.
    pub(crate) fn int_value(
        &mut self,
        number: Number,
        negative: bool,
        ty: Type,
    ) -> Parse<IntValue> {
        let (width, sign) = match *self.module.ctx.kind(ty) {
            TypeKind::Integer { width, sign } => (width, sign),
            _ => (64, Signedness::Signed),
        };
        let text = &self.text[number.start..number.end];
        let Some(small) =
            number.kind.value(text).filter(|_| width == 64 || (width > 1 && width < 64))
        else {
            return self.big_value(number, negative, ty, width, sign);
        };
        let value = if negative { -i128::from(small) } else { small.into() };
        match fitted(value, 1 << (width - 1), 1 << width, sign) {
            Some(value) => Ok(IntValue::from(value)),
            None => self.out_of_range(number, negative, ty),
        }
    }

    fn big_value(
        &mut self,
        number: Number,
        negative: bool,
        ty: Type,
        width: u32,
        sign: Signedness,
    ) -> Parse<IntValue> {
        let text = &self.text[number.start..number.end];
        if text.len() > MAX_DIGITS {
            let message =
                format!("literal must have at most {MAX_DIGITS} digits, but has {}", text.len());
            return self.fail_number(number, message);
        }
        let (digits, radix) = match number.kind {
            NumberKind::Hex => (&text[2..], 16),
            _ => (text, 10),
        };
        let magnitude = BigInt::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
        let value = if negative { -magnitude } else { magnitude };
        // The bounds of a wide type are long numbers. Few values need the comparison.
        if value.bits() + 1 < u64::from(width) && !(negative && sign == Signedness::Unsigned) {
            return Ok(int_value(&value));
        }
        let full = BigInt::from(1) << width;
        let half = if width == 0 { BigInt::from(0) } else { BigInt::from(1) << (width - 1) };
        let is_zero = value == BigInt::from(0);
        let Some(value) = fitted(value, half, full, sign) else {
            return self.out_of_range(number, negative, ty);
        };
        let bool_like = width == 1 && sign == Signedness::Signless;
        Ok(int_value(&if bool_like { BigInt::from(u8::from(!is_zero)) } else { value }))
    }

    fn out_of_range<T>(&mut self, number: Number, negative: bool, ty: Type) -> Parse<T> {
        let sign = if negative { "-" } else { "" };
        let shown = type_to_string(&self.module, ty);
        let text = clip(&self.text[number.start..number.end]);
        let message = match self.module.ctx.kind(ty) {
            TypeKind::Integer { width, sign: kind } => {
                format!("{sign}{text} does not fit `{shown}`, which holds {}", range(*width, *kind))
            }
            _ => format!(
                "{sign}{text} does not fit `{shown}`, which holds {}",
                range(64, Signedness::Signed)
            ),
        };
        self.fail_span(code::NUMBER, self.sign_start(number, negative), number.end, message)
    }

    /// Returns the start of a literal, including its sign.
    fn sign_start(&self, number: Number, negative: bool) -> usize {
        let before = &self.bytes()[..number.start];
        let sign = before.iter().rposition(|&byte| byte == b'-').filter(|_| negative);
        sign.unwrap_or(number.start)
    }
}

/// Formats the range of an integer type.
fn range(width: u32, sign: Signedness) -> String {
    const WRITTEN: u32 = 64;
    if width == 0 {
        return "only 0".to_owned();
    }
    fn power(bits: u32) -> String {
        match bits <= WRITTEN {
            true => (1u128 << bits).to_string(),
            false => format!("2^{bits}"),
        }
    }
    fn below(bits: u32) -> String {
        match bits <= WRITTEN {
            true => ((1u128 << bits) - 1).to_string(),
            false => format!("2^{bits} - 1"),
        }
    }
    match sign {
        Signedness::Signless => format!("-{} to {}", power(width - 1), below(width)),
        Signedness::Signed => format!("-{} to {}", power(width - 1), below(width - 1)),
        Signedness::Unsigned => format!("0 to {}", below(width)),
    }
}

/// Returns the value that a type of `full` values stores for a literal. `None` if it is out of range. `half` is half of
/// `full`, rounded down.
fn fitted<T>(value: T, half: T, full: T, sign: Signedness) -> Option<T>
where
    T: Clone + Default + PartialOrd + Neg<Output = T> + Sub<Output = T>,
{
    let least = if sign == Signedness::Unsigned { T::default() } else { -half.clone() };
    let end = if sign == Signedness::Signed { &half } else { &full };
    // A signless value with the top bit set is a negative number.
    let wraps = sign == Signedness::Signless && value >= half && half > T::default();
    (value >= least && value < *end).then(|| if wraps { value - full } else { value })
}

/// Returns the value of an unbounded integer.
fn int_value(value: &BigInt) -> IntValue {
    IntValue::from_le_bytes(&value.to_signed_bytes_le())
}
