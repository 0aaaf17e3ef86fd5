//! The tokens of a text, found without a parser, so that they exist next to syntax errors.

use std::ops::Range;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A value, `%x`. The number of a result, `#1`, is not part of it.
    Value,
    /// A symbol, `@x`.
    Symbol,
    /// A block, `^bb0`.
    Block,
    /// An alias or an attribute, `#map`, or a type alias, `!t`.
    Alias,
    /// A word, such as `tensor`, `layout.tensor` or `2x3xf32`.
    Word,
    /// A string with its quotes.
    Text,
    /// A number.
    Number,
    /// A comment.
    Comment,
    /// One character of punctuation.
    Sign(u8),
}

/// A token with its bytes in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextToken {
    /// The kind.
    pub(crate) kind: TokenKind,
    /// The first byte.
    pub(crate) start: usize,
    /// The byte after the last one.
    pub(crate) end: usize,
}

impl TextToken {
    /// Returns the bytes of the token.
    pub(crate) fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the text of the token in its document.
    pub(crate) fn text<'t>(&self, document: &'t str) -> &'t str {
        document.get(self.range()).unwrap_or_default()
    }
}

/// Returns the tokens of a text in order, without spaces. Every text has tokens.
pub(crate) fn tokens(text: &str) -> Vec<TextToken> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let (kind, mut end) = token_at(bytes, at);
        // An escape in a string skips one byte, which may be the first of a character.
        end = end.min(bytes.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        found.push(TextToken { kind, start: at, end });
        at = end;
    }
    found
}

fn token_at(bytes: &[u8], at: usize) -> (TokenKind, usize) {
    fn name(at: usize, bytes: &[u8]) -> usize {
        words_end(bytes, at + 1, is_name)
    }
    match bytes[at] {
        b'/' if bytes.get(at + 1) == Some(&b'/') => {
            (TokenKind::Comment, words_end(bytes, at, |byte| byte != b'\n'))
        }
        b'"' => (TokenKind::Text, string_end(bytes, at)),
        b'@' if bytes.get(at + 1) == Some(&b'"') => (TokenKind::Symbol, string_end(bytes, at + 1)),
        b'%' => (TokenKind::Value, name(at, bytes)),
        b'@' => (TokenKind::Symbol, name(at, bytes)),
        b'^' => (TokenKind::Block, name(at, bytes)),
        b'#' if bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
            (TokenKind::Number, name(at, bytes))
        }
        b'#' | b'!' => (TokenKind::Alias, name(at, bytes)),
        byte if byte.is_ascii_digit() => (TokenKind::Number, words_end(bytes, at, is_name)),
        byte if is_name(byte) => (TokenKind::Word, words_end(bytes, at, is_name)),
        byte => (TokenKind::Sign(byte), at + 1),
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$') || !byte.is_ascii()
}

fn words_end(bytes: &[u8], from: usize, is_inside: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from + rest.iter().position(|&byte| !is_inside(byte)).unwrap_or(rest.len())
}

/// Returns the end of the string whose first quote is at a byte. A string without a second quote ends with its line.
fn string_end(bytes: &[u8], quote: usize) -> usize {
    let mut at = quote + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let shown = tokens(text)
            .iter()
            .map(|it| format!("{:?}:{}", it.kind, it.text(text)))
            .collect::<Vec<_>>();
        shown.join(" ")
    }

    #[test]
    fn tokens_have_the_names_of_mlir() {
        assert_eq!(
            shown("%a:2 = \"x\\\"y\"(%b#1) @\"f g\" ^bb0 #m // c\n!t 2x3xf32 é"),
            "Value:%a Sign(58):: Number:2 Sign(61):= Text:\"x\\\"y\" Sign(40):( Value:%b Number:#1 \
             Sign(41):) Symbol:@\"f g\" Block:^bb0 Alias:#m Comment:// c Alias:!t Number:2x3xf32 Word:é"
        );
    }

    #[test]
    fn tokens_of_broken_text_cover_all_of_it() {
        for text in ["\"open\nnext", "@\"", "%", "\\", "é", "\"\\", "a\"é"] {
            let found = tokens(text);
            let covered: usize = found.iter().map(|it| it.end - it.start).sum();
            let spaces = text.bytes().filter(u8::is_ascii_whitespace).count();
            assert_eq!(covered + spaces, text.len(), "{text:?}: {found:?}");
        }
    }
}
