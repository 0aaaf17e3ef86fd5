//! The cursor: a position in the text, and the tokens of MLIR, read directly from the bytes.
//!
//! There is no separate lexer: each `eat` skips white space and comments, tests a byte or two, and advances. An error
//! is reported where it is found and propagates as [`crate::state::Failed`].

use super::bytes::{clip, hex_digit, is_name_byte, is_name_start, is_suffix_byte, plain_len};
use crate::state::{Parse, Parser};
use ir::diag::{code, nearest};
use std::borrow::Cow;

/// A number literal: its range and its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: NumberKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberKind {
    Decimal,
    Hex,
    Float,
}

impl NumberKind {
    /// Returns the value of a literal. `None` for floats, and if it does not fit 64 bits.
    pub(crate) fn value(self, text: &str) -> Option<u64> {
        match self {
            NumberKind::Decimal => text.parse().ok(),
            NumberKind::Hex => u64::from_str_radix(&text[2..], 16).ok(),
            NumberKind::Float => None,
        }
    }
}

impl<'a> Parser<'a> {
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.bytes().get(at).copied().unwrap_or(0)
    }

    /// Skips white space and comments.
    pub(crate) fn skip(&mut self) {
        let bytes = self.bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
                b'/' if bytes.get(self.at + 1) == Some(&b'/') => self.skip_line(),
                _ => break,
            }
        }
    }

    fn skip_line(&mut self) {
        let rest = &self.bytes()[self.at..];
        self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    }

    /// Skips white space and comments, and returns the position of the next token.
    pub(crate) fn token_start(&mut self) -> usize {
        self.skip();
        self.at
    }

    /// Returns the next byte after white space and comments, or 0 at the end.
    pub(crate) fn peek(&mut self) -> u8 {
        self.skip();
        self.byte(self.at)
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.skip();
        self.at >= self.text.len()
    }

    pub(crate) fn eat(&mut self, byte: u8) -> bool {
        let hit = self.peek() == byte && self.at < self.text.len();
        self.at += usize::from(hit);
        hit
    }

    pub(crate) fn eat_arrow(&mut self) -> bool {
        let hit = self.peek() == b'-' && self.byte(self.at + 1) == b'>';
        self.at += if hit { 2 } else { 0 };
        hit
    }

    pub(crate) fn expect(&mut self, byte: u8, context: &str) -> Parse<()> {
        if self.eat(byte) {
            Ok(())
        } else {
            self.unexpected(&format!("`{}`{context}", char::from(byte)))
        }
    }

    pub(crate) fn expect_arrow(&mut self) -> Parse<()> {
        if self.eat_arrow() { Ok(()) } else { self.unexpected("`->`") }
    }

    /// Returns the name at the position without advancing; empty if there is none.
    pub(crate) fn peek_name(&mut self) -> &'a str {
        self.skip();
        self.name_at(self.at)
    }

    pub(super) fn name_at(&self, start: usize) -> &'a str {
        let bytes = self.bytes();
        if !bytes.get(start).copied().is_some_and(is_name_start) {
            return "";
        }
        let len = bytes[start..]
            .iter()
            .position(|&byte| !is_name_byte(byte))
            .unwrap_or(bytes.len() - start);
        &self.text[start..start + len]
    }

    /// Returns the end of the name at a position. The name may begin with a sigil.
    pub(crate) fn name_end(&self, start: usize) -> usize {
        let bytes = self.bytes().get(start + 1..).unwrap_or_default();
        start + 1 + bytes.iter().take_while(|&&byte| is_suffix_byte(byte)).count()
    }

    pub(crate) fn name(&mut self) -> Option<&'a str> {
        let name = self.peek_name();
        self.at += name.len();
        (!name.is_empty()).then_some(name)
    }

    pub(crate) fn eat_word(&mut self, word: &str) -> bool {
        let hit = self.peek_name() == word;
        self.at += if hit { word.len() } else { 0 };
        hit
    }

    pub(crate) fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.eat_word(word) {
            return Ok(());
        }
        let found = self.peek_name();
        if nearest(found, [word]).is_none() {
            return self.unexpected(&format!("`{word}`"));
        }
        let message = format!("expected `{word}`, found `{}`", clip(found));
        let end = self.at + found.len();
        self.fail_near(code::SYNTAX, self.at, end, message, Some(word))
    }

    /// Reads the name after the sigil at the position: digits, or letters, digits and `$._-`.
    pub(crate) fn suffix(&mut self, what: &str) -> Parse<&'a str> {
        let start = self.at + 1;
        let rest = self.bytes().get(start..).unwrap_or_default().iter();
        let len = if self.byte(start).is_ascii_digit() {
            rest.take_while(|byte| byte.is_ascii_digit()).count()
        } else {
            rest.take_while(|&&byte| is_suffix_byte(byte)).count()
        };
        if len == 0 {
            let sigil = char::from(self.byte(self.at));
            return self.fail(
                code::SYNTAX,
                start,
                format!("expected the name of {what} after `{sigil}`"),
            );
        }
        self.at = start + len;
        Ok(&self.text[start..start + len])
    }

    /// Returns the decimal at a position, and the position after it. `None` if it has leading zeros, or so many digits
    /// that it could exceed 2^31.
    pub(crate) fn short_number(&self, start: usize) -> Option<(u32, usize)> {
        const LONGEST: usize = 9;
        let rest = self.bytes().get(start..)?;
        let mut value = 0u32;
        let mut len = 0;
        while let Some(digit @ b'0'..=b'9') = rest.get(len) {
            if len == LONGEST {
                return None;
            }
            value = value * 10 + u32::from(digit - b'0');
            len += 1;
        }
        let is_canonical = len == 1 || (len > 1 && rest[0] != b'0');
        is_canonical.then_some((value, start + len))
    }

    /// Reads a number literal without a sign.
    pub(crate) fn number(&mut self) -> Option<Number> {
        self.skip();
        let start = self.at;
        let bytes = self.bytes();
        let digits = |from: usize, fits: fn(&u8) -> bool| {
            bytes[from.min(bytes.len())..].iter().take_while(|byte| fits(byte)).count()
        };
        let whole = digits(start, u8::is_ascii_digit);
        if whole == 0 {
            return None;
        }
        let hex = digits(start + 2, u8::is_ascii_hexdigit);
        if whole == 1 && bytes[start] == b'0' && self.byte(start + 1) == b'x' && hex > 0 {
            self.at = start + 2 + hex;
            return Some(Number { start, end: self.at, kind: NumberKind::Hex });
        }
        self.at = start + whole;
        if self.byte(self.at) != b'.' {
            return Some(Number { start, end: self.at, kind: NumberKind::Decimal });
        }
        self.at += 1;
        self.at += digits(self.at, u8::is_ascii_digit);
        if matches!(self.byte(self.at), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(self.at + 1), b'+' | b'-'));
            let exponent = digits(self.at + 1 + sign, u8::is_ascii_digit);
            self.at += if exponent > 0 { 1 + sign + exponent } else { 0 };
        }
        Some(Number { start, end: self.at, kind: NumberKind::Float })
    }

    /// Reads an unsigned decimal or hexadecimal number that fits `u64`.
    pub(crate) fn unsigned(&mut self, what: &str) -> Parse<u64> {
        let Some(number) = self.number() else { return self.unexpected(what) };
        let text = &self.text[number.start..number.end];
        match number.kind.value(text) {
            Some(value) => Ok(value),
            None => {
                let message = format!("expected {what} below 2^64, found `{}`", clip(text));
                self.fail_number(number, message)
            }
        }
    }

    /// Fails at a number.
    pub(crate) fn fail_number<T>(
        &mut self,
        number: Number,
        message: impl Into<String>,
    ) -> Parse<T> {
        self.fail_span(code::NUMBER, number.start, number.end, message)
    }

    /// Reads a decimal with an optional sign that fits `i64`.
    pub(crate) fn signed(&mut self, what: &str) -> Parse<i64> {
        let negative = self.eat(b'-');
        let start = self.at;
        let value = self.unsigned(what)?;
        let value = if negative { -i128::from(value) } else { value.into() };
        i64::try_from(value).or_else(|_| {
            let message = format!("{what} {value} does not fit 64 bits");
            self.fail_span(code::NUMBER, start, self.at, message)
        })
    }

    /// Returns the end of the string literal that begins at `start`, after its closing quote.
    pub(crate) fn string_end(&mut self, start: usize) -> Parse<usize> {
        let bytes = self.bytes();
        let mut at = start + 1;
        loop {
            at += plain_len(&bytes[at.min(bytes.len())..]);
            match bytes.get(at) {
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') if !matches!(bytes.get(at + 1), Some(b'\n' | b'\r')) => at += 2,
                None | Some(b'\\' | b'\n' | 0x0b | 0x0c | 0) => {
                    return self.fail_span(
                        code::STRING,
                        start,
                        at.min(bytes.len()),
                        "unclosed string literal",
                    );
                }
                Some(_) => at += 1,
            }
        }
    }

    /// Reads a string literal at the position and returns its bytes.
    pub(crate) fn string(&mut self) -> Parse<Box<[u8]>> {
        if self.peek() != b'"' {
            return self.unexpected("a string");
        }
        let start = self.at;
        let end = self.string_end(start)?;
        self.at = end;
        let body = &self.bytes()[start + 1..end - 1];
        if !body.contains(&b'\\') {
            return Ok(body.into());
        }
        self.unescape(body, start + 1)
    }

    pub(crate) fn unescape(&mut self, body: &[u8], start: usize) -> Parse<Box<[u8]>> {
        let mut out = Vec::with_capacity(body.len());
        let mut at = 0;
        while at < body.len() {
            let escape = (body[at] == b'\\').then(|| body.get(at + 1).copied().unwrap_or(0));
            let (byte, len) = match escape {
                None => (body[at], 1),
                Some(byte @ (b'"' | b'\\')) => (byte, 2),
                Some(b'n') => (b'\n', 2),
                Some(b't') => (b'\t', 2),
                Some(high) => {
                    match (hex_digit(high), body.get(at + 2).and_then(|&low| hex_digit(low))) {
                        (Some(high), Some(low)) => (high << 4 | low, 3),
                        _ => {
                            let from = start + at;
                            let to = start + at + 2;
                            return self.fail_span(code::STRING, from, to, "invalid escape: expected `\"`, `\\`, `n`, `t` or two hexadecimal digits after the backslash");
                        }
                    }
                }
            };
            out.push(byte);
            at += len;
        }
        Ok(out.into())
    }

    /// Reads a string literal that must be UTF-8, because it is a name.
    pub(crate) fn utf8_string(&mut self) -> Parse<String> {
        let start = self.at;
        let bytes = self.string()?;
        String::from_utf8(bytes.into())
            .or_else(|_| self.fail_span(code::STRING, start, self.at, "quoted name must be UTF-8"))
    }

    /// Reads a name without quotes, or a string that is not empty.
    pub(crate) fn name_or_string(&mut self, what: &str) -> Parse<Cow<'a, str>> {
        if self.peek() == b'"' {
            let start = self.at;
            let name = self.utf8_string()?;
            if name.is_empty() {
                let message = format!("{what} must not be empty");
                return self.fail_span(code::ATTRIBUTE, start, self.at, message);
            }
            return Ok(Cow::Owned(name));
        }
        match self.name() {
            Some(name) => Ok(Cow::Borrowed(name)),
            None => self.unexpected(what),
        }
    }

    /// Reads `@name` or `@"name"`.
    pub(crate) fn symbol(&mut self) -> Parse<String> {
        if self.peek() != b'@' {
            return self.unexpected("a symbol such as `@x`");
        }
        self.at += 1;
        if self.byte(self.at) == b'"' {
            return self.utf8_string();
        }
        let name = self.name_at(self.at);
        if name.is_empty() {
            return self.fail(code::SYNTAX, self.at, "expected a name or a string after `@`");
        }
        self.at += name.len();
        Ok(name.to_owned())
    }
}
