//! What happens after a fault: where reading goes on, and what is no longer worth telling.
//!
//! A fault costs its op and no more. Names that the skipped text would have defined count as
//! defined, so that their uses give no errors of their own.

use crate::Parser;
use crate::cursor::{Failed, Parse};
use ir::diag::{Diag, code};
use ir::module::Label;
use rustc_hash::FxHashSet;

/// No more than this many errors of one text are told; more help nobody.
const MAX_ERRORS: usize = 1000;

/// How far a bracket's partner is searched for, in bytes.
const FAR: usize = 1 << 16;

/// How much is searched for the partners of brackets in all, in bytes.
const SEARCHES: usize = 1 << 24;

/// What is known of the faults so far.
#[derive(Default)]
pub(crate) struct Recovery<'a> {
    /// Nothing more is told: nesting was too deep or faults were too many.
    abandoned: bool,
    /// A fault reached to the end of the text, so what is open there need not be told.
    swallowed: bool,
    /// The position after the last region that was closed.
    region_end: usize,
    /// How many bytes were searched for the partners of brackets.
    searched: usize,
    /// Aliases whose definition failed.
    aliases: FxHashSet<&'a str>,
}

impl<'a> Parser<'a> {
    /// Tells a fault.
    pub(crate) fn push(&mut self, diag: Diag) -> Failed {
        if self.recovery.abandoned {
            return Failed;
        }
        if self.sink.errors() + 1 < MAX_ERRORS {
            self.sink.push(diag);
            return Failed;
        }
        self.sink.push(diag.note(format!("after {MAX_ERRORS} errors the text is read no further")));
        self.abandon();
        Failed
    }

    /// Reads nothing more and tells nothing more.
    pub(crate) fn abandon(&mut self) {
        self.recovery.abandoned = true;
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
        if self.recovery.swallowed {
            return Err(Failed);
        }
        self.recovery.swallowed = true;
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
        let mut open = Open::default();
        // Regions in generic form stand in parentheses.
        if begin > start && op_is_quoted(&bytes[start..]) {
            open.brackets.push(b')');
        }
        let stop = line_of_fault(bytes, self.at).max(start + 1).min(bytes.len());
        let far = FAR.min(SEARCHES.saturating_sub(self.recovery.searched));
        let margin = indent(bytes, start);
        self.at = skip_op(bytes, begin, Skip { stop, margin, far }, &mut open);
        if !open.brackets.is_empty() {
            self.recovery.searched += far;
        }
        self.recovery.swallowed |= self.at >= bytes.len();
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

fn is_value_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-')
}

/// Whether an op, after the names of its results, begins with a quote.
fn op_is_quoted(op: &[u8]) -> bool {
    let line = op.split(|&byte| byte == b'\n').next().unwrap_or(op);
    let name = match (line.first(), line.iter().position(|&byte| byte == b'=')) {
        (Some(b'%'), Some(equals)) => &line[equals + 1..],
        _ => line,
    };
    name.trim_ascii_start().starts_with(b"\"")
}

/// The brackets that are open, by what closes them.
#[derive(Clone, Default)]
struct Open {
    brackets: Vec<u8>,
}

impl Open {
    /// Takes a byte; false where it closes a brace that is not open.
    fn take(&mut self, byte: u8) -> bool {
        match byte {
            b'(' => self.brackets.push(b')'),
            b'[' => self.brackets.push(b']'),
            b'{' => self.brackets.push(b'}'),
            b'}' => match self.brackets.iter().rposition(|&bracket| bracket == b'}') {
                Some(place) => self.brackets.truncate(place),
                None => return false,
            },
            b')' | b']' if self.brackets.last() == Some(&byte) => {
                self.brackets.pop();
            }
            _ => {}
        }
        true
    }
}

/// How an op is skipped.
struct Skip {
    /// It does not end before this position.
    stop: usize,
    /// The indentation of its first line.
    margin: usize,
    /// How far the partners of open brackets are searched for.
    far: usize,
}

/// The end of the op at `from`.
fn skip_op(bytes: &[u8], from: usize, skip: Skip, open: &mut Open) -> usize {
    let Skip { stop, margin, far } = skip;
    let mut at = from;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_like_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'}' if at >= stop && begins_its_line(bytes, at) && indent(bytes, at) < margin => {
                return at;
            }
            b'\n' if at >= stop && open.brackets.is_empty() => {
                if begins_line(&bytes[at + 1..]) {
                    return at;
                }
            }
            // A bracket that is never closed must not swallow the ops after it.
            b'\n'
                if at >= stop && begins_op(&bytes[at + 1..]) && indent(bytes, at + 1) <= margin =>
            {
                match closed_at(bytes, at, far, open) {
                    Some(end) => {
                        open.brackets.clear();
                        at = end;
                        continue;
                    }
                    None => return at,
                }
            }
            byte => {
                if !open.take(byte) && at >= stop {
                    return at;
                }
            }
        }
        at += 1;
    }
    bytes.len()
}

/// Where the open brackets are closed, each by its own kind and not too far away.
fn closed_at(bytes: &[u8], from: usize, far: usize, open: &Open) -> Option<usize> {
    let mut open = open.brackets.clone();
    let mut at = from;
    while at < bytes.len().min(from + far) {
        match bytes[at] {
            b'"' => at = string_like_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                at = line_end(bytes, at);
                continue;
            }
            b'(' => open.push(b')'),
            b'[' => open.push(b']'),
            b'{' => open.push(b'}'),
            byte @ (b')' | b']' | b'}') => {
                if open.pop() != Some(byte) {
                    return None;
                }
                if open.is_empty() {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// The first pair of braces after `open` whose lines are indented differently, as after a brace
/// that was forgotten.
fn askew(bytes: &[u8], open: usize) -> Option<(usize, usize)> {
    let mut braces = Vec::new();
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_like_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            b'{' => braces.push(at),
            b'}' => {
                let partner = braces.pop()?;
                let lone = begins_its_line(bytes, at);
                if lone && indent(bytes, at) != indent(bytes, partner) {
                    return Some((partner, at));
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |len| at + len)
}

/// The end of a string, or of its line where it is not closed.
fn string_like_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            // The line break itself is looked at next.
            b'\n' => return at - 1,
            b'\\' if bytes.get(at + 1) != Some(&b'\n') => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Lines longer than this are not indented in any way that tells something.
const LONGEST_INDENT: usize = 1024;

fn line_start(bytes: &[u8], at: usize) -> Option<usize> {
    let from = at.saturating_sub(LONGEST_INDENT);
    match bytes[from..at].iter().rposition(|&byte| byte == b'\n') {
        Some(place) => Some(from + place + 1),
        None => (from == 0).then_some(0),
    }
}

/// The number of blanks before the first other byte of the line that holds `at`.
fn indent(bytes: &[u8], at: usize) -> usize {
    line_start(bytes, at).map_or(0, |start| {
        bytes[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count()
    })
}

fn begins_its_line(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Where a fault at `at` was made: what is missing before a line that begins like an op is missing
/// at the end of the line before.
pub(crate) fn line_of_fault(bytes: &[u8], at: usize) -> usize {
    // A fault far from the start of its line is no matter of line breaks.
    let Some(mut line) = line_start(bytes, at) else { return at };
    let first_of_line = line > 0 && bytes[line..at].trim_ascii().is_empty();
    if at < bytes.len() && !(first_of_line && begins_op(&bytes[at..])) {
        return at;
    }
    let mut end = if first_of_line { line - 1 } else { at };
    loop {
        line = bytes[..end].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        let code = code_len(&bytes[line..end]);
        if code > 0 {
            return line + code;
        }
        if line == 0 {
            return at;
        }
        end = line - 1;
    }
}

/// The length of a line without its comment and the blanks at its end.
fn code_len(line: &[u8]) -> usize {
    let mut at = 0;
    while at < line.len() && !line[at..].starts_with(b"//") {
        at = if line[at] == b'"' { string_like_end(line, at) } else { at } + 1;
    }
    line[..at.min(line.len())].trim_ascii_end().len()
}

fn first_of_line(rest: &[u8]) -> Option<u8> {
    rest.iter().copied().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'))
}

/// Whether a line begins like an op, a block or the end of a region.
fn begins_line(rest: &[u8]) -> bool {
    first_of_line(rest).is_some_and(|byte| {
        matches!(byte, b'%' | b'"' | b'^' | b'}' | b'#' | b'!') || byte.is_ascii_alphabetic()
    }) || rest.trim_ascii_start().starts_with(b"{-#")
}

/// Whether a line begins like an op, and not like the rest of one.
fn begins_op(rest: &[u8]) -> bool {
    let line = rest.trim_ascii_start();
    let named =
        line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    let alias = 1 + line.iter().skip(1).take_while(|&&byte| is_value_byte(byte)).count();
    first_of_line(rest).is_some_and(|byte| matches!(byte, b'%' | b'"' | b'^'))
        || (line.starts_with(b"#") || line.starts_with(b"!"))
            && line[alias.min(line.len())..].trim_ascii_start().starts_with(b"=")
        || (named > 0 && matches!(line.get(named), Some(b'.')))
        || matches!(&line[..named], b"return" | b"module")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, fault: &str, rest: &str) {
        let stop = text.find(fault).expect("the fault is in the text");
        let start = text.find(|c: char| !c.is_whitespace()).expect("there is an op");
        let margin = indent(text.as_bytes(), start);
        let end =
            skip_op(text.as_bytes(), start, Skip { stop, margin, far: FAR }, &mut Open::default());
        assert_eq!(text[end..].trim_start(), rest);
    }

    #[test]
    fn an_op_ends_where_the_next_begins() {
        check("  \"a\"(?) : () -> ()\n  \"b\"()", "?", "\"b\"()");
        check("  \"a\"(? : () -> ()\n  \"b\"()\n}", "?", "\"b\"()\n}");
        check("  \"a\"() {? : () -> ()\n}\n\"b\"()", "?", "}\n\"b\"()");
        check("\"a\"() {x = ?\n}", "?", "");
        check("\"a\"(?) ({\n\"in\"()\n}) : () -> ()\n\"b\"()", "?", "\"b\"()");
        check("x.y [?\n  more] // \"\n  %b = 1", "?", "%b = 1");
        check("\"a\"() {x = \"?} : ()\n%b = 1", "?", "%b = 1");
    }

    #[test]
    fn what_is_missing_is_missing_before_comments() {
        let text = b"a \"//\" // x\n  // y\n\n  \"b\"";
        assert_eq!(line_of_fault(text, text.len() - 3), 6);
        assert_eq!(line_of_fault(text, text.len()), text.len());
        assert_eq!(line_of_fault(b"a (\n // x\n", 10), 3);
        assert_eq!(line_of_fault(b"a\n ?", 3), 3);
    }

    #[test]
    fn a_forgotten_brace_is_found_by_the_indentation() {
        let text = "{\n  f {\n    x\n  g {\n  }\n}\n";
        assert_eq!(askew(text.as_bytes(), 0), Some((6, 24)));
        assert_eq!(askew(b"{\n  f {\n  }\n", 0), None);
    }
}
