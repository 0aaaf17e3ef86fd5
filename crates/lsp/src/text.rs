//! The text of a document, with positions as the protocol counts them.
//!
//! A position of the protocol is a line and a number of UTF-16 units, both from 0. All other modules use bytes.

use std::ops::Range;

/// A position in a text: the line and the number of UTF-16 units before it in the line, both from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TextPosition {
    /// The line, from 0.
    pub(crate) line: u32,
    /// The number of UTF-16 units before the position in its line.
    pub(crate) unit: u32,
}

/// A text with the starts of its lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct DocumentText {
    text: String,
    /// The byte at which each line starts.
    starts: Vec<usize>,
}

impl DocumentText {
    /// Returns the document of a text.
    pub(crate) fn new(text: String) -> DocumentText {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        DocumentText { text, starts }
    }

    /// Returns the text.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the position of a byte. A byte inside a character has the position of the character.
    pub(crate) fn position(&self, byte: usize) -> TextPosition {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= byte) - 1;
        let units = self.text[self.starts[line]..byte].encode_utf16().count();
        fn number(count: usize) -> u32 {
            u32::try_from(count).unwrap_or(u32::MAX)
        }
        TextPosition { line: number(line), unit: number(units) }
    }

    /// Returns the byte of a position. A position after the end of its line is the end of the line, and one after the
    /// last line the end of the text.
    pub(crate) fn byte(&self, position: TextPosition) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.text.len() };
        let end = self.line_end(position.line);
        let mut units = 0;
        for (at, character) in self.text[start..end].char_indices() {
            if units >= position.unit {
                return start + at;
            }
            units += character.len_utf16() as u32;
        }
        end
    }

    /// Returns the bytes of a line without its line break.
    pub(crate) fn line(&self, line: u32) -> Range<usize> {
        let start = self.starts.get(line as usize).copied().unwrap_or(self.text.len());
        start..self.line_end(line).max(start)
    }

    fn line_end(&self, line: u32) -> usize {
        let next = self.starts.get(line as usize + 1).copied();
        next.map_or(self.text.len(), |next| next - 1)
    }

    /// Replaces a range of positions by a text.
    pub(crate) fn replace(&mut self, range: (TextPosition, TextPosition), with: &str) {
        let start = self.byte(range.0);
        let end = self.byte(range.1);
        self.text.replace_range(start..end.max(start), with);
        *self = DocumentText::new(std::mem::take(&mut self.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, unit: u32) -> TextPosition {
        TextPosition { line, unit }
    }

    #[test]
    fn positions_count_utf16_units() {
        let text = DocumentText::new("a𝄞b\n\néx".to_owned());
        for (byte, position) in [
            (0, at(0, 0)),
            (1, at(0, 1)),
            (5, at(0, 3)),
            (6, at(0, 4)),
            (7, at(1, 0)),
            (10, at(2, 1)),
        ] {
            assert_eq!(text.position(byte), position, "byte {byte}");
            assert_eq!(text.byte(position), byte, "{position:?}");
        }
        assert_eq!((text.byte(at(0, 99)), text.byte(at(9, 0))), (6, 11));
        assert_eq!(text.position(3), at(0, 1));
    }

    #[test]
    fn edits_replace_ranges() {
        let mut text = DocumentText::new("one\ntwo\n".to_owned());
        text.replace((at(0, 1), at(1, 1)), "é\n");
        assert_eq!(text.as_str(), "oé\nwo\n");
        assert_eq!(text.position(4), at(1, 0));
        text.replace((at(9, 0), at(9, 9)), "end");
        assert_eq!(text.as_str(), "oé\nwo\nend");
    }
}
