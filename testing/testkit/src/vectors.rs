//! Facts about other systems, from the JSON files of `tests/vectors`. Every function panics if a file or a value is
//! missing.

use crate::repository::repository;
use serde_json::Value;

/// Returns a file of `tests/vectors`.
///
/// # Panics
/// The file is missing or is not JSON.
#[track_caller]
fn file(name: &str) -> Value {
    let path = repository().join("tests/vectors").join(name);
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns a file of `tests/vectors` that is a list.
///
/// # Panics
/// The file is missing or is not a list, or the list is empty.
#[track_caller]
pub fn list(name: &str) -> Vec<Value> {
    cases(&file(name), name)
}

/// Returns a list in a file of `tests/vectors`.
///
/// # Panics
/// The file or the list is missing, or the list is empty.
#[track_caller]
pub fn section(name: &str, section: &str) -> Vec<Value> {
    cases(&file(name)[section], &format!("`{section}` of {name}"))
}

/// Returns the numbers of a list.
///
/// # Panics
/// The value is not a list, or an entry is not an integer.
#[track_caller]
pub fn ints(value: &Value) -> Vec<i64> {
    let entries = value.as_array().unwrap_or_else(|| panic!("{value} is not a list"));
    let int = |entry: &Value| entry.as_i64().unwrap_or_else(|| panic!("{entry} is not an integer"));
    entries.iter().map(int).collect()
}

#[track_caller]
fn cases(value: &Value, name: &str) -> Vec<Value> {
    let cases = value.as_array().cloned().unwrap_or_default();
    assert!(!cases.is_empty(), "{name} has no cases");
    cases
}
