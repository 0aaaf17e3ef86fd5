//! Brackets, and the report of an unclosed bracket.
//!
//! The error is at the first token that cannot be inside of the bracket, and a label marks the opening bracket.

use super::skip::{CodeBytes, closer};
use crate::state::{Failed, Parse, Parser};
use ir::diag::{Diag, code};

/// Returns `true` if the bracket at `open` has a partner within `far` bytes, and all brackets between them match.
fn is_closed(bytes: &[u8], open: usize, far: usize) -> bool {
    // Outside of angle brackets, `<` and `>` may be parts of other tokens.
    let is_angled = bytes[open] == b'<';
    let mut brackets = Vec::new();
    let mut code = CodeBytes::new(&bytes[..bytes.len().min(open.saturating_add(far))], open);
    while let Some((at, byte)) = code.next() {
        match byte {
            b'-' if bytes.get(at + 1) == Some(&b'>') => code.at += 1,
            b'<' | b'>' if bytes.get(at + 1) == Some(&b'=') => code.at += 1,
            b'(' | b'[' | b'{' => brackets.push(closer(byte)),
            b'<' if is_angled => brackets.push(b'>'),
            b')' | b']' | b'}' | b'>' if byte != b'>' || is_angled => {
                if brackets.pop() != Some(byte) {
                    return false;
                }
                if brackets.is_empty() {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Returns the innermost bracket in `text` that is open at its end; `None` if there is none.
fn innermost_open(text: &[u8]) -> Option<usize> {
    let mut open = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'>' if at > 0 && matches!(text[at - 1], b'-' | b'=') => {}
            b'<' | b'(' | b'[' | b'{' => open.push(at),
            b'>' | b')' | b']' | b'}' => _ = open.pop(),
            _ => {}
        }
    }
    open.pop()
}

impl Parser<'_> {
    /// Fails like [`unexpected`](Self::unexpected) in a text that began at `start`. If the error is inside an unclosed
    /// bracket, a label marks the bracket.
    pub(crate) fn unexpected_since<T>(&mut self, start: usize, expected: &str) -> Parse<T> {
        let diag = self.misfit(expected);
        let end = self.at.min(self.bytes().len());
        let open = innermost_open(&self.bytes()[start..end]).map(|at| start + at);
        if let Some(open) = open {
            let far = self.afford_search();
            if !is_closed(self.bytes(), open, far) {
                return Err(self.push_unclosed(open, diag));
            }
        }
        Err(self.push(diag))
    }

    /// Consumes an opening bracket, and returns its position.
    pub(crate) fn open(&mut self, bracket: u8, context: &str) -> Parse<usize> {
        self.expect(bracket, context)?;
        Ok(self.at - 1)
    }

    /// Consumes an opening bracket if it is the next byte, and returns its position.
    pub(crate) fn open_if(&mut self, bracket: u8) -> Option<usize> {
        self.eat(bracket).then(|| self.at - 1)
    }

    /// Consumes the partner of the bracket at `open` if it is the next byte. Returns `true` if it was.
    pub(crate) fn eat_close(&mut self, open: usize) -> bool {
        self.eat(closer(self.byte(open)))
    }

    /// Consumes the partner of the bracket that opens at `open`.
    pub(crate) fn close(&mut self, open: usize, context: &str) -> Parse<()> {
        if self.eat_close(open) {
            return Ok(());
        }
        let wanted = format!("`{}`{context}", char::from(closer(self.byte(open))));
        let diag = self.misfit(&wanted);
        // In a list that lacks a comma, the bracket is closed further on.
        let far = self.afford_search();
        Err(match is_closed(self.bytes(), open, far) {
            true => self.push(diag),
            false => self.push_unclosed(open, diag),
        })
    }

    /// Reads items with commas between them. `item` receives the number of items before it.
    pub(crate) fn separated<T>(
        &mut self,
        mut item: impl FnMut(&mut Self, usize) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        let mut items = Vec::new();
        loop {
            items.push(item(self, items.len())?);
            if !self.eat(b',') {
                return Ok(items);
            }
        }
    }

    /// Reads items with commas between them, or none, and the partner of the bracket that opens at `open`.
    pub(crate) fn bracketed<T>(
        &mut self,
        open: usize,
        context: &str,
        item: impl FnMut(&mut Self, usize) -> Parse<T>,
    ) -> Parse<Vec<T>> {
        if self.eat_close(open) {
            return Ok(Vec::new());
        }
        let items = self.separated(item)?;
        self.close(open, context)?;
        Ok(items)
    }

    /// Reports an error inside the unclosed bracket that opens at `open`.
    fn push_unclosed(&mut self, open: usize, diag: Diag) -> Failed {
        let label = format!("this `{}` is not closed", char::from(self.byte(open)));
        let span = self.span(open, open + 1);
        self.push(diag.also(span, label))
    }

    /// Returns the end of the bracket that opens at `start`, after its partner. Strings inside are skipped.
    pub(crate) fn bracket_end(&mut self, start: usize) -> Parse<usize> {
        let bytes = self.bytes();
        let mut open: Vec<usize> = Vec::new();
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => at = self.string_end(at)? - 1,
                b'-' if bytes.get(at + 1) == Some(&b'>') => at += 1,
                b'<' | b'(' | b'[' | b'{' => open.push(at),
                b'>' | b')' | b']' | b'}' => match open.pop() {
                    Some(from) if closer(bytes[from]) != byte => return self.mismatched(from, at),
                    _ if open.is_empty() => return Ok(at + 1),
                    _ => {}
                },
                b'\t' | b'\n' | b'\r' => {}
                0..b' ' | 0x7f => {
                    let diag = self.control_character(at);
                    return Err(self.push(diag));
                }
                _ => {}
            }
            at += 1;
        }
        let bracket = char::from(bytes[start]);
        self.fail(code::SYNTAX, start, format!("unclosed `{bracket}`"))
    }

    /// Fails at a closing bracket that does not match the innermost open one.
    fn mismatched<T>(&mut self, open: usize, at: usize) -> Parse<T> {
        let message = format!("unmatched `{}`", char::from(self.byte(at)));
        let diag = Diag::error(code::SYNTAX, self.span(at, at + 1), message);
        Err(self.push_unclosed(open, diag))
    }
}
