//! Dense attributes: `dense<...>`, `sparse<...>` and `array<...>`, converted to the bytes that MLIR stores.

use super::plain::{MAX_LEVELS, PlainNumbers, plain_list, plain_row};
use super::sparse::SparseShape;
use crate::state::{Parse, Parser};
use crate::text::{Number, NumberKind, clip};
use ir::attrs::{Attr, AttrKind, DenseData, IntValue};
use ir::context::MAX_DEPTH;
use ir::dense::{dense_shape, element_bytes, is_bool, is_packed, packed};
use ir::diag::code;
use ir::layout::checked_product;
use ir::print::type_to_string;
use ir::source::PathStep;
use ir::types::{Type, TypeKind};

/// An element as written. Its type comes later in the text.
#[derive(Clone, Copy)]
enum Element {
    Number { number: Number, negative: bool },
    Bool { at: usize, value: bool },
    String { start: usize, end: usize },
}

impl Element {
    fn start(self) -> usize {
        match self {
            Element::Number { number, .. } => number.start,
            Element::Bool { at, .. } => at,
            Element::String { start, .. } => start,
        }
    }
}

/// A nested list of elements: its lengths, outermost first, and the elements in row-major order.
#[derive(Default)]
struct DenseLiteral {
    shape: Vec<u64>,
    elements: Vec<Element>,
    /// The elements, if all of them are plain numbers; `DenseLiteral::elements` is then empty.
    plain: Option<PlainNumbers>,
    /// `true` if the elements are complex numbers, written as pairs in parentheses.
    is_complex: bool,
    start: usize,
}

impl DenseLiteral {
    fn len(&self) -> usize {
        match &self.plain {
            Some(PlainNumbers::Ints(ints)) => ints.len(),
            Some(PlainNumbers::Floats(floats)) => floats.len(),
            None => self.elements.len(),
        }
    }

    fn is_scalar(&self) -> bool {
        self.shape.is_empty() && !self.elements.is_empty()
    }
}

impl Parser<'_> {
    /// Reads `dense<[1, 2]> : tensor<2xi32>`.
    pub(crate) fn dense(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("dense")?;
        let open = self.open(b'<', "")?;
        let literal = self.literal()?;
        self.close(open, " after the elements")?;
        self.expect(b':', " before the type of the elements")?;
        let ty = self.ty()?;
        self.dense_attr(&literal, ty, start)
    }

    fn dense_attr(&mut self, literal: &DenseLiteral, ty: Type, start: usize) -> Parse<Attr> {
        let Some((dims, elem)) = dense_shape(&self.module.ctx, ty) else {
            let shown = type_to_string(&self.module, ty);
            let message = format!(
                "the type of `dense` must be a tensor, vector or memref of static shape, but is `{shown}`"
            );
            return self.fail_span(code::ATTRIBUTE, start, start + "dense".len(), message);
        };
        let Some(count) = checked_product(dims.iter().copied()) else {
            return self.fail(
                code::ATTRIBUTE,
                start,
                "the number of elements does not fit 64 bits",
            );
        };
        let data = match literal.elements.first() {
            Some(&Element::String { start, end })
                if literal.is_scalar() && self.is_number(elem) =>
            {
                self.hex_data(start, end, elem, count)?
            }
            Some(Element::String { .. }) => self.strings(literal, &dims)?,
            _ => self.numbers(literal, &dims, elem, count)?,
        };
        self.intern_attr(AttrKind::Dense { ty, data: Box::new(data) }, start)
    }

    fn is_number(&self, elem: Type) -> bool {
        matches!(
            self.module.ctx.kind(elem),
            TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index | TypeKind::Complex(_)
        )
    }

    /// Reads the elements between angle brackets. An empty literal has no elements.
    fn literal(&mut self) -> Parse<DenseLiteral> {
        let start = self.token_start();
        if self.depth < MAX_DEPTH - MAX_LEVELS as u16
            && let Some(list) = plain_list(self.text, start)
        {
            self.at = list.end;
            let shape = list.shape;
            let plain = Some(list.numbers);
            return Ok(DenseLiteral { shape, plain, start, ..DenseLiteral::default() });
        }
        self.any_literal(start)
    }

    /// Reads the literal that begins at `start`, element by element.
    fn any_literal(&mut self, start: usize) -> Parse<DenseLiteral> {
        self.at = start;
        let mut literal = DenseLiteral { start, ..DenseLiteral::default() };
        match self.peek() {
            b'>' | b',' => literal.shape.push(0),
            b'[' => self.list(&mut literal, 0)?,
            _ => self.element(&mut literal)?,
        }
        Ok(literal)
    }

    fn list(&mut self, literal: &mut DenseLiteral, level: usize) -> Parse<()> {
        self.nested(|parser| {
            let at = parser.at;
            let open = parser.open(b'[', "")?;
            let first = literal.shape.len() == level;
            if first {
                literal.shape.push(0);
            }
            let context = " or `,` in a list of elements";
            let items = parser.bracketed(open, context, |parser, _| parser.item(literal, level))?;
            let count = items.len() as u64;
            if first {
                literal.shape[level] = count;
            } else if literal.shape[level] != count {
                let message = format!(
                    "this list has {count} entries, but other lists of its level have {}",
                    literal.shape[level]
                );
                return parser.fail(code::ATTRIBUTE, at, message);
            }
            Ok(())
        })
    }

    fn item(&mut self, literal: &mut DenseLiteral, level: usize) -> Parse<()> {
        let is_list = self.peek() == b'[';
        let at = self.at;
        let lists = literal.shape.len() > level + 1;
        if is_list != lists && !literal.elements.is_empty() {
            return self.fail(code::ATTRIBUTE, at, "this list mixes lists and elements");
        }
        if is_list { self.list(literal, level + 1) } else { self.element(literal) }
    }

    fn element(&mut self, literal: &mut DenseLiteral) -> Parse<()> {
        let at = self.at;
        if let Some(open) = self.open_if(b'(') {
            literal.is_complex = true;
            self.part(literal)?;
            self.expect(b',', " between the parts of a complex number")?;
            self.part(literal)?;
            return self.close(open, " after a complex number");
        }
        if literal.is_complex {
            return self.fail(code::ATTRIBUTE, at, "this list mixes complex and real numbers");
        }
        self.part(literal)
    }

    fn part(&mut self, literal: &mut DenseLiteral) -> Parse<()> {
        let at = self.token_start();
        let element = match self.byte(at) {
            b'"' => {
                self.at = self.string_end(at)?;
                Element::String { start: at, end: self.at }
            }
            b't' if self.eat_word("true") => Element::Bool { at, value: true },
            b'f' if self.eat_word("false") => Element::Bool { at, value: false },
            _ => {
                let negative = self.eat(b'-');
                match self.number() {
                    Some(number) => Element::Number { number, negative },
                    None => return self.unexpected("an element"),
                }
            }
        };
        literal.elements.push(element);
        Ok(())
    }

    fn shape_fits(&mut self, literal: &DenseLiteral, dims: &[u64]) -> Parse<()> {
        let fits = literal.is_scalar()
            || literal.shape == dims
            || (literal.len() == 0 && dims.contains(&0));
        if fits {
            return Ok(());
        }
        let message =
            format!("the elements have the shape {:?}, but the type has {dims:?}", literal.shape);
        self.fail(code::ATTRIBUTE, literal.start, message)
    }

    fn strings(&mut self, literal: &DenseLiteral, dims: &[u64]) -> Parse<DenseData> {
        self.shape_fits(literal, dims)?;
        let back = self.at;
        let mut texts: Vec<Box<[u8]>> = Vec::new();
        for &element in &literal.elements {
            let Element::String { start, .. } = element else {
                return self.fail(
                    code::ATTRIBUTE,
                    element.start(),
                    "this list mixes strings and numbers",
                );
            };
            self.at = start;
            texts.push(self.string()?);
        }
        self.at = back;
        if texts.windows(2).all(|pair| pair[0] == pair[1]) {
            texts.truncate(1);
        }
        Ok(DenseData::Strings(texts.into()))
    }

    fn numbers(
        &mut self,
        literal: &DenseLiteral,
        dims: &[u64],
        elem: Type,
        count: u64,
    ) -> Parse<DenseData> {
        self.shape_fits(literal, dims)?;
        let part = match *self.module.ctx.kind(elem) {
            TypeKind::Complex(part) => part,
            _ => elem,
        };
        if literal.is_complex != (part != elem) && literal.len() > 0 {
            let shown = type_to_string(&self.module, elem);
            let message = match literal.is_complex {
                true => format!("complex numbers cannot have the type `{shown}`"),
                false => format!("elements of type `{shown}` are written as pairs: `(1, 2)`"),
            };
            return self.fail(code::ATTRIBUTE, literal.start, message);
        }
        let size = element_bytes(&self.module.ctx, part);
        self.afford_elements(literal.len(), size, literal.start)?;
        let bytes = self.literal_bytes(literal, part, size)?;
        Ok(self.raw(
            bytes,
            elem,
            if literal.is_scalar() || part != elem && literal.shape.is_empty() { 1 } else { count },
        ))
    }

    /// Returns the bytes of the elements of a literal, each `size` bytes of the type `ty`.
    fn literal_bytes(&mut self, literal: &DenseLiteral, ty: Type, size: usize) -> Parse<Vec<u8>> {
        let Some(plain) = &literal.plain else {
            return self.all_bytes(&literal.elements, ty, size);
        };
        if let Some(bytes) = plain.bytes(self.module.ctx.kind(ty), size) {
            return Ok(bytes);
        }
        // A number does not fit the type. A second read finds its position.
        let end = self.at;
        let elements = self.any_literal(literal.start)?.elements;
        self.at = end;
        self.all_bytes(&elements, ty, size)
    }

    fn all_bytes(&mut self, elements: &[Element], ty: Type, size: usize) -> Parse<Vec<u8>> {
        let mut bytes = Vec::with_capacity(elements.len() * size);
        for &element in elements {
            self.element_bytes(element, ty, size, &mut bytes)?;
        }
        Ok(bytes)
    }

    /// Returns the canonical data of elements of whole bytes: a splat if all are equal.
    pub(super) fn raw(&mut self, mut bytes: Vec<u8>, elem: Type, count: u64) -> DenseData {
        let size = element_bytes(&self.module.ctx, elem);
        self.clear_spare_bits(&mut bytes, elem);
        let splat = count > 0 && bytes.chunks_exact(size).all(|element| element == &bytes[..size]);
        if splat {
            return DenseData::Raw { bytes: bytes[..size].into(), splat };
        }
        let is_packed = is_packed(&self.module.ctx, elem);
        let bytes = if is_packed { packed(&bytes) } else { bytes.into() };
        DenseData::Raw { bytes, splat }
    }

    /// Clears the bits of each element that exceed the width of its type.
    fn clear_spare_bits(&self, bytes: &mut [u8], elem: Type) {
        let part = match *self.module.ctx.kind(elem) {
            TypeKind::Complex(part) => part,
            _ => elem,
        };
        let width = match self.module.ctx.kind(part) {
            TypeKind::Integer { width, .. } => *width as usize,
            TypeKind::Float(kind) => kind.width() as usize,
            _ => return,
        };
        let size = element_bytes(&self.module.ctx, part);
        if width == size * 8 {
            return;
        }
        let mask = ((1u16 << (width % 8)) - 1) as u8;
        for element in bytes.chunks_exact_mut(size) {
            element[width / 8] &= mask;
            element[width / 8 + 1..].fill(0);
        }
    }

    fn element_bytes(
        &mut self,
        element: Element,
        ty: Type,
        size: usize,
        out: &mut Vec<u8>,
    ) -> Parse<()> {
        match element {
            Element::Bool { value, .. } if is_bool(&self.module.ctx, ty) => out.push(value.into()),
            Element::Number { number, negative } => match *self.module.ctx.kind(ty) {
                TypeKind::Float(kind) => {
                    let bits = self.float_bits(number, negative, kind)?;
                    out.extend(&bits.to_le_bytes()[..size]);
                }
                TypeKind::Integer { .. } | TypeKind::Index if number.kind != NumberKind::Float => {
                    let value = self.int_value(number, negative, ty)?;
                    write_int(&value, size, out);
                }
                _ => return self.wrong_number(number, ty, "the number"),
            },
            _ => {
                let shown = type_to_string(&self.module, ty);
                let what = match element {
                    Element::Bool { value, .. } => format!("`{value}`"),
                    _ => "this element".to_owned(),
                };
                return self.fail(
                    code::ATTRIBUTE,
                    element.start(),
                    format!("{what} cannot have the type `{shown}`"),
                );
            }
        }
        Ok(())
    }

    /// Reads `dense<"0x...">`, which states the stored bytes.
    fn hex_data(&mut self, start: usize, end: usize, elem: Type, count: u64) -> Parse<DenseData> {
        let text = &self.text[start + 1..end - 1];
        let Some(bytes) = text.strip_prefix("0x").and_then(from_hex) else {
            return self.fail_span(
                code::ATTRIBUTE,
                start,
                end,
                "expected hexadecimal bytes `\"0x...\"`, with two digits each",
            );
        };
        let size = element_bytes(&self.module.ctx, elem);
        let packed = is_packed(&self.module.ctx, elem);
        let whole = if packed { count.div_ceil(8) } else { count.saturating_mul(size as u64) };
        let got = bytes.len() as u64;
        // A single byte of all zeros or all ones is a splat of bits. For one bit, any nonzero byte is true.
        if packed && got == 1 && count > 0 && (matches!(bytes[0], 0 | 0xff) || count == 1) {
            return Ok(DenseData::Raw { bytes: [u8::from(bytes[0] != 0)].into(), splat: true });
        }
        if got != whole && (packed || got != size as u64) {
            let message = format!(
                "{count} elements require {whole} bytes, but the literal `{}` has {got}",
                clip(text)
            );
            return self.fail_span(code::ATTRIBUTE, start, end, message);
        }
        if !packed {
            return Ok(self.raw(bytes, elem, count));
        }
        let bits = (0..count as usize).map(|at| bytes[at / 8] >> (at % 8) & 1).collect();
        Ok(self.raw(bits, elem, count))
    }

    /// Reads `sparse<indices, values> : type`.
    pub(crate) fn sparse(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("sparse")?;
        let open = self.open(b'<', "")?;
        let indices = self.literal()?;
        let values = if self.eat(b',') {
            self.literal()?
        } else {
            DenseLiteral { shape: vec![0], ..DenseLiteral::default() }
        };
        self.close(open, " after the values")?;
        self.expect(b':', " before the type of the values")?;
        let ty = self.ty()?;
        let Some((dims, elem)) = dense_shape(&self.module.ctx, ty) else {
            return self.fail(
                code::ATTRIBUTE,
                start,
                "the type of `sparse` must be a tensor or vector of static shape",
            );
        };
        let dims = dims.to_vec();
        let rank = dims.len() as u64;
        let i64_type = self.module.ctx.int_type(64);
        let index_shape = match &indices.shape[..] {
            [] => vec![Some(1), Some(rank)],
            [0] => vec![Some(0), Some(rank)],
            shape => shape.iter().map(|&length| Some(length)).collect(),
        };
        let value_shape = match &values.shape[..] {
            [] => vec![index_shape[0]],
            shape => shape.iter().map(|&length| Some(length)).collect(),
        };
        let index_type = self.module.ctx.tensor_type(&index_shape, i64_type, None);
        let value_type = self.module.ctx.tensor_type(&value_shape, elem, None);
        let indices = self.dense_attr(&indices, index_type, start)?;
        let values = self.dense_attr(&values, value_type, start)?;
        fn lengths(shape: &[Option<u64>]) -> Vec<u64> {
            shape.iter().copied().flatten().collect()
        }
        let of_indices = lengths(&index_shape);
        let of_values = lengths(&value_shape);
        let shape = SparseShape { whole: &dims, indices: &of_indices, values: &of_values };
        self.check_sparse(&shape, indices, start)?;
        self.intern_attr(AttrKind::Sparse { ty, indices, values }, start)
    }

    /// Reads `array<i64: 1, 2>`.
    pub(crate) fn dense_array(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("array")?;
        let open = self.open(b'<', "")?;
        let at = self.at;
        let elem = self.ty()?;
        let known = match self.module.ctx.kind(elem) {
            TypeKind::Integer { width, .. } => *width == 1 || (*width > 0 && *width % 8 == 0),
            TypeKind::Float(kind) => kind.width() % 8 == 0,
            _ => false,
        };
        if !known {
            let shown = type_to_string(&self.module, elem);
            let message = format!(
                "elements of `array` must be `i1`, or integers or floats of whole bytes, but are `{shown}`"
            );
            return self.fail_span(code::ATTRIBUTE, at, self.at, message);
        }
        let size = element_bytes(&self.module.ctx, elem);
        let data = match self.eat(b':') && self.peek() != b'>' {
            true => self.array_elements(elem, size, at)?,
            false => Vec::new(),
        };
        self.close(open, " or `,` in an array")?;
        self.intern_attr(AttrKind::DenseArray { elem, data: data.into() }, start)
    }
}

impl Parser<'_> {
    /// Reads the elements of an `array` and returns their bytes. The type begins at `at`.
    fn array_elements(&mut self, elem: Type, size: usize, at: usize) -> Parse<Vec<u8>> {
        if !self.is_recording()
            && let Some((plain, end)) = plain_row(self.text, self.at)
            && let Some(bytes) = plain.bytes(self.module.ctx.kind(elem), size)
        {
            self.at = end;
            return Ok(bytes);
        }
        let mut literal = DenseLiteral::default();
        self.separated(|parser, index| {
            parser.located(|| PathStep::Element(index), |parser| parser.part(&mut literal))
        })?;
        self.afford_elements(literal.elements.len(), size, at)?;
        self.all_bytes(&literal.elements, elem, size)
    }
}

/// Packs eight bits into a byte, least significant bit first.
fn write_int(value: &IntValue, size: usize, out: &mut Vec<u8>) {
    match value {
        IntValue::Small(value) if size <= 8 => out.extend(&value.to_le_bytes()[..size]),
        // An unsigned value may need one sign byte more than its type has bytes.
        value => out.extend(value.to_le_bytes(size)),
    }
}

/// Returns the value of a hexadecimal digit, or a value above 15 for other bytes. It has no branches or tables, so that
/// the compiler can vectorize it.
fn hex_value(byte: u8) -> u8 {
    let number = byte.wrapping_sub(b'0');
    let letter = (byte | 0x20).wrapping_sub(b'a');
    let of_letter = if letter < 6 { letter + 10 } else { NO_DIGIT };
    if number < 10 { number } else { of_letter }
}

const NO_DIGIT: u8 = 0xff;

/// Converts pairs of hexadecimal digits to bytes. `None` if the text has other characters.
fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else { return None };
    let mut bytes = vec![0; pairs.len()];
    // Only the value of an invalid digit has high bits, so one test at the end suffices.
    let mut seen = 0;
    for (byte, &[high, low]) in bytes.iter_mut().zip(pairs) {
        let high = hex_value(high);
        let low = hex_value(low);
        seen |= high | low;
        *byte = high << 4 | low & 15;
    }
    (seen < 16).then_some(bytes)
}
