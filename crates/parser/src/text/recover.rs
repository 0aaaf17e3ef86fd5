//! Recovery after an error: reading goes on with the next op, and errors that follow from the first are not reported.
//!
//! An error costs its op and no more. Names that the skipped text would have defined count as
//! defined, so that their uses are no errors.

use super::skip::{
    OpenBrackets, Skip, askew, indent, is_value_byte, line_of_fault, op_is_quoted, skip_op,
    unread_end,
};
use crate::state::{Failed, Parse, Parser};
use ir::diag::{Diag, Severity, code};
use ir::module::Label;

/// The most errors that are reported of one text.
const MAX_ERRORS: usize = 1000;

/// The distance within which a bracket's partner is searched, in bytes.
const FAR: usize = 1 << 16;

/// The bytes that all searches for partners of brackets may take.
const SEARCHES: usize = 1 << 24;

impl<'a> Parser<'a> {
    /// Reports an error.
    pub(crate) fn push(&mut self, diag: Diag) -> Failed {
        if self.recovery.is_abandoned {
            return Failed;
        }
        if self.sink.errors() < MAX_ERRORS {
            self.sink.push(diag);
            return Failed;
        }
        // A diagnostic of its own, as the error may be one of those that are counted, but not shown.
        let message = format!("after {MAX_ERRORS} errors the text is read no further");
        self.sink.push(Diag::new(Severity::Remark, code::SYNTAX, diag.span(), message));
        self.abandon();
        Failed
    }

    /// Reads and reports nothing more.
    pub(crate) fn abandon(&mut self) {
        self.recovery.is_abandoned = true;
        self.at = self.text.len();
    }

    /// Remembers that a region ends at the position.
    pub(crate) fn closed_region(&mut self) {
        self.recovery.region_end = self.at;
    }

    /// Remembers an alias whose definition failed, so that its uses are not judged.
    pub(crate) fn poison_alias(&mut self, name: &'a str) {
        self.recovery.aliases.insert(name);
    }

    pub(crate) fn is_poisoned(&self, alias: &str) -> bool {
        self.recovery.aliases.contains(alias)
    }

    /// The text ends inside the braces that open at `open`.
    pub(crate) fn unclosed<T>(&mut self, open: usize) -> Parse<T> {
        if self.recovery.has_swallowed {
            return Err(Failed);
        }
        self.recovery.has_swallowed = true;
        let message = "the `{` that opens here is not closed: a `}` is missing";
        let mut diag = Diag::error(code::SYNTAX, self.span(open, open + 1), message);
        if let Some((suspect, close)) = askew(self.bytes(), open) {
            let here = self.span(suspect, suspect + 1);
            let there = self.span(close, close + 1);
            diag = diag
                .note_at(here, "a `}` may be missing for this `{`")
                .note_at(there, "which is closed here, by a `}` that is indented otherwise");
        }
        Err(self.push(diag))
    }

    /// Moves past a faulty op that began at `start`: to the next line that begins like an op, a
    /// label or the end of the region, and is not inside of the op.
    pub(crate) fn recover(&mut self, start: usize) {
        let bytes = self.bytes();
        let begin = start.max(self.recovery.region_end.min(self.at));
        let mut open = OpenBrackets::default();
        // Regions in generic form stand in parentheses.
        if begin > start && op_is_quoted(&bytes[start..]) {
            open.brackets.push(b')');
        }
        let stop = line_of_fault(bytes, self.at).max(start + 1).min(bytes.len());
        let far = self.search_range();
        let margin = indent(bytes, start);
        self.at = skip_op(bytes, begin, Skip { stop, margin, far }, &mut open);
        if !open.brackets.is_empty() {
            self.recovery.searched += far;
        }
        self.recovery.has_swallowed |= self.at >= bytes.len();
        self.poison(start);
    }

    /// How far the partner of a bracket may be searched for.
    fn search_range(&self) -> usize {
        FAR.min(SEARCHES.saturating_sub(self.recovery.searched))
    }

    /// How far the partner of a bracket may be searched for; this is taken from the budget.
    pub(super) fn afford_search(&mut self) -> usize {
        let far = self.search_range();
        self.recovery.searched += far;
        far
    }

    /// Moves past an op in a custom form that is not known, which began at `start` and whose name has just been read. Its
    /// brackets are balanced, or else the text is recovered as after an error.
    pub(crate) fn skip_unread(&mut self, start: usize) {
        let bytes = self.bytes();
        let margin = indent(bytes, start);
        let begins = |line: usize| {
            let name = self.name_at(line);
            let is_op =
                name.contains('.') || (!name.is_empty() && self.registry.is_short_name(name));
            is_op || matches!(bytes[line], b'%' | b'"' | b'^' | b'}' | b'#' | b'!')
        };
        if self.recovery.searched >= SEARCHES {
            return;
        }
        let end = match unread_end(bytes, self.at, margin, begins) {
            Ok(end) => end,
            Err(end) => {
                self.recovery.searched += end - self.at;
                return;
            }
        };
        self.at = end;
        self.recovery.is_skipped = true;
        self.poison(start);
    }

    /// Takes all values that the header from `start` to the position names as known.
    pub(crate) fn poison_header(&mut self, start: usize) {
        let mut labels = Vec::new();
        self.labels(&self.text.as_bytes()[start..self.at], &mut labels);
        self.define_unknown(&labels);
    }

    /// Takes the values that the text from `start` to the position defines as known.
    fn poison(&mut self, start: usize) {
        let text = self.text;
        let mut labels = Vec::new();
        for line in text.as_bytes()[start..self.at].split(|&byte| byte == b'\n') {
            let line = line.trim_ascii_start();
            let names = match line.first() {
                Some(b'%') => line.split(|&byte| byte == b'=').next().unwrap_or(line),
                Some(b'^') => line,
                _ => continue,
            };
            self.labels(names, &mut labels);
        }
        self.define_unknown(&labels);
    }

    /// The names after `%` in a text.
    fn labels(&mut self, text: &[u8], labels: &mut Vec<Label>) {
        for name in text.split(|&byte| byte == b'%').skip(1) {
            let len = name.iter().take_while(|&&byte| is_value_byte(byte)).count();
            if let Ok(name) = std::str::from_utf8(&name[..len]) {
                labels.push(Label::parse(name, &mut self.module.ctx));
            }
        }
    }

    /// The place of the brace that opens the body of an op whose header failed: the next one that
    /// ends a line of the header.
    pub(crate) fn body_after_fault(&self) -> Option<usize> {
        const LINES: usize = 8;
        let bytes = self.bytes();
        let mut at = self.at.min(bytes.len());
        for _ in 0..LINES {
            let len = bytes[at..].iter().position(|&byte| byte == b'\n');
            let end = len.map_or(bytes.len(), |len| at + len);
            let line = bytes[at..end].trim_ascii_end();
            if line.ends_with(b"{") {
                return Some(at + line.len() - 1);
            }
            // A line that begins like another op or ends a region is not of the header.
            let next = bytes[(end + 1).min(bytes.len())..].trim_ascii_start();
            if end >= bytes.len() || next.starts_with(b"}") || next.starts_with(b"func.") {
                return None;
            }
            at = end + 1;
        }
        None
    }
}
