//! Execution of functions as Rust, compiled by rustc with all warnings as errors.

use crate::address_code::inverses::{Inverse, Inverses};
use crate::address_code::{Callee, Program, layoutc, stdout_of};
use address::operation::Width;
use regex::Regex;
use std::fs;
use std::process::Command;

/// Compiles the functions of a program with the oldest and the newest edition, and compares their results. With checks of
/// overflow, a wrapping operation that is not meant to wrap ends the program.
#[track_caller]
pub(crate) fn check(program: &Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let functions = layoutc(&program.text, &["--passes=", "--emit=rust"]);
    fs::write(path("main.rs"), main(&functions, &program.callees)).unwrap();
    for edition in ["2015", "2024"] {
        let mut command = Command::new("rustc");
        command.args(["--edition", edition, "-C", "overflow-checks=on", "-D", "warnings", "-o"]);
        stdout_of(command.arg(path("program")).arg(path("main.rs")).output().unwrap());
        program.check("rustc", &stdout_of(Command::new(path("program")).output().unwrap()));
    }
    alone(folder.path(), &functions);
}

/// Compiles the inverses of a program, and compares their results at every slot.
#[track_caller]
pub(crate) fn check_inverses(inverses: &Inverses) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let functions = layoutc(&inverses.program.text, &["--passes=", "--emit=rust"]);
    let names = function_names(&functions);
    assert_eq!(names.len(), inverses.inverses.len());
    let loops: String =
        names.iter().zip(&inverses.inverses).map(|(name, inverse)| slots(name, inverse)).collect();
    let main = format!("mod functions {{\n{functions}}}\n\nfn main() {{\n{loops}}}\n");
    fs::write(path("main.rs"), main).unwrap();
    let mut command = Command::new("rustc");
    command.args(["--edition", "2024", "-C", "overflow-checks=on", "-D", "warnings", "-o"]);
    stdout_of(command.arg(path("program")).arg(path("main.rs")).output().unwrap());
    inverses.check("rustc", &stdout_of(Command::new(path("program")).output().unwrap()));
    alone(folder.path(), &functions);
}

/// Returns a loop over the slots of an inverse.
fn slots(name: &str, inverse: &Inverse) -> String {
    let Inverse { word, rank, first, owners } = inverse;
    let word = if *word == "uint64_t" { "u64" } else { "u32" };
    let end = first + i64::try_from(owners.len()).unwrap();
    let (index, print) = match rank {
        0 => ("()", "println!(\"1\")".to_owned()),
        1 => ("at", "println!(\"1 {at}\")".to_owned()),
        _ => {
            let components: Vec<String> = (0..*rank).map(|dim| format!("at[{dim}]")).collect();
            let holes = " {}".repeat(*rank);
            ("at", format!("println!(\"1{holes}\", {})", components.join(", ")))
        }
    };
    format!(
        "    for slot in {first}i64..{end} {{\n        match functions::{name}(slot as {word}) {{\n            \
         Some({index}) => {print},\n            None => println!(\"0\"),\n        }}\n    }}\n"
    )
}

/// Compiles the functions as a library without the standard library.
#[track_caller]
fn alone(folder: &std::path::Path, functions: &str) {
    let source = folder.join("alone.rs");
    fs::write(&source, format!("#![no_std]\n{functions}")).unwrap();
    let mut command = Command::new("rustc");
    command.args(["--crate-type=lib", "--edition=2021", "-D", "warnings", "--emit=metadata", "-o"]);
    stdout_of(command.arg(folder.join("alone.rmeta")).arg(source).output().unwrap());
}

/// Returns a program that calls every function with each index, and prints a line for each call.
fn main(functions: &str, callees: &[Callee]) -> String {
    let names = function_names(functions);
    assert_eq!(names.len(), callees.len());
    let calls: String =
        names.iter().zip(callees).map(|(name, callee)| calls(name, callee)).collect();
    format!("mod functions {{\n{functions}}}\n\nfn main() {{\n{calls}}}\n")
}

fn function_names(functions: &str) -> Vec<&str> {
    let pattern = Regex::new(r"pub const fn (\w+)\(").unwrap();
    pattern.captures_iter(functions).map(|found| found.get(1).unwrap().as_str()).collect()
}

fn calls(name: &str, callee: &Callee) -> String {
    let rows: String =
        callee.calls.iter().map(|call| format!("        {:?},\n", call.args)).collect();
    let args: Vec<String> = callee
        .params
        .iter()
        .enumerate()
        .map(|(place, &width)| format!("args[{place}] as {}", word(width)))
        .collect();
    let call = format!("functions::{name}({})", args.join(", "));
    let found = if callee.has_predicate { call } else { format!("Some({call})") };
    let (width, count) = (callee.params.len(), callee.calls.len());
    format!(
        "    let all: [[u64; {width}]; {count}] = [\n{rows}    ];\n    for args in all.iter() {{\n        let _ = args;\n        \
         match {found} {{\n            Some(offset) => println!(\"1 {{}}\", offset),\n            \
         None => println!(\"0 0\"),\n        }}\n    }}\n"
    )
}

fn word(width: Width) -> &'static str {
    if width == Width::I64 { "u64" } else { "u32" }
}
