//! Text of XML, with its escapes.

use super::sizes::{CHAR, TITLE_CHAR, WIDTH};
use std::fmt::Write;

/// A growing text of XML.
#[derive(Debug, Default)]
pub(crate) struct Markup {
    text: String,
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
        shown.chars().count() * char
    }

    /// Appends a title, which viewers show under the pointer.
    pub(crate) fn title(&mut self, text: &str) {
        self.raw("<title>");
        self.escaped(text);
        self.raw("</title>");
    }

    /// Returns the text so far.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the text.
    pub(crate) fn into_text(self) -> String {
        self.text
    }
}

/// Returns a text of at most `most` characters, with an ellipsis in place of the rest.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}
