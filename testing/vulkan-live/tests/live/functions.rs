//! Addressing functions as shaders. Handwritten functions must agree with the core, and every incorrect one must be
//! detected.

use super::{folder, layouts, on_driver, say};
use layoutc_vulkan_live::{Addressed, Input, LiveReport, ShaderLanguage};
use std::fs;
use testkit::lacks_tools;

/// Returns handwritten functions with every op.
fn written() -> String {
    fs::read_to_string(folder().join("tests/functions/written.mlir")).unwrap()
}

/// Returns the report for a program that already contains the functions.
fn checked(program: &str) -> Option<LiveReport> {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("functions.mlir");
    fs::write(&path, program).unwrap();
    on_driver(&[Input::addressed(path, "")])
}

#[test]
fn handwritten_functions_agree_with_the_core() {
    let Some(report) = checked(&written()) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    let row = &report.addressed[0];
    assert_eq!((row.functions, row.mismatches), (14, 0));
    // The functions cover twelve small layouts completely, two of which have 18 indices without memory, and two large
    // ones in part.
    assert_eq!((row.indices, row.outside), (850 + 2 * ((1 << 16) + (1 << 12)), 36));
}

/// The passes that create the functions, each with a suffix for the names of programs.
const PASSES: [(&str, &str); 2] = [
    ("lowered", "resolve-strides,lower-addressing"),
    ("simplified", "resolve-strides,lower-addressing,simplify-index"),
];

/// Checks programs after all passes, with the expected numbers of functions, indices, and indices without memory.
fn check_all_agree_with_the_core(programs: &[(&str, String)], counts: [u64; 3]) {
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
    // These counts detect a lost layout.
    let found = [sum(|row| row.functions), sum(|row| row.indices), sum(|row| row.outside)];
    assert_eq!(found, counts.map(|count| count * PASSES.len() as u64));
    assert_eq!(sum(|row| row.mismatches), 0);
}

#[test]
fn formats_tensors_and_descriptors_agree_with_the_core() {
    let programs = [
        ("formats", layouts::formats()),
        ("tensors", layouts::tensors()),
        ("descriptors", layouts::descriptors()),
    ];
    check_all_agree_with_the_core(&programs, [403, 3_997_209, 264]);
}

#[test]
fn random_layouts_agree_with_the_core() {
    let programs = [("chains", layouts::chains(1, 60)), ("more_chains", layouts::chains(2, 60))];
    check_all_agree_with_the_core(&programs, [240, 56_734, 7_556]);
}

/// Checks programs as GLSL and HLSL, with the expected numbers of functions, indices, and indices without memory.
fn check_source_agrees_with_the_core(programs: &[(&str, String, &str)], counts: [u64; 3]) {
    if lacks_tools(&["glslangValidator"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    for (name, program, passes) in programs {
        let path = temporary.path().join(format!("{name}.mlir"));
        fs::write(&path, program).unwrap();
        let of = |language| Input::addressed_in(language, path.clone(), passes);
        inputs.extend(ShaderLanguage::ALL.map(of));
    }
    let Some(report) = on_driver(&inputs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    let sum = |of: fn(&Addressed) -> u64| report.addressed.iter().map(of).sum::<u64>();
    let found = [sum(|row| row.functions), sum(|row| row.indices), sum(|row| row.outside)];
    assert_eq!(found, counts.map(|count| count * ShaderLanguage::ALL.len() as u64));
}

#[test]
fn handwritten_functions_in_shader_languages_agree_with_the_core() {
    let indices = 850 + 2 * ((1 << 16) + (1 << 12));
    check_source_agrees_with_the_core(&[("written", written(), "")], [14, indices, 36]);
}

#[test]
fn functions_of_layouts_in_shader_languages_agree_with_the_core() {
    let passes = PASSES[1].1;
    let programs = [
        ("descriptors", layouts::descriptors(), passes),
        ("chains", layouts::chains(1, 20), passes),
    ];
    check_source_agrees_with_the_core(&programs, [86, 17_826, 836]);
}

/// Changes one text of the functions, and expects a fault with a given text.
#[track_caller]
fn found(from: &str, to: &str, expected: &str) {
    let spoiled = written().replacen(from, to, 1);
    assert_ne!(spoiled, written(), "{from}");
    let Some(report) = checked(&spoiled) else { return };
    let text = report.to_string();
    assert!(!report.is_clean() && text.contains(expected), "{from} -> {to}:\n{text}");
}

#[test]
fn check_detects_a_wrong_function_with_its_index() {
    found(
        "value = 5 : i32",
        "value = 6 : i32",
        "@at_rows: 15 of 20 indices differ; the first is [1, 0]: expected 5, found 6",
    );
    found("value = 70000 : i64", "value = 70001 : i64", "@at_big: ");
    found("value = 2000000000 : i64", "value = 2000000001 : i64", "@at_words: ");
}

#[test]
fn check_detects_a_wrong_predicate() {
    found("predicate = 9 : i64", "predicate = 8 : i64", "expected no memory, found 4");
    found("predicate = 8 : i64", "predicate = 6 : i64", "@at_border_otherwise: ");
}

#[test]
fn check_detects_wrong_lengths() {
    found("lengths = array<i64: 9>", "lengths = array<i64: 10>", "expected no memory");
}

#[test]
fn check_reports_a_function_without_layout_and_continues() {
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
