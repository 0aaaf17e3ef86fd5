//! Addressing functions as shaders. Handwritten functions must agree with the core, and every incorrect one must be
//! detected.

use super::{folder, layouts, on_driver, say};
use ir::Registry;
use ir::descriptor::Layouts;
use ir::diag::Sink;
use ir::layout::Layout;
use layoutc_vulkan_live::{Addressed, Input, LiveReport, ShaderLanguage};
use std::collections::BTreeSet;
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

/// The languages with functions of 64 bits.
const WITH_LONGS: &[ShaderLanguage] = &[ShaderLanguage::Glsl, ShaderLanguage::Hlsl];

/// Checks programs in these languages, with the expected numbers of functions, indices, and indices without memory.
fn check_source_agrees_with_the_core(
    languages: &[ShaderLanguage],
    programs: &[(&str, String, &str)],
    counts: [u64; 3],
) {
    if lacks_tools(&["glslangValidator"]) {
        return;
    }
    let temporary = tempfile::tempdir().unwrap();
    let mut inputs = Vec::new();
    for (name, program, passes) in programs {
        let path = temporary.path().join(format!("{name}.mlir"));
        fs::write(&path, program).unwrap();
        let languages = languages.iter();
        inputs.extend(languages.map(|&it| Input::addressed_in(it, path.clone(), passes)));
    }
    let Some(report) = on_driver(&inputs) else { return };
    say(&format!("\n{report}"));
    assert!(report.is_clean(), "{report}");
    let sum = |of: fn(&Addressed) -> u64| report.addressed.iter().map(of).sum::<u64>();
    let found = [sum(|row| row.functions), sum(|row| row.indices), sum(|row| row.outside)];
    assert_eq!(found, counts.map(|count| count * languages.len() as u64));
}

#[test]
fn handwritten_functions_in_shader_languages_agree_with_the_core() {
    let indices = 850 + 2 * ((1 << 16) + (1 << 12));
    let program = ("written", written(), "");
    check_source_agrees_with_the_core(WITH_LONGS, &[program], [14, indices, 36]);
}

#[test]
fn functions_of_layouts_in_shader_languages_agree_with_the_core() {
    let passes = PASSES[1].1;
    let programs = [
        ("descriptors", layouts::descriptors(), passes),
        ("chains", layouts::chains(1, 20), passes),
    ];
    check_source_agrees_with_the_core(WITH_LONGS, &programs, [86, 17_826, 836]);
}

/// Returns a text without its requests for functions of 64 bits.
fn narrow(text: &str) -> String {
    text.lines().filter(|line| !line.contains("\"i64\"")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn functions_of_layouts_in_wgsl_agree_with_the_core() {
    let programs = PASSES.into_iter().flat_map(|(_, passes)| {
        [
            ("descriptors", narrow(&layouts::descriptors()), passes),
            ("chains", narrow(&layouts::chains(1, 60)), passes),
            ("more_chains", narrow(&layouts::chains(2, 60)), passes),
            ("inverses", inverses(&layouts::descriptors()), passes),
        ]
    });
    let programs: Vec<_> = programs.collect();
    check_source_agrees_with_the_core(&[ShaderLanguage::Wgsl], &programs, [332, 60_382, 8_094]);
}

/// Returns the layouts of a text without its requests, and their symbols.
fn layouts_of(text: &str) -> (String, BTreeSet<&str>) {
    let (requests, layouts): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.trim_start().starts_with("layout.address"));
    let symbols = requests.iter().filter_map(|line| line.split_once(" of @")?.1.split(' ').next());
    (layouts.join("\n") + "\n", symbols.collect())
}

/// Returns a text with a request for the inverse of each layout, instead of its requests.
fn inverses(text: &str) -> String {
    let (mut text, symbols) = layouts_of(text);
    for symbol in symbols {
        text += &format!("layout.address @of_{symbol} of @{symbol} {{form = \"inverse\"}}\n");
    }
    text
}

/// Returns a text with requests for the functions of the widest vectors, and of a step along each dim, instead of its
/// requests.
fn vectors_and_steps(text: &str) -> String {
    let (mut text, symbols) = layouts_of(text);
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(&text, 0, &registry, &mut sink).unwrap();
    let layouts = Layouts::new(&module, &registry);
    for symbol in symbols {
        let layout = layouts.symbol(symbol).unwrap();
        for (number, form) in forms(&layout).iter().enumerate() {
            text += &format!("layout.address @f{number}_{symbol} of @{symbol} {{{form}}}\n");
        }
    }
    text
}

/// Returns the attributes of functions of vectors and of steps.
fn forms(layout: &Layout) -> Vec<String> {
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let unit = |dim: usize, by: i64, other: i64| {
        let mut all = vec![other; lengths.len()];
        all[dim] = by;
        all
    };
    let mut forms = Vec::new();
    for (dim, width) in layout.vector_widths().unwrap().into_iter().enumerate() {
        forms.extend((width > 1).then(|| format!("vector = {:?}", unit(dim, width, 1))));
    }
    for (dim, _) in lengths.iter().enumerate().filter(|(_, length)| **length > 1) {
        forms.push(format!("step = {:?}", unit(dim, [1, -1][dim % 2], 0)));
    }
    forms
}

#[test]
fn inverses_agree_with_the_core() {
    let programs = [
        ("formats", inverses(&layouts::formats())),
        ("descriptors", inverses(&layouts::descriptors())),
    ];
    check_all_agree_with_the_core(&programs, [122, 91_635, 40_034]);
}

#[test]
fn inverses_in_shader_languages_agree_with_the_core() {
    let program = ("descriptors", inverses(&layouts::descriptors()), PASSES[1].1);
    check_source_agrees_with_the_core(&ShaderLanguage::ALL, &[program], [23, 789, 137]);
}

#[test]
fn vectors_and_steps_agree_with_the_core() {
    let programs = [
        ("formats", vectors_and_steps(&layouts::formats())),
        ("descriptors", vectors_and_steps(&layouts::descriptors())),
        ("chains", vectors_and_steps(&layouts::chains(1, 20))),
    ];
    check_all_agree_with_the_core(&programs, [494, 186_979, 917]);
}

#[test]
fn vectors_and_steps_in_shader_languages_agree_with_the_core() {
    let program = ("descriptors", vectors_and_steps(&layouts::descriptors()), PASSES[1].1);
    check_source_agrees_with_the_core(&ShaderLanguage::ALL, &[program], [40, 1_670, 290]);
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
fn check_detects_wrong_vectors_steps_and_inverses() {
    let forms = fs::read_to_string(folder().join("tests/functions/forms.mlir")).unwrap();
    let Some(report) = checked(&forms) else { return };
    assert!(report.is_clean(), "{report}");
    let row = &report.addressed[0];
    assert_eq!((row.functions, row.indices, row.outside), (3, 12 + 15 + 24, 0));
    for (from, to, expected) in [
        ("value = 2 :", "value = 1 :", "@pairs: 8 of 12 indices differ"),
        ("value = 5 :", "value = 4 :", "@diagonal: 15 of 15 indices differ"),
        ("%0, %1, %true", "%1, %0, %true", "@owner: 20 of 24 indices differ"),
    ] {
        let spoiled = forms.replacen(from, to, 1);
        let Some(report) = checked(&spoiled) else { return };
        assert!(report.to_string().contains(expected), "{report}");
    }
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
