//! Custom forms of the texts in `tests/mlir/custom`. layoutc and mlir-opt must parse the same ops, and each must parse
//! the output of the other.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::equivalence::difference;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry};
use std::collections::BTreeSet;
use std::path::Path;
use testkit::{MLIR_OPT, lacks_command, mlir_opt};

const SEPARATOR: &str = "// -----\n";

/// Returns the texts of the folder, each with its file name and its index in the file.
fn texts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mlir/custom");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut texts = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let all = std::fs::read_to_string(&file).unwrap();
        let parts = all.split(SEPARATOR).enumerate();
        texts.extend(parts.map(|(at, text)| (format!("{name}#{at}"), text.to_owned())));
    }
    assert!(texts.len() > 20);
    texts
}

#[track_caller]
fn parse(text: &str, what: &str) -> Module {
    let mut sink = Sink::default();
    let registry = Registry::new();
    let module = layoutc_parser::parse(text, 0, &registry, &mut sink);
    match module {
        Some(module) if ir::verify::verify(&module, &registry, &mut sink) => module,
        _ => panic!("{what}: {:#?}\n{text}", sink.diags()),
    }
}

fn print(module: &Module, generic: bool) -> String {
    module_to_string(module, &Registry::new(), PrintOptions { generic, ..Default::default() })
}

#[track_caller]
fn same(a: &Module, b: &Module, what: &str) {
    assert_eq!(difference(a, b, false), None, "{what}\n{}\n{}", print(a, true), print(b, true));
}

#[track_caller]
fn through_mlir_opt(text: &str, flags: &[&str], what: &str) -> String {
    match mlir_opt(text, flags).unwrap() {
        Ok(printed) => printed,
        Err(faults) => panic!("{what}: mlir-opt rejects the text: {faults}\n{text}"),
    }
}

#[test]
fn every_form_has_a_test_text() {
    let mut seen = BTreeSet::new();
    for (what, text) in texts() {
        let module = parse(&text, &what);
        for op in module.walk() {
            // An op in generic form does not test its custom form.
            if !text.contains(&format!("\"{}\"", module.name(op))) {
                seen.insert(module.name(op).to_owned());
            }
        }
    }
    let registry = Registry::new();
    let rows = registry.forms().filter(|name| registry.mlir_form(name).is_some());
    let missing: Vec<&str> = rows.filter(|name| !seen.contains(*name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn custom_forms_round_trip() {
    for (what, text) in texts() {
        let module = parse(&text, &what);
        let custom = print(&module, false);
        let again = parse(&custom, &what);
        same(&module, &again, &what);
        assert_eq!(print(&again, false), custom, "{what}");
        // An op in custom form must be printed in custom form.
        let quotes = |text: &str| text.matches("\"(").count();
        assert!(quotes(&custom) <= quotes(&text), "{what} prints ops in generic form:\n{custom}");
        same(&module, &parse(&print(&module, true), &what), &what);
    }
}

#[test]
fn mlir_opt_parses_the_same_ops() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    for (what, text) in texts() {
        let module = parse(&text, &what);
        let theirs = through_mlir_opt(&text, &["--mlir-print-op-generic"], &what);
        same(&module, &parse(&theirs, &what), &what);
        let custom = print(&module, false);
        let custom = through_mlir_opt(&custom, &["--mlir-print-op-generic"], &what);
        same(&module, &parse(&custom, &what), &what);
        let generic = print(&module, true);
        let generic = through_mlir_opt(&generic, &["--mlir-print-op-generic"], &what);
        same(&module, &parse(&generic, &what), &what);
    }
}

#[test]
fn parses_custom_forms_of_mlir_opt() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    for (what, text) in texts() {
        let module = parse(&text, &what);
        let theirs = through_mlir_opt(&print(&module, true), &[], &what);
        same(&module, &parse(&theirs, &what), &what);
    }
}
