//! Attributes: the builtin ones, and those of other dialects as text.

use super::plain::plain_integer;
use crate::state::{Parse, Parser};
use crate::text::clip;
use crate::text_cache::brace_len;
use ir::attrs::{Attr, AttrKind, LocKind, StridedAttr};
use ir::context::{MAX_DEPTH, Name};
use ir::diag::{Diag, code, nearest};
use ir::module::Alias;
use ir::registry::WordAttr;
use ir::source::PathStep;
use ir::types::{Type, TypeKind};
use rustc_hash::FxHashSet;

/// The words that begin builtin attributes, for spelling suggestions.
const WORDS: &[&str] = &[
    "affine_map",
    "affine_set",
    "array",
    "dense",
    "dense_resource",
    "distinct",
    "false",
    "loc",
    "sparse",
    "strided",
    "true",
    "unit",
];

impl Parser<'_> {
    pub(crate) fn intern_attr(&mut self, kind: AttrKind, start: usize) -> Parse<Attr> {
        let attr = self.module.ctx.attr(kind);
        self.check_depth(attr, start)
    }

    fn check_depth(&mut self, attr: Attr, start: usize) -> Parse<Attr> {
        if self.module.ctx.attr_depth(attr) > MAX_DEPTH { self.too_deep(start) } else { Ok(attr) }
    }

    /// Reads an attribute.
    pub(crate) fn attr(&mut self) -> Parse<Attr> {
        self.nested(Parser::attr_inner)
    }

    fn attr_inner(&mut self) -> Parse<Attr> {
        let start = self.token_start();
        match self.byte(start) {
            b'[' => self.array(),
            b'{' => self.dict(),
            b'"' => {
                let value = self.string()?;
                let ty = self.colon_type()?;
                self.intern_attr(AttrKind::String { value, ty }, start)
            }
            b'@' => self.symbol_ref(),
            b'#' => self.dialect_attr(),
            b'-' | b'0'..=b'9' => self.number_attr(),
            byte if byte.is_ascii_alphabetic() => self.word_attr(start),
            _ => match self.optional_type()? {
                Some(ty) => self.intern_attr(AttrKind::Type(ty), start),
                None => self.unexpected("an attribute"),
            },
        }
    }

    /// Reads an attribute that begins with a word: a builtin one, or else a type.
    fn word_attr(&mut self, start: usize) -> Parse<Attr> {
        let word = self.peek_name();
        let after = start + word.len();
        match word {
            "true" | "false" => {
                self.at = after;
                let value = self.module.ctx.bool(word == "true");
                self.bool_type(value)
            }
            "unit" => {
                self.at = after;
                Ok(self.module.ctx.unit())
            }
            "affine_map" => self.affine_map(),
            "affine_set" => self.affine_set(),
            "array" => self.dense_array(),
            "dense" => self.dense(),
            "dense_resource" => self.dense_resource(),
            "distinct" => self.distinct(),
            "loc" => self.loc(),
            "sparse" => self.sparse(),
            "strided" => self.strided(),
            _ => match self.optional_type()? {
                Some(ty) => self.intern_attr(AttrKind::Type(ty), start),
                None => self.unknown_attr(word),
            },
        }
    }

    /// Reads the optional type of a bool: `true : i1` equals `true`.
    fn bool_type(&mut self, value: Attr) -> Parse<Attr> {
        let at = self.at;
        match self.colon_type()? {
            Some(ty) if !ir::dense::is_bool(&self.module.ctx, ty) => {
                let shown = ir::print::type_to_string(&self.module, ty);
                let message = format!("`true` and `false` have the type `i1`, not `{shown}`");
                self.fail_span(code::ATTRIBUTE, at, self.at, message)
            }
            _ => Ok(value),
        }
    }

    fn unknown_attr<T>(&mut self, word: &str) -> Parse<T> {
        let Some(near) = nearest(word, WORDS.iter().copied()) else {
            return self.unexpected("an attribute");
        };
        let message = format!("unknown attribute `{word}`");
        self.fail_near(code::ATTRIBUTE, self.at, self.at + word.len(), message, Some(near))
    }

    /// Reads `: type` if it is at the position. `::` does not begin a type.
    pub(crate) fn colon_type(&mut self) -> Parse<Option<Type>> {
        if self.peek() != b':' || self.byte(self.at + 1) == b':' {
            return Ok(None);
        }
        self.at += 1;
        self.ty().map(Some)
    }

    /// Reads `[a, b]`.
    fn array(&mut self) -> Parse<Attr> {
        let start = self.at;
        let open = self.open(b'[', "")?;
        if self.is_dim_entry() {
            return self.dim_entries(start, open);
        }
        let attrs = self.bracketed(open, " or `,` in a list of attributes", |parser, index| {
            parser.located(|| PathStep::Element(index), Parser::list_item)
        })?;
        let list = self.module.ctx.array(&attrs);
        self.check_depth(list, start)
    }

    /// Returns `true` before an entry such as `d0: 8`.
    fn is_dim_entry(&mut self) -> bool {
        let word = self.peek_name();
        let number = word.strip_prefix('d').unwrap_or_default();
        let is_dim = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_dim && self.text[self.at + word.len()..].trim_start().starts_with(':')
    }

    /// Reads `d0: 8, d1: 4]`, a dictionary in the words of the language.
    fn dim_entries(&mut self, start: usize, open: usize) -> Parse<Attr> {
        let mut known = FxHashSet::default();
        let entries = self.bracketed(open, " or `,` in a list of dims", |parser, _| {
            if !parser.is_dim_entry() {
                return parser.unexpected("a dim and its length, such as `d0: 8`");
            }
            let word = parser.peek_name();
            let at = parser.at;
            parser.at += word.len();
            if !known.insert(word) {
                let message = format!("duplicate dim `{word}`");
                return parser.fail_span(code::ATTRIBUTE, at, parser.at, message);
            }
            parser.expect(b':', " after the dim")?;
            let name = parser.module.ctx.name(word);
            Ok((name, parser.list_item()?))
        })?;
        let dict = self.module.ctx.dict(entries);
        self.check_depth(dict, start)
    }

    /// Reads an attribute of a list, which is often an `i64` without its type.
    fn list_item(&mut self) -> Parse<Attr> {
        if let b'-' | b'0'..=b'9' = self.peek()
            && self.depth < MAX_DEPTH
            && let Some((value, end)) = plain_integer(self.text, self.at)
        {
            self.at = end;
            return Ok(self.module.ctx.int(value));
        }
        self.attr()
    }

    /// Reads `{a = 1, b}`.
    pub(crate) fn dict(&mut self) -> Parse<Attr> {
        let start = self.token_start();
        let place = match self.is_recording() {
            true => None,
            false => self.dict_texts.find_slot(self.text, start, start, brace_len),
        };
        if let Some(place) = &place
            && let Some(dict) = self.dict_texts.get(self.text, place)
        {
            self.at = place.end;
            return Ok(dict);
        }
        let entries = self.dict_entries(&[])?;
        let dict = self.module.ctx.dict(entries);
        self.check_depth(dict, start)?;
        self.dict_texts.put(place, self.at, dict);
        Ok(dict)
    }

    /// Reads `{a = 1, b = WORD}`. The attributes of `words` may be bare words.
    pub(super) fn dict_entries(&mut self, words: &[WordAttr]) -> Parse<Vec<(Name, Attr)>> {
        let open = self.open(b'{', "")?;
        let mut entries = Vec::new();
        let mut keys = Keys::default();
        self.bracketed(open, " or `,` in a dictionary", |parser, _| {
            let at = parser.token_start();
            let key = parser.name_or_string("the name of an attribute")?;
            let name = parser.module.ctx.name(&key);
            if !keys.insert(name, &entries) {
                let message = format!("duplicate attribute `{key}` in this dictionary");
                return parser.fail_span(code::ATTRIBUTE, at, parser.at, message);
            }
            entries.push((name, parser.entry_value(&key, at, words)?));
            Ok(())
        })?;
        Ok(entries)
    }

    /// Reads the value of the entry whose key begins at `at` and has just been read.
    fn entry_value(&mut self, key: &str, at: usize, words: &[WordAttr]) -> Parse<Attr> {
        if self.is_recording() {
            self.mark(&[PathStep::Attr(key.into()), PathStep::Key], at, self.at);
        }
        if !self.eat(b'=') {
            return Ok(self.module.ctx.unit());
        }
        let words = words.iter().find(|words| words.key == key);
        self.located(
            || PathStep::Attr(key.into()),
            |parser| match words {
                Some(words) => parser.word_or_attr(words),
                None => parser.attr(),
            },
        )
    }

    /// Reads `@root::@nested`.
    fn symbol_ref(&mut self) -> Parse<Attr> {
        let start = self.at;
        let root = self.symbol()?;
        let root = self.module.ctx.name(&root);
        let mut nested = Vec::new();
        while self.peek() == b':' && self.byte(self.at + 1) == b':' {
            self.at += 2;
            let name = self.symbol()?;
            nested.push(self.module.ctx.name(&name));
        }
        self.intern_attr(AttrKind::Symbol { root, nested: nested.into() }, start)
    }

    /// Reads `#dialect.name<...>`, `#dialect<...>` or an alias.
    fn dialect_attr(&mut self) -> Parse<Attr> {
        let start = self.at;
        let name = self.suffix("an attribute")?;
        if self.is_alias(name) {
            return match self.module.aliases.get(&self.text[start..self.at]) {
                Some(&Alias::Attr(attr)) => {
                    self.mark_alias(&self.text[start..self.at]);
                    Ok(attr)
                }
                _ => self.undefined_alias(start),
            };
        }
        if let Some(own) = name.strip_prefix("layout.") {
            return self.layout_attr(own, start);
        }
        let text = self.dialect_text(name)?;
        let ty = self.colon_type()?;
        self.intern_attr(AttrKind::Dialect { text: Box::new(text), ty }, start)
    }

    /// Reads `strided<[8, 1], offset: 4>`.
    fn strided(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("strided")?;
        let open = self.open(b'<', " after `strided`")?;
        let list = self.open(b'[', " before the strides")?;
        let strides = self.bracketed(list, " or `,` in a list of strides", |parser, _| {
            let at = parser.token_start();
            let stride = parser.dynamic_int("a stride")?;
            if stride == Some(0) {
                let message = "a stride of `strided` must not be 0";
                return parser.fail_span(code::ATTRIBUTE, at, parser.at, message);
            }
            Ok(stride)
        })?;
        let mut offset = Some(0);
        if self.eat(b',') {
            self.expect_word("offset")?;
            self.expect(b':', " after `offset`")?;
            offset = self.dynamic_int("an offset")?;
        }
        self.close(open, "")?;
        self.intern_attr(AttrKind::Strided(StridedAttr::new(&strides, offset)), start)
    }

    fn dynamic_int(&mut self, what: &str) -> Parse<Option<i64>> {
        if self.eat(b'?') {
            return Ok(None);
        }
        let at = self.token_start();
        match self.signed(what)? {
            // MLIR stores `?` as this number.
            i64::MIN => self.fail_span(
                code::NUMBER,
                at,
                self.at,
                format!("{what} must be greater than -2^63"),
            ),
            number => Ok(Some(number)),
        }
    }

    /// Reads `distinct[0]<attr>`.
    fn distinct(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("distinct")?;
        let open = self.open(b'[', "")?;
        let id = self.unsigned("the number of a distinct attribute")?;
        self.close(open, "")?;
        let open = self.open(b'<', "")?;
        let inner = if self.peek() == b'>' { self.module.ctx.unit() } else { self.attr()? };
        self.close(open, "")?;
        self.intern_attr(AttrKind::Distinct { id, inner }, start)
    }

    /// Reads `dense_resource<key> : type`.
    fn dense_resource(&mut self) -> Parse<Attr> {
        let start = self.at;
        self.expect_word("dense_resource")?;
        let open = self.open(b'<', "")?;
        let key = self.name_or_string("the key of a resource")?;
        self.close(open, "")?;
        self.expect(b':', " before the type of the resource")?;
        let ty = self.ty()?;
        if !matches!(
            self.module.ctx.kind(ty),
            TypeKind::Tensor { .. } | TypeKind::Vector { .. } | TypeKind::MemRef { .. }
        ) {
            return self.fail(
                code::ATTRIBUTE,
                start,
                "the type of a resource must be a tensor, vector or memref type",
            );
        }
        let key = self.module.ctx.name(&key);
        self.intern_attr(AttrKind::DenseResource { key, ty }, start)
    }

    /// Reads `loc(...)`.
    pub(crate) fn loc(&mut self) -> Parse<Attr> {
        self.expect_word("loc")?;
        let open = self.open(b'(', " after `loc`")?;
        let loc = self.inner_loc()?;
        self.close(open, " after a location")?;
        Ok(loc)
    }

    fn inner_loc(&mut self) -> Parse<Attr> {
        self.nested(|parser| {
            let start = parser.token_start();
            let kind = match parser.byte(start) {
                b'#' => return parser.loc_alias(),
                b'"' => parser.named_loc()?,
                _ => match parser.name() {
                    Some("unknown") => LocKind::Unknown,
                    Some("callsite") => parser.call_site()?,
                    Some("fused") => return parser.fused(start),
                    word => {
                        let near = nearest(word.unwrap_or(""), ["unknown", "callsite", "fused"]);
                        parser.at = start;
                        return parser.unknown_location(near);
                    }
                },
            };
            parser.intern_attr(AttrKind::Loc(Box::new(kind)), start)
        })
    }

    fn unknown_location<T>(&mut self, near: Option<&str>) -> Parse<T> {
        let found = self.peek_name();
        let span = self.span(self.at, self.at + found.len());
        let forms = "a location is `unknown`, `\"file\":line:column`, `\"name\"`, `callsite(...)` or `fused[...]`";
        if found.is_empty() {
            return self.unexpected("a location");
        }
        let diag =
            Diag::error(code::ATTRIBUTE, span, format!("invalid location `{}`", clip(found)));
        Err(self.push(diag.note(forms).did_you_mean(span, near)))
    }

    fn loc_alias(&mut self) -> Parse<Attr> {
        let at = self.at;
        let loc = self.dialect_attr()?;
        match self.module.ctx.attr_kind(loc) {
            AttrKind::Loc(_) | AttrKind::Dialect { .. } => Ok(loc),
            _ => {
                let message = format!("invalid location `{}`", clip(&self.text[at..self.at]));
                self.fail_span(code::ATTRIBUTE, at, self.at, message)
            }
        }
    }

    fn named_loc(&mut self) -> Parse<LocKind> {
        let name = self.string()?;
        if self.eat(b':') {
            let line = self.line_number("a line")?;
            self.expect(b':', " between line and column")?;
            let column = self.line_number("a column")?;
            let end = self.range_end(line)?.filter(|&end| end != (line, column));
            return Ok(LocKind::File { file: name, line, column, end });
        }
        let child = if let Some(open) = self.open_if(b'(') {
            let child = self.inner_loc()?;
            self.close(open, " after a location")?;
            Some(child)
        } else {
            None
        };
        Ok(LocKind::Name { name, child })
    }

    /// Reads `to line:col` or `to :col`, the end of a range that begins in `line`, if present.
    fn range_end(&mut self, line: u32) -> Parse<Option<(u32, u32)>> {
        if self.peek() != b't' || self.peek_name() != "to" {
            return Ok(None);
        }
        self.at += "to".len();
        let line = if self.peek() == b':' { line } else { self.line_number("a line")? };
        self.expect(b':', " between line and column")?;
        Ok(Some((line, self.line_number("a column")?)))
    }

    fn line_number(&mut self, what: &str) -> Parse<u32> {
        let at = self.token_start();
        let number = self.unsigned(what)?;
        u32::try_from(number).or_else(|_| {
            let message = format!("{what} must be less than 2^32, but is {number}");
            self.fail_span(code::NUMBER, at, self.at, message)
        })
    }

    fn call_site(&mut self) -> Parse<LocKind> {
        let open = self.open(b'(', " after `callsite`")?;
        let callee = self.inner_loc()?;
        self.expect_word("at")?;
        let caller = self.inner_loc()?;
        self.close(open, " after a location")?;
        Ok(LocKind::CallSite { callee, caller })
    }

    fn fused_loc(&mut self, metadata: Option<Attr>, locs: &[Attr], start: usize) -> Parse<Attr> {
        let ctx = &self.module.ctx;
        let parts = locs.iter().map(|&loc| match ctx.as_loc(loc) {
            Some(LocKind::Fused { metadata: own, locs }) if *own == metadata => locs.len(),
            _ => 0,
        });
        let opened = parts.sum();
        self.afford_fused(opened, start)?;
        Ok(self.module.ctx.fused_loc(metadata, locs))
    }

    fn fused(&mut self, start: usize) -> Parse<Attr> {
        let mut metadata = None;
        if let Some(open) = self.open_if(b'<') {
            metadata = Some(self.attr()?);
            self.close(open, " after the metadata of a location")?;
        }
        let open = self.open(b'[', " before the parts of a location")?;
        let context = " or `,` in a list of locations";
        let locs = self.bracketed(open, context, |parser, _| parser.inner_loc())?;
        let loc = self.fused_loc(metadata, &locs, start)?;
        self.check_depth(loc, start)
    }
}

/// The keys of a dictionary while it is read. Short dictionaries need no hash set.
#[derive(Default)]
struct Keys {
    many: FxHashSet<Name>,
}

impl Keys {
    const FEW: usize = 16;

    /// Inserts a key. Returns `false` if `entries`, which were inserted before, already has it.
    fn insert(&mut self, key: Name, entries: &[(Name, Attr)]) -> bool {
        if entries.len() < Keys::FEW {
            return entries.iter().all(|entry| entry.0 != key);
        }
        if self.many.is_empty() {
            self.many.extend(entries.iter().map(|entry| entry.0));
        }
        self.many.insert(key)
    }
}
