//! Error recovery: the parser continues with the next op, and does not report errors that follow from the first one.
//!
//! An error discards its op and nothing else. Names that the skipped text would have defined count as defined, so that
//! their uses are not errors.

use super::skip::{
    OpenBrackets, Skip, askew, indent, is_value_byte, line_of_fault, op_is_quoted, skip_op,
    unread_end,
};
use crate::state::{Failed, Parse, Parser};
use ir::diag::{Diag, Severity, code};
use ir::module::Label;

/// The maximal number of errors reported for one text.
const MAX_ERRORS: usize = crate::limits::ERRORS as usize;

/// The distance within which the partner of a bracket is searched, in bytes.
const FAR: usize = 1 << 16;

/// The total budget of these searches, in bytes.
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
        // A separate diagnostic, because this error may be one that is counted but not printed.
        let message = format!("parsing stopped after {MAX_ERRORS} errors");
        self.sink.push(Diag::new(Severity::Remark, code::SYNTAX, diag.span(), message));
        self.abandon();
        Failed
    }

    /// Stops parsing and reporting.
    pub(crate) fn abandon(&mut self) {
        self.recovery.is_abandoned = true;
        self.at = self.text.len();
    }

    /// Records that a region ends at the position.
    pub(crate) fn closed_region(&mut self) {
        self.recovery.region_end = self.at;
    }

    /// Records an alias with an invalid definition, so that its uses are not checked.
    pub(crate) fn poison_alias(&mut self, name: &'a str) {
        self.recovery.aliases.insert(name);
    }

    pub(crate) fn is_poisoned(&self, alias: &str) -> bool {
        self.recovery.aliases.contains(alias)
    }

    /// Reports that the text ends inside the braces that open at `open`.
    pub(crate) fn unclosed<T>(&mut self, open: usize) -> Parse<T> {
        if self.recovery.has_swallowed {
            return Err(Failed);
        }
        self.recovery.has_swallowed = true;
        let message = "unclosed `{`: the matching `}` is missing";
        let mut diag = Diag::error(code::SYNTAX, self.span(open, open + 1), message);
        if let Some((suspect, close)) = askew(self.bytes(), open) {
            let here = self.span(suspect, suspect + 1);
            let there = self.span(close, close + 1);
            diag = diag
                .note_at(here, "a `}` may be missing for this `{`")
                .note_at(there, "this `}` closes it, but has a different indentation");
        }
        Err(self.push(diag))
    }

    /// Skips a faulty op that began at `start`: to the next line outside of the op that begins like an op, a label or
    /// the end of the region.
    pub(crate) fn recover(&mut self, start: usize) {
        let bytes = self.bytes();
        let begin = start.max(self.recovery.region_end.min(self.at));
        let mut open = OpenBrackets::default();
        // Regions of generic ops are in parentheses.
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

    /// Returns the remaining search distance for the partner of a bracket, in bytes.
    fn search_range(&self) -> usize {
        FAR.min(SEARCHES.saturating_sub(self.recovery.searched))
    }

    /// Returns the search distance for the partner of a bracket, in bytes, and subtracts it from the budget.
    pub(super) fn afford_search(&mut self) -> usize {
        let far = self.search_range();
        self.recovery.searched += far;
        far
    }

    /// Skips an op in an unknown custom form, which began at `start` and whose name has just been read. If its brackets
    /// are not balanced, nothing is skipped here, and the parser recovers as from an error.
    pub(crate) fn skip_unread(&mut self, start: usize) {
        let bytes = self.bytes();
        let margin = indent(bytes, start);
        if self.recovery.searched >= SEARCHES {
            return;
        }
        let end = match unread_end(bytes, self.at, margin, |line| {
            let name = self.name_at(line);
            let is_op =
                name.contains('.') || (!name.is_empty() && self.registry.is_short_name(name));
            is_op || matches!(bytes[line], b'%' | b'"' | b'^' | b'}' | b'#' | b'!')
        }) {
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

    /// Defines all values that the header from `start` to the position names, as unknown values.
    pub(crate) fn poison_header(&mut self, start: usize) {
        let mut labels = Vec::new();
        self.labels(&self.text.as_bytes()[start..self.at], &mut labels);
        self.define_unknown(&labels);
    }

    /// Defines the values that the text from `start` to the position defines, as unknown values.
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

    /// Collects the names after `%` in a text.
    fn labels(&mut self, text: &[u8], labels: &mut Vec<Label>) {
        for name in text.split(|&byte| byte == b'%').skip(1) {
            let len = name.iter().take_while(|&&byte| is_value_byte(byte)).count();
            if let Ok(name) = std::str::from_utf8(&name[..len]) {
                labels.push(Label::parse(name, &mut self.module.ctx));
            }
        }
    }

    /// Returns the position of the brace that opens the body of an op whose header failed: the next one at the end of a
    /// header line. `None` if there is none nearby.
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
            // A line that begins another op or ends a region is not part of the header.
            let next = bytes[(end + 1).min(bytes.len())..].trim_ascii_start();
            if end >= bytes.len() || next.starts_with(b"}") || next.starts_with(b"func.") {
                return None;
            }
            at = end + 1;
        }
        None
    }
}
