//! Attributes in custom forms: words of enumerations and flags, mixed lists, and successors with their operands.

use super::form_state::FormState;
use crate::scopes::Use;
use crate::state::{Parse, Parser};
use crate::text::clip;
use ir::attrs::{Attr, AttrKind, IntValue};
use ir::diag::{Diag, code};
use ir::registry::{DYNAMIC, EnumWords, FlagWords, NO_FLAGS, WordAttr};
use ir::source::PathStep;
use ir::types::{DialectText, Piece, Type};

/// A list of static integers, with a marker for each dynamic one, and the operands of the dynamic ones.
pub(super) struct MixedList {
    pub(super) list: Vec<i64>,
    pub(super) uses: Vec<Use>,
}

/// Uses of values with their types.
#[derive(Default)]
pub(super) struct TypedUses {
    pub(super) uses: Vec<Use>,
    pub(super) types: Vec<Type>,
}

impl Parser<'_> {
    /// Reads a word of an enumeration. `None` if it is optional and absent.
    pub(super) fn enum_word(&mut self, words: &EnumWords) -> Parse<Option<Attr>> {
        let word = self.peek_name();
        let Some(place) = words.words.iter().position(|known| *known == word) else {
            if words.is_optional && word.is_empty() {
                return Ok(None);
            }
            return self.unknown_word(words.what, words.words);
        };
        self.at += word.len();
        let ty = self.module.ctx.int_type(words.width);
        let value = IntValue::Small(place as i64);
        Ok(Some(self.module.ctx.attr(AttrKind::Integer { value, ty })))
    }

    /// Reads `keyword<a, b>`, which may be absent.
    pub(super) fn flag_words(&mut self, words: &FlagWords) -> Parse<Attr> {
        let mut chosen = vec![NO_FLAGS];
        if self.eat_word(words.keyword) {
            self.expect(b'<', " before flags")?;
            chosen = vec![self.flag(words)?];
            while self.eat(b',') {
                chosen.push(self.flag(words)?);
            }
            self.expect(b'>', " or `,` in a list of flags")?;
        } else if !self.peek_name().is_empty() {
            let keyword = words.keyword;
            return self.unknown_word(&format!("`{keyword}<...>` or `:`"), &[keyword]);
        }
        let body = words.canonical(chosen).unwrap_or_default();
        Ok(self.text_attr(words.dialect, body))
    }

    /// Returns the attribute `#dialect.body`.
    pub(super) fn text_attr(&mut self, dialect: &str, body: String) -> Attr {
        let body = [Piece::Text(body.into())].into();
        let text = DialectText { dialect: self.module.ctx.name(dialect), body };
        self.module.ctx.attr(AttrKind::Dialect { text: text.into(), ty: None })
    }

    /// Reads `{key = value}`, which may be absent, with bare words for some attributes.
    pub(super) fn word_dict(&mut self, words: &[WordAttr], state: &mut FormState) -> Parse<()> {
        if self.peek() == b'{' {
            state.entries.extend(self.dict_entries(words)?);
        }
        Ok(())
    }

    /// Reads a bare word of an attribute, or the attribute itself.
    pub(super) fn word_or_attr(&mut self, words: &WordAttr) -> Parse<Attr> {
        let word = self.peek_name();
        if word.is_empty() {
            return self.attr();
        }
        if !words.words.contains(&word) {
            return self.unknown_word(&format!("a value of `{}`", words.key), words.words);
        }
        self.at += word.len();
        Ok(self.text_attr(words.dialect, words.body(word)))
    }

    fn flag(&mut self, words: &FlagWords) -> Parse<&'static str> {
        let word = self.peek_name();
        let known = words.words.iter().copied().chain(words.all).chain([NO_FLAGS]);
        let known: Vec<&'static str> = known.collect();
        match known.iter().find(|known| **known == word) {
            Some(found) => {
                self.at += word.len();
                Ok(found)
            }
            None => self.unknown_word(&format!("a flag of `{}`", words.keyword), &known),
        }
    }

    /// Reads `[%a, 0, 2]`: static integers and dynamic operands, numbered from `first`.
    pub(super) fn mixed_list(&mut self, open: u8, first: usize) -> Parse<MixedList> {
        let mut uses = Vec::new();
        let open = self.open(open, " before integers or values")?;
        let context = " or `,` in a list of integers or values";
        let list = self.bracketed(open, context, |parser, _| {
            if parser.peek() == b'%' {
                uses.push(parser.operand_use(first + uses.len())?);
                return Ok(DYNAMIC);
            }
            parser.static_integer()
        })?;
        Ok(MixedList { list, uses })
    }

    fn static_integer(&mut self) -> Parse<i64> {
        let at = self.token_start();
        if !self.byte(at).is_ascii_digit() && self.byte(at) != b'-' {
            return self.unexpected("an integer or a value such as `%0`");
        }
        match self.signed("the integer")? {
            DYNAMIC => {
                let message = format!("the integer {DYNAMIC} is reserved for dynamic values");
                self.fail_span(code::NUMBER, at, self.at, message)
            }
            value => Ok(value),
        }
    }

    /// Reads `^block(%a, %b : types)`, the successor `index`, whose operands are numbered from `first`.
    pub(super) fn successor(&mut self, state: &mut FormState, first: usize) -> Parse<TypedUses> {
        let index = state.successors.len();
        let region = state.place.region;
        let block = self.located(|| PathStep::Successor(index), |it| it.block_use(region))?;
        state.successors.push(block);
        if !self.eat(b'(') {
            return Ok(TypedUses::default());
        }
        let passed = self.typed_uses(first)?;
        self.expect(b')', " after the operands of a block")?;
        Ok(passed)
    }

    /// Reads `%a, %b : type, type`, operands numbered from `first`.
    pub(super) fn typed_uses(&mut self, first: usize) -> Parse<TypedUses> {
        let uses = self.use_list(first)?;
        self.expect(b':', " before the types of the operands")?;
        let at = self.token_start();
        let types = self.bare_types(first, PathStep::Input)?;
        self.same_count(at, self.at, uses.len(), types.len())?;
        Ok(TypedUses { uses, types })
    }

    /// Reports an unknown word, and suggests a similar one of `words`.
    pub(super) fn unknown_word<T>(&mut self, what: &str, words: &[&str]) -> Parse<T> {
        let found = self.peek_name();
        if found.is_empty() {
            return self.unexpected(what);
        }
        let span = self.span(self.at, self.at + found.len());
        let near = self.near(found, words.iter().copied());
        let message = format!("expected {what}, found `{}`", clip(found));
        let diag = Diag::error(code::SYNTAX, span, message);
        let diag = match near {
            Some(_) => diag.did_you_mean(span, near),
            None if words.len() > 1 => {
                diag.note(format!("expected one of `{}`", words.join("`, `")))
            }
            None => diag,
        };
        Err(self.push(diag))
    }
}
