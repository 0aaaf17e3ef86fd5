//! Directives of a check file, and text that only resembles one.
//!
//! [`scan`] finds the same directives as LLVM, line by line. LLVM ignores the rest of a line. Here,
//! [`DirectiveNames::suspect`] searches the text before each directive for text that resembles a directive.

use crate::filecheck::options::{COMMENT_PREFIXES, CheckOptions};
use crate::keywords;
use crate::text;

/// The kind of a directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    /// The end of the input, which closes trailing `NOT` and `DAG` directives. It has no syntax.
    Eof,
}

const SUFFIXES: [(&str, DirectiveKind); 6] = [
    ("-NEXT", DirectiveKind::Next),
    ("-SAME", DirectiveKind::Same),
    ("-NOT", DirectiveKind::Not),
    ("-DAG", DirectiveKind::Dag),
    ("-LABEL", DirectiveKind::Label),
    ("-EMPTY", DirectiveKind::Empty),
];

/// A directive in its source form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckDirective {
    pub(crate) kind: DirectiveKind,
    /// The number of required matches; 1 except for `COUNT`.
    pub(crate) count: u32,
    pub(crate) is_literal: bool,
    pub(crate) prefix: String,
    /// The line in the check file, counted from 1.
    pub(crate) line: usize,
    /// The source text without the colon: `CHECK-NEXT{LITERAL}`.
    pub(crate) spelling: String,
    /// The text of the pattern, without surrounding blanks.
    pub(crate) pattern: Vec<u8>,
}

/// The part of a directive between its prefix and its pattern.
struct Suffix {
    kind: DirectiveKind,
    count: u32,
    is_literal: bool,
    /// The length including the colon.
    len: usize,
}

/// Returns the directives of a canonical check text in order, and one message with its line for each text that only
/// resembles a directive.
pub(crate) fn scan(
    check: &[u8],
    options: &CheckOptions,
) -> (Vec<CheckDirective>, Vec<(usize, String)>) {
    let names = DirectiveNames::new(options);
    let keep_blanks = options.strict_whitespace && options.match_full_lines;
    let mut directives = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in check.split(|b| *b == b'\n').enumerate() {
        // LLVM also ends a pattern at a lone CR, which does not count as a line.
        for part in line.split(|b| *b == b'\r') {
            let found = names.find(part);
            let before = found.as_ref().map_or(part, |found| &part[..found.start]);
            faults.extend(names.suspect(before, part).map(|fault| (index + 1, fault)));
            directives
                .extend(found.and_then(|found| found.directive(part, index + 1, keep_blanks)));
        }
    }
    if let Some(last) =
        directives.last().filter(|last| last.kind == DirectiveKind::Empty && check.ends_with(b":"))
    {
        // LLVM would use the directive's own name as its pattern.
        faults.push((
            last.line,
            format!("`{}` at the end of the file must be followed by a line end", last.spelling),
        ));
    }
    (directives, faults)
}

/// The position of a directive in its line.
struct FoundDirective {
    start: usize,
    prefix: String,
    /// The suffix of a directive; `None` for a comment.
    suffix: Option<Suffix>,
}

impl FoundDirective {
    fn directive(self, part: &[u8], line: usize, keep_blanks: bool) -> Option<CheckDirective> {
        let suffix = self.suffix?;
        let colon = self.start + self.prefix.len() + suffix.len;
        let mut pattern = &part[colon..];
        if !keep_blanks {
            pattern = text::trim_end(text::trim_start(pattern));
        }
        Some(CheckDirective {
            kind: suffix.kind,
            count: suffix.count,
            is_literal: suffix.is_literal,
            prefix: self.prefix,
            line,
            spelling: text::show(&part[self.start..colon - 1]),
            pattern: pattern.to_vec(),
        })
    }
}

/// The prefixes that a file can use.
struct DirectiveNames {
    /// The prefixes of this stage.
    active: Vec<String>,
    /// `active`, and the prefixes of other stages.
    known: Vec<String>,
    /// All valid names of directives.
    valid: Vec<String>,
}

impl DirectiveNames {
    fn new(options: &CheckOptions) -> DirectiveNames {
        let active = options.active_prefixes();
        let known: Vec<String> = active.iter().chain(&options.other_prefixes).cloned().collect();
        let mut valid: Vec<String> = COMMENT_PREFIXES.map(str::to_owned).to_vec();
        valid.extend(known.iter().flat_map(|prefix| names_of(prefix)));
        DirectiveNames { active, known, valid }
    }

    /// Returns the first directive or comment of a line.
    fn find(&self, line: &[u8]) -> Option<FoundDirective> {
        let mut at = 0;
        while at < line.len() {
            let (start, prefix) = self.next_prefix(line, at)?;
            let whole_word = start == 0 || !keywords::is_word(line[start - 1]);
            let rest = &line[start + prefix.len()..];
            let comment = COMMENT_PREFIXES.contains(&prefix);
            if whole_word && comment && rest.first() == Some(&b':') {
                return Some(FoundDirective { start, prefix: prefix.to_owned(), suffix: None });
            }
            if let Some(suffix) = read_suffix(rest).filter(|_| whole_word && !comment) {
                return Some(FoundDirective {
                    start,
                    prefix: prefix.to_owned(),
                    suffix: Some(suffix),
                });
            }
            at = start + keywords::word_at(line, start).len();
        }
        None
    }

    /// Returns the next position of any prefix, and the longest prefix at that position.
    fn next_prefix(&self, line: &[u8], from: usize) -> Option<(usize, &str)> {
        let all = self.active.iter().map(String::as_str).chain(COMMENT_PREFIXES);
        let places =
            all.filter_map(|prefix| Some((text::find(line, prefix.as_bytes(), from)?, prefix)));
        places.min_by_key(|(start, prefix)| (*start, std::cmp::Reverse(prefix.len())))
    }

    /// Returns a message if `before`, the text of a line before its directive, contains text that resembles a
    /// directive. `line` is the whole line.
    fn suspect(&self, before: &[u8], line: &[u8]) -> Option<String> {
        let lead = keywords::comment_lead(line).filter(|lead| lead.start < before.len());
        let in_comment = lead.as_ref().and_then(|lead| self.suspect_lead(lead));
        in_comment.or_else(|| self.suspect_elsewhere(before, line))
    }

    /// Checks the first word of a comment.
    fn suspect_lead(&self, lead: &keywords::Lead) -> Option<String> {
        let word = lead.word;
        let spaced = text::trim_start(lead.rest).first() == Some(&b':');
        if COMMENT_PREFIXES.contains(&word) || self.is_other_directive(word, lead.rest) {
            return None;
        }
        if let Some(tail) = self.tail_of(word, true) {
            let joined = tail.is_empty() || tail.starts_with(['-', '_']);
            return (joined || lead.has_colon()).then(|| self.fault(word, lead.rest));
        }
        if let Some(tail) = self.tail_of(word, false) {
            let joined = tail.is_empty() || tail.starts_with(['-', '_']);
            let suffixed =
                SUFFIXES.iter().any(|(name, _)| name.eq_ignore_ascii_case(&tail.replace('_', "-")));
            return (joined && (spaced || lead.has_colon() || suffixed))
                .then(|| self.fault(word, lead.rest));
        }
        let meant = keywords::near(word, &self.valid).is_some();
        (meant && keywords::is_shouted(word) && (spaced || lead.has_colon()))
            .then(|| self.fault(word, lead.rest))
    }

    /// Searches for a prefix with a suffix and a colon anywhere in the line. Prose that mentions a directive has no
    /// colon.
    fn suspect_elsewhere(&self, before: &[u8], line: &[u8]) -> Option<String> {
        let mut at = 0;
        while at < before.len() {
            let word = keywords::word_at(line, at);
            let rest = &line[at + word.len()..];
            at += word.len().max(1);
            let tail = self.tail_of(word, true).unwrap_or_default();
            let colon = keywords::Lead { word, start: 0, rest, is_alone: false }.has_colon();
            let joined = tail.starts_with(['-', '_']) && colon || tail.starts_with("-COUNT-");
            let braced = tail.is_empty()
                && rest.first() == Some(&b'{')
                && self.tail_of(word, true).is_some()
                && colon;
            if (joined || braced) && !self.is_other_directive(word, rest) {
                return Some(self.fault(word, rest));
            }
        }
        None
    }

    /// Returns `true` if the word is a valid directive with the prefix of another stage.
    fn is_other_directive(&self, word: &str, rest: &[u8]) -> bool {
        let text = [word.as_bytes(), rest].concat();
        let fits = |prefix: &&String| {
            text.strip_prefix(prefix.as_bytes()).is_some_and(|rest| read_suffix(rest).is_some())
        };
        self.known.iter().filter(|prefix| !self.active.contains(prefix)).find(fits).is_some()
    }

    /// Returns the rest of a word after the longest known prefix; `None` if it has no known prefix.
    fn tail_of<'a>(&self, word: &'a str, exact: bool) -> Option<&'a str> {
        let fits = |prefix: &&String| {
            let head = word.get(..prefix.len());
            head.is_some_and(|head| {
                if exact { head == *prefix } else { head.eq_ignore_ascii_case(prefix) }
            })
        };
        let prefix = self.known.iter().filter(fits).max_by_key(|prefix| prefix.len())?;
        Some(&word[prefix.len()..])
    }

    fn fault(&self, word: &str, rest: &[u8]) -> String {
        let modifier = match rest {
            [b'{', ..] => text::find(rest, b"}", 0).map_or(&rest[..1], |at| &rest[..=at]),
            _ => b"",
        };
        let colon = rest[modifier.len()..].first() == Some(&b':');
        if self.valid.iter().any(|name| name == word) && modifier.is_empty() && !colon {
            return format!("directive `{word}` must be followed by a colon");
        }
        if word.ends_with("-LITERAL") {
            return format!(
                "unknown directive `{word}`; did you mean `{}{{LITERAL}}`?",
                word.trim_end_matches("-LITERAL")
            );
        }
        let meant = match keywords::closest(word, &self.valid) {
            Some(name) if modifier.is_empty() => name.to_owned(),
            Some(name) => format!("{name}{{LITERAL}}"),
            None => return format!("unknown directive `{word}`"),
        };
        format!("unknown directive `{word}{}`; did you mean `{meant}`?", text::show(modifier))
    }
}

/// Returns all names of directives of a prefix, with count 1 for `COUNT`.
fn names_of(prefix: &str) -> Vec<String> {
    let suffixes = SUFFIXES.iter().map(|(suffix, _)| *suffix);
    suffixes.chain(["", "-COUNT-1"]).map(|suffix| format!("{prefix}{suffix}")).collect()
}

/// Returns the prefix if the word followed by `rest` is a directive with a suffix, and `None` otherwise.
pub(crate) fn prefix_of<'a>(word: &'a str, rest: &[u8]) -> Option<&'a str> {
    let text = [word.as_bytes(), rest].concat();
    let cut = |at: usize| {
        read_suffix(&text[at..]).filter(|suffix| {
            suffix.kind != DirectiveKind::Plain || suffix.count > 1 || suffix.is_literal
        })
    };
    let at = word.rmatch_indices('-').map(|(at, _)| at).find(|at| cut(*at).is_some());
    let literal = || cut(word.len()).map(|_| word.len());
    at.or_else(literal).map(|at| &word[..at])
}

/// Reads a suffix such as `-NEXT{LITERAL}:`; `None` if the text is not a suffix.
fn read_suffix(rest: &[u8]) -> Option<Suffix> {
    let (kind, count, len) = read_kind(rest)?;
    let (is_literal, modifiers) = read_modifiers(&rest[len..])?;
    let len = len + modifiers;
    (rest.get(len) == Some(&b':')).then_some(Suffix { kind, count, is_literal, len: len + 1 })
}

fn read_kind(rest: &[u8]) -> Option<(DirectiveKind, u32, usize)> {
    if let Some(number) = rest.strip_prefix(b"-COUNT-") {
        let digits = number.iter().take_while(|b| b.is_ascii_digit()).count();
        let count: i32 = std::str::from_utf8(&number[..digits]).ok()?.parse().ok()?;
        let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
        return Some((DirectiveKind::Plain, count, 7 + digits));
    }
    let named = SUFFIXES.iter().find(|(name, _)| rest.starts_with(name.as_bytes()));
    Some(named.map_or((DirectiveKind::Plain, 1, 0), |(name, kind)| (*kind, 1, name.len())))
}

/// Reads `{LITERAL}`, with blanks and repetitions. Returns `true` if it is present, and its length.
fn read_modifiers(rest: &[u8]) -> Option<(bool, usize)> {
    if rest.first() != Some(&b'{') {
        return Some((false, 0));
    }
    let end = text::find(rest, b"}", 0)?;
    let mut words = rest[1..end].split(|b| *b == b',');
    words
        .all(|word| text::trim_start(text::trim_end(word)) == b"LITERAL")
        .then_some((true, end + 1))
}
