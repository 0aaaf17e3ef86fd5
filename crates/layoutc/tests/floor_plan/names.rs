//! The names of types. One name denotes one concept in all crates.

use crate::arrows::Crate;
use std::collections::BTreeMap;

/// The types and traits of all crates by name, each with the files that define it.
type TypesByName = BTreeMap<String, Vec<String>>;

/// Returns the types and traits of crates. Types only for tests are left out.
pub(crate) fn types_by_name(crates: &BTreeMap<String, Crate>) -> TypesByName {
    let mut types = TypesByName::new();
    for (name, sources) in crates {
        for (of, file) in sources.types() {
            types.entry(of.to_owned()).or_default().push(format!("{name}/src/{file}"));
        }
    }
    types
}

/// Returns the names with more than one definition that are not exceptions, and the unused exceptions.
pub(crate) fn names_defined_twice(types: &TypesByName, exceptions: &[(&str, &str)]) -> Vec<String> {
    let is_exception = |name: &str| exceptions.iter().any(|(exception, _)| *exception == name);
    let is_shared = |name: &str| types.get(name).is_some_and(|files| files.len() > 1);
    let shared = types.iter().filter(|(name, _)| is_shared(name) && !is_exception(name));
    let mut faults: Vec<String> = shared
        .map(|(name, files)| format!("`{name}` is defined more than once: {}", files.join(", ")))
        .collect();
    let unused = exceptions.iter().filter(|(name, _)| !is_shared(name));
    faults.extend(
        unused.map(|(name, _)| format!("`{name}` is an exception, but has one definition")),
    );
    faults
}
