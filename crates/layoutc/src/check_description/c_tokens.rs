//! The tokens of a text in C or C++, without comments and preprocessor lines.

use indexmap::IndexMap;
use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// A string or a character in quotes.
    Text,
    /// A punctuation mark.
    Mark,
}

/// A token with its bytes in the text.
#[derive(Clone, Debug)]
pub(super) struct Token<'a> {
    /// The kind.
    pub(super) kind: TokenKind,
    /// The text.
    pub(super) text: &'a str,
    /// The bytes in the text.
    pub(super) at: Range<usize>,
}

impl Token<'_> {
    /// Returns `true` if the token is this mark or word.
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text && self.kind != TokenKind::Text
    }

    /// Returns `true` if the token is a name or a keyword.
    pub(super) fn is_word(&self) -> bool {
        self.kind == TokenKind::Word
    }
}

/// The tokens of a text, and its macros.
#[derive(Debug, Default)]
pub(super) struct CTokens<'a> {
    /// The tokens.
    pub(super) tokens: Vec<Token<'a>>,
    /// The tokens of each macro without parameters; none if it is defined differently at several places.
    pub(super) macros: IndexMap<&'a str, Vec<Token<'a>>>,
}

/// The marks of several characters. All other marks have one.
const LONG_MARKS: [&str; 8] = ["->", "::", "<<", ">>", "||", "&&", "|=", "+="];

/// Returns the tokens of a text. The parts of a conditional are all read, but not one below `#if 0`.
pub(super) fn tokens(text: &str) -> CTokens<'_> {
    let mut found = CTokens::default();
    let mut scanner = CScanner { text, at: 0, is_line_start: true };
    while let Some(token) = scanner.token() {
        match token.is("#") && scanner.is_line_start {
            true => scanner.directive(&mut found),
            false => {
                scanner.is_line_start = false;
                found.tokens.push(token);
            }
        }
    }
    found
}

struct CScanner<'a> {
    text: &'a str,
    at: usize,
    /// `true` if only blanks precede the position on its line.
    is_line_start: bool,
}

impl<'a> CScanner<'a> {
    /// Returns the next token, after blanks and comments; `None` at the end.
    fn token(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let (kind, length) = match first {
            '"' | '\'' => (TokenKind::Text, quoted_length(rest, first)),
            _ if first.is_ascii_digit() => (TokenKind::Number, number_length(rest)),
            _ if first.is_alphabetic() || first == '_' => {
                let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
                (TokenKind::Word, end.unwrap_or(rest.len()))
            }
            _ => {
                let long = LONG_MARKS.iter().find(|mark| rest.starts_with(**mark));
                (TokenKind::Mark, long.map_or(first.len_utf8(), |mark| mark.len()))
            }
        };
        let at = self.at..self.at + length;
        self.at = at.end;
        Some(Token { kind, text: &rest[..length], at })
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.is_line_start |= rest[..blank].contains('\n');
            self.at += blank;
            let rest = &rest[blank..];
            let length = if rest.starts_with("//") {
                rest.find('\n')
            } else if let Some(inner) = rest.strip_prefix("/*") {
                inner.find("*/").map(|end| end + 4)
            } else {
                return;
            };
            self.at += length.unwrap_or(rest.len());
        }
    }

    /// Reads a preprocessor line after its `#`, with the lines that continue it.
    fn directive(&mut self, found: &mut CTokens<'a>) {
        let line = self.logical_line();
        let mut inner =
            CScanner { text: &self.text[..line.end], at: line.start, is_line_start: false };
        let word = inner.token().map_or("", |token| token.text);
        match word {
            "define" => {
                let Some(name) = inner.token().filter(Token::is_word) else { return };
                if self.text[name.at.end..].starts_with('(') {
                    return;
                }
                let value: Vec<Token<'a>> = std::iter::from_fn(|| inner.token()).collect();
                let known = found.macros.get(name.text);
                let is_same = known.is_none_or(|known| texts(known).eq(texts(&value)));
                found.macros.insert(name.text, if is_same { value } else { Vec::new() });
            }
            "if" if self.text[inner.at..line.end].trim() == "0" => self.skip_conditional(),
            _ => {}
        }
    }

    /// Returns the bytes up to the end of the line, with the lines that continue it after a backslash, and moves there.
    fn logical_line(&mut self) -> Range<usize> {
        let start = self.at;
        loop {
            let rest = &self.text[self.at..];
            let end = rest.find('\n').unwrap_or(rest.len());
            self.at += end;
            if !rest[..end].trim_end().ends_with('\\') || self.at == self.text.len() {
                self.is_line_start = true;
                return start..self.at;
            }
            self.at += 1;
        }
    }

    /// Skips the lines up to the `#else`, `#elif` or `#endif` of a conditional.
    fn skip_conditional(&mut self) {
        let mut depth = 0usize;
        while self.at < self.text.len() {
            self.at += 1;
            let line = self.logical_line();
            let text = self.text[line].trim_start();
            let Some(directive) = text.strip_prefix('#').map(str::trim_start) else { continue };
            if directive.starts_with("if") {
                depth += 1;
            } else if depth == 0 && directive.starts_with('e') {
                return;
            } else if directive.starts_with("endif") {
                depth = depth.saturating_sub(1);
            }
        }
    }
}

fn texts<'t>(tokens: &'t [Token<'_>]) -> impl Iterator<Item = &'t str> {
    tokens.iter().map(|token| token.text)
}

/// Returns the length of a text in quotes, which ends at least with its line.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == quote => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// Returns the length of a number, with its suffix and the `'` between its digits.
fn number_length(rest: &str) -> usize {
    let end = rest.find(|it: char| !it.is_ascii_alphanumeric() && !matches!(it, '_' | '.' | '\''));
    end.unwrap_or(rest.len())
}

/// Returns the value of an integer literal; `None` if it is none, or does not fit 127 bits.
pub(super) fn integer(text: &str) -> Option<i128> {
    let digits: String = text.chars().filter(|it| *it != '\'').collect();
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L', 'z', 'Z']);
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, &digits[2..]),
        Some("0b" | "0B") => (2, &digits[2..]),
        _ if digits.len() > 1 && digits.starts_with('0') => (8, &digits[1..]),
        _ => (10, digits),
    };
    let is_unsigned = digits.starts_with(|it: char| it.is_ascii_alphanumeric());
    is_unsigned.then(|| i128::from_str_radix(digits, radix).ok())?
}

/// Returns the bytes of some tokens.
pub(super) fn range(tokens: &[Token<'_>]) -> Range<usize> {
    match (tokens.first(), tokens.last()) {
        (Some(first), Some(last)) => first.at.start..last.at.end.max(first.at.end),
        _ => 0..0,
    }
}

/// Returns some tokens as a text, shortened if it is long.
pub(super) fn text(tokens: &[Token<'_>]) -> String {
    let words = tokens.iter().map(|token| token.text);
    let text = words.collect::<Vec<&str>>().join(" ").replace(" . ", ".");
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Returns the parts of tokens between marks outside brackets. A trailing part is empty after a trailing mark.
pub(super) fn split<'t, 'a>(tokens: &'t [Token<'a>], mark: &str) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0usize;
    let parts = tokens.split(|token| {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token.is(mark)
    });
    parts.collect()
}

/// Returns `true` if the tokens are a type in parentheses.
pub(super) fn is_cast(tokens: &[Token<'_>]) -> bool {
    let [open, inner @ .., close] = tokens else { return false };
    open.is("(") && close.is(")") && is_type(inner)
}

/// The endings of the names of types.
const TYPE_ENDINGS: [&str; 4] = ["_t", "ARM", "Flags", "FlagBits"];

/// Returns `true` if the tokens name a type: words of C, or names such as `uint32_t` and `VkTensorUsageFlagsARM`, and `*`.
fn is_type(tokens: &[Token<'_>]) -> bool {
    const WORDS: [&str; 9] =
        ["char", "const", "int", "long", "short", "signed", "std", "unsigned", "void"];
    let is_part = |token: &Token<'_>| {
        token.is("*")
            || token.is("::")
            || WORDS.contains(&token.text)
            || (token.text.starts_with("Vk") || token.text.ends_with("_t"))
                && (token.text == "VkFormat"
                    || TYPE_ENDINGS.iter().any(|ending| token.text.ends_with(ending)))
    };
    !tokens.is_empty() && !tokens[0].is("*") && tokens.iter().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<&str> {
        tokens(text).tokens.iter().map(|token| token.text).collect()
    }

    #[test]
    fn comments_and_directives_are_no_tokens() {
        let text = "#if 0\nint a;\n#if X\n#endif\nint b;\n#else\nint c; // d\n#endif\n/* e */ f(\"/* g \\\" */\");\n#define H \\\n 4u\nH";
        assert_eq!(read(text), ["int", "c", ";", "f", "(", "\"/* g \\\" */\"", ")", ";", "H"]);
        let read = tokens(text);
        assert_eq!(read.macros["H"].iter().map(|it| it.text).collect::<Vec<_>>(), ["\\", "4u"]);
    }

    #[test]
    fn integers_have_all_radices_of_c() {
        let cases =
            [("0", 0), ("17", 17), ("0x22ULL", 34), ("010", 8), ("0b101", 5), ("1'000l", 1000)];
        for (text, value) in cases {
            assert_eq!(integer(text), Some(value), "{text}");
        }
        for text in ["1.5", "0x", "", "08", "1e3", "0x-2"] {
            assert_eq!(integer(text), None, "{text}");
        }
    }
}
