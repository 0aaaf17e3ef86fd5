//! Runs of the passes on mutated modules of the file tests: no pass may panic or leave IR that does not verify.
//!
//! `LAYOUTC_MUTANTS=20000 cargo test --release -p layoutc-passes --test integration mutants` tests more mutants; `LAYOUTC_SEED=7`
//! selects other ones.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use ir::diag::Sink;
use ir::{Registry, Verified};
use layoutc_passes::{PassManager, Pipeline, RunErrorKind};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use testkit::mutate::mutate;
use testkit::{Random, file_tests, number_of};

/// The number of mutants without `LAYOUTC_MUTANTS`.
const CASES: u64 = 2_000;

/// The name of a pass and its options.
type MutantPass = (&'static str, &'static [(&'static str, &'static str)]);

/// The pipelines: each pass alone, with the options that change most, and the pipelines of the emitters.
/// `check-addresses` is left out, because it evaluates functions at millions of indices.
const PIPELINES: &[&[MutantPass]] = &[
    &[("canonicalize", &[])],
    &[("canonicalize-layouts", &[])],
    &[("assign-layouts", &[])],
    &[("optimize-reorders", &[])],
    &[("resolve-strides", &[])],
    &[("resolve-strides", &[("copies", "insert")])],
    &[("cse", &[])],
    &[("lower-addressing", &[])],
    &[("simplify-index", &[])],
    &[
        ("assign-layouts", &[]),
        ("resolve-strides", &[("copies", "insert")]),
        ("lower-to-vulkan", &[]),
    ],
    &[("resolve-strides", &[]), ("lower-to-vulkan", &[]), ("verify-vulkan", &[])],
    &[("resolve-strides", &[]), ("lower-addressing", &[]), ("simplify-index", &[])],
];

fn read(text: &str, registry: &Registry) -> Option<Verified> {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, registry, &mut sink)?;
    Verified::new(module, registry, &mut sink).ok()
}

/// Returns the short modules of the file tests.
fn seeds(registry: &Registry) -> Vec<String> {
    let files = file_tests();
    let texts = files.iter().map(|file| std::fs::read_to_string(file).unwrap());
    let modules =
        texts.flat_map(|text| text.split("// -----\n").map(without_comments).collect::<Vec<_>>());
    let is_seed = |text: &String| text.len() < 4000 && read(text, registry).is_some();
    let seeds: Vec<String> = modules.filter(is_seed).collect();
    assert!(seeds.len() > 200, "{}", seeds.len());
    seeds
}

/// Returns a text without its comment lines, which are not worth a mutation.
fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Returns the panic or the verifier's notes of a pipeline on a module; `None` if neither occurs.
fn fault(pipeline: &Pipeline, text: &str, registry: &Registry) -> Option<String> {
    let module = read(text, registry)?;
    let mut sink = Sink::default();
    let run = catch_unwind(AssertUnwindSafe(|| {
        PassManager::new(registry).run(pipeline, module, &mut sink).map(|_| ())
    }));
    match run {
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            Some(format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("")))
        }
        Ok(Err(error)) if error.kind == RunErrorKind::BrokeIr => {
            let notes = sink.diags().iter().flat_map(|diag| &diag.notes);
            let notes: Vec<&str> = notes.map(|note| &*note.message).take(3).collect();
            Some(format!("`{}` broke the IR: {}", error.pass, notes.join("; ")))
        }
        _ => None,
    }
}

#[test]
fn passes_neither_panic_nor_break_modules() {
    let registry = Registry::new();
    let seeds = seeds(&registry);
    let pipelines: Vec<Pipeline> = PIPELINES
        .iter()
        .map(|passes| {
            let mut pipeline = Pipeline::new();
            passes.iter().for_each(|(name, options)| pipeline.add(name, options).unwrap());
            pipeline
        })
        .collect();
    let names: Vec<String> = registry.defs().map(|def| def.name.clone().into_owned()).collect();
    let seed = number_of("LAYOUTC_SEED").unwrap_or(1);
    let cases = number_of("LAYOUTC_MUTANTS").unwrap_or(CASES);
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let mut faults: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut sound = 0;
    for _ in 0..cases {
        let mut text = random.choose(&seeds);
        mutate(&mut text, &mut random, &names);
        if read(&text, &registry).is_none() {
            continue;
        }
        sound += 1;
        for (passes, pipeline) in PIPELINES.iter().zip(&pipelines) {
            if let Some(fault) = fault(pipeline, &text, &registry) {
                let known =
                    faults.entry(format!("{passes:?}: {fault}")).or_insert((0, text.clone()));
                known.0 += 1;
                if text.len() < known.1.len() {
                    known.1 = text.clone();
                }
            }
        }
    }
    println!(
        "{cases} mutants, {sound} sound, {} pipelines each, {} faults",
        PIPELINES.len(),
        faults.len()
    );
    let shown: Vec<String> =
        faults.iter().map(|(fault, (count, text))| format!("{count} x {fault}\n{text}")).collect();
    assert!(faults.is_empty(), "{}", shown.join("\n"));
}
