//! Writes types and attributes, spelled as MLIR spells them.

use super::{KEPT_TEXT, KEPT_TEXTS, Printer, write_number};
use crate::attrs::{Attr, AttrKind, DenseData, IntValue, LayoutAttr, LocKind};
use crate::context::Name;
use crate::dense::{element_bytes, is_packed, static_shape};
use crate::float::format_float;
use crate::module::Alias;
use crate::types::{DialectText, Extent, Piece, Signedness, Type, TypeKind};
use std::fmt::Write;

/// Dense attributes with more elements are written as their bytes, as MLIR does.
const HEX_ABOVE: usize = 100;

/// Inside a dialect's own text an alias is written out up to this length: other tools carry that
/// text unread, and would lose the alias.
const WRITTEN_OUT: usize = 4096;

/// Whether a type follows a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TypeSuffix {
    Always,
    /// Left out where the parser assumes it: `i64` and `f64`.
    UnlessDefault,
    Never,
}

impl<'a> Printer<'a> {
    pub(super) fn ty(&mut self, ty: Type) {
        if self.is_long_enough() {
            return;
        }
        if let Some(alias) = self.type_alias_of(ty) {
            return self.type_alias(ty, alias);
        }
        if self.plain {
            return self.type_kind(self.module.ctx.kind(ty));
        }
        if let Some(text) = self.type_texts.get(&ty) {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        self.type_kind(self.module.ctx.kind(ty));
        let text = &self.out[start..];
        // A text that names aliases is not kept: each of its uses counts as theirs.
        let keep = self.type_aliases.is_empty() && self.attr_aliases.is_empty();
        if keep && (16..KEPT_TEXT).contains(&text.len()) && self.type_texts.len() < KEPT_TEXTS {
            self.type_texts.insert(ty, text.into());
        }
    }

    fn type_alias(&mut self, ty: Type, alias: &'a str) {
        if self.plain {
            if !self.plain_types.contains_key(&ty) {
                let text = self.definition(alias, Alias::Type(ty));
                self.plain_types.insert(ty, (text.len() <= WRITTEN_OUT).then(|| text.into()));
            }
            if let Some(Some(text)) = self.plain_types.get(&ty) {
                return self.out.push_str(text);
            }
        }
        self.used.insert(alias);
        self.out.push_str(alias);
    }

    fn attr_alias(&mut self, attr: Attr, alias: &'a str) {
        if self.plain {
            if !self.plain_attrs.contains_key(&attr) {
                let text = self.definition(alias, Alias::Attr(attr));
                self.plain_attrs.insert(attr, (text.len() <= WRITTEN_OUT).then(|| text.into()));
            }
            if let Some(Some(text)) = self.plain_attrs.get(&attr) {
                return self.out.push_str(text);
            }
        }
        self.used.insert(alias);
        self.out.push_str(alias);
    }

    pub(super) fn type_kind(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Integer { width, sign } => {
                self.out.push_str(match sign {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                write_number((*width).into(), &mut self.out);
            }
            TypeKind::Float(kind) => self.out.push_str(kind.keyword()),
            TypeKind::Index => self.out.push_str("index"),
            TypeKind::None => self.out.push_str("none"),
            TypeKind::Complex(elem) => self.wrapped("complex<", &[*elem]),
            TypeKind::Tuple(types) => self.wrapped("tuple<", types),
            TypeKind::UnrankedTensor(elem) => self.wrapped("tensor<*x", &[*elem]),
            TypeKind::Vector { dims, elem } => self.vector(dims, *elem),
            TypeKind::Tensor { dims, elem, encoding } => {
                self.shaped("tensor<", dims, *elem, [*encoding, None]);
            }
            TypeKind::MemRef { dims, elem, layout, space } => {
                self.shaped("memref<", dims, *elem, [*layout, *space]);
            }
            TypeKind::UnrankedMemRef { elem, space } => {
                self.shaped("memref<*x", &[], *elem, [*space, None]);
            }
            TypeKind::Function { inputs, results } => self.function(inputs, results),
            TypeKind::LayoutDim(dim) => {
                let _ = write!(self.out, "{dim}");
            }
            TypeKind::Dialect(text) => self.dialect_text('!', text),
        }
    }

    fn wrapped(&mut self, opening: &str, types: &[Type]) {
        self.out.push_str(opening);
        self.types(types);
        self.out.push('>');
    }

    pub(super) fn types(&mut self, types: &[Type]) {
        for (at, &ty) in types.iter().enumerate() {
            self.comma(at);
            self.ty(ty);
        }
    }

    pub(super) fn comma(&mut self, at: usize) {
        if at > 0 {
            self.out.push_str(", ");
        }
    }

    fn shaped(&mut self, opening: &str, dims: &[Extent], elem: Type, attrs: [Option<Attr>; 2]) {
        self.out.push_str(opening);
        for dim in dims {
            match dim {
                Some(length) => write_number(*length, &mut self.out),
                None => self.out.push('?'),
            }
            self.out.push('x');
        }
        self.ty(elem);
        for attr in attrs.into_iter().flatten() {
            self.out.push_str(", ");
            self.attr(attr);
        }
        self.out.push('>');
    }

    fn vector(&mut self, dims: &[(u64, bool)], elem: Type) {
        self.out.push_str("vector<");
        for &(length, scalable) in dims {
            self.out.push_str(if scalable { "[" } else { "" });
            write_number(length, &mut self.out);
            self.out.push_str(if scalable { "]x" } else { "x" });
        }
        self.ty(elem);
        self.out.push('>');
    }

    pub(super) fn function(&mut self, inputs: &[Type], results: &[Type]) {
        self.out.push('(');
        self.types(inputs);
        self.out.push_str(") -> ");
        self.result_types(results);
    }

    /// One type stands bare, but a function type, which would swallow what follows.
    pub(super) fn result_types(&mut self, results: &[Type]) {
        if let [one] = results
            && !matches!(self.module.ctx.kind(*one), TypeKind::Function { .. })
        {
            return self.ty(*one);
        }
        self.out.push('(');
        self.types(results);
        self.out.push(')');
    }

    pub(super) fn attr(&mut self, attr: Attr) {
        self.attr_with(attr, TypeSuffix::Always);
    }

    fn attr_with(&mut self, attr: Attr, suffix: TypeSuffix) {
        if self.is_long_enough() {
            return;
        }
        match self.attr_alias_of(attr) {
            Some(alias) => self.attr_alias(attr, alias),
            None => self.attr_kind(self.module.ctx.attr_kind(attr), suffix),
        }
    }

    pub(super) fn attr_kind(&mut self, kind: &AttrKind, suffix: TypeSuffix) {
        match kind {
            AttrKind::Unit => self.out.push_str("unit"),
            AttrKind::Integer { value, ty } => self.integer(value, *ty, suffix),
            AttrKind::Float { bits, ty } => self.float(*bits, *ty, suffix),
            AttrKind::String { value, ty } => {
                write_string(value, &mut self.out);
                self.type_suffix(*ty);
            }
            AttrKind::Symbol { root, nested } => self.symbol(*root, nested),
            AttrKind::Type(ty) => self.ty(*ty),
            AttrKind::Array(attrs) => self.array(attrs),
            AttrKind::Dict(entries) => {
                self.out.push('{');
                self.entries(entries.iter().copied());
                self.out.push('}');
            }
            AttrKind::DenseArray { elem, data } => self.dense_array(*elem, data),
            AttrKind::Dense { ty, data } => self.dense(*ty, data),
            AttrKind::DenseResource { key, ty } => {
                self.out.push_str("dense_resource<");
                write_keyword_or_string(self.module.ctx.text(*key), &mut self.out);
                self.out.push('>');
                self.type_suffix(Some(*ty));
            }
            AttrKind::Sparse { ty, indices, values } => self.sparse(*ty, *indices, *values),
            AttrKind::AffineMap(map) => self.display("affine_map<", map),
            AttrKind::IntegerSet(set) => self.display("affine_set<", set),
            AttrKind::Strided { strides, offset } => self.strided(strides, *offset),
            AttrKind::Distinct { id, inner } => {
                let _ = write!(self.out, "distinct[{id}]<");
                if !matches!(self.module.ctx.attr_kind(*inner), AttrKind::Unit) {
                    self.attr(*inner);
                }
                self.out.push('>');
            }
            AttrKind::Loc(loc) => self.loc_parens(loc),
            AttrKind::Layout(LayoutAttr::Reqs(reqs)) => self.display("#layout.reqs<", reqs),
            AttrKind::Layout(LayoutAttr::Format(format)) => self.display("#layout.format<", format),
            AttrKind::Layout(LayoutAttr::Choice(choice)) => self.display("#layout.choice<", choice),
            AttrKind::Dialect { text, ty } => {
                self.dialect_text('#', text);
                self.type_suffix(*ty);
            }
        }
    }

    fn display(&mut self, opening: &str, body: &dyn std::fmt::Display) {
        let _ = write!(self.out, "{opening}{body}>");
    }

    fn type_suffix(&mut self, ty: Option<Type>) {
        if let Some(ty) = ty {
            self.out.push_str(" : ");
            self.ty(ty);
        }
    }

    fn integer(&mut self, value: &IntValue, ty: Type, suffix: TypeSuffix) {
        let kind = self.module.ctx.kind(ty);
        if let TypeKind::Integer { width: 1, sign: Signedness::Signless } = kind {
            return self.out.push_str(if value.as_i64() == Some(0) { "false" } else { "true" });
        }
        match value {
            IntValue::Small(value) => write!(self.out, "{value}"),
            IntValue::Big(value) => write!(self.out, "{value}"),
        }
        .expect("a string takes all that is written");
        let default = matches!(kind, TypeKind::Integer { width: 64, sign: Signedness::Signless });
        self.number_type(ty, suffix, default);
    }

    fn float(&mut self, bits: u128, ty: Type, suffix: TypeSuffix) {
        let TypeKind::Float(kind) = *self.module.ctx.kind(ty) else { return };
        let text = format_float(kind, bits);
        self.out.push_str(&text);
        // Bits in hexadecimal would be read as an integer without their type.
        let default = kind == crate::float::FloatKind::F64 && !text.starts_with("0x");
        self.number_type(ty, suffix, default);
    }

    fn number_type(&mut self, ty: Type, suffix: TypeSuffix, default: bool) {
        match suffix {
            TypeSuffix::Always => self.type_suffix(Some(ty)),
            TypeSuffix::UnlessDefault if !default => self.type_suffix(Some(ty)),
            TypeSuffix::UnlessDefault | TypeSuffix::Never => {}
        }
    }

    fn symbol(&mut self, root: Name, nested: &[Name]) {
        write_symbol(self.module.ctx.text(root), &mut self.out);
        for &name in nested {
            self.out.push_str("::");
            write_symbol(self.module.ctx.text(name), &mut self.out);
        }
    }

    pub(super) fn array(&mut self, attrs: &[Attr]) {
        self.out.push('[');
        for (at, &attr) in attrs.iter().enumerate() {
            self.comma(at);
            self.attr_with(attr, TypeSuffix::UnlessDefault);
        }
        self.out.push(']');
    }

    /// `{a = 1, b}` as a whole, for places where a dictionary stands without an alias.
    pub(super) fn dict_body(&mut self, dict: Attr) {
        if let Some(text) = self.dict_texts.get(&dict) {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        self.out.push('{');
        self.entries(self.module.ctx.dict_entries(dict).iter().copied());
        self.out.push('}');
        let text = &self.out[start..];
        let keep = self.type_aliases.is_empty() && self.attr_aliases.is_empty();
        if keep && text.len() < KEPT_TEXT && self.dict_texts.len() < KEPT_TEXTS {
            self.dict_texts.insert(dict, text.into());
        }
    }

    pub(super) fn entries(&mut self, entries: impl Iterator<Item = (Name, Attr)>) {
        for (at, (key, value)) in entries.enumerate() {
            self.comma(at);
            write_keyword_or_string(self.module.ctx.text(key), &mut self.out);
            if !matches!(self.module.ctx.attr_kind(value), AttrKind::Unit) {
                self.out.push_str(" = ");
                self.attr(value);
            }
        }
    }

    fn dense_array(&mut self, elem: Type, data: &[u8]) {
        self.out.push_str("array<");
        self.type_kind(self.module.ctx.kind(elem));
        let size = element_bytes(&self.module.ctx, elem);
        for (at, bytes) in data.chunks_exact(size).enumerate() {
            self.out.push_str(if at == 0 { ": " } else { ", " });
            self.element(elem, bytes);
        }
        self.out.push('>');
    }

    /// One element of a dense attribute from its bytes.
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

    fn dense(&mut self, ty: Type, data: &DenseData) {
        self.out.push_str("dense<");
        self.dense_body(ty, data);
        self.out.push('>');
        self.type_suffix(Some(ty));
    }

    /// What stands between `dense<` and `>`.
    fn dense_body(&mut self, ty: Type, data: &DenseData) {
        let (dims, elem) = static_shape(&self.module.ctx, ty);
        let count = dims.iter().product::<u64>() as usize;
        match data {
            DenseData::Raw { bytes, splat: true } => self.element(elem, bytes),
            DenseData::Raw { bytes, .. } if count > HEX_ABOVE => write_hex(bytes, &mut self.out),
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

    /// Elements `start..start + count` in brackets, one pair for each of `dims`.
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
        for at in 0..outer as usize {
            self.comma(at);
            self.nested(inner, start + at * step, step, element);
        }
        self.out.push(']');
    }

    fn sparse(&mut self, ty: Type, indices: Attr, values: Attr) {
        let ctx = &self.module.ctx;
        let (Some((index_type, index_data)), Some((value_type, value_data))) =
            (ctx.as_dense(indices), ctx.as_dense(values))
        else {
            return;
        };
        self.out.push_str("sparse<");
        let (dims, elem) = static_shape(ctx, index_type);
        match index_data {
            _ if dims.contains(&0) => {}
            // A lone number would be read as one index.
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

    fn strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let show = |value: Option<i64>| value.map_or("?".to_owned(), |value| value.to_string());
        let list: Vec<String> = strides.iter().map(|&stride| show(stride)).collect();
        let _ = write!(self.out, "strided<[{}]", list.join(", "));
        if offset != Some(0) {
            let _ = write!(self.out, ", offset: {}", show(offset));
        }
        self.out.push('>');
    }

    fn dialect_text(&mut self, sigil: char, text: &DialectText) {
        self.out.push(sigil);
        self.out.push_str(self.module.ctx.text(text.dialect));
        let start = self.out.len();
        self.out.push('<');
        for piece in &text.body {
            self.piece(piece);
        }
        // The form depends on what the aliases stand for, too.
        match is_pretty(&self.out[start + 1..]) {
            true => self.out.replace_range(start..=start, "."),
            false => self.out.push('>'),
        }
    }

    fn piece(&mut self, piece: &Piece) {
        let outer = std::mem::replace(&mut self.plain, true);
        match piece {
            Piece::Text(text) => self.out.push_str(text),
            Piece::Attr(attr) => self.attr(*attr),
            Piece::Type(ty) => self.ty(*ty),
        }
        self.plain = outer;
    }
}

/// Locations.
impl Printer<'_> {
    /// ` loc(...)` after an op or argument, where locations are printed.
    pub(super) fn trailing_loc(&mut self, loc: Option<Attr>, span: crate::source::Span) {
        let Some(sources) = self.options.locs else { return };
        self.out.push(' ');
        if let Some(loc) = loc {
            return self.loc_of(loc);
        }
        match sources.file_at(span.start).filter(|_| span.is_some()) {
            Some(file) => {
                let (line, column) = file.line_col(span.start);
                self.out.push_str("loc(");
                write_string(file.name.as_bytes(), &mut self.out);
                let _ = write!(self.out, ":{line}:{column})");
            }
            None => self.out.push_str("loc(unknown)"),
        }
    }

    /// ` loc(...)` after a block argument; without one of its own it has that of its block.
    pub(super) fn argument_loc(&mut self, arg: crate::module::Value) {
        self.trailing_loc(self.module.value_loc(arg), self.module.value_span(arg));
    }

    fn loc_of(&mut self, loc: Attr) {
        self.out.push_str("loc(");
        self.inner_loc(loc);
        self.out.push(')');
    }

    fn loc_parens(&mut self, loc: &LocKind) {
        self.out.push_str("loc(");
        self.loc(loc);
        self.out.push(')');
    }

    fn inner_loc(&mut self, loc: Attr) {
        match self.module.ctx.attr_kind(loc) {
            AttrKind::Loc(kind) if self.attr_alias_of(loc).is_none() => self.loc(kind),
            _ => self.attr(loc),
        }
    }

    fn loc(&mut self, loc: &LocKind) {
        match loc {
            LocKind::Unknown => self.out.push_str("unknown"),
            LocKind::File { file, line, column } => {
                write_string(file, &mut self.out);
                let _ = write!(self.out, ":{line}:{column}");
            }
            LocKind::Name { name, child } => {
                write_string(name, &mut self.out);
                if let Some(child) = child {
                    self.out.push('(');
                    self.inner_loc(*child);
                    self.out.push(')');
                }
            }
            LocKind::CallSite { callee, caller } => {
                self.out.push_str("callsite(");
                self.inner_loc(*callee);
                self.out.push_str(" at ");
                self.inner_loc(*caller);
                self.out.push(')');
            }
            LocKind::Fused { metadata, locs } => {
                self.out.push_str("fused");
                if let Some(metadata) = metadata {
                    self.out.push('<');
                    self.attr(*metadata);
                    self.out.push('>');
                }
                self.out.push('[');
                for (at, &loc) in locs.iter().enumerate() {
                    self.comma(at);
                    self.inner_loc(loc);
                }
                self.out.push(']');
            }
        }
    }
}

/// Whether a dialect's text can stand after a dot: a name, alone or with one `<...>` to its end.
fn is_pretty(body: &str) -> bool {
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let rest = body.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    let is_suffix = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-');
    rest.is_empty()
        || (rest.starts_with('<') && bracket_len(rest) == rest.len())
        // In brackets the last hyphen would make an arrow with what closes them.
        || (rest.ends_with('-') && rest.chars().all(is_suffix))
}

/// The length of the bracket that begins a dialect's text, whose brackets are balanced.
fn bracket_len(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped, mut last) = (0usize, false, false, b' ');
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'<' | b'(' | b'[' | b'{' => depth += 1,
            b'>' if last == b'-' => {}
            b'>' | b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        last = byte;
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |value, &byte| value << 8 | u128::from(byte))
}

/// The value of an integer of `width` bits from its little-endian bytes.
fn integer_value(bytes: &[u8], width: u32, sign: Signedness) -> IntValue {
    use num_bigint::{BigInt, Sign};
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

fn write_hex(bytes: &[u8], out: &mut String) {
    out.push_str("\"0x");
    for byte in bytes {
        let _ = write!(out, "{byte:02X}");
    }
    out.push('"');
}

/// A string in quotes; what is not printable ASCII is written as `\XX`.
pub(crate) fn write_string(bytes: &[u8], out: &mut String) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'\\' => out.push_str("\\\\"),
            b'"' => out.push_str("\\22"),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:02X}");
            }
        }
    }
    out.push('"');
}

/// Whether a text can stand as a name without quotes.
fn is_bare(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.'))
}

pub(super) fn write_keyword_or_string(text: &str, out: &mut String) {
    if is_bare(text) { out.push_str(text) } else { write_string(text.as_bytes(), out) }
}

pub(super) fn write_symbol(text: &str, out: &mut String) {
    out.push('@');
    write_keyword_or_string(text, out);
}
