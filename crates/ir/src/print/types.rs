//! Writers of types, and of the texts of other dialects.

use super::printer::Printer;
use crate::data::ids::{Attr, Type};
use crate::data::module::Alias;
use crate::data::text::write_number;
use crate::data::types::{DialectText, Extent, Piece, TypeKind};
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn ty(&mut self, ty: Type) {
        if self.is_truncated() {
            return;
        }
        if let Some(alias) = self.alias_of(Alias::Type(ty)) {
            return self.alias(alias);
        }
        let kind = self.module.ctx.kind(ty);
        // The texts of short types are not cached.
        let is_short =
            matches!(kind, TypeKind::Integer { .. } | TypeKind::Float(_) | TypeKind::Index);
        if self.is_plain || is_short {
            return self.type_kind(kind);
        }
        if let Some(text) = self.type_texts.get(ty).filter(|_| self.before.is_none()) {
            return self.out.push_str(text);
        }
        let start = self.out.len();
        self.type_kind(kind);
        // In the definition of an alias, a text names the aliases before it only.
        if self.before.is_none() && self.out.len() >= start + 16 {
            self.type_texts.keep(ty, &self.out[start..]);
        }
    }

    pub(super) fn type_kind(&mut self, kind: &TypeKind) {
        match kind {
            TypeKind::Integer { width, sign } => {
                self.out.push_str(sign.prefix());
                write_number(*width, &mut self.out);
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
        self.bracket(opening, '>', |printer| printer.types(types));
    }

    pub(super) fn types(&mut self, types: &[Type]) {
        self.list(types, |printer, &ty| printer.ty(ty));
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
        self.bracket("(", ')', |printer| printer.types(inputs));
        self.out.push_str(" -> ");
        self.result_types(results);
    }

    /// Writes a single type without parentheses, unless it is a function type, which would absorb the text after it.
    pub(super) fn result_types(&mut self, results: &[Type]) {
        if let [one] = results
            && !matches!(self.module.ctx.kind(*one), TypeKind::Function { .. })
        {
            return self.ty(*one);
        }
        self.bracket("(", ')', |printer| printer.types(results));
    }

    pub(super) fn dialect_text(&mut self, sigil: char, text: &DialectText) {
        self.out.push(sigil);
        self.out.push_str(self.module.ctx.text(text.dialect));
        let start = self.out.len();
        self.out.push('<');
        for piece in &text.body {
            self.piece(piece);
        }
        // The form also depends on the definitions of the aliases.
        match is_pretty(&self.out[start + 1..]) {
            true => self.out.replace_range(start..=start, "."),
            false => self.out.push('>'),
        }
    }

    fn piece(&mut self, piece: &Piece) {
        let outer = std::mem::replace(&mut self.is_plain, true);
        match piece {
            Piece::Text(text) => self.out.push_str(text),
            Piece::Attr(attr) => self.attr(*attr),
            Piece::Type(ty) => self.ty(*ty),
        }
        self.is_plain = outer;
    }
}

/// Returns `true` if a dialect's text can follow a dot: a name, alone or with one `<...>` at its end.
fn is_pretty(body: &str) -> bool {
    if !body.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let rest = body.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_');
    rest.is_empty()
        || (rest.starts_with('<') && bracket_len(rest) == rest.len())
        // In brackets, a final hyphen and the closing `>` would form an arrow.
        || (rest.ends_with('-') && rest.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '-')))
}

/// Returns the length of the bracket that begins a dialect's text. The brackets of the text are balanced.
fn bracket_len(text: &str) -> usize {
    let mut depth = 0usize;
    let mut quoted = false;
    let mut escaped = false;
    let mut last = b' ';
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
