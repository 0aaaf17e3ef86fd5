//! Custom forms of the texts in `tests/mlir/custom` and `tests/mlir/custom_tosa`. layoutc and mlir-opt, or tosa-opt,
//! must parse the same ops, and each must parse the output of the other.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::equivalence::difference;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::{Module, Registry};
use std::collections::BTreeSet;
use std::path::Path;
use testkit::{MLIR_OPT, lacks_command, lacks_tosa_opt, mlir_opt, tosa_graph, tosa_opt};

const SEPARATOR: &str = "// -----\n";

/// Returns the texts of both folders.
fn texts() -> Vec<Named> {
    [texts_of("custom"), texts_of("custom_tosa")].concat()
}

/// Returns the texts of a folder, each with its file name and its index in the file.
fn texts_of(folder: &str) -> Vec<Named> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mlir").join(folder);
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

/// A program that parses and prints a module with flags.
type Tool = fn(&str, &[&str]) -> Option<Result<String, String>>;

/// A text with a name for messages.
type Named = (String, String);

/// Returns the output of a tool for each text.
#[track_caller]
fn through(tool: Tool, texts: &[String], flags: &[&str]) -> Vec<String> {
    let flags = [flags, &["--split-input-file"]].concat();
    match tool(&texts.join(SEPARATOR), &flags).unwrap() {
        Ok(printed) => {
            let printed: Vec<String> = printed.split(SEPARATOR).map(str::to_owned).collect();
            assert_eq!(printed.len(), texts.len());
            printed
        }
        Err(faults) => panic!("the tool rejects a text: {faults}\n{}", texts.join(SEPARATOR)),
    }
}

/// Returns the text of the file test of StableHLO, without comments. Its forms are read, but not printed, and mlir-opt does
/// not know them.
fn stablehlo() -> Named {
    let name = "../../tests/lit/parser/stablehlo.mlir";
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let all = std::fs::read_to_string(all).unwrap();
    let lines = all.lines().filter(|line| !line.trim_start().starts_with("//"));
    (name.to_owned(), lines.map(|line| format!("{line}\n")).collect())
}

#[test]
fn every_form_has_a_test_text() {
    let mut seen = BTreeSet::new();
    for (what, text) in texts().into_iter().chain([stablehlo()]) {
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
    if !lacks_command(MLIR_OPT) {
        agrees(mlir_opt, &texts_of("custom"));
    }
}

/// The text that `tosa-opt` of 2026.8.0 does not parse.
const UNSUPPORTED: &str = "slice_shape.mlir#0";

#[test]
fn tosa_opt_parses_and_prints_the_same_ops() {
    if lacks_tosa_opt() {
        return;
    }
    let mut texts = texts_of("custom_tosa");
    texts.retain(|text| text.0 != UNSUPPORTED);
    assert!(texts.len() > 100);
    agrees(tosa_opt, &texts);
    prints_the_same(&texts);
}

#[test]
fn tosa_opt_agrees_on_random_graphs() {
    if lacks_tosa_opt() {
        return;
    }
    let texts: Vec<Named> =
        (0..200).map(|seed| (format!("seed {seed}"), tosa_graph(seed))).collect();
    agrees(tosa_opt, &texts);
    prints_the_same(&texts);
}

fn parse_all(texts: &[Named]) -> Vec<Module> {
    texts.iter().map(|(what, text)| parse(text, what)).collect()
}

fn print_all(modules: &[Module], generic: bool) -> Vec<String> {
    modules.iter().map(|module| print(module, generic)).collect()
}

/// Checks that a tool parses each text, what layoutc prints for it, and its own custom form to the same ops as layoutc.
#[track_caller]
fn agrees(tool: Tool, texts: &[Named]) {
    const GENERIC: &[&str] = &["--mlir-print-op-generic"];
    let modules = parse_all(texts);
    let original: Vec<String> = texts.iter().map(|text| text.1.clone()).collect();
    let outputs = [
        through(tool, &original, GENERIC),
        through(tool, &print_all(&modules, false), GENERIC),
        through(tool, &print_all(&modules, true), GENERIC),
        through(tool, &print_all(&modules, true), &[]),
    ];
    for output in outputs {
        for (module, ((what, _), theirs)) in modules.iter().zip(texts.iter().zip(output)) {
            let theirs = parse(&theirs, what);
            same(&without_defaults(module), &without_defaults(&theirs), what);
        }
    }
}

/// Returns a module without the modes that are the default. The generic form of LLVM 24 states them and its custom form
/// omits them. LLVM 19 has no such attribute, so the parser does not add it.
fn without_defaults(module: &Module) -> Module {
    const DEFAULT: &str = "nan_mode = #tosa.nan_mode<PROPAGATE>";
    let mut text = print(module, true);
    for [before, after] in [[", ", ""], ["", ", "], [" {", "}"], [" <{", "}>"]] {
        text = text.replace(&format!("{before}{DEFAULT}{after}"), "");
    }
    parse(&text, "a text without defaults")
}

/// Checks that `tosa-opt` prints the same text for the original, for what layoutc prints for it, and for what layoutc
/// prints for the text of `tosa-opt`.
#[track_caller]
fn prints_the_same(texts: &[Named]) {
    let modules = parse_all(texts);
    let sources: Vec<String> = texts.iter().map(|text| text.1.clone()).collect();
    let original = through(tosa_opt, &sources, &[]);
    let theirs: Vec<Module> =
        original.iter().zip(texts).map(|(text, named)| parse(text, &named.0)).collect();
    for ours in [print_all(&modules, false), print_all(&modules, true), print_all(&theirs, false)] {
        let outputs = through(tosa_opt, &ours, &[]);
        for ((output, original), (text, named)) in
            outputs.iter().zip(&original).zip(ours.iter().zip(texts))
        {
            assert_eq!(output.trim_end(), original.trim_end(), "{}\n{text}", named.0);
        }
    }
}
