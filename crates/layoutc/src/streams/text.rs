//! Escapes text from the input, so that no character in it controls the terminal.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::borrow::Cow;
use std::io::{self, Write};

/// Returns a message as one line. Line breaks and tabs become spaces, and terminal controls become visible characters.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.chars().any(|c| c.is_control() || steers_direction(c)) {
        text.chars().map(shown).collect::<String>().into()
    } else {
        text.into()
    }
}

fn shown(c: char) -> char {
    match c {
        '\n' | '\r' | '\t' => ' ',
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        _ if c.is_control() || steers_direction(c) => '\u{fffd}',
        _ => c,
    }
}

/// Replaces the controls in a source text that the snippet renderer prints unchanged. The renderer itself escapes ASCII
/// controls and most controls of direction. A replacement has the length of the original, so that offsets remain valid.
pub(crate) fn same_length(text: &str) -> Cow<'_, str> {
    fn bad(c: char) -> bool {
        matches!(c, '\u{80}'..='\u{9f}' | '\u{61c}' | '\u{200e}' | '\u{200f}')
    }
    if !text.contains(bad) {
        return text.into();
    }
    let replaced = text.chars().map(|c| match c {
        _ if !bad(c) => c,
        _ if c.len_utf8() == 2 => '\u{a4}',
        _ => '\u{fffd}',
    });
    replaced.collect::<String>().into()
}

/// Returns `true` for characters that change the direction of text in a terminal.
fn steers_direction(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a JSON value without spaces, in which the controls of a terminal are escaped.
pub(crate) fn json_text(value: &(impl Serialize + ?Sized)) -> String {
    let mut json = Vec::new();
    write_json(value, &mut json);
    String::from_utf8(json).expect("JSON of UTF-8 text is UTF-8")
}

/// Appends a value as JSON without spaces, in which the controls of a terminal are escaped.
pub(crate) fn write_json(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    let mut serializer = Serializer::with_formatter(out, TerminalSafe);
    value.serialize(&mut serializer).expect("writing to a vector is infallible");
}

/// A format of JSON that escapes the controls of a terminal. They occur in strings only.
struct TerminalSafe;

impl Formatter for TerminalSafe {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        mut fragment: &str,
    ) -> io::Result<()> {
        if fragment.bytes().any(|byte| !matches!(byte, b' '..=b'~')) {
            while let Some(at) = fragment.find(|c: char| c.is_control() || steers_direction(c)) {
                let (before, rest) = fragment.split_at(at);
                let control = rest.chars().next().unwrap_or_default();
                write!(out, "{before}\\u{:04x}", u32::from(control))?;
                fragment = &rest[control.len_utf8()..];
            }
        }
        out.write_all(fragment.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_and_json_escape_terminal_controls() {
        let text = "a\x1b[31m\nb\u{9b}1m\u{202e}\x7f";
        assert_eq!(one_line(text), "a\u{241b}[31m b\u{fffd}1m\u{fffd}\u{2421}");
        let json = json_text("a\"\\\n\x1b\u{9b}é\u{202e}\x7f");
        assert_eq!(json, r#""a\"\\\n\u001b\u009bé\u202e\u007f""#);
    }

    #[test]
    fn same_length_keeps_offsets() {
        let text = "\u{9b}x\u{200f}y\u{61c}";
        assert_eq!(same_length(text), "\u{a4}x\u{fffd}y\u{a4}");
        assert_eq!(same_length(text).len(), text.len());
    }
}
