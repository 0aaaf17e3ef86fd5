//! Tests of the words in comments, messages, documents and names of tests, and of the first lines of doc comments.

mod first_lines;
mod passage;
mod report;
mod rules;
mod rust;

#[cfg(test)]
mod tests;

use report::{Exception, faults, hits_below};
use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

/// The lines that keep words of the list, each with the reason.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        path: "crates/layoutc/tests/words/rules.rs",
        text: "",
        reason: "the list of words",
    },
    Exception {
        path: "crates/layoutc/tests/words/tests.rs",
        text: "",
        reason: "the tests of the scanner quote the words",
    },
    Exception {
        path: "crates/codegen/src/identifiers.rs",
        text: "qsort",
        reason: "the names of functions of the C library",
    },
];

/// Returns the root of the repository, or the folder in `LAYOUTC_WORDS_ROOT`.
fn root() -> PathBuf {
    let own = || {
        let mut parents = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        parents.nth(2).expect("this package is crates/layoutc").to_owned()
    };
    env::var_os("LAYOUTC_WORDS_ROOT").map_or_else(own, PathBuf::from)
}

#[test]
fn text_has_the_words_of_the_field() {
    let faults = faults(hits_below(&root()), EXCEPTIONS);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Prints the number of hits in each area, including those of exceptions, for a comparison of revisions. Without the
/// variable `LAYOUTC_WORDS_COUNT`, only the areas are checked.
#[test]
fn hits_have_an_area() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for hit in hits_below(&root()) {
        let depth =
            if hit.path.starts_with("crates/") || hit.path.starts_with("testing/") { 2 } else { 1 };
        let area: Vec<&str> = hit.path.split('/').take(depth).collect();
        *counts.entry(area.join("/")).or_default() += 1;
    }
    assert!(counts.keys().all(|area| !area.is_empty()));
    if std::env::var_os("LAYOUTC_WORDS_COUNT").is_some() {
        for (area, count) in &counts {
            println!("{area}: {count}");
        }
        println!("total: {}", counts.values().sum::<usize>());
    }
}
