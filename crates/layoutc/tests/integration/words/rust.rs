//! The prose of Rust sources. `syn` drops comments, so this module finds them and the string literals itself.

use crate::words::passage::{Joined, Kind, Passage};
use regex::Regex;
use std::sync::LazyLock;

/// Returns the comments, the string literals with more than one word, and the names of tests.
pub(crate) fn passages(source: &str) -> Vec<Passage> {
    let mut scanner =
        Scanner { source, at: 0, line: 1, literals: Vec::new(), comments: Vec::new() };
    scanner.scan();
    let mut found = joined(&scanner.comments);
    found.append(&mut scanner.literals);
    found.extend(names_of_tests(source));
    found
}

/// One line of a comment.
struct CommentLine<'a> {
    number: usize,
    /// `//`, `///` or `//!`.
    marker: &'a str,
    text: &'a str,
    /// `true` if the line has no code before the comment.
    is_alone: bool,
}

/// Joins consecutive lines with the same marker.
fn joined(lines: &[CommentLine<'_>]) -> Vec<Passage> {
    let mut found = Joined::new(Kind::Comment);
    let mut marker = "";
    for line in lines {
        found.add(line.number, line.text, line.is_alone && line.marker == marker);
        marker = line.marker;
    }
    found.finish()
}

fn names_of_tests(source: &str) -> impl Iterator<Item = Passage> {
    static TEST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"#\[test\]\s+(?:#\[[^\n]*\]\s+)*fn (\w+)").expect("the expression is valid")
    });
    TEST.captures_iter(source).filter_map(|found| found.get(1)).map(|name| {
        let line = 1 + source[..name.start()].matches('\n').count();
        Passage::new(Kind::Name, line, &name.as_str().replace('_', " "))
    })
}

struct Scanner<'a> {
    source: &'a str,
    at: usize,
    line: usize,
    comments: Vec<CommentLine<'a>>,
    literals: Vec<Passage>,
}

impl<'a> Scanner<'a> {
    fn scan(&mut self) {
        while let Some(&byte) = self.source.as_bytes().get(self.at) {
            let rest = &self.source[self.at..];
            match byte {
                b'/' if rest.starts_with("//") => self.comment(rest),
                b'/' if rest.starts_with("/*") => {
                    self.skip(rest.find("*/").map_or(rest.len(), |end| end + 2))
                }
                b'"' => self.string(rest),
                b'\'' => self.skip(quote_length(rest)),
                _ if byte.is_ascii_alphabetic() || byte == b'_' => self.word(rest),
                _ => self.skip(rest.chars().next().map_or(1, char::len_utf8)),
            }
        }
    }

    fn skip(&mut self, length: usize) {
        self.line += self.source[self.at..self.at + length].matches('\n').count();
        self.at += length;
    }

    fn comment(&mut self, rest: &'a str) {
        let text = rest.lines().next().unwrap_or_default();
        let is_doc =
            text.starts_with("///") && !text.starts_with("////") || text.starts_with("//!");
        let (marker, content) = text.split_at(if is_doc { 3 } else { 2 });
        let before = self.source[..self.at].rsplit('\n').next().unwrap_or_default();
        let is_alone = before.trim().is_empty();
        let content = content.strip_prefix(' ').unwrap_or(content);
        self.comments.push(CommentLine { number: self.line, marker, text: content, is_alone });
        self.skip(text.len());
    }

    /// Skips an identifier, and the raw string that it starts.
    fn word(&mut self, rest: &str) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(length);
        let hashes = after.len() - after.trim_start_matches('#').len();
        if !matches!(word, "r" | "br" | "cr") || !after[hashes..].starts_with('"') {
            return self.skip(length);
        }
        let start = length + hashes + 1;
        let end = format!("\"{}", "#".repeat(hashes));
        let size = rest[start..].find(&end).unwrap_or(rest.len() - start);
        self.skip(start);
        self.literal(&rest[start..start + size]);
        self.skip((size + end.len()).min(rest.len() - start));
    }

    fn string(&mut self, rest: &str) {
        let mut is_escaped = false;
        let is_end = |(_, c): &(usize, char)| {
            let is_end = *c == '"' && !is_escaped;
            is_escaped = *c == '\\' && !is_escaped;
            is_end
        };
        let size = rest[1..].char_indices().find(is_end).map_or(rest.len() - 1, |(end, _)| end);
        self.literal(&without_escapes(&rest[1..=size]));
        self.skip((size + 2).min(rest.len()));
    }

    /// Adds a string that has a blank between two words.
    fn literal(&mut self, text: &str) {
        static PROSE: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"\w\S*\s+\S*\w").expect("the expression is valid"));
        if PROSE.is_match(text) {
            self.literals.push(Passage::new(Kind::Literal, self.line, text));
        }
    }
}

/// Replaces escape sequences by blanks.
fn without_escapes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => plain.push_str(if chars.next() == Some('\n') { " \n" } else { "  " }),
            _ => plain.push(c),
        }
    }
    plain
}

/// Returns the length of a character literal, or 1 for the quote of a lifetime.
fn quote_length(rest: &str) -> usize {
    let inside = &rest[1..];
    let first = inside.chars().next().map_or(0, char::len_utf8);
    if inside.starts_with('\\') {
        // The character after the backslash can be a quote.
        let end = inside.get(2..).and_then(|inside| inside.find('\''));
        return end.map_or(rest.len(), |end| end + 4);
    }
    if inside[first..].starts_with('\'') { first + 2 } else { 1 }
}
