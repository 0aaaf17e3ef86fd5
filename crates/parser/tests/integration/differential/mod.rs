//! Differential fuzzing with mlir-opt: it must accept every mutant that layoutc accepts.
//!
//! The seeds are modules of the ops that the registry defines. Each accepted mutant is printed in generic form, and each
//! call of mlir-opt checks a thousand of them. To run more mutants, and with another seed:
//!
//! `LAYOUTC_SEED=7 LAYOUTC_DIFFERENTIAL=200000 cargo test --release -p layoutc-parser --test integration differential`

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::verify::verify;
use ir::{Module, Registry};
use std::collections::{BTreeMap, BTreeSet};
use testkit::mutate::{closing, mutate, tokens};
use testkit::{MLIR_OPT, Random, file_tests, lacks_command, mlir_opt, number_of};

/// The floating-point types that MLIR has since version 20.
const NEWER_TYPES: &[&str] = &["f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E8M0FNU"];

/// The MLIR dialects whose ops the registry defines. Mutants contain no other ops of dialects that mlir-opt registers.
const CHECKED: &[&str] = &["arith", "builtin", "cf", "func", "scf", "tensor"];

/// The default number of mutants, which `LAYOUTC_DIFFERENTIAL` overrides.
const CASES: u64 = 12_000;

const SEPARATOR: &str = "// -----\n";

fn read(text: &str, registry: &Registry) -> Option<Module> {
    let mut sink = Sink::default();
    let module = layoutc_parser::parse(text, 0, registry, &mut sink)?;
    verify(&module, registry, &mut sink).then_some(module)
}

fn print(module: &Module, registry: &Registry) -> String {
    module_to_string(module, registry, PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Returns the dialects that mlir-opt registers.
fn registered() -> BTreeSet<String> {
    let output = std::process::Command::new(MLIR_OPT).arg("--show-dialects").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, names) = text.split_once(':').unwrap();
    names.trim().split(',').map(|name| name.trim().to_owned()).collect()
}

/// The names of ops and dialects that a mutant may contain.
struct Scope {
    registry: Registry,
    registered: BTreeSet<String>,
}

impl Scope {
    /// Returns `true` if the registry covers all parts of a module that mlir-opt checks.
    fn holds(&self, module: &Module, printed: &str) -> bool {
        let of_ops = module.walk().all(|op| self.holds_op(module.name(op)));
        // Other dialects and tools define the format of their resources.
        let of_builtin = module.dialect_resources.names().all(|dialect| dialect == "builtin")
            && module.external_resources.is_empty();
        of_ops && of_builtin && self.holds_text(printed)
    }

    fn holds_op(&self, name: &str) -> bool {
        let dialect = name.split('.').next().unwrap_or(name);
        match CHECKED.contains(&dialect) {
            true => self.registry.get(name).is_some(),
            false => name.contains('.') && !self.registered.contains(dialect),
        }
    }

    /// Returns `true` if a text has no types that MLIR 19 lacks, and no attributes, types or attribute names of registered
    /// dialects. Memrefs with dialect element types, dialect layouts, dictionaries or symbols are excluded too, because
    /// a registered dialect may allow these parts.
    fn holds_text(&self, printed: &str) -> bool {
        let tokens = tokens(printed);
        let mut places = tokens.iter().enumerate();
        places.all(|(at, token)| {
            let text = &printed[token.clone()];
            let name = text.trim_start_matches(['#', '!', '"']);
            let dialect = name.split(['.', '"']).next().unwrap_or(name);
            let is_dialect = name.len() < text.len() || name.contains('.');
            let is_op = text.starts_with('"') && printed[token.end..].starts_with('(');
            let is_open_memref = text == "memref"
                && closing(printed, &tokens, at + 1).is_none_or(|end| {
                    printed[token.end..tokens[end].end].contains(['{', '@', '#', '!'])
                });
            let is_outside = is_open_memref || is_dialect && self.registered.contains(dialect);
            let is_newer = NEWER_TYPES.iter().any(|name| text.ends_with(name));
            is_op || !(is_outside || is_newer)
        })
    }
}

/// Returns the modules to mutate, in generic form: those of `seeds.mlir`, and the file tests that are in scope.
fn seeds(scope: &Scope) -> Vec<String> {
    let mut seeds: Vec<String> =
        include_str!("seeds.mlir").split(SEPARATOR).map(str::to_owned).collect();
    for seed in &seeds {
        let module = read(seed, &scope.registry).unwrap_or_else(|| panic!("invalid seed:\n{seed}"));
        assert!(
            scope.holds(&module, &print(&module, &scope.registry)),
            "seed out of scope:\n{seed}"
        );
    }
    for file in file_tests() {
        for text in std::fs::read_to_string(&file).unwrap().split(SEPARATOR) {
            let Some(module) = read(text, &scope.registry) else { continue };
            let printed = print(&module, &scope.registry);
            if printed.len() < 3000 && scope.holds(&module, &printed) {
                seeds.push(printed);
            }
        }
    }
    assert!(seeds.len() > 100, "{}", seeds.len());
    seeds
}

/// Returns the indices of the texts that mlir-opt rejects, each with its first message. A text that crashes mlir-opt is
/// not included.
fn rejected(texts: &[String]) -> BTreeMap<usize, String> {
    let joined = texts.join(SEPARATOR);
    let Err(report) = mlir_opt(&joined, &["--split-input-file", "-o", "/dev/null"]).unwrap() else {
        return BTreeMap::new();
    };
    if report.contains("Stack dump") || report.contains("PLEASE submit") {
        if let [text] = texts {
            println!("mlir-opt crashes on\n{text}");
            return BTreeMap::new();
        }
        let (front, back) = texts.split_at(texts.len() / 2);
        let second = rejected(back).into_iter().map(|(at, message)| (at + front.len(), message));
        return rejected(front).into_iter().chain(second).collect();
    }
    // A message names the line of the separator before its text. The first text has no separator.
    let mut first_line = BTreeMap::new();
    let mut line = 1;
    for (at, text) in texts.iter().enumerate() {
        first_line.insert(line, at);
        line += text.lines().count() + usize::from(at > 0);
    }
    let mut found = BTreeMap::new();
    for message in report.lines().filter_map(|line| line.strip_prefix("within split at <stdin>:")) {
        let Some((line, rest)) = message.split_once(' ') else { continue };
        if rest.contains("error:") {
            let at = first_line[&line.parse::<usize>().unwrap()];
            found.entry(at).or_insert_with(|| rest.to_owned());
        }
    }
    assert!(!found.is_empty(), "mlir-opt fails without a message: {report}");
    found
}

#[test]
fn mlir_opt_accepts_accepted_mutants() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let scope = Scope { registry: Registry::new(), registered: registered() };
    let seeds = seeds(&scope);
    let listed = scope.registry.defs().map(|def| &*def.name);
    let mut names: Vec<String> = listed
        .filter(|name| CHECKED.contains(&name.split('.').next().unwrap()))
        .map(str::to_owned)
        .collect();
    names.push("t.a".to_owned());
    let seed = number_of("LAYOUTC_SEED").unwrap_or(1);
    let cases = number_of("LAYOUTC_DIFFERENTIAL").unwrap_or(CASES);
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut failures: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut accepted, mut done) = (0u64, 0u64);
    let mut batch: Vec<String> = seeds.clone();
    while done < cases || !batch.is_empty() {
        while done < cases && batch.len() < 1000 {
            done += 1;
            let mut text = seeds[random.index(seeds.len())].clone();
            mutate(&mut text, &mut random, &names);
            let Some(module) = read(&text, &scope.registry) else { continue };
            let printed = print(&module, &scope.registry);
            if !printed.contains(SEPARATOR) && scope.holds(&module, &printed) {
                batch.push(printed);
            }
        }
        accepted += batch.len() as u64;
        for (at, message) in rejected(&batch) {
            let headline =
                message.split_once("error: ").map_or(&*message, |(_, rest)| rest).to_owned();
            let known = failures.entry(headline).or_insert_with(|| (0, batch[at].clone()));
            known.0 += 1;
            if batch[at].len() < known.1.len() {
                known.1 = batch[at].clone();
            }
        }
        batch.clear();
    }
    println!(
        "{done} mutants, {accepted} accepted, {} rejected by mlir-opt",
        failures.values().map(|it| it.0).sum::<usize>()
    );
    let shown: Vec<String> = failures
        .iter()
        .map(|(message, (count, text))| format!("{count} x {message}\n{text}"))
        .collect();
    assert!(failures.is_empty(), "accepted here, rejected by mlir-opt:\n{}", shown.join("\n"));
}
