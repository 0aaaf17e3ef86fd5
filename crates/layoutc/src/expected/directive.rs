//! The syntax of one expectation: `expected-error@+1 [L0402] {{text}}`.

use ir::diag::{CODES, Code, Severity, nearest};
use regex::Regex;
use std::fmt;

/// The kind of an expected diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedKind {
    Error,
    Warning,
    Remark,
    Note,
}

const KINDS: [(&str, ExpectedKind); 4] = [
    ("error", ExpectedKind::Error),
    ("warning", ExpectedKind::Warning),
    ("remark", ExpectedKind::Remark),
    ("note", ExpectedKind::Note),
];

impl fmt::Display for ExpectedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(KINDS.iter().find(|kind| kind.1 == *self).map_or("", |kind| kind.0))
    }
}

impl From<Severity> for ExpectedKind {
    fn from(severity: Severity) -> ExpectedKind {
        match severity {
            Severity::Error => ExpectedKind::Error,
            Severity::Warning => ExpectedKind::Warning,
            Severity::Remark => ExpectedKind::Remark,
        }
    }
}

/// The position of an expected diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedLine {
    /// The number of lines below the comment; negative above it.
    Offset(i64),
    /// The nearest line above without an expectation.
    Above,
    /// The nearest line below without an expectation.
    Below,
    /// A diagnostic without a position.
    Unknown,
}

/// The text that the message must contain.
#[derive(Clone, Debug)]
pub(super) enum MessagePattern {
    Text(String),
    /// The regular expression, and its source.
    Regex(Regex, String),
}

impl MessagePattern {
    pub(super) fn matches(&self, text: &str) -> bool {
        match self {
            MessagePattern::Text(part) => text.contains(part),
            MessagePattern::Regex(regex, _) => regex.is_match(text),
        }
    }
}

impl fmt::Display for MessagePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (MessagePattern::Text(text) | MessagePattern::Regex(_, text)) = self;
        f.write_str(text)
    }
}

/// One expectation.
#[derive(Clone, Debug)]
pub(super) struct ExpectedDirective {
    pub(super) kind: ExpectedKind,
    pub(super) place: ExpectedLine,
    pub(super) code: Option<Code>,
    pub(super) pattern: MessagePattern,
}

/// Reads the directive at the start of `text`, which starts with `expected-`, and returns its length. The text ends
/// with the comment.
pub(super) fn parse(text: &str) -> Result<(ExpectedDirective, usize), String> {
    let mut rest = text.strip_prefix("expected-").unwrap_or(text);
    let (kind, is_regex) = kind(take(&mut rest, |c| c.is_alphanumeric() || c == '-' || c == '_'))?;
    rest = rest.trim_start();
    let place = if eat(&mut rest, "@") {
        expected_line(take(&mut rest, |c| c.is_alphanumeric() || c == '+' || c == '-'))?
    } else {
        ExpectedLine::Offset(0)
    };
    rest = rest.trim_start();
    let code = if eat(&mut rest, "[") { Some(code(&mut rest)?) } else { None };
    rest = rest.trim_start();
    if !eat(&mut rest, "{{") {
        return Err(format!("the text of `expected-{kind}` must be enclosed in `{{{{` and `}}}}`"));
    }
    let (content, length) = content(rest)?;
    let pattern = if is_regex { regex(content)? } else { MessagePattern::Text(content.to_owned()) };
    Ok((ExpectedDirective { kind, place, code, pattern }, text.len() - rest.len() + length))
}

fn take<'a>(rest: &mut &'a str, is_part: impl Fn(char) -> bool) -> &'a str {
    let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

fn eat(rest: &mut &str, prefix: &str) -> bool {
    rest.strip_prefix(prefix).map(|left| *rest = left).is_some()
}

fn kind(word: &str) -> Result<(ExpectedKind, bool), String> {
    let (name, is_regex) = word.strip_suffix("-re").map_or((word, false), |name| (name, true));
    if let Some(kind) = KINDS.iter().find(|kind| kind.0 == name) {
        return Ok((kind.1, is_regex));
    }
    let near = nearest(name, KINDS.iter().map(|kind| kind.0));
    let hint = near.map_or("expected error, warning, remark or note".to_owned(), |near| {
        format!("did you mean `expected-{near}`?")
    });
    Err(format!("unknown expectation `expected-{word}`; {hint}"))
}

fn expected_line(word: &str) -> Result<ExpectedLine, String> {
    let sign = word.strip_prefix('+').map(|digits| (1, digits));
    let sign = sign.or_else(|| word.strip_prefix('-').map(|digits| (-1, digits)));
    match (word, sign) {
        ("above", _) => Ok(ExpectedLine::Above),
        ("below", _) => Ok(ExpectedLine::Below),
        ("unknown", _) => Ok(ExpectedLine::Unknown),
        (_, Some((sign, digits))) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let lines: u32 =
                digits.parse().map_err(|_| format!("`@{word}` is not a valid number of lines"))?;
            Ok(ExpectedLine::Offset(sign * i64::from(lines)))
        }
        _ => Err(format!(
            "unknown position `@{word}`; expected @+n, @-n, @above, @below or @unknown"
        )),
    }
}

fn code(rest: &mut &str) -> Result<Code, String> {
    let word = take(rest, |c| c.is_alphanumeric());
    if !eat(rest, "]") {
        return Err(
            "`[` is not closed after the code of a diagnostic, such as `[L0402]`".to_owned()
        );
    }
    let known = CODES.iter().find(|code| code.0.to_string() == word);
    known.map(|code| code.0).ok_or_else(|| format!("unknown code `{word}`"))
}

/// Returns the text before the closing `}}`, and the length with `}}`. The closing `}}` is the first one at the end of
/// the comment or before another expectation, so that the text can contain braces.
fn content(rest: &str) -> Result<(&str, usize), String> {
    let ends = rest.char_indices().map(|(at, _)| at).filter(|&at| rest[at..].starts_with("}}"));
    let ends: Vec<usize> = ends.collect();
    let end = ends.iter().copied().find(|&end| {
        let after = rest[end + 2..].trim_start();
        after.is_empty() || after.starts_with("expected-")
    });
    let Some(end) = end else {
        let fault = match ends.first() {
            Some(_) => "only another expectation may follow the closing `}}` of an expectation",
            None => "the `{{` of an expectation is not closed by `}}`",
        };
        return Err(fault.to_owned());
    };
    if rest[..end].trim().is_empty() {
        return Err("the text of an expectation is empty, and would match any message".to_owned());
    }
    Ok((&rest[..end], end + 2))
}

/// Compiles a pattern whose parts between `{{` and `}}` are regular expressions.
fn regex(content: &str) -> Result<MessagePattern, String> {
    let mut source = String::new();
    let mut rest = content;
    while let Some((literal, tail)) = rest.split_once("{{") {
        source.push_str(&regex::escape(literal));
        let Some((inner, tail)) = tail.split_once("}}") else {
            return Err("the `{{` of a regular expression is not closed by `}}`".to_owned());
        };
        source.push_str(&format!("(?:{inner})"));
        rest = tail;
    }
    source.push_str(&regex::escape(rest));
    let regex = Regex::new(&source).map_err(|error| {
        let text = error.to_string();
        let reason = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
        format!("invalid regular expression in `{content}`: {reason}")
    })?;
    Ok(MessagePattern::Regex(regex, content.to_owned()))
}
