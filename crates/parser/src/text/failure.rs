//! Error reporting.

use super::bytes::{clip, is_suffix_byte};
use super::skip::line_of_fault;
use crate::state::{Parse, Parser};
use ir::diag::{Code, Diag, code};
use ir::source::Span;

impl Parser<'_> {
    /// Returns the span of a text range, without surrounding blanks and extended to whole characters.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let mut start = start.min(self.text.len());
        let mut end = end.min(self.text.len());
        let part = &self.bytes()[start..end.max(start)];
        if !part.trim_ascii().is_empty() {
            end = start + part.trim_ascii_end().len();
            start = end - part.trim_ascii().len();
        }
        while !self.text.is_char_boundary(start) {
            start -= 1;
        }
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Span::new(self.base + start as u32, self.base + end as u32)
    }

    pub(crate) fn fail_span<T>(
        &mut self,
        code: Code,
        start: usize,
        end: usize,
        message: impl Into<String>,
    ) -> Parse<T> {
        let span = self.span(start, end);
        Err(self.push(Diag::error(code, span, message)))
    }

    /// Fails at a text range, and suggests the text that would be right there, if a similar one is known.
    pub(crate) fn fail_near<T>(
        &mut self,
        code: Code,
        start: usize,
        end: usize,
        message: impl Into<String>,
        near: Option<&str>,
    ) -> Parse<T> {
        let span = self.span(start, end);
        Err(self.push(Diag::error(code, span, message).did_you_mean(span, near)))
    }

    pub(crate) fn fail<T>(
        &mut self,
        code: Code,
        at: usize,
        message: impl Into<String>,
    ) -> Parse<T> {
        self.fail_span(code, at, at + 1, message)
    }

    /// Fails with the expected construct, and the token found or the end of the line.
    pub(crate) fn unexpected<T>(&mut self, expected: &str) -> Parse<T> {
        let diag = self.misfit(expected);
        Err(self.push(diag))
    }

    /// Fails with the expected construct and the token at the position.
    pub(crate) fn unexpected_here<T>(&mut self, expected: &str) -> Parse<T> {
        let diag = self.misfit_here(expected);
        Err(self.push(diag))
    }

    /// Returns the diagnostic for an expected construct, with the token found or the end of the line.
    pub(super) fn misfit(&mut self, expected: &str) -> Diag {
        self.skip();
        let place = line_of_fault(self.bytes(), self.at);
        if place == self.at {
            return self.misfit_here(expected);
        }
        let end = if self.at >= self.text.len() { "text" } else { "line" };
        let message = format!("expected {expected}, found the end of the {end}");
        Diag::error(code::SYNTAX, self.span(place, place), message)
    }

    /// Returns the diagnostic for an expected construct, with the token at the position.
    fn misfit_here(&mut self, expected: &str) -> Diag {
        let start = self.at;
        let found = self.found();
        let byte = self.byte(start);
        if start < self.text.len() && (byte < b' ' || byte == 0x7f) {
            return self.control_character(start);
        }
        let len = found.len().max(1);
        let shown = if found.is_empty() {
            "the end of the text".to_owned()
        } else {
            format!("`{}`", clip(&found))
        };
        let span = self.span(start, start + len);
        let diag = Diag::error(code::SYNTAX, span, format!("expected {expected}, found {shown}"));
        let comment = self.text[start..].starts_with("/*");
        if comment { diag.note("a comment begins with `//`") } else { diag }
    }

    pub(super) fn control_character(&self, at: usize) -> Diag {
        let byte = self.byte(at);
        let message =
            format!("control character U+{byte:04X} is allowed only in strings, as `\\{byte:02X}`");
        Diag::error(code::ENCODING, self.span(at, at + 1), message)
    }

    /// Returns the token at the position, for messages.
    fn found(&mut self) -> String {
        let start = self.at;
        let name = self.name_at(start);
        let len = match self.byte(start) {
            _ if !name.is_empty() => name.len(),
            b'-' if self.byte(start + 1) == b'>' => 2,
            b':' if self.byte(start + 1) == b':' => 2,
            b'%' | b'^' | b'#' | b'!' | b'@' => {
                1 + self.bytes()[start + 1..]
                    .iter()
                    .take_while(|&&byte| is_suffix_byte(byte))
                    .count()
            }
            byte if byte.is_ascii_digit() => {
                self.bytes()[start..].iter().take_while(|byte| byte.is_ascii_digit()).count()
            }
            _ => self.text[start..].chars().next().map_or(0, char::len_utf8),
        };
        self.text[start..start + len].to_owned()
    }
}
