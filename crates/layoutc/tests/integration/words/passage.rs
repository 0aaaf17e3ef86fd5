//! The prose of a file: comments, texts in strings, documents and names of tests.

use crate::words::rust;
use regex::Regex;
use std::sync::LazyLock;

/// The origin of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Consecutive lines of a comment.
    Comment,
    /// A string literal with more than one word.
    Literal,
    /// Consecutive lines of a document.
    Document,
    /// The name of a test, with blanks for underscores.
    Name,
}

/// Consecutive lines of prose. Code in it is left out, but its line breaks are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) kind: Kind,
    /// The number of the first line, from 1.
    pub(crate) line: usize,
    pub(crate) text: String,
}

impl Passage {
    pub(crate) fn new(kind: Kind, line: usize, text: &str) -> Passage {
        Passage { kind, line, text: without_code(text) }
    }

    /// Returns the number of the line that contains an offset of the text.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.line + self.text[..offset].matches('\n').count()
    }
}

/// Code within prose: blocks, text in backticks, placeholders of format strings, targets of links, and addresses.
static CODE: LazyLock<Regex> = LazyLock::new(|| {
    let parts = [
        r"(?ms)^[ \t]*```.*?(?:^[ \t]*```[ \t]*$|\z)",
        r"(?s)``.+?``",
        r"`[^`]*`",
        r"\{[a-z_0-9.]*(?::[^{}\s]*)?\}",
        r"\]\([^)\s]*\)",
        r"https?://\S+",
        r"<!--",
    ];
    Regex::new(&parts.join("|")).expect("the expression is valid")
});

/// Replaces code by a backtick and its line breaks.
fn without_code(text: &str) -> String {
    let lines = |code: &regex::Captures<'_>| {
        let breaks = code[0].matches('\n').count();
        format!("`{}", "\n".repeat(breaks))
    };
    CODE.replace_all(text, lines).into_owned()
}

/// Returns the prose of a file, by the ending of its name.
pub(crate) fn passages(name: &str, text: &str) -> Vec<Passage> {
    match name.rsplit(['.', '/']).next() {
        Some("rs") => rust::passages(text),
        Some("md") => document(text),
        Some("mlir") => comments(text, mlir_comment),
        Some("pest") => comments(text, |line| after(line, "//")),
        Some("py") => [comments(text, |line| after(line, "#")), docstrings(text)].concat(),
        Some("toml" | "sh" | "run") => comments(text, |line| after(line, "#")),
        _ => Vec::new(),
    }
}

/// Returns the comments of a file, with consecutive lines in one passage. The function returns the comment of a line.
fn comments(text: &str, comment: impl Fn(&str) -> Option<Prose<'_>>) -> Vec<Passage> {
    let mut found = Joined::new(Kind::Comment);
    for (number, line) in (1..).zip(text.lines()) {
        match comment(line) {
            Some(prose) => found.add(number, prose.text, prose.is_alone),
            None => found.end(),
        }
    }
    found.finish()
}

/// The comment of one line.
struct Prose<'a> {
    text: &'a str,
    /// `true` if the line has no code before the comment.
    is_alone: bool,
}

/// Returns the comment after a marker. A marker within a string or a word starts no comment.
fn after<'a>(line: &'a str, marker: &str) -> Option<Prose<'a>> {
    let starts = line.match_indices(marker).map(|(start, _)| start);
    let is_start = |start: &usize| {
        let code = &line[..*start];
        (code.is_empty() || code.ends_with([' ', '\t']))
            && code.matches(['"', '\'']).count().is_multiple_of(2)
    };
    let start = starts.into_iter().find(is_start)?;
    let text = line[start..].trim_start_matches(marker).trim_start_matches('!');
    Some(Prose { text: text.trim(), is_alone: line[..start].trim().is_empty() })
}

/// Returns the comment of a line of a program, unless a tool reads it: `RUN:`, `CHECK-NEXT:` or `expected-error`.
fn mlir_comment(line: &str) -> Option<Prose<'_>> {
    static DIRECTIVE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:[A-Z][A-Z0-9_-]*:|expected-|-----)").expect("the expression is valid")
    });
    after(line, "//").filter(|prose| !DIRECTIVE.is_match(prose.text))
}

/// Returns the docstrings of a Python file.
fn docstrings(text: &str) -> Vec<Passage> {
    let mut found = Joined::new(Kind::Comment);
    let mut is_inside = false;
    for (number, line) in (1..).zip(text.lines()) {
        let quotes = line.matches("\"\"\"").count();
        let starts = quotes > 0 && !is_inside;
        if is_inside || starts {
            found.add(number, line.replace("\"\"\"", "").trim(), !starts);
        }
        is_inside ^= quotes % 2 == 1;
    }
    found.finish()
}

/// Returns the paragraphs of a document. A paragraph in a code block is empty, since blocks are replaced first.
fn document(text: &str) -> Vec<Passage> {
    let mut found = Joined::new(Kind::Document);
    for (number, line) in (1..).zip(without_code(text).lines()) {
        if line.trim().is_empty() {
            found.end();
        } else {
            found.add(number, line, true);
        }
    }
    found.finish()
}

/// Joins consecutive lines to passages.
pub(crate) struct Joined {
    kind: Kind,
    found: Vec<Passage>,
    lines: Vec<String>,
    next: usize,
}

impl Joined {
    pub(crate) fn new(kind: Kind) -> Joined {
        Joined { kind, found: Vec::new(), lines: Vec::new(), next: 0 }
    }

    /// Adds a line, to the current passage if the line follows it and `continues`.
    pub(crate) fn add(&mut self, number: usize, text: &str, continues: bool) {
        if !continues || number != self.next {
            self.end();
        }
        self.lines.push(text.to_owned());
        self.next = number + 1;
    }

    pub(crate) fn end(&mut self) {
        if !self.lines.is_empty() {
            let text = std::mem::take(&mut self.lines);
            self.found.push(Passage::new(self.kind, self.next - text.len(), &text.join("\n")));
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Passage> {
        self.end();
        self.found
    }
}
