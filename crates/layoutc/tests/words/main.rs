//! Tests of the words in comments, messages, documents and names of tests, and of the first lines of doc comments.

mod first_lines;
mod passage;
mod report;
mod rules;
mod rust;

#[cfg(test)]
mod tests;

use report::{Exception, Hit, faults, hits_below};
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
        path: "crates/codegen/src/identifiers/words.rs",
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

// With the variable `LAYOUTC_WORDS_COUNT`, the test also prints the hits of each area, for a comparison of revisions.
#[test]
fn text_has_the_words_of_the_field() {
    let hits = hits_below(&root());
    if env::var_os("LAYOUTC_WORDS_COUNT").is_some() {
        print_counts(&hits);
    }
    let faults = faults(hits, EXCEPTIONS);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// Prints the number of hits in each area, including those of exceptions.
fn print_counts(hits: &[Hit]) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for hit in hits {
        let depth =
            if hit.path.starts_with("crates/") || hit.path.starts_with("testing/") { 2 } else { 1 };
        let area: Vec<&str> = hit.path.split('/').take(depth).collect();
        *counts.entry(area.join("/")).or_default() += 1;
    }
    for (area, count) in &counts {
        println!("{area}: {count}");
    }
    println!("total: {}", hits.len());
}
