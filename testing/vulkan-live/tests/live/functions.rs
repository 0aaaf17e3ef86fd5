//! Addressing functions as shaders: those written by hand say what the core says, and each that does not is found.

use super::{folder, layouts, on_driver, say};
use layoutc_vulkan_live::{Addressed, Input, LiveReport};
use std::fs;

/// Functions of every op, by hand.
fn written() -> String {
    fs::read_to_string(folder().join("tests/functions/written.mlir")).unwrap()
}

/// What is found when a program has these functions already.
fn checked(program: &str) -> Option<LiveReport> {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("functions.mlir");
    fs::write(&path, program).unwrap();
    on_driver(&[Input::addressed(path, "")])
}

#[test]
fn functions_written_by_hand_equal_the_core() {
    let Some(report) = checked(&written()) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    let row = &report.addressed[0];
    assert_eq!((row.functions, row.mismatches), (14, 0));
    // Twelve small layouts whole, two of which have 18 indices without memory; and of two large ones a part.
    assert_eq!((row.indices, row.outside), (850 + 2 * ((1 << 16) + (1 << 12)), 36));
}

/// Passes that make functions of what is asked for, and what a program is called after them.
const PASSES: [(&str, &str); 2] = [
    ("lowered", "resolve-strides,lower-addressing"),
    ("simplified", "resolve-strides,lower-addressing,simplify-index"),
];

/// Checks programs after all passes; each time they must have so many functions, indices, and indices without memory.
fn check_all_equal_the_core(programs: &[(&str, String)], counts: [u64; 3]) {
    let temporary = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    for (how, passes) in PASSES {
        for (name, program) in programs {
            let path = temporary.path().join(format!("{name}_{how}.mlir"));
            fs::write(&path, program).unwrap();
            inputs.push(Input::addressed(path, passes));
        }
    }
    let Some(report) = on_driver(&inputs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    assert_eq!(report.addressed.len(), inputs.len());
    let sum = |of: fn(&Addressed) -> u64| report.addressed.iter().map(of).sum::<u64>();
    // So that no layout is lost without notice.
    let found = [sum(|row| row.functions), sum(|row| row.indices), sum(|row| row.outside)];
    assert_eq!(found, counts.map(|count| count * PASSES.len() as u64));
    assert_eq!(sum(|row| row.mismatches), 0);
}

#[test]
fn formats_tensors_and_descriptors_equal_the_core() {
    let programs = [
        ("formats", layouts::formats()),
        ("tensors", layouts::tensors()),
        ("descriptors", layouts::descriptors()),
    ];
    check_all_equal_the_core(&programs, [403, 3_997_209, 264]);
}

#[test]
fn random_layouts_equal_the_core() {
    let programs = [("chains", layouts::chains(1, 60)), ("more_chains", layouts::chains(2, 60))];
    check_all_equal_the_core(&programs, [240, 56_734, 7_556]);
}

/// Changes one text of the functions, and wants a fault that says something.
#[track_caller]
fn found(from: &str, to: &str, expected: &str) {
    let spoiled = written().replacen(from, to, 1);
    assert_ne!(spoiled, written(), "{from}");
    let Some(report) = checked(&spoiled) else { return };
    let text = report.to_string();
    assert!(!report.is_clean() && text.contains(expected), "{from} -> {to}:\n{text}");
}

#[test]
fn a_wrong_function_is_found_with_an_index() {
    found(
        "value = 5 : i32",
        "value = 6 : i32",
        "@at_rows: 15 of 20 indices differ, first [1, 0]: the core says 5, the function 6",
    );
    found("value = 70000 : i64", "value = 70001 : i64", "@at_big: ");
    found("value = 2000000000 : i64", "value = 2000000001 : i64", "@at_words: ");
}

#[test]
fn a_wrong_predicate_is_found() {
    found("predicate = 9 : i64", "predicate = 8 : i64", "the core says no memory, the function 4");
    found("predicate = 8 : i64", "predicate = 6 : i64", "@at_border_otherwise: ");
}

#[test]
fn lengths_that_are_not_the_layouts_are_found() {
    found("lengths = array<i64: 9>", "lengths = array<i64: 10>", "the core says no memory");
}

#[test]
fn functions_of_no_layout_are_reported_and_the_others_checked() {
    found("of = @rows, unit = \"element\"", "of = @none, unit = \"element\"", "@at_rows: ");
    let Some(report) = checked(&written().replacen("of = @rows,", "of = @none,", 1)) else {
        return;
    };
    assert_eq!(
        (report.addressed[0].functions, report.addressed[0].faults.len()),
        (14, 1),
        "{report}"
    );
}
