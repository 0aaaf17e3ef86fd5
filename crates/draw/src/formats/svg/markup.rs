//! Text of XML, with its escapes, and what a page for print needs to know of it.

use super::sizes::{CHAR, TITLE_CHAR, WIDTH};
use std::fmt::Write;

/// The height of a line of text above its baseline, and below.
const ASCENT: i64 = 13;
const DESCENT: i64 = 5;

/// A growing text of XML.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    text: String,
    /// The position of the group to which the texts belong.
    origin: i64,
    extents: PrintExtents,
}

/// The parts of a picture that a page break should not divide, and its shortened texts.
#[derive(Debug, Default)]
pub(crate) struct PrintExtents {
    /// The upper and the lower edges of cells, boxes and headers of tables.
    pub(crate) blocks: Vec<(i64, i64)>,
    /// The upper and the lower edges of texts.
    pub(crate) lines: Vec<(i64, i64)>,
    /// The labels of the columns of tables.
    pub(crate) headers: Vec<TableHeader>,
    /// The texts that the picture shows shortened, in the order of the picture.
    pub(crate) shortened: Vec<String>,
}

/// The line with the labels of the columns of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableHeader {
    /// The upper and the lower edge of the line.
    pub(crate) line: (i64, i64),
    /// The lower edge of the table.
    pub(crate) end: i64,
}

impl Markup {
    /// Appends text that is XML.
    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Appends formatted text that is XML.
    pub(crate) fn add(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("a write to a string does not fail");
    }

    /// Appends plain text with the escapes of XML. Characters that XML excludes become U+FFFD.
    pub(crate) fn escaped(&mut self, text: &str) {
        for char in text.chars() {
            match char {
                '&' => self.text.push_str("&amp;"),
                '<' => self.text.push_str("&lt;"),
                '>' => self.text.push_str("&gt;"),
                '"' => self.text.push_str("&quot;"),
                '\u{fffe}' | '\u{ffff}' => self.text.push('\u{fffd}'),
                char if char.is_control() => self.text.push('\u{fffd}'),
                char => self.text.push(char),
            }
        }
    }

    /// Appends a line of text at a position, and returns its width. A long line is shortened and has a title.
    pub(crate) fn text_line(&mut self, text: &str, class: &str, (x, y): (usize, usize)) -> usize {
        self.add(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">"));
        let char = if class == "title" { TITLE_CHAR } else { CHAR };
        let shown = shortened(text, WIDTH / char);
        if shown != text {
            self.title(text);
        }
        self.escaped(&shown);
        self.raw("</text>\n");
        self.record(text, &shown, to_i64(y));
        shown.chars().count() * char
    }

    /// Appends a text of at most `most` characters at a position in the current group. Its title is that of its cell or
    /// box.
    pub(crate) fn short_text(&mut self, text: &str, most: usize, class: &str, (x, y): (i64, i64)) {
        self.raw("<text");
        if !class.is_empty() {
            self.add(format_args!(" class=\"{class}\""));
        }
        self.add(format_args!(" x=\"{x}\" y=\"{y}\">"));
        let shown = shortened(text, most);
        self.escaped(&shown);
        self.raw("</text>");
        self.record(text, &shown, y);
    }

    fn record(&mut self, text: &str, shown: &str, baseline: i64) {
        let baseline = self.origin + baseline;
        self.extents.lines.push((baseline - ASCENT, baseline + DESCENT));
        if shown != text {
            self.extents.shortened.push(text.to_owned());
        }
    }

    /// Records the upper and the lower edge of a part that a page break should not divide.
    pub(crate) fn block(&mut self, top: i64, bottom: i64) {
        self.extents.blocks.push((self.origin + top, self.origin + bottom));
    }

    /// Records the line with the labels of the columns of a table, and the lower edge of the table.
    pub(crate) fn header(&mut self, (top, bottom): (i64, i64), end: i64) {
        let line = (self.origin + top, self.origin + bottom);
        self.extents.headers.push(TableHeader { line, end: self.origin + end });
    }

    /// Appends a group at a position; `write` writes its content.
    pub(crate) fn group(&mut self, (x, y): (usize, usize), write: impl FnOnce(&mut Markup)) {
        self.add(format_args!("<g transform=\"translate({x} {y})\">\n"));
        let outer = self.origin;
        self.origin += to_i64(y);
        write(self);
        self.origin = outer;
        self.raw("</g>\n");
    }

    /// Appends a title, which viewers show under the pointer.
    pub(crate) fn title(&mut self, text: &str) {
        self.raw("<title>");
        self.escaped(text);
        self.raw("</title>");
    }

    /// Returns the text.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Returns the text, and its extents for print.
    pub(crate) fn into_parts(self) -> (String, PrintExtents) {
        (self.text, self.extents)
    }
}

/// Returns a coordinate as a signed number.
pub(crate) fn to_i64(coordinate: usize) -> i64 {
    i64::try_from(coordinate).unwrap_or(i64::MAX)
}

/// Returns a text of at most `most` characters, with an ellipsis in place of the rest.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
