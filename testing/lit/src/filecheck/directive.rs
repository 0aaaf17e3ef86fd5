//! Directives of a check file, and everything that only looks like one.
//!
//! [`scan`] finds the directives LLVM finds, line by line. LLVM skips what is no directive; here each
//! line's text in front of its directive is searched again for look-alikes by [`DirectiveNames::suspect`].

use crate::filecheck::options::{COMMENT_PREFIXES, CheckOptions};
use crate::keywords;
use crate::text;

/// What a directive asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DirectiveKind {
    Plain,
    Next,
    Same,
    Not,
    Dag,
    Label,
    Empty,
    /// Not written: the end of the input, which closes trailing `NOT` and `DAG` directives.
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

/// A directive as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckDirective {
    pub(crate) kind: DirectiveKind,
    /// How often it must match; 1 unless `COUNT`.
    pub(crate) count: u32,
    pub(crate) is_literal: bool,
    pub(crate) prefix: String,
    /// 1-based line in the check file.
    pub(crate) line: usize,
    /// As written, without the colon: `CHECK-NEXT{LITERAL}`.
    pub(crate) spelling: String,
    /// The pattern's text, without blanks around it.
    pub(crate) pattern: Vec<u8>,
}

/// The part of a directive between its prefix and its pattern.
struct Suffix {
    kind: DirectiveKind,
    count: u32,
    is_literal: bool,
    /// Length including the colon.
    len: usize,
}

/// All directives of a canonical check text in order, and one message for each look-alike, with its line.
pub(crate) fn scan(
    check: &[u8],
    options: &CheckOptions,
) -> (Vec<CheckDirective>, Vec<(usize, String)>) {
    let names = DirectiveNames::new(options);
    let keep_blanks = options.strict_whitespace && options.match_full_lines;
    let mut directives = Vec::new();
    let mut faults = Vec::new();
    for (index, line) in check.split(|b| *b == b'\n').enumerate() {
        // LLVM ends a pattern at a lone CR too, without counting a line.
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
        // LLVM would take the directive's own name for its pattern.
        faults.push((
            last.line,
            format!("`{}` at the end of the file needs a line end after it", last.spelling),
        ));
    }
    (directives, faults)
}

/// Where a directive starts in its line.
struct FoundDirective {
    start: usize,
    prefix: String,
    /// None for a comment.
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

/// The prefixes a file may use.
struct DirectiveNames {
    /// Prefixes of checks asked for.
    active: Vec<String>,
    /// `active` and the prefixes that other stages read.
    known: Vec<String>,
    /// All names a directive can have.
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

    /// The first directive or comment of a line.
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

    /// The next place of any prefix, the longest one where several start at one place.
    fn next_prefix(&self, line: &[u8], from: usize) -> Option<(usize, &str)> {
        let all = self.active.iter().map(String::as_str).chain(COMMENT_PREFIXES);
        let places =
            all.filter_map(|prefix| Some((text::find(line, prefix.as_bytes(), from)?, prefix)));
        places.min_by_key(|(start, prefix)| (*start, std::cmp::Reverse(prefix.len())))
    }

    /// A message when `before`, the text of a line in front of its directive, holds a look-alike.
    /// `line` is that line up to its end.
    fn suspect(&self, before: &[u8], line: &[u8]) -> Option<String> {
        let lead = keywords::comment_lead(line).filter(|lead| lead.start < before.len());
        let in_comment = lead.as_ref().and_then(|lead| self.suspect_lead(lead));
        in_comment.or_else(|| self.suspect_elsewhere(before, line))
    }

    /// Looks at the first word of a comment.
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

    /// Looks for a prefix with something after it and a colon anywhere; prose that names a directive has none.
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

    /// Whether the word is a proper directive of a prefix that another stage reads.
    fn is_other_directive(&self, word: &str, rest: &[u8]) -> bool {
        let text = [word.as_bytes(), rest].concat();
        let fits = |prefix: &&String| {
            text.strip_prefix(prefix.as_bytes()).is_some_and(|rest| read_suffix(rest).is_some())
        };
        self.known.iter().filter(|prefix| !self.active.contains(prefix)).find(fits).is_some()
    }

    /// What follows the longest known prefix in a word.
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
            return format!("`{word}` needs a colon right after it to be a directive");
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

/// All names of directives of a prefix, the counted one with 1 as the count.
fn names_of(prefix: &str) -> Vec<String> {
    let suffixes = SUFFIXES.iter().map(|(suffix, _)| *suffix);
    suffixes.chain(["", "-COUNT-1"]).map(|suffix| format!("{prefix}{suffix}")).collect()
}

/// Whether the word followed by `rest` is a directive of some prefix; gives the prefix.
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

/// Reads `-NEXT{LITERAL}:` and the like; none when it is no such thing.
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

/// Reads `{LITERAL}`, blanks and repetition allowed: whether it was there, and its length.
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
