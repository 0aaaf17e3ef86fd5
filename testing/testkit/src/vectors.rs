//! Facts of other systems, from the JSON files of `tests/vectors`.

use crate::repository::repository;
use serde_json::Value;

/// Returns a file of `tests/vectors`.
///
/// # Panics
/// The file is missing or no JSON: it belongs to the repository.
#[track_caller]
pub fn file(name: &str) -> Value {
    let path = repository().join("tests/vectors").join(name);
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns a list in a file of `tests/vectors`.
///
/// # Panics
/// The file has no such list, or the list is empty: a test over it would check nothing.
#[track_caller]
pub fn section(name: &str, section: &str) -> Vec<Value> {
    let cases = file(name)[section].as_array().cloned().unwrap_or_default();
    assert!(!cases.is_empty(), "{name} has no case in `{section}`");
    cases
}
