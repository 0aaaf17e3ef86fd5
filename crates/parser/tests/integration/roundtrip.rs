//! Round trips of the corpus in `tests/mlir`. Our generic form, passed through the real mlir-opt, must parse to the
//! same module, and so must both of our printed forms.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use crate::equivalence::difference;
use ir::diag::Sink;
use ir::print::{PrintOptions, module_to_string};
use ir::source::SourceMap;
use ir::{Module, Registry};
use std::path::{Path, PathBuf};
use testkit::{MLIR_OPT, lacks_command, mlir_opt};

const SEPARATOR: &str = "// -----";

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/mlir");
    let entries = std::fs::read_dir(folder).expect("the repository contains the corpus");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ext| ext == "mlir"));
    files.sort();
    assert!(files.len() > 50);
    files
}

fn chunks(text: &str) -> Vec<String> {
    let mut chunks = vec![String::new()];
    for line in text.lines() {
        if line == SEPARATOR {
            chunks.push(String::new());
        } else {
            let chunk = chunks.last_mut().unwrap();
            chunk.push_str(line);
            chunk.push('\n');
        }
    }
    chunks
}

fn parse(text: &str, what: &str) -> Result<(Module, SourceMap), String> {
    let (registry, mut sink, mut sources) =
        (Registry::new(), Sink::default(), SourceMap::default());
    let base = sources.add(what, text).unwrap();
    let module = layoutc_parser::parse(text, base, &registry, &mut sink);
    match module {
        Some(module) if ir::verify::verify(&module, &registry, &mut sink) => Ok((module, sources)),
        _ => Err(sink
            .diags()
            .iter()
            .map(|diag| {
                format!("{}: {}", sources.describe(diag.span()).unwrap_or_default(), diag.message)
            })
            .collect::<Vec<_>>()
            .join("\n")),
    }
}

fn print(module: &Module, sources: Option<&SourceMap>, generic: bool) -> String {
    module_to_string(
        module,
        &Registry::new(),
        PrintOptions { generic, locs: sources, ..PrintOptions::default() },
    )
}

/// Returns `true` if a snippet tests locations.
fn has_locs(chunk: &str) -> bool {
    chunk.contains("loc(")
}

/// Returns the output of mlir-opt, or its errors. The caller has checked that the tool is installed.
fn through_mlir_opt(text: &str, locs: bool) -> Result<String, String> {
    let mut flags = vec!["--mlir-print-op-generic", "--split-input-file"];
    flags.extend(locs.then_some("--mlir-print-debuginfo"));
    mlir_opt(text, &flags).unwrap()
}

/// The failures of all snippets, reported together.
#[derive(Default)]
struct Report {
    snippets: usize,
    failures: Vec<String>,
}

impl Report {
    fn note(&mut self, what: &str, result: Result<(), String>) {
        if let Err(message) = result {
            let shown: String = message.chars().take(1500).collect();
            self.failures.push(format!("{what}: {shown}"));
        }
    }

    fn finish(self) {
        assert!(
            self.failures.is_empty(),
            "{} failures\n{}",
            self.failures.len(),
            self.failures.join("\n\n")
        );
        assert!(self.snippets >= 400, "only {} snippets", self.snippets);
    }
}

fn same(a: &Module, b: &Module, locs: bool) -> Result<(), String> {
    difference(a, b, locs).map_or(Ok(()), Err)
}

fn prints_and_parses(chunk: &str, generic: bool) -> Result<(), String> {
    let (module, sources) = parse(chunk, "snippet")?;
    let locs = has_locs(chunk).then_some(&sources);
    let text = print(&module, locs, generic);
    let (again, _) =
        parse(&text, "what was printed").map_err(|faults| format!("{faults}\n{text}"))?;
    same(&module, &again, false)?;
    // Printing an implicit location prints its position in the first output.
    if locs.is_none() && print(&again, locs, generic) != text {
        return Err(format!("the second print differs:\n{text}"));
    }
    Ok(())
}

#[test]
fn printed_modules_parse_to_the_same_module() {
    let mut report = Report::default();
    for file in corpus() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        for (at, chunk) in chunks(&std::fs::read_to_string(&file).unwrap()).iter().enumerate() {
            for generic in [true, false] {
                report.note(&format!("{name}#{at}"), prints_and_parses(chunk, generic));
            }
            report.snippets += 1;
        }
    }
    report.finish();
}

/// Compares our texts with the output of mlir-opt for them.
fn through_the_tool(name: &str, texts: &[String], locs: bool, report: &mut Report) {
    let separator = format!("{SEPARATOR}\n");
    let printed = match through_mlir_opt(&texts.join(&separator), locs) {
        Ok(printed) => chunks(&printed),
        Err(faults) => {
            return report.note(name, Err(format!("mlir-opt rejects the printed text: {faults}")));
        }
    };
    assert_eq!(printed.len(), texts.len(), "{name}");
    for (at, (ours, theirs)) in texts.iter().zip(&printed).enumerate() {
        let compared = || {
            let (ours_module, _) = parse(ours, "our print")?;
            let (theirs_module, _) = parse(theirs, "mlir-opt's print")?;
            same(&ours_module, &theirs_module, locs)
        };
        let result =
            compared().map_err(|message| format!("{message}\nours:\n{ours}\ntheirs:\n{theirs}"));
        report.note(&format!("{name}#{at}"), result);
    }
}

#[test]
fn mlir_opt_parses_the_same_module() {
    if lacks_command(MLIR_OPT) {
        return;
    }
    let mut report = Report::default();
    for file in corpus() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let originals = chunks(&std::fs::read_to_string(&file).unwrap());
        let (mut plain, mut located) = (Vec::new(), Vec::new());
        for (at, chunk) in originals.iter().enumerate() {
            report.snippets += 1;
            match parse(chunk, "snippet") {
                Ok((module, sources)) if has_locs(chunk) => {
                    located.push(print(&module, Some(&sources), true))
                }
                Ok((module, _)) => plain.push(print(&module, None, true)),
                Err(faults) => report.note(&format!("{name}#{at}"), Err(faults)),
            }
        }
        if name == "respelt.mlir" {
            // mlir-opt normalizes the text of other dialects: compare its own outputs.
            let separator = format!("{SEPARATOR}\n");
            assert_eq!(
                through_mlir_opt(&plain.join(&separator), false),
                through_mlir_opt(&originals.join(&separator), false)
            );
            continue;
        }
        for (texts, locs) in [(plain, false), (located, true)] {
            if !texts.is_empty() {
                through_the_tool(&name, &texts, locs, &mut report);
            }
        }
    }
    report.finish();
}
