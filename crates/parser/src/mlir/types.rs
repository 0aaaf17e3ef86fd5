//! Types: the builtin ones, and those of other dialects as text.

use super::elements::{ElementHolder, MemRefPart};
use crate::state::{Failed, Parse, Parser};
use crate::text::{clip, is_name_start, is_suffix_byte};
use crate::text_cache::{CacheSlot, angle_len};
use ir::attrs::{Attr, AttrKind, LayoutAttr};
use ir::context::MAX_DEPTH;
use ir::diag::{Diag, code, counted, nearest};
use ir::float::FloatKind;
use ir::layout::DimsOrder;
use ir::module::Alias;
use ir::source::PathStep;
use ir::types::{DialectText, Extent, MAX_INTEGER_WIDTH, Piece, Signedness, Type, TypeKind};

/// The words that begin builtin types, for spelling suggestions.
const WORDS: &[&str] = &[
    "complex", "index", "memref", "none", "tensor", "tuple", "vector", "f32", "f16", "f64", "bf16",
    "i32", "i64", "i8", "i16", "i1",
];

/// The names of element types in other languages, each with its MLIR type, for suggestions.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("bfloat16", "bf16"),
    ("bool", "i1"),
    ("double", "f64"),
    ("float", "f32"),
    ("float16", "f16"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("fp16", "f16"),
    ("fp32", "f32"),
    ("half", "f16"),
    ("int", "i32"),
    ("int16", "i16"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("int8", "i8"),
    ("uint8", "ui8"),
];

impl<'a> Parser<'a> {
    /// Calls `inner` one nesting level deeper. Fails if the nesting is too deep.
    pub(crate) fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH {
            return self.too_deep(self.at);
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Reports that the nesting is too deep. The parser stops, because the search for the end would be expensive.
    pub(crate) fn too_deep<T>(&mut self, at: usize) -> Parse<T> {
        let span = self.span(at, at + 1);
        let diag = Diag::error(code::DEPTH, span, format!("nesting is deeper than {MAX_DEPTH}"));
        let failed = self.push(diag.note("parsing stops here"));
        self.abandon();
        Err(failed)
    }

    pub(crate) fn intern_type(&mut self, kind: TypeKind, start: usize) -> Parse<Type> {
        let ty = self.module.ctx.ty(kind);
        if self.module.ctx.type_depth(ty) > MAX_DEPTH { self.too_deep(start) } else { Ok(ty) }
    }

    /// Reads a type.
    pub(crate) fn ty(&mut self) -> Parse<Type> {
        if self.peek() == b'(' { self.nested(Parser::function_type) } else { self.plain_type() }
    }

    /// Reads `(types) -> types`.
    pub(crate) fn function_type(&mut self) -> Parse<Type> {
        let start = self.at;
        let inputs = self.type_list(PathStep::Input)?;
        self.expect_arrow()?;
        let results = self.result_types()?;
        self.intern_type(
            TypeKind::Function { inputs: inputs.into(), results: results.into() },
            start,
        )
    }

    /// Reads `(a, b)`. `step` names each type as a part.
    pub(crate) fn type_list(&mut self, step: fn(usize) -> PathStep) -> Parse<Vec<Type>> {
        let open = self.open(b'(', " before types")?;
        self.bracketed(open, " or `,` in a list of types", |parser, index| {
            parser.located(|| step(index), Parser::ty)
        })
    }

    /// Reads `(a, b)`, or one type that is not a function type.
    pub(crate) fn result_types(&mut self) -> Parse<Vec<Type>> {
        if self.peek() == b'(' {
            return self.type_list(PathStep::Output);
        }
        Ok(vec![self.located(|| PathStep::Output(0), Parser::plain_type)?])
    }

    /// Reads a type that is not a function type.
    pub(crate) fn plain_type(&mut self) -> Parse<Type> {
        match self.optional_type()? {
            Some(ty) => Ok(ty),
            None => {
                let word = self.peek_name();
                self.unknown_type(nearest(word, WORDS.iter().copied()).or_else(|| mlir_word(word)))
            }
        }
    }

    fn unknown_type<T>(&mut self, near: Option<&str>) -> Parse<T> {
        let Some(near) = near else { return self.unexpected("a type") };
        let name = self.peek_name();
        let message = format!("unknown type `{name}`");
        self.fail_near(code::TYPE, self.at, self.at + name.len(), message, Some(near))
    }

    /// Reads a type if one begins at the position.
    pub(crate) fn optional_type(&mut self) -> Parse<Option<Type>> {
        match self.peek() {
            b'!' => self.dialect_type().map(Some),
            b'(' => self.nested(Parser::function_type).map(Some),
            byte if byte.is_ascii_alphabetic() => self.builtin_type(),
            _ => Ok(None),
        }
    }

    fn builtin_type(&mut self) -> Parse<Option<Type>> {
        let start = self.at;
        let word = self.peek_name();
        if let Some(ty) = self.scalar_type(word)? {
            return Ok(Some(ty));
        }
        if !matches!(word, "tensor" | "memref" | "vector" | "complex" | "tuple") {
            return Ok(None);
        }
        let place = self.type_slot(start, start + word.len());
        if let Some(ty) = self.cached_type(place.as_ref()) {
            return Ok(Some(ty));
        }
        self.at += word.len();
        let kind = self.nested(|parser| parser.angled(word))?;
        let ty = self.intern_type(kind, start)?;
        self.type_texts.put(place, self.at, ty);
        Ok(Some(ty))
    }

    /// Returns the cache entry for the type from `start`, whose `<` is at `open`. `None` while parts are recorded,
    /// which requires a full parse.
    fn type_slot(&mut self, start: usize, open: usize) -> Option<CacheSlot> {
        match self.is_recording() {
            true => None,
            false => self.type_texts.find_slot(self.text, start, open, angle_len),
        }
    }

    /// Returns the cached type of a text, and moves the position after the text.
    fn cached_type(&mut self, place: Option<&CacheSlot>) -> Option<Type> {
        let place = place?;
        let ty = self.type_texts.get(self.text, place)?;
        self.at = place.end;
        Some(ty)
    }

    /// Reads a type of one word, which is at the position.
    fn scalar_type(&mut self, word: &'a str) -> Parse<Option<Type>> {
        if let Some((last, ty)) = self.last_scalar
            && last == word
        {
            self.at += word.len();
            return Ok(Some(ty));
        }
        let kind = match word {
            "index" => TypeKind::Index,
            "none" => TypeKind::None,
            _ => match Signedness::split(word) {
                Some((sign, digits)) => {
                    let width =
                        digits.parse().ok().filter(|&width: &u32| width <= MAX_INTEGER_WIDTH);
                    let Some(width) = width else {
                        let at = self.at;
                        let message = format!(
                            "integer type must have at most {MAX_INTEGER_WIDTH} bits, but has {}",
                            clip(digits)
                        );
                        return self.fail_span(code::TYPE, at, at + word.len(), message);
                    };
                    TypeKind::Integer { width, sign }
                }
                None => match FloatKind::from_keyword(word) {
                    Some(kind) => TypeKind::Float(kind),
                    None => return Ok(None),
                },
            },
        };
        self.at += word.len();
        let ty = self.module.ctx.ty(kind);
        self.last_scalar = Some((word, ty));
        Ok(Some(ty))
    }

    fn angled(&mut self, word: &str) -> Parse<TypeKind> {
        if word == "tuple" && self.peek() != b'<' {
            return self.unexpected("`<` after `tuple`");
        }
        let open = self.open(b'<', "")?;
        let kind = match word {
            "tensor" => self.tensor()?,
            "memref" => self.memref()?,
            "vector" => self.vector()?,
            "complex" => TypeKind::Complex(self.element_type(ElementHolder::Complex)?),
            _ => self.tuple()?,
        };
        self.close(open, &format!(" after the parts of `{word}`"))?;
        Ok(kind)
    }

    fn tuple(&mut self) -> Parse<TypeKind> {
        let mut types = Vec::new();
        while self.peek() != b'>' {
            types.push(self.ty()?);
            if !self.eat(b',') {
                break;
            }
        }
        Ok(TypeKind::Tuple(types.into()))
    }

    fn unranked(&mut self) -> Parse<bool> {
        if !self.eat(b'*') {
            return Ok(false);
        }
        self.by()?;
        Ok(true)
    }

    /// Reads the `x` after a length. The next token belongs to the next dim or to the element type.
    fn by(&mut self) -> Parse<()> {
        self.expect(b'x', " after a dimension")
    }

    fn extents(&mut self) -> Parse<Vec<Extent>> {
        let mut dims = Vec::new();
        loop {
            let start = self.token_start();
            match self.peek() {
                b'?' => {
                    self.at += 1;
                    dims.push(None);
                }
                byte if byte.is_ascii_digit() => dims.push(Some(self.length()?)),
                _ => return Ok(dims),
            }
            self.mark(&[PathStep::Length(dims.len() - 1)], start, self.at);
            self.by()?;
        }
    }

    /// Reads a length, which must be less than 2^63 as in MLIR. In `0x4` the length is 0, followed by an `x`.
    fn length(&mut self) -> Parse<u64> {
        let start = self.at;
        let digits = self.bytes()[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        let text = &self.text[start..self.at];
        match text.parse::<i64>() {
            Ok(length) => Ok(length as u64),
            Err(_) => self.fail_span(
                code::NUMBER,
                start,
                start + digits,
                format!("dim length must be less than 2^63, but is {}", clip(text)),
            ),
        }
    }

    fn tensor(&mut self) -> Parse<TypeKind> {
        if self.unranked()? {
            return Ok(TypeKind::UnrankedTensor(self.element_type(ElementHolder::Tensor)?));
        }
        let dims = self.extents()?;
        let elem = self.element_type(ElementHolder::Tensor)?;
        let encoding = match self.eat(b',') {
            true => Some(self.encoding()?),
            false => None,
        };
        Ok(TypeKind::Tensor { dims: dims.into(), elem, encoding })
    }

    /// Reads the encoding of a tensor. A single layout attribute, such as `#layout.order<NHWC>`, becomes a dictionary
    /// with one entry.
    fn encoding(&mut self) -> Parse<Attr> {
        self.skip();
        // An order is read as an affine map. A plain affine map is not a layout.
        let start = self.at;
        let is_order = self.text[start..].starts_with("#layout.order<");
        if let word @ ("array" | "strided") = self.peek_name() {
            let end = start + word.len();
            let message = format!("the encoding of a tensor must not begin with `{word}`");
            let diag = Diag::error(code::TYPE, self.span(start, end), message);
            return Err(self.push(diag.note("write strides as `{strides = [8, 1]}`")));
        }
        let attr = self.located(|| PathStep::Encoding, Parser::attr)?;
        let key = match self.module.ctx.attr_kind(attr) {
            AttrKind::AffineMap(_) if is_order => "order",
            AttrKind::Layout(LayoutAttr::Reqs(_)) => "reqs",
            AttrKind::Layout(LayoutAttr::Format(_)) => "format",
            _ => return Ok(attr),
        };
        let key = self.module.ctx.name(key);
        Ok(self.module.ctx.dict([(key, attr)]))
    }

    fn vector(&mut self) -> Parse<TypeKind> {
        let mut dims = Vec::new();
        loop {
            let scalable = self.open_if(b'[');
            if !self.peek().is_ascii_digit() {
                if scalable.is_some() {
                    return self.unexpected("the length of a scalable dimension");
                }
                break;
            }
            let at = self.at;
            let length = self.length()?;
            if length == 0 {
                return self.fail(code::TYPE, at, "vector dim length must be at least 1, but is 0");
            }
            if let Some(open) = scalable {
                self.close(open, " after a scalable dimension")?;
            }
            dims.push((length, scalable.is_some()));
            self.by()?;
        }
        let elem = self.element_type(ElementHolder::Vector)?;
        Ok(TypeKind::Vector { dims: dims.into(), elem })
    }

    fn memref(&mut self) -> Parse<TypeKind> {
        if self.unranked()? {
            let elem = self.element_type(ElementHolder::MemRef)?;
            let mut space = None;
            if self.eat(b',') {
                let at = self.token_start();
                let attr = self.attr()?;
                self.check_space((at, self.at, attr))?;
                space = Some(attr).filter(|&space| !self.is_zero(space));
            }
            return Ok(TypeKind::UnrankedMemRef { elem, space });
        }
        let dims = self.extents()?;
        let elem = self.element_type(ElementHolder::MemRef)?;
        let mut attrs = Vec::new();
        while self.eat(b',') {
            let at = self.token_start();
            // The recorder keeps the first part of equal paths: the layout precedes the memory space.
            let attr = self.located(|| PathStep::Encoding, Parser::attr)?;
            attrs.push((at, self.at, attr));
        }
        let (layout, space) = self.layout_and_space(&attrs, dims.len())?;
        Ok(TypeKind::MemRef { dims: dims.into(), elem, layout, space })
    }

    /// Classifies the attributes of a memref. The kind of a single attribute determines its meaning. An identity map
    /// and the space 0 are equivalent to none.
    fn layout_and_space(
        &mut self,
        attrs: &[MemRefPart],
        rank: usize,
    ) -> Parse<(Option<Attr>, Option<Attr>)> {
        let (layout, space) = match *attrs {
            [] => return Ok((None, None)),
            [one] if self.is_layout(one.2) => (Some(one), None),
            [one] => (None, Some(one)),
            [layout, space] if self.may_be_layout(layout.2) => (Some(layout), Some(space)),
            [(at, end, _), _] | [_, _, (at, end, _), ..] => {
                let message = "memref must have at most one layout and one memory space";
                return self.fail_span(code::TYPE, at, end, message);
            }
        };
        if let Some(layout) = layout {
            self.check_strides(layout, rank)?;
        }
        if let Some(space) = space {
            self.check_space(space)?;
        }
        let mut layout = layout.map(|part| part.2);
        let space = space.map(|part| part.2);
        if let Some(AttrKind::AffineMap(map)) =
            layout.map(|layout| self.module.ctx.attr_kind(layout))
        {
            if map.num_dims() as usize != rank {
                let message = format!(
                    "the memref has {}, but its layout map has {}",
                    counted(rank, "dim"),
                    map.num_dims()
                );
                return self.fail_span(code::TYPE, attrs[0].0, attrs[0].1, message);
            }
            layout = layout.filter(|_| !map.is_identity());
        }
        Ok((layout, space.filter(|&space| !self.is_zero(space))))
    }

    fn is_layout(&self, attr: Attr) -> bool {
        matches!(
            self.module.ctx.attr_kind(attr),
            AttrKind::AffineMap(_) | AttrKind::Strided(_) | AttrKind::Dict(_)
        )
    }

    fn is_zero(&self, attr: Attr) -> bool {
        self.module.ctx.as_int(attr) == Some(0)
    }

    /// Reads `!dialect.name<...>`, `!dialect<...>` or an alias.
    fn dialect_type(&mut self) -> Parse<Type> {
        let start = self.at;
        let name = self.suffix("a type")?;
        if self.is_alias(name) {
            return match self.module.aliases.get(&self.text[start..self.at]) {
                Some(&Alias::Type(ty)) => {
                    self.mark_alias(&self.text[start..self.at]);
                    Ok(ty)
                }
                _ => self.undefined_alias(start),
            };
        }
        let opens = self.byte(self.at) == b'<';
        let place = opens.then(|| self.type_slot(start, self.at)).flatten();
        if let Some(ty) = self.cached_type(place.as_ref()) {
            return Ok(ty);
        }
        let ty = if self.begin_layout_type(name) {
            self.layout_type(name, start)?
        } else {
            let text = self.nested(|parser| parser.dialect_text(name))?;
            self.intern_type(TypeKind::Dialect(text), start)?
        };
        self.type_texts.put(place, self.at, ty);
        Ok(ty)
    }

    /// Returns `true` if the name after `#` or `!` that was just read can only be an alias.
    pub(crate) fn is_alias(&self, name: &str) -> bool {
        !name.contains('.') && self.byte(self.at) != b'<'
    }

    /// Returns the alias with the same sigil and the most similar name.
    pub(crate) fn near_alias(&mut self, name: &str) -> Option<String> {
        let keys = self.module.aliases.names().filter(|key| key[..1] == name[..1]);
        let keys: Vec<String> = keys.map(str::to_owned).collect();
        self.near(name, keys.iter().map(String::as_str)).map(str::to_owned)
    }

    pub(crate) fn undefined_alias<T>(&mut self, start: usize) -> Parse<T> {
        let name = &self.text[start..self.at];
        if self.is_poisoned(name) {
            return Err(Failed);
        }
        let near = self.near_alias(name);
        let message = format!("alias `{}` is not defined before its use", clip(name));
        // The printer names an order by such an alias, so a single line of its output may lack the definition.
        let order = DimsOrder::from_name(&name[1..]).filter(|_| name.starts_with('#'));
        let order = order.map(|_| format!("#layout.order<{}>", &name[1..]));
        // Other uses have the same error.
        self.poison_alias(name);
        let near = order.or(near);
        self.fail_near(code::UNDEFINED_ALIAS, start, self.at, message, near.as_deref())
    }

    /// Reads the text of another dialect's type or attribute, after its name.
    pub(crate) fn dialect_text(&mut self, name: &str) -> Parse<DialectText> {
        let (dialect, first) = name.split_once('.').unwrap_or((name, ""));
        if dialect.is_empty() {
            let message = "expected a dialect name before the dot";
            return self.fail_span(code::SYNTAX, self.at - name.len(), self.at, message);
        }
        if !is_name_start(dialect.as_bytes()[0]) || dialect.contains('-') {
            let start = self.at - name.len();
            let message = format!(
                "invalid dialect namespace `{}`; expected letters, digits, `_` and `$`, with a letter or `_` first",
                clip(dialect)
            );
            return self.fail_span(code::SYNTAX, start, start + dialect.len(), message);
        }
        let dialect = self.module.ctx.name(dialect);
        let body_start = self.at - first.len();
        let opens = self.byte(self.at) == b'<';
        if !opens {
            return Ok(DialectText { dialect, body: [Piece::Text(first.into())].into() });
        }
        let end = self.bracket_end(self.at)?;
        // In the form without a dot the outer brackets are not part of the body.
        let (from, to) = if first.is_empty() { (self.at + 1, end - 1) } else { (body_start, end) };
        let body = self.pieces(from, to);
        self.at = end;
        Ok(DialectText { dialect, body })
    }

    /// Returns the alias that a name in dialect text refers to. If there is none, the name is recorded, because a later
    /// alias of that name would change the meaning of the printed text.
    fn alias_piece(&mut self, start: usize, end: usize) -> Option<Piece> {
        let name = &self.text[start..end];
        if self.byte(end) == b'<' {
            return None;
        }
        match self.module.aliases.get(name) {
            Some(&Alias::Attr(attr)) => Some(Piece::Attr(attr)),
            Some(&Alias::Type(ty)) => Some(Piece::Type(ty)),
            None => {
                if name.len() > 1 && !name.contains('.') {
                    self.mentioned.entry(name).or_insert(start);
                }
                None
            }
        }
    }

    /// Splits a text at the names of aliases.
    fn pieces(&mut self, from: usize, to: usize) -> Box<[Piece]> {
        let bytes = self.bytes();
        let mut pieces = Vec::new();
        let mut at = from;
        let mut begun = from;
        while at < to {
            match bytes[at] {
                b'"' => at = self.string_end(at).unwrap_or(to),
                // Inside a word, the character does not begin a name.
                b'#' | b'!' if at > from && is_suffix_byte(bytes[at - 1]) => at += 1,
                b'#' | b'!' => {
                    let name = &bytes[at + 1..to];
                    let len = name.iter().take_while(|&&byte| is_suffix_byte(byte)).count();
                    let piece = self.alias_piece(at, at + 1 + len);
                    if let Some(piece) = piece {
                        if begun < at {
                            pieces.push(Piece::Text(self.text[begun..at].into()));
                        }
                        pieces.push(piece);
                        begun = at + 1 + len;
                    }
                    at += 1 + len;
                }
                _ => at += 1,
            }
        }
        if begun < to || pieces.is_empty() {
            pieces.push(Piece::Text(self.text[begun..to].into()));
        }
        pieces.into()
    }
}

/// Returns the MLIR type for a word of another language, or for a similar word.
fn mlir_word(word: &str) -> Option<&'static str> {
    fn known() -> impl Iterator<Item = &'static str> {
        FOREIGN_WORDS.iter().map(|row| row.0)
    }
    let word = known().find(|known| *known == word).or_else(|| nearest(word, known()))?;
    FOREIGN_WORDS.iter().find(|row| row.0 == word).map(|row| row.1)
}
