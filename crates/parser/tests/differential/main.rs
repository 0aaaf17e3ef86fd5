//! Mutated modules of the ops that the registry defines: what layoutc accepts, mlir-opt accepts.
//!
//! `LAYOUTC_DIFFERENTIAL=200000 cargo test --release -p layoutc-parser --test differential` looks longer, and
//! `LAYOUTC_SEED=7` elsewhere. Each mutant that layoutc accepts is printed in generic form and read by mlir-opt, a
//! thousand in one run of the tool.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::verify::verify;
use ir::{Module, Registry};
use std::collections::{BTreeMap, BTreeSet};
use testkit::mutate::{closing, mutate, tokens};
use testkit::{MLIR_OPT, Random, file_tests, lacks_command, mlir_opt, number_of};

/// The dialects of MLIR of which the registry defines ops. Mutants have no other ops of dialects that mlir-opt registers.
const CHECKED: &[&str] = &["arith", "builtin", "cf", "func", "scf", "tensor"];

/// The number of mutants without `LAYOUTC_DIFFERENTIAL`.
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

/// The dialects that mlir-opt registers.
fn registered() -> BTreeSet<String> {
    let output = std::process::Command::new(MLIR_OPT).arg("--show-dialects").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, names) = text.split_once(':').unwrap();
    names.trim().split(',').map(|name| name.trim().to_owned()).collect()
}

/// The names of ops and dialects that a mutant may have.
struct Scope {
    registry: Registry,
    registered: BTreeSet<String>,
}

impl Scope {
    /// Returns `true` if mlir-opt knows nothing of a module that the registry does not know.
    fn holds(&self, module: &Module, printed: &str) -> bool {
        let of_ops = module.walk().all(|op| self.holds_op(module.name(op)));
        // Resources of other dialects and of tools are theirs to read.
        let of_builtin = module.dialect_resources.keys().all(|dialect| dialect == "builtin")
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

    /// Attributes, types and names of attributes of registered dialects are out of scope. So are memrefs with parts that a
    /// registered dialect may admit, an element type or a layout of a dialect, and with VPUX's dictionaries and symbols.
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
            is_op || !(is_open_memref || is_dialect && self.registered.contains(dialect))
        })
    }
}

/// The modules to mutate: those of `seeds.mlir`, and the file tests that are in scope, in generic form.
fn seeds(scope: &Scope) -> Vec<String> {
    let mut seeds: Vec<String> =
        include_str!("seeds.mlir").split(SEPARATOR).map(str::to_owned).collect();
    for seed in &seeds {
        let module =
            read(seed, &scope.registry).unwrap_or_else(|| panic!("a seed is refused:\n{seed}"));
        assert!(
            scope.holds(&module, &print(&module, &scope.registry)),
            "a seed is out of scope:\n{seed}"
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

/// Returns the places of the texts that mlir-opt refuses, each with its first message. A text on which the tool itself
/// crashes is none of them.
fn refused(texts: &[String]) -> BTreeMap<usize, String> {
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
        let behind = refused(back).into_iter().map(|(at, message)| (at + front.len(), message));
        return refused(front).into_iter().chain(behind).collect();
    }
    // A text begins behind the line of dashes that its messages name; the first one has no such line.
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
fn mlir_opt_accepts_what_is_accepted() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let scope = Scope { registry: Registry::new(), registered: registered() };
    let seeds = seeds(&scope);
    let listed = scope.registry.defs().map(|def| def.name);
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
        for (at, message) in refused(&batch) {
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
        "{done} mutants, {accepted} accepted, {} refused by mlir-opt",
        failures.values().map(|it| it.0).sum::<usize>()
    );
    let shown: Vec<String> = failures
        .iter()
        .map(|(message, (count, text))| format!("{count} x {message}\n{text}"))
        .collect();
    assert!(failures.is_empty(), "accepted here, refused by mlir-opt:\n{}", shown.join("\n"));
}
