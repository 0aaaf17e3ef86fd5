//! Source texts, and the positions in them to which a [`Span`] refers.
//!
//! All files of one run share one range of positions, so that a span is two numbers and an op holds four bytes of
//! position. Lines are counted only when a line number is requested.

mod place;

pub use place::{Entity, PathStep, SourceLocation};

use std::sync::{Arc, OnceLock};

/// A half-open range of byte positions in a [`SourceMap`]; [`Span::NONE`] for an entity without source text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Position of the first byte.
    pub start: u32,
    /// Position after the last byte.
    pub end: u32,
}

impl Span {
    /// The span of an entity that a builder or a pass created.
    pub const NONE: Span = Span { start: u32::MAX, end: u32::MAX };

    /// Returns the span from `start` up to, not including, `end`.
    pub fn new(start: u32, end: u32) -> Span {
        Span { start, end: end.max(start) }
    }

    /// Returns `true` if the span refers to a source text.
    pub fn is_some(self) -> bool {
        self.start != u32::MAX
    }

    /// Returns the least span that covers both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if !self.is_some() || !other.is_some() {
            return if self.is_some() { self } else { other };
        }
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source text with its name and its first position in the map.
#[derive(Debug)]
pub struct SourceFile {
    /// The path from the command line; `<stdin>` for standard input.
    pub name: String,
    /// The whole text. The added string is stored without a copy, which would double the memory for a moment.
    pub text: Arc<String>,
    /// Position of the first byte in the map.
    pub base: u32,
    line_starts: OnceLock<Vec<u32>>,
}

impl SourceFile {
    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let breaks = self.text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect()
        })
    }

    /// Returns the line and column of a position, both from 1. Columns count characters.
    pub fn line_col(&self, position: u32) -> (u32, u32) {
        let offset = self.clamp(position.saturating_sub(self.base) as usize);
        let starts = self.line_starts();
        let line = starts.partition_point(|&start| start as usize <= offset) - 1;
        let column = self.text[starts[line] as usize..offset].chars().count();
        (line as u32 + 1, column as u32 + 1)
    }

    /// Returns the byte range of a line (from 1) without its line break.
    pub fn line_range(&self, line: u32) -> std::ops::Range<usize> {
        let starts = self.line_starts();
        let at = (line as usize).saturating_sub(1);
        let begin = starts.get(at).map_or(self.text.len(), |&start| start as usize);
        let end = starts.get(at + 1).map_or(self.text.len(), |&start| start as usize - 1);
        begin..end.max(begin)
    }

    /// Returns the nearest character boundary at or before `offset` bytes.
    pub fn clamp(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// All source texts of a run.
#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// Adds a text and returns its base position; `None` if the 2^32 - 2 positions are exhausted.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> Option<u32> {
        let text = Arc::new(text.into());
        let base =
            self.files.last().map_or(0, |file| file.base as u64 + file.text.len() as u64 + 1);
        if base + text.len() as u64 >= u32::MAX as u64 - 1 {
            return None;
        }
        let file =
            SourceFile { name: name.into(), text, base: base as u32, line_starts: OnceLock::new() };
        self.files.push(file);
        Some(base as u32)
    }

    /// Returns the file that contains a position; `None` if no file does.
    pub fn file_at(&self, position: u32) -> Option<&SourceFile> {
        let at = self.files.partition_point(|file| file.base <= position);
        let file = &self.files[at.checked_sub(1)?];
        (position as usize <= file.base as usize + file.text.len()).then_some(file)
    }

    /// Returns `path:line:col` of the start of a span; `None` if no file contains it.
    pub fn describe(&self, span: Span) -> Option<String> {
        let file = self.file_at(span.start)?;
        let (line, column) = file.line_col(span.start);
        Some(format!("{}:{line}:{column}", file.name))
    }

    /// Returns the text of a span; `None` if no file contains it.
    pub fn text(&self, span: Span) -> Option<&str> {
        let file = self.file_at(span.start)?;
        file.text.get((span.start - file.base) as usize..(span.end - file.base) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let mut map = SourceMap::default();
        let first = map.add("a", "x\n").expect("space");
        let base = map.add("b", "é!\nrest").expect("space");
        assert_eq!(map.describe(Span::new(first, first)), Some("a:1:1".into()));
        assert_eq!(map.describe(Span::new(base + 2, base + 3)), Some("b:1:2".into()));
        assert_eq!(map.describe(Span::new(base + 5, base + 5)), Some("b:2:2".into()));
        assert_eq!(map.describe(Span::NONE), None);
    }
}
