//! Tests of the words in comments, messages, documents and names of tests.
//!
//! A word that no sentence about layouts needs fails the test. Words for which the field mostly has a better one, comments
//! that start without a subject, and first lines of doc comments with another form than the usual one are reported on
//! standard error: a writer decides on them.

mod first_lines;
mod passage;
mod report;
mod rules;
mod rust;

#[cfg(test)]
mod tests;

use report::{Exception, hits_below, report};
use std::env;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The lines that keep words of the list, each with the reason.
const EXCEPTIONS: &[Exception] = &[
    Exception {
        path: "crates/layoutc/tests/integration/words/rules.rs",
        text: "",
        reason: "the list of words",
    },
    Exception {
        path: "crates/layoutc/tests/integration/words/tests.rs",
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

#[test]
fn text_has_the_words_of_the_field() {
    let report = report(&hits_below(&root()), EXCEPTIONS);
    // `eprintln` is captured if the test succeeds.
    let mut stderr = std::io::stderr().lock();
    for remark in &report.remarks {
        writeln!(stderr, "words: {remark}").expect("standard error is writable");
    }
    let faults = report.faults;
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}
