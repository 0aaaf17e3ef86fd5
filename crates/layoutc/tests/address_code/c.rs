//! Execution of functions as C and C++, compiled with all warnings as errors.

use crate::{Callee, Program, layoutc, stdout_of};
use address::operation::Width;
use regex::Regex;
use std::fs;
use std::process::{Command, Output};
use testkit::lacks_tools;

/// The compilers with their language standards: the oldest that the header supports, and later ones.
const COMPILERS: [(&str, &str); 4] =
    [("gcc", "-std=c99"), ("g++", "-std=c++11"), ("gcc", "-std=gnu17"), ("g++", "-std=c++20")];

/// Returns `true` if the running test must end because a compiler is missing.
pub(crate) fn lacks_compilers() -> bool {
    lacks_tools(&["gcc", "g++"])
}

/// Returns the compilers above, and clang if it is installed.
fn compilers() -> impl Iterator<Item = (&'static str, &'static str)> {
    let has_clang = Command::new("clang").arg("--version").output().is_ok();
    let clang = [("clang", "-std=c99"), ("clang++", "-std=c++20")];
    COMPILERS.into_iter().chain(clang.into_iter().filter(move |_| has_clang))
}

fn compile((name, standard): (&str, &str), more: &[&str]) -> Output {
    let language = if name.ends_with("++") { "c++" } else { "c" };
    let warnings = ["-pedantic-errors", "-Wall", "-Wextra", "-Werror", "-Wconversion"];
    let mut command = Command::new(name);
    command.args([standard, "-O1"]).args(warnings).args(["-x", language]);
    command.args(more).output().unwrap()
}

/// Compiles the header of a program with each compiler, and compares the results of its functions. With gcc, undefined
/// behavior ends the program.
#[track_caller]
pub(crate) fn check(program: &Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let header = layoutc(&program.text, &["--passes=", "--emit=c"]);
    fs::write(path("functions.h"), &header).unwrap();
    fs::write(path("main.c"), main(&header, &program.callees)).unwrap();
    let (main, binary) = (path("main.c"), path("program"));
    for compiler in compilers() {
        stdout_of(compile(compiler, &[&main, "-o", &binary]));
        program.check(compiler.0, &stdout_of(Command::new(&binary).output().unwrap()));
        // The header is also valid if its functions are unused.
        let alone = ["-fsyntax-only", "-include", &path("functions.h"), "/dev/null"];
        stdout_of(compile(compiler, &alone));
    }
    let trap = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", &main, "-o", &binary];
    stdout_of(compile(COMPILERS[0], &trap));
    program.check("sanitized", &stdout_of(Command::new(&binary).output().unwrap()));
}

/// Returns a program that calls every function with each index, and prints a line for each call.
fn main(header: &str, callees: &[Callee]) -> String {
    let pattern = Regex::new(r"static inline \w+ (\w+)\(").unwrap();
    let names = pattern.captures_iter(header).map(|found| found[1].to_owned());
    let names: Vec<String> = names.filter(|name| name != "layoutc_mul_high").collect();
    assert_eq!(names.len(), callees.len());
    // The header is included twice to test its guard.
    let mut text = "#include \"functions.h\"\n#include <stddef.h>\n#include <stdio.h>\n#include \"functions.h\"\n\n\
                    int main(void)\n{\n"
        .to_owned();
    text.extend(names.iter().zip(callees).map(|(name, callee)| calls(name, callee)));
    text + "    return 0;\n}\n"
}

fn calls(name: &str, callee: &Callee) -> String {
    let rows = callee.calls.iter().map(|call| {
        let args = call.args.iter().map(|arg| format!("{arg}ull, "));
        format!("            {{{}0ull}},\n", args.collect::<String>())
    });
    let (rows, width) = (rows.collect::<String>(), callee.params.len() + 1);
    let args = callee.params.iter().enumerate();
    let mut args: Vec<String> =
        args.map(|(place, &width)| format!("({})args[i][{place}]", ctype(width))).collect();
    let offset = ctype(callee.offset);
    let call = if callee.has_predicate {
        args.push("&offset".to_owned());
        format!("{offset} offset = 0;\n            const bool valid = {name}({});", args.join(", "))
    } else {
        format!(
            "const bool valid = true;\n            const {offset} offset = {name}({});",
            args.join(", ")
        )
    };
    format!(
        "    {{\n        static const unsigned long long args[][{width}] = {{\n{rows}        }};\n        \
         size_t i;\n        for (i = 0; i < sizeof args / sizeof args[0]; i++) {{\n            {call}\n            \
         printf(\"%d %llu\\n\", valid ? 1 : 0, (unsigned long long)offset);\n            \
         (void)args;\n        }}\n    }}\n"
    )
}

fn ctype(width: Width) -> &'static str {
    if width == Width::I64 { "uint64_t" } else { "uint32_t" }
}
