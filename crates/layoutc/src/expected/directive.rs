//! One expectation as written: `expected-error@+1 [L0402] {{text}}`.

use ir::diag::{CODES, Code, Severity, nearest};
use regex::Regex;
use std::fmt;

/// What is expected.
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

/// Where it is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExpectedPlace {
    /// So many lines below the comment.
    Offset(i64),
    /// The nearest line above that holds no expectation.
    Above,
    /// The nearest line below that holds no expectation.
    Below,
    /// Without a place.
    Unknown,
}

/// What the text must contain.
#[derive(Clone, Debug)]
pub(super) enum MessagePattern {
    Text(String),
    /// The expression, and the text that it was made of.
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
    pub(super) place: ExpectedPlace,
    pub(super) code: Option<Code>,
    pub(super) pattern: MessagePattern,
}

/// Reads the directive at the start of `text`, which begins with `expected-`, and tells its length.
/// The text ends with the comment.
pub(super) fn parse(text: &str) -> Result<(ExpectedDirective, usize), String> {
    let mut rest = text.strip_prefix("expected-").unwrap_or(text);
    let (kind, is_regex) = kind(take(&mut rest, |c| c.is_alphanumeric() || c == '-' || c == '_'))?;
    rest = rest.trim_start();
    let place = if eat(&mut rest, "@") {
        place(take(&mut rest, |c| c.is_alphanumeric() || c == '+' || c == '-'))?
    } else {
        ExpectedPlace::Offset(0)
    };
    rest = rest.trim_start();
    let code = if eat(&mut rest, "[") { Some(code(&mut rest)?) } else { None };
    rest = rest.trim_start();
    if !eat(&mut rest, "{{") {
        return Err(format!("the text of `expected-{kind}` must stand in `{{{{` and `}}}}`"));
    }
    let (content, length) = content(rest)?;
    let pattern = if is_regex { regex(content)? } else { MessagePattern::Text(content.to_owned()) };
    Ok((ExpectedDirective { kind, place, code, pattern }, text.len() - rest.len() + length))
}

fn take<'a>(rest: &mut &'a str, wanted: impl Fn(char) -> bool) -> &'a str {
    let end = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
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
    let hint = near.map_or("it must be error, warning, remark or note".to_owned(), |near| {
        format!("did you mean `expected-{near}`?")
    });
    Err(format!("`expected-{word}` is no expectation; {hint}"))
}

fn place(word: &str) -> Result<ExpectedPlace, String> {
    let sign = word.strip_prefix('+').map(|digits| (1, digits));
    let sign = sign.or_else(|| word.strip_prefix('-').map(|digits| (-1, digits)));
    match (word, sign) {
        ("above", _) => Ok(ExpectedPlace::Above),
        ("below", _) => Ok(ExpectedPlace::Below),
        ("unknown", _) => Ok(ExpectedPlace::Unknown),
        (_, Some((sign, digits))) if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            let lines: u32 =
                digits.parse().map_err(|_| format!("`@{word}` is no number of lines"))?;
            Ok(ExpectedPlace::Offset(sign * i64::from(lines)))
        }
        _ => Err(format!("`@{word}` is no place; it must be @+n, @-n, @above, @below or @unknown")),
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
    known.map(|code| code.0).ok_or_else(|| format!("no diagnostic has the code `{word}`"))
}

/// The text up to the closing `}}`, and the length with it. The first `}}` counts that ends the comment
/// or has another expectation after it, so that the text may hold braces.
fn content(rest: &str) -> Result<(&str, usize), String> {
    let closed = |&end: &usize| {
        let after = rest[end + 2..].trim_start();
        after.is_empty() || after.starts_with("expected-")
    };
    let ends = || rest.char_indices().map(|(at, _)| at).filter(|&at| rest[at..].starts_with("}}"));
    let Some(end) = ends().find(closed) else {
        let fault = match ends().next() {
            Some(_) => "nothing may follow the closing `}}` of an expectation but another one",
            None => "the `{{` of an expectation is not closed by `}}`",
        };
        return Err(fault.to_owned());
    };
    if rest[..end].trim().is_empty() {
        return Err("the text of an expectation is empty, and would match anything".to_owned());
    }
    Ok((&rest[..end], end + 2))
}

/// A pattern whose parts in `{{` and `}}` are regular expressions.
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
        format!("the regular expression in `{content}` is wrong: {reason}")
    })?;
    Ok(MessagePattern::Regex(regex, content.to_owned()))
}
