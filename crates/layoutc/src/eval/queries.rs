//! Reads queries: one JSON object a line, `{"of":"@x","at":[1,2]}` or `{"of":"@x","offset":10}`.
//!
//! A small scanner reads lines of the common form. All other lines go to serde_json, which also reports the syntax
//! errors.

use super::symbols::QueryFault;
use ir::layout::{LogicalIndex, RankError};
use ir::source::Span;
use serde_json::Value;
use std::borrow::Cow;

/// Queries, one a line.
pub(super) struct Batch<'a> {
    pub(super) text: &'a str,
    /// The position of the first byte.
    pub(super) base: u32,
    /// The symbol of queries without `of`.
    pub(super) of: Option<&'a str>,
    /// `true` if queries have a slot, rather than an index.
    pub(super) inverse: bool,
}

/// One query.
#[derive(Debug, PartialEq)]
pub(super) struct Query<'a> {
    pub(super) of: Cow<'a, str>,
    pub(super) question: QueryKind,
}

/// The index or the slot of a query.
#[derive(Debug, PartialEq)]
pub(super) enum QueryKind {
    /// The index of an element, or an error if it has too many components.
    At(Result<LogicalIndex, RankError>),
    /// The slot whose index is computed.
    Slot(i64),
}

/// The members of a query; `None` for absent ones.
#[derive(Default)]
struct QueryMembers<'a> {
    of: Option<Cow<'a, str>>,
    at: Option<Result<LogicalIndex, RankError>>,
    offset: Option<i64>,
}

impl<'a> Batch<'a> {
    /// Returns the lines that are not blank, with their positions.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&'a str, Span)> {
        let (text, base) = (self.text, self.base);
        let lines = text.split('\n').map(str::trim_ascii).filter(|line| !line.is_empty());
        lines.map(move |line| {
            // `line` is part of `text`, whose length fits in 32 bits.
            let start = base + (line.as_ptr().addr() - text.as_ptr().addr()) as u32;
            (line, Span::new(start, start + line.len() as u32))
        })
    }

    /// Reads a query from a line.
    ///
    /// # Errors
    /// The line is not a valid query.
    pub(super) fn read<'l>(&self, line: &'l str) -> Result<Query<'l>, QueryFault>
    where
        'a: 'l,
    {
        let mut scanner = Scanner { rest: line.as_bytes(), line };
        let members = match scanner.object() {
            Some(members) => members,
            None => by_serde(line)?,
        };
        self.query(members)
    }

    fn query<'l>(&self, members: QueryMembers<'l>) -> Result<Query<'l>, QueryFault>
    where
        'a: 'l,
    {
        let of = members.of.or(self.of.map(Cow::Borrowed));
        let of = of.ok_or_else(|| {
            QueryFault::new("missing `of` in the query")
                .note("add `\"of\":\"@name\"`, or set `--of=@name` for all queries")
        })?;
        let question = match (self.inverse, members.at, members.offset) {
            (false, Some(at), None) => QueryKind::At(at),
            (true, None, Some(offset)) => QueryKind::Slot(offset),
            (false, None, None) => {
                return Err(QueryFault::new("missing `at` in the query")
                    .note("a query is `{\"of\":\"@x\",\"at\":[1,2]}`"));
            }
            (true, None, None) => {
                return Err(QueryFault::new("missing `offset` in the query").note(WITH_INVERSE));
            }
            (false, _, Some(_)) => {
                return Err(QueryFault::new("`offset` is only allowed with `--inverse`")
                    .note("without `--inverse` a query is `{\"of\":\"@x\",\"at\":[1,2]}`"));
            }
            (true, Some(_), _) => {
                return Err(
                    QueryFault::new("`at` is incompatible with `--inverse`").note(WITH_INVERSE)
                );
            }
        };
        Ok(Query { of, question })
    }
}

const WITH_INVERSE: &str = "with `--inverse` a query is `{\"of\":\"@x\",\"offset\":10}`";

/// A reader of JSON objects whose strings have no escapes and whose members are those of a query. It returns `None` on
/// all other lines, and accepts only valid JSON.
struct Scanner<'l> {
    line: &'l str,
    rest: &'l [u8],
}

impl<'l> Scanner<'l> {
    fn object(&mut self) -> Option<QueryMembers<'l>> {
        let mut members = QueryMembers::default();
        self.sign(b'{')?;
        loop {
            let key = self.string()?;
            self.sign(b':')?;
            match key {
                "of" if members.of.is_none() => members.of = Some(Cow::Borrowed(self.string()?)),
                "at" if members.at.is_none() => members.at = Some(self.index()?),
                "offset" if members.offset.is_none() => members.offset = Some(self.integer()?),
                _ => return None,
            }
            if self.sign(b',').is_none() {
                self.sign(b'}')?;
                self.blanks();
                return self.rest.is_empty().then_some(members);
            }
        }
    }

    fn blanks(&mut self) {
        while let [b' ' | b'\t', rest @ ..] = self.rest {
            self.rest = rest;
        }
    }

    fn sign(&mut self, sign: u8) -> Option<()> {
        self.blanks();
        let (&first, rest) = self.rest.split_first()?;
        (first == sign).then(|| self.rest = rest)
    }

    /// Reads a string without escapes.
    fn string(&mut self) -> Option<&'l str> {
        self.sign(b'"')?;
        let start = self.line.len() - self.rest.len();
        let length = self.rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
        let end = self.rest[length];
        self.rest = &self.rest[length + 1..];
        (end == b'"').then(|| &self.line[start..start + length])
    }

    fn index(&mut self) -> Option<Result<LogicalIndex, RankError>> {
        self.sign(b'[')?;
        let mut components = Vec::new();
        if self.sign(b']').is_none() {
            loop {
                components.push(self.integer()?);
                if self.sign(b',').is_none() {
                    self.sign(b']')?;
                    break;
                }
            }
        }
        Some(LogicalIndex::new(components))
    }

    /// Reads a 64-bit integer in the syntax of JSON.
    fn integer(&mut self) -> Option<i64> {
        self.blanks();
        let minus = self.rest.first() == Some(&b'-');
        let digits = &self.rest[usize::from(minus)..];
        let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let (digits, rest) = digits.split_at(count);
        // JSON forbids a digit after a leading zero, and serde_json reads `-0` as a float.
        let zero = digits.first() == Some(&b'0') && (count > 1 || minus);
        if count == 0 || zero || rest.first().is_some_and(is_number) {
            return None;
        }
        self.rest = rest;
        // `i64` has one more negative value than positive ones.
        digits.iter().try_fold(0i64, |value, byte| {
            let digit = i64::from(byte - b'0');
            let value = value.checked_mul(10)?;
            if minus { value.checked_sub(digit) } else { value.checked_add(digit) }
        })
    }
}

/// Returns `true` if a byte continues a number that is not an integer.
fn is_number(byte: &u8) -> bool {
    matches!(byte, b'.' | b'e' | b'E')
}

fn by_serde(line: &str) -> Result<QueryMembers<'static>, QueryFault> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        // serde_json parses a single line, so its own line number carries no information.
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text);
        QueryFault::new(format!("invalid JSON in the query: {what}, at column {}", error.column()))
    })?;
    let Value::Object(object) = value else {
        return Err(QueryFault::new("a query must be a JSON object").note(A_QUERY));
    };
    let mut members = QueryMembers::default();
    for (key, value) in &object {
        match key.as_str() {
            "of" => members.of = Some(Cow::Owned(symbol(value)?)),
            "at" => members.at = Some(LogicalIndex::new(components(value)?)),
            "offset" => members.offset = Some(integer("offset", value)?),
            _ => return Err(unknown(key)),
        }
    }
    Ok(members)
}

const A_QUERY: &str = "such as `{\"of\":\"@x\",\"at\":[1,2]}`";

fn unknown(key: &str) -> QueryFault {
    let near = ir::diag::nearest(key, ["of", "at", "offset"]);
    let near = near.map(|near| format!("did you mean `{near}`?"));
    let fault = QueryFault::new(format!("unknown key `{key}` in the query"));
    fault.note(near.unwrap_or_else(|| "the keys are `of`, `at` and `offset`".to_owned()))
}

fn symbol(value: &Value) -> Result<String, QueryFault> {
    let fault = || QueryFault::new(format!("`of` is {value}, but must be a string such as \"@x\""));
    value.as_str().map(str::to_owned).ok_or_else(fault)
}

fn components(value: &Value) -> Result<Vec<i64>, QueryFault> {
    let fault = || QueryFault::new(format!("`at` is {value}, but must be a list such as [1,2]"));
    value.as_array().ok_or_else(fault)?.iter().map(|value| integer("at", value)).collect()
}

fn integer(key: &str, value: &Value) -> Result<i64, QueryFault> {
    let fault = || QueryFault::new(format!("expected 64-bit integers in `{key}`, found {value}"));
    value.as_i64().ok_or_else(fault)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scan(line: &str) -> Option<Query<'_>> {
        let members = Scanner { line, rest: line.as_bytes() }.object()?;
        let inverse = members.offset.is_some();
        Batch { text: line, base: 0, of: None, inverse }.query(members).ok()
    }

    #[test]
    fn scanner_agrees_with_serde_json() {
        for line in [
            r#"{"of":"@x","at":[1,2]}"#,
            r#" { "at" : [ ] , "of" : "@f:%x" } "#,
            r#"{"of":"@x","offset":-9223372036854775808}"#,
            r#"{"offset":9223372036854775807,"of":"@é"}"#,
            r#"{"of":"@x","at":[-10,-1,0]}"#,
        ] {
            let scanned = scan(line);
            assert!(scanned.is_some(), "{line}");
            let members = by_serde(line).unwrap_or_else(|_| panic!("{line}"));
            let inverse = members.offset.is_some();
            let read = Batch { text: line, base: 0, of: None, inverse }.query(members).ok();
            assert_eq!(scanned, read, "{line}");
        }
    }

    #[test]
    fn scanner_rejects_uncommon_or_invalid_lines() {
        for line in [
            r#"{"of":"@\u0078","at":[1]}"#,
            r#"{"of":"@x","at":[01]}"#,
            r#"{"of":"@x","at":[-0]}"#,
            r#"{"of":"@x","at":[1.0]}"#,
            r#"{"of":"@x","at":[1e2]}"#,
            r#"{"of":"@x","at":[9223372036854775808]}"#,
            r#"{"of":"@x","at":[1,]}"#,
            r#"{"of":"@x","at":[1]} x"#,
            r#"{"of":"@x","of":"@y","at":[1]}"#,
            r#"{"of":"@x""#,
            r#"{}"#,
            "",
        ] {
            assert_eq!(scan(line), None, "{line}");
        }
    }

    #[test]
    fn batch_skips_blank_lines_and_keeps_positions() {
        let batch = Batch { text: "a\r\n\n  b\n", base: 100, of: None, inverse: false };
        let lines: Vec<_> = batch.lines().map(|(line, span)| (line, span.start)).collect();
        assert_eq!(lines, [("a", 100), ("b", 106)]);
    }
}
