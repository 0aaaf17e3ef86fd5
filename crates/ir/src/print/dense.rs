//! Writers of the elements of dense and sparse attributes.

use super::attrs::TypeSuffix;
use super::printer::Printer;
use crate::data::attrs::ELIDED;
use crate::data::attrs::{DenseData, IntValue};
use crate::data::context::sign_extend;
use crate::data::dense::{element_bytes, is_packed, static_shape};
use crate::data::ids::{Attr, Type};
use crate::data::text::{write_hex, write_number, write_numbers, write_string};
use crate::data::types::{Signedness, TypeKind};
use crate::float::format_float;
use crate::layout::checked_product;
use num_bigint::{BigInt, Sign};

/// The number of elements above which a dense attribute is written as its bytes, as in MLIR.
const HEX_ABOVE: usize = 100;

impl Printer<'_> {
    pub(super) fn dense_array(&mut self, elem: Type, data: &[u8]) {
        self.out.push_str("array<");
        self.type_kind(self.module.ctx.kind(elem));
        let size = element_bytes(&self.module.ctx, elem);
        let elements = data.chunks_exact(size);
        if elements.len() > 0 {
            self.out.push_str(": ");
        }
        match self.module.ctx.kind(elem) {
            // If the width is whole bytes, the highest bit is the sign.
            TypeKind::Integer { sign: Signedness::Signless | Signedness::Signed, width }
                if *width as usize == 8 * size && size <= size_of::<i64>() =>
            {
                write_numbers(elements.map(sign_extend), &mut self.out);
            }
            _ => self.list(elements, |printer, bytes| printer.element(elem, bytes)),
        }
        self.out.push('>');
    }

    /// Writes one element of a dense attribute from its bytes.
    fn element(&mut self, ty: Type, bytes: &[u8]) {
        match self.module.ctx.kind(ty) {
            TypeKind::Complex(elem) => {
                let (re, im) = bytes.split_at(bytes.len() / 2);
                self.out.push('(');
                self.element(*elem, re);
                self.out.push(',');
                self.element(*elem, im);
                self.out.push(')');
            }
            TypeKind::Float(kind) => {
                let text = format_float(*kind, unsigned(bytes));
                self.out.push_str(&text);
            }
            TypeKind::Integer {
                sign: Signedness::Signless | Signedness::Signed,
                width: 8 | 16 | 32 | 64,
            } => {
                write_number(sign_extend(bytes), &mut self.out);
            }
            TypeKind::Integer { sign, width } => {
                let value = integer_value(bytes, *width, *sign);
                self.integer(&value, ty, TypeSuffix::Never);
            }
            _ => {
                let value = integer_value(bytes, 64, Signedness::Signed);
                self.integer(&value, ty, TypeSuffix::Never);
            }
        }
    }

    pub(super) fn dense(&mut self, ty: Type, data: &DenseData) {
        let is_splat = match data {
            DenseData::Raw { splat, .. } => *splat,
            DenseData::Strings(texts) => texts.len() == 1,
        };
        if !is_splat && self.is_elided(ty) {
            return self.dense_resource(ELIDED, ty);
        }
        self.bracket("dense<", '>', |printer| printer.dense_body(ty, data));
        self.type_suffix(Some(ty));
    }

    /// Writes the text between `dense<` and `>`.
    fn dense_body(&mut self, ty: Type, data: &DenseData) {
        let (dims, elem) = static_shape(&self.module.ctx, ty);
        let count = dims.iter().product::<u64>() as usize;
        match data {
            DenseData::Raw { bytes, splat: true } => self.element(elem, bytes),
            DenseData::Raw { bytes, .. } if count > HEX_ABOVE => {
                self.out.push_str("\"0x");
                write_hex(bytes, &mut self.out);
                self.out.push('"');
            }
            DenseData::Raw { bytes, .. } => self.raw_elements(&dims, elem, bytes),
            DenseData::Strings(texts) if texts.len() == 1 => write_string(&texts[0], &mut self.out),
            DenseData::Strings(texts) => {
                self.nested(&dims, 0, count, &mut |printer, at| {
                    write_string(&texts[at], &mut printer.out)
                });
            }
        }
    }

    fn raw_elements(&mut self, dims: &[u64], elem: Type, bytes: &[u8]) {
        let size = element_bytes(&self.module.ctx, elem);
        let packed = is_packed(&self.module.ctx, elem);
        let count = dims.iter().product::<u64>() as usize;
        self.nested(dims, 0, count, &mut |printer, at| {
            let bit = [bytes.get(at / 8).map_or(0, |byte| byte >> (at % 8) & 1)];
            let own = if packed { &bit[..] } else { &bytes[at * size..(at + 1) * size] };
            printer.element(elem, own);
        });
    }

    /// Writes the elements `start..start + count` in nested brackets, one level for each of `dims`.
    fn nested(
        &mut self,
        dims: &[u64],
        start: usize,
        count: usize,
        element: &mut dyn FnMut(&mut Self, usize),
    ) {
        let Some((&outer, inner)) = dims.split_first() else { return element(self, start) };
        if count == 0 {
            return;
        }
        self.out.push('[');
        let step = count / outer as usize;
        self.list(0..outer as usize, |printer, at| {
            printer.nested(inner, start + at * step, step, element);
        });
        self.out.push(']');
    }

    /// Returns `true` if a constant of a type has more elements than the printer writes.
    fn is_elided(&self, ty: Type) -> bool {
        let Some(most) = self.options.elide_above else { return false };
        let count: Option<u64> = checked_product(static_shape(&self.module.ctx, ty).0);
        count.is_none_or(|count| count > most)
    }

    pub(super) fn sparse(&mut self, ty: Type, indices: Attr, values: Attr) {
        if self.is_elided(ty) {
            return self.dense_resource(ELIDED, ty);
        }
        let ctx = &self.module.ctx;
        let Some((index_type, index_data)) = ctx.as_dense(indices) else { return };
        let Some((value_type, value_data)) = ctx.as_dense(values) else { return };
        self.out.push_str("sparse<");
        let (dims, elem) = static_shape(ctx, index_type);
        match index_data {
            _ if dims.contains(&0) => {}
            // A single number without brackets would be parsed as one index.
            DenseData::Raw { bytes, splat: true } if dims[0] != 1 => {
                let count = dims.iter().product::<u64>() as usize;
                self.nested(&dims, 0, count, &mut |printer, _| printer.element(elem, bytes));
            }
            data => self.dense_body(index_type, data),
        }
        if !dims.contains(&0) {
            self.out.push_str(", ");
            self.dense_body(value_type, value_data);
        }
        self.out.push('>');
        self.type_suffix(Some(ty));
    }
}

fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// Returns the value of an integer of `width` bits from its little-endian bytes.
fn integer_value(bytes: &[u8], width: u32, sign: Signedness) -> IntValue {
    let value = BigInt::from_bytes_le(Sign::Plus, bytes);
    let negative = width > 0 && value.bit(u64::from(width) - 1);
    match sign {
        Signedness::Unsigned => IntValue::new(value),
        _ if width == 1 => {
            IntValue::Small(i64::from(bytes.first().is_some_and(|byte| byte & 1 != 0)))
        }
        _ if negative => IntValue::new(value - (BigInt::from(1) << width)),
        _ => IntValue::new(value),
    }
}
