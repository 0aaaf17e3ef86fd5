//! Reads queries: one JSON object a line, `{"of":"@x","at":[1,2]}`, `{"of":"@x","offset":10}`, `{"of":"@x","bit":10}` or
//! `{"of":"@x","slot":{"lane":5}}`. A query about records can name a field, `"field":"d"`, and one about a layout with
//! symbols their values, `"with":{"s0":3}`.

use ir::layout::Nested;
use ir::source::Span;
use passes::QueryError;
use serde::{Deserialize, Deserializer};
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
    /// The values of the symbols; `None` if the query has none.
    pub(super) with: Option<Vec<(String, i64)>>,
    pub(super) question: QueryKind,
    /// The field of records; `None` for the element.
    pub(super) field: Option<String>,
}

/// The index or the slot of a query.
#[derive(Debug, PartialEq)]
pub(super) enum QueryKind {
    /// The coordinate of an element, without nested components.
    At(Vec<i64>),
    /// The coordinate of an element, with nested components.
    AtNested(Vec<Nested<i64>>),
    /// The slot whose index is computed.
    Slot(i64),
    /// The bit of records whose owner is computed.
    Bit(i64),
    /// The coordinates of the slot on named axes.
    SlotOnAxes(Vec<(String, i64)>),
}

/// A query about an index, without mistakes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexQuery<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    of: Option<&'a str>,
    at: Vec<i64>,
}

/// A query about a slot, without mistakes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SlotQuery<'a> {
    #[serde(borrow, default, deserialize_with = "present")]
    of: Option<&'a str>,
    offset: i64,
}

/// Reads a string without escapes, which must not be `null`.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de str>, D::Error> {
    Deserialize::deserialize(deserializer).map(Some)
}

/// The members of a query; `None` for absent ones.
#[derive(Default)]
struct QueryMembers {
    of: Option<String>,
    at: Option<Vec<Nested<i64>>>,
    offset: Option<i64>,
    bit: Option<i64>,
    field: Option<String>,
    slot: Option<Vec<(String, i64)>>,
    with: Option<Vec<(String, i64)>>,
}

impl<'a> Batch<'a> {
    /// Returns the lines that are not blank, with their positions.
    pub(super) fn lines(&self) -> impl Iterator<Item = (&'a str, Span)> {
        let text = self.text;
        let base = self.base;
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
    pub(super) fn read(&self, line: &'a str) -> Result<Query<'a>, QueryError> {
        self.read_direct(line).map_or_else(|| self.read_members(line), Ok)
    }

    /// Reads a query without mistakes and escapes, which needs no JSON values. Returns `None` for other lines.
    fn read_direct(&self, line: &'a str) -> Option<Query<'a>> {
        let (of, question) = if self.inverse {
            let SlotQuery { of, offset } = serde_json::from_str(line).ok()?;
            (of, QueryKind::Slot(offset))
        } else {
            let IndexQuery { of, at } = serde_json::from_str(line).ok()?;
            (of, QueryKind::At(at))
        };
        Some(Query { of: of.or(self.of)?.into(), with: None, question, field: None })
    }

    /// Reads any query, and describes each mistake in one.
    fn read_members(&self, line: &str) -> Result<Query<'a>, QueryError> {
        let members = members(line)?;
        let named = members.of.clone().map(Cow::Owned);
        let of = named.or_else(|| self.of.map(Cow::Borrowed)).ok_or_else(|| {
            QueryError::new("missing `of` in the query")
                .note("add `\"of\":\"@name\"`, or set `--of=@name` for all queries")
        })?;
        if members.bit.is_some() || members.field.is_some() {
            return record_query(self.inverse, of, members);
        }
        let question = match (self.inverse, members.at, members.offset) {
            (_, None, None) if members.slot.is_some() => {
                QueryKind::SlotOnAxes(members.slot.unwrap_or_default())
            }
            _ if members.slot.is_some() => {
                return Err(QueryError::new("`slot` is incompatible with `at` and `offset`")
                    .note("a query of a slot is `{\"of\":\"@x\",\"slot\":{\"lane\":5}}`"));
            }
            (false, Some(at), None) => coordinate(at),
            (true, None, Some(offset)) => QueryKind::Slot(offset),
            (false, None, None) => {
                return Err(QueryError::new("missing `at` in the query")
                    .note("a query is `{\"of\":\"@x\",\"at\":[1,2]}`"));
            }
            (true, None, None) => {
                return Err(QueryError::new("missing `offset` in the query").note(WITH_INVERSE));
            }
            (false, _, Some(_)) => {
                return Err(QueryError::new("`offset` is only allowed with `--inverse`")
                    .note("without `--inverse` a query is `{\"of\":\"@x\",\"at\":[1,2]}`"));
            }
            (true, Some(_), _) => {
                return Err(
                    QueryError::new("`at` is incompatible with `--inverse`").note(WITH_INVERSE)
                );
            }
        };
        Ok(Query { of, with: members.with, question, field: None })
    }
}

/// Returns the question about a coordinate.
fn coordinate(at: Vec<Nested<i64>>) -> QueryKind {
    let numbers = at.iter().map(|item| item.leaf().copied()).collect();
    Option::map_or(numbers, QueryKind::AtNested(at), QueryKind::At)
}

/// Returns a query about a bit or a field of records.
///
/// # Errors
/// It has other members, or a bit without `--inverse`.
fn record_query<'a>(
    inverse: bool,
    of: Cow<'a, str>,
    members: QueryMembers,
) -> Result<Query<'a>, QueryError> {
    let question = match (members.at, members.bit) {
        _ if members.offset.is_some() || members.slot.is_some() => {
            return Err(QueryError::new(
                "`bit` and `field` are incompatible with `offset` and `slot`",
            ));
        }
        (Some(at), None) if !inverse => coordinate(at),
        (None, Some(bit)) if inverse => QueryKind::Bit(bit),
        (None, Some(_)) => {
            return Err(QueryError::new("`bit` is only allowed with `--inverse`")
                .note("without `--inverse` a query is `{\"of\":\"@x\",\"at\":[1,2]}`"));
        }
        _ if inverse => {
            return Err(QueryError::new("expected `bit` in the query")
                .note("with `--inverse` a query is `{\"of\":\"@x\",\"bit\":10}`"));
        }
        _ => {
            return Err(QueryError::new("missing `at` in the query")
                .note("a query of a field is `{\"of\":\"@x\",\"at\":[1,2],\"field\":\"d\"}`"));
        }
    };
    Ok(Query { of, with: members.with, question, field: members.field })
}

const WITH_INVERSE: &str = "with `--inverse` a query is `{\"of\":\"@x\",\"offset\":10}`";

/// Reads the members of a query.
fn members(line: &str) -> Result<QueryMembers, QueryError> {
    let value: Value = serde_json::from_str(line).map_err(|error| {
        // serde_json parses a single line, so its own line number carries no information.
        let text = error.to_string();
        let what = text.split(" at line ").next().unwrap_or(&text);
        QueryError::new(format!("invalid JSON in the query: {what}, at column {}", error.column()))
    })?;
    let Value::Object(object) = value else {
        return Err(QueryError::new("a query must be a JSON object").note(A_QUERY));
    };
    let mut members = QueryMembers::default();
    for (key, value) in &object {
        match key.as_str() {
            "of" => members.of = Some(symbol(value)?),
            "at" => members.at = Some(components(value)?),
            "offset" => members.offset = Some(integer("offset", value)?),
            "bit" => members.bit = Some(integer("bit", value)?),
            "field" => members.field = Some(field(value)?),
            "slot" => members.slot = Some(named_numbers("slot", "lane", value)?),
            "with" => members.with = Some(named_numbers("with", "s0", value)?),
            _ => return Err(unknown(key)),
        }
    }
    Ok(members)
}

const A_QUERY: &str = "such as `{\"of\":\"@x\",\"at\":[1,2]}`";

/// The keys of a query.
const KEYS: [&str; 7] = ["of", "at", "offset", "bit", "field", "slot", "with"];

fn unknown(key: &str) -> QueryError {
    let near = ir::diag::nearest(key, KEYS);
    let near = near.map(|near| format!("did you mean `{near}`?"));
    let fault = QueryError::new(format!("unknown key `{key}` in the query"));
    let known = "the keys are `of`, `at`, `offset`, `bit`, `field`, `slot` and `with`";
    fault.note(near.unwrap_or_else(|| known.to_owned()))
}

fn symbol(value: &Value) -> Result<String, QueryError> {
    value.as_str().map(str::to_owned).ok_or_else(|| {
        QueryError::new(format!("`of` is {value}, but must be a string such as \"@x\""))
    })
}

fn field(value: &Value) -> Result<String, QueryError> {
    value.as_str().map(str::to_owned).ok_or_else(|| {
        QueryError::new(format!("`field` is {value}, but must be a string such as \"d\""))
    })
}

/// Returns the components of a list; those of a nested coordinate are lists, too. The JSON reader bounds the depth.
pub(super) fn components(value: &Value) -> Result<Vec<Nested<i64>>, QueryError> {
    let items = value.as_array().ok_or_else(|| {
        QueryError::new(format!("`at` is {value}, but must be a list such as [1,2]"))
    })?;
    items
        .iter()
        .map(|item| match item {
            Value::Array(_) => components(item).map(Nested::Tuple),
            _ => integer("at", item).map(Nested::Leaf),
        })
        .collect()
}

/// Returns the numbers by name of a member: the coordinates of a slot by axis, or the values of symbols.
fn named_numbers(
    key: &str,
    example: &str,
    value: &Value,
) -> Result<Vec<(String, i64)>, QueryError> {
    let members = value.as_object().ok_or_else(|| {
        QueryError::new(format!(
            "`{key}` is {value}, but must be an object such as {{\"{example}\":5}}"
        ))
    })?;
    members.iter().map(|(name, at)| Ok((name.clone(), integer(key, at)?))).collect()
}

fn integer(key: &str, value: &Value) -> Result<i64, QueryError> {
    value.as_i64().ok_or_else(|| {
        QueryError::new(format!("expected 64-bit integers in `{key}`, found {value}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_nested_lists() {
        let batch = Batch { text: "", base: 0, of: Some("@x"), inverse: false };
        let at = |line: &str| match batch.read(line) {
            Ok(Query { question: QueryKind::AtNested(at), .. }) => {
                Ok(Nested::Tuple(at).to_string())
            }
            Ok(Query { question: QueryKind::At(at), .. }) => Ok(format!("{at:?}")),
            Ok(_) => panic!("{line} is no index"),
            Err(_) => Err(()),
        };
        for (line, expected) in [
            (r#"{"at":[[1,-1],3]}"#, Ok("((1,-1),3)")),
            (r#"{"at":[]}"#, Ok("[]")),
            (r#"{"at":[[1,2.5],3]}"#, Err(())),
            (r#"{"at":[["1"],3]}"#, Err(())),
            (r#"{"at":3}"#, Err(())),
        ] {
            assert_eq!(at(line), expected.map(str::to_owned), "{line}");
        }
    }

    #[test]
    fn slots_are_named_coordinates() {
        for inverse in [false, true] {
            let batch = Batch { text: "", base: 0, of: Some("@x"), inverse };
            let slot = |line: &str| match batch.read(line) {
                Ok(Query { question: QueryKind::SlotOnAxes(slot), .. }) => Ok(slot),
                Ok(_) => panic!("{line} is no slot"),
                Err(_) => Err(()),
            };
            let found = vec![("lane".to_owned(), 5), ("m".to_owned(), -1)];
            assert_eq!(slot(r#"{"slot":{"lane":5,"m":-1}}"#), Ok(found));
            assert_eq!(slot(r#"{"slot":{}}"#), Ok(Vec::new()));
            for line in [
                r#"{"slot":[1]}"#,
                r#"{"slot":{"lane":1.5}}"#,
                r#"{"slot":{"lane":1},"at":[1]}"#,
                r#"{"slot":{"lane":1},"offset":1}"#,
            ] {
                assert_eq!(slot(line), Err(()), "{line}");
            }
        }
    }

    #[test]
    fn values_of_symbols_are_members() {
        let batch = Batch { text: "", base: 0, of: Some("@x"), inverse: false };
        let with = |line: &str| batch.read(line).map(|query| query.with).ok();
        let values = vec![("s0".to_owned(), 3), ("s1".to_owned(), -8)];
        assert_eq!(with(r#"{"at":[1],"with":{"s0":3,"s1":-8}}"#), Some(Some(values)));
        assert_eq!(with(r#"{"at":[1],"with":{}}"#), Some(Some(Vec::new())));
        assert_eq!(with(r#"{"at":[1]}"#), Some(None));
        for line in [r#"{"at":[1],"with":[3]}"#, r#"{"at":[1],"with":{"s0":"3"}}"#] {
            assert_eq!(with(line), None, "{line}");
        }
    }

    #[test]
    fn batch_skips_blank_lines_and_keeps_positions() {
        let batch = Batch { text: "a\r\n\n  b\n", base: 100, of: None, inverse: false };
        let lines: Vec<_> = batch.lines().map(|(line, span)| (line, span.start)).collect();
        assert_eq!(lines, [("a", 100), ("b", 106)]);
    }

    #[test]
    fn direct_reading_agrees_with_reading_of_values() {
        let members = [
            r#""of":"@x""#,
            r#""of":"@\u0078""#,
            r#""of":null"#,
            r#""of":"""#,
            r#""at":[1,-2]"#,
            r#""at":[]"#,
            r#""at":[1.0]"#,
            r#""at":[9223372036854775808]"#,
            r#""at":1"#,
            r#""at":null"#,
            r#""offset":-3"#,
            r#""offset":1e3"#,
            r#""offset":null"#,
            r#""others":1"#,
            "",
        ];
        let pairs =
            members.iter().flat_map(|a| members.iter().map(move |b| format!("{{{a},{b}}}")));
        let mut direct = 0;
        for line in pairs.chain(members.iter().map(|member| format!("{{{member}}}"))) {
            for (of, inverse) in
                [(None, false), (Some("@y"), false), (None, true), (Some("@y"), true)]
            {
                let batch = Batch { text: "", base: 0, of, inverse };
                if let Some(query) = batch.read_direct(&line) {
                    assert_eq!(batch.read_members(&line).ok(), Some(query), "{line}");
                    direct += 1;
                }
            }
        }
        assert_eq!(direct, 27);
    }
}
