//! Execution of functions as C and C++, compiled with all warnings as errors.

use crate::address_code::inverses::{Inverse, Inverses};
use crate::address_code::{Callee, Expected, Program, layoutc, stdout_of};
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

/// Returns the command of a compiler; `None` if it is clang and not installed. Distributions may install clang with its
/// version in its name only.
pub(crate) fn installed(name: &str) -> Option<String> {
    let commands = [name.to_owned(), format!("{name}-19")];
    let answers = |name: &String| Command::new(name).arg("--version").output().is_ok();
    if name.starts_with("clang") {
        commands.into_iter().find(answers)
    } else {
        Some(name.to_owned())
    }
}

/// Returns the compilers above, and clang if it is installed.
fn compilers() -> impl Iterator<Item = (String, &'static str)> {
    let clang = [("clang", "-std=c99"), ("clang++", "-std=c++20")];
    COMPILERS.into_iter().chain(clang).filter_map(|(name, flag)| Some((installed(name)?, flag)))
}

fn compile((name, standard): (&str, &str), more: &[&str]) -> Output {
    let language = if name.contains("++") { "c++" } else { "c" };
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
    for (compiler, standard) in compilers() {
        let compiler = (compiler.as_str(), standard);
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

/// Compiles the inverses of a program with each compiler, and compares their results at every slot.
#[track_caller]
pub(crate) fn check_inverses(inverses: &Inverses) {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let header = layoutc(&inverses.program.text, &["--passes=", "--emit=c"]);
    let names = function_names(&header);
    assert_eq!(names.len(), inverses.inverses.len());
    let loops: String =
        names.iter().zip(&inverses.inverses).map(|(name, inverse)| slots(name, inverse)).collect();
    let main = format!(
        "#include \"functions.h\"\n#include <stdio.h>\n\nint main(void)\n{{\n{loops}    return 0;\n}}\n"
    );
    fs::write(path("functions.h"), &header).unwrap();
    fs::write(path("main.c"), main).unwrap();
    let (main, binary) = (path("main.c"), path("program"));
    for (compiler, standard) in compilers() {
        let compiler = (compiler.as_str(), standard);
        stdout_of(compile(compiler, &[&main, "-o", &binary]));
        inverses.check(compiler.0, &stdout_of(Command::new(&binary).output().unwrap()));
    }
}

/// Returns a loop over the slots of an inverse.
fn slots(name: &str, inverse: &Inverse) -> String {
    let Inverse { word, rank, first, owners } = inverse;
    let last = first + i64::try_from(owners.len()).unwrap() - 1;
    let dims: Vec<String> = (0..*rank).map(|dim| format!("d{dim}")).collect();
    let locals: String =
        dims.iter().map(|dim| format!("            {word} {dim} = 0;\n")).collect();
    let args: String = dims.iter().map(|dim| format!(", &{dim}")).collect();
    let print: String = dims
        .iter()
        .map(|dim| format!("                printf(\" %llu\", (unsigned long long){dim});\n"))
        .collect();
    format!(
        "    {{\n        long long slot;\n        for (slot = {first}; slot <= {last}; slot++) {{\n{locals}            \
         const bool valid = {name}(({word})slot{args});\n            printf(valid ? \"1\" : \"0\");\n            \
         if (valid) {{\n{print}            }}\n            printf(\"\\n\");\n        }}\n    }}\n"
    )
}

/// Returns a program that calls every function with each index, and prints a line for each call.
fn main(header: &str, callees: &[Callee]) -> String {
    let names = names(header, callees);
    // The header is included twice to test its guard.
    let mut text = "#include \"functions.h\"\n#include <stddef.h>\n#include <stdio.h>\n#include \"functions.h\"\n\n\
                    int main(void)\n{\n"
        .to_owned();
    text.extend(names.iter().zip(callees).map(|(name, callee)| calls(name, callee)));
    text + "    return 0;\n}\n"
}

/// Returns the names of the functions of a header.
fn names(header: &str, callees: &[Callee]) -> Vec<String> {
    let names = function_names(header);
    assert_eq!(names.len(), callees.len());
    names
}

fn function_names(header: &str) -> Vec<String> {
    let pattern = Regex::new(r"LAYOUTC_FN \w+ (\w+)\(").unwrap();
    let names = pattern.captures_iter(header).map(|found| found[1].to_owned());
    names.filter(|name| name != "layoutc_mul_high").collect()
}

/// The languages of devices that include the header, with the arguments of clang and the definitions before the header.
const DEVICES: [(&str, &[&str], &str); 4] = [
    (
        "CUDA",
        &["-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib"],
        HOST_DEVICE,
    ),
    (
        "HIP",
        &["-x", "hip", "--offload-device-only", "--offload-arch=gfx1030", "-nogpuinc", "-nogpulib"],
        HOST_DEVICE,
    ),
    ("OpenCL C 1.2", &["-x", "cl", "-cl-std=CL1.2", "-target", "spir64"], ""),
    ("OpenCL C 3.0", &["-x", "cl", "-cl-std=CL3.0", "-target", "spir64"], ""),
];

const HOST_DEVICE: &str =
    "#define LAYOUTC_FN static __attribute__((host)) __attribute__((device)) inline\n";

/// Compiles the header of a program as code of each device.
#[track_caller]
pub(crate) fn check_devices(program: &Program) {
    check_header(&layoutc(&program.text, &["--passes=", "--emit=c"]), &DEVICES);
}

/// Compiles a header as OpenCL C.
#[track_caller]
pub(super) fn check_opencl(header: &str) {
    check_header(header, &DEVICES[2..]);
}

#[track_caller]
fn check_header(header: &str, devices: &[(&str, &[&str], &str)]) {
    let folder = tempfile::tempdir().unwrap();
    for (language, args, definitions) in devices {
        let path = folder.path().join("device.c");
        fs::write(&path, format!("{definitions}{header}")).unwrap();
        let warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-emit-llvm", "-S"];
        let mut command = Command::new("clang-19");
        let output =
            command.args(*args).args(warnings).args(["-o", "/dev/null"]).arg(&path).output();
        let output = output.unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{language}:\n{errors}\n{header}");
    }
}

/// Evaluates the functions of a program while g++ compiles it.
#[track_caller]
pub(crate) fn check_constexpr(program: &Program) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("constant.cpp");
    let header = layoutc(&program.text, &["--passes=", "--emit=c"]);
    let text: String = names(&header, &program.callees)
        .iter()
        .zip(&program.callees)
        .enumerate()
        .map(|(place, (name, callee))| assertions(place, name, callee))
        .collect();
    fs::write(&path, format!("#define LAYOUTC_FN constexpr\n{header}\n{text}")).unwrap();
    let more = ["-fsyntax-only", "-fconstexpr-ops-limit=1000000000", path.to_str().unwrap()];
    stdout_of(compile(("g++", "-std=c++17"), &more));
}

/// Returns assertions on the calls of a function that have a known result.
fn assertions(place: usize, name: &str, callee: &Callee) -> String {
    let offset = ctype(callee.offset);
    let params: Vec<&str> = callee.params.iter().map(|&width| ctype(width)).collect();
    let params: Vec<String> =
        params.iter().enumerate().map(|(dim, ty)| format!("{ty} d{dim}")).collect();
    let mut args: Vec<String> = (0..params.len()).map(|dim| format!("d{dim}")).collect();
    let body = if callee.has_predicate {
        args.push("&offset".to_owned());
        format!("{offset} offset = 0; return {name}({}) ? offset : ~0ull;", args.join(", "))
    } else {
        format!("return {name}({});", args.join(", "))
    };
    let mut text =
        format!("constexpr unsigned long long call_{place}({}) {{ {body} }}\n", params.join(", "));
    for call in &callee.calls {
        let expected = match call.expected {
            Expected::Anything => continue,
            Expected::NoMemory | Expected::Result(false, _) => "~0ull".to_owned(),
            Expected::Result(true, offset) => format!("{offset}ull"),
        };
        let args: Vec<String> = call.args.iter().map(|arg| format!("{arg}ull")).collect();
        text += &format!("static_assert(call_{place}({}) == {expected}, \"\");\n", args.join(", "));
    }
    text
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
