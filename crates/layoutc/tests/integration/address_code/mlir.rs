//! Execution of functions with MLIR's own tools: mlir-opt lowers them to the LLVM dialect, and MLIR's runner compiles
//! them.

use crate::address_code::{Callee, Program, layoutc, stdout_of, verified};
use address::operation::Width;
use ir::Registry;
use ir::print::{PrintOptions, print};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use testkit::{MLIR_OPT, lacks, lacks_tools};

const RUNNER: &str = "mlir-cpu-runner-19";

/// The library of the functions that lowered modules call, such as copies of buffers with strides.
const RUNNER_LIBRARY: &str = "/usr/lib/llvm-19/lib/libmlir_c_runner_utils.so";

/// Returns `true` if the running test must end because a tool of MLIR is missing.
pub(crate) fn lacks_mlir() -> bool {
    lacks_tools(&[MLIR_OPT, RUNNER]) || lacks(RUNNER_LIBRARY, Path::new(RUNNER_LIBRARY).exists())
}

/// Runs a program, and compares the results of its functions.
#[track_caller]
pub(super) fn check(program: &Program) {
    let functions = layoutc(&only_functions(&program.text), &["--emit=generic"]);
    // The output is one module. The calls are added at its end.
    let body = functions.trim_end().strip_suffix("}) : () -> ()").unwrap();
    let text = format!("{body}{}}}) : () -> ()\n", entry(&program.callees));
    let passes =
        ["--convert-arith-to-llvm", "--convert-func-to-llvm", "--reconcile-unrealized-casts"];
    program.check(RUNNER, &executed(&text, &passes, "every_call"));
}

/// Returns what a function of a module prints, after passes that lower the module to the LLVM dialect.
#[track_caller]
pub(crate) fn executed(module: &str, passes: &[&str], entry: &str) -> String {
    // MLIR does not know the dialect of the attribute of addressing functions.
    let unknown = ["--allow-unregistered-dialect", "-"];
    let lowered = piped(Command::new(MLIR_OPT).args(passes).args(unknown), module);
    let library = format!("--shared-libs={RUNNER_LIBRARY}");
    let flags = ["-e", entry, "--entry-point-result=void", "-O0", &library];
    piped(Command::new(RUNNER).args(flags), &lowered)
}

/// Returns the module without layoutc's own ops.
fn only_functions(text: &str) -> String {
    let mut module = verified(text).into_module();
    for op in module.ops(module.body()).collect::<Vec<_>>() {
        if module.name(op) != "func.func" {
            module.erase(op);
        }
    }
    let mut bytes = Vec::new();
    print(&module, &Registry::new(), PrintOptions::default(), &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[track_caller]
fn piped(command: &mut Command, text: &str) -> String {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        // A child that ends early reports the reason on standard error, so write errors are ignored.
        scope.spawn(move || stdin.write_all(text.as_bytes()).ok());
        stdout_of(child.wait_with_output().unwrap())
    })
}

/// Returns one function for the calls of each function, and one that calls all of these. Each call prints a line with
/// `printf` of the C library.
fn entry(callees: &[Callee]) -> String {
    let mut text = r#"
llvm.mlir.global internal constant @format("%u %lu\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
func.func @show(%valid: i1, %offset: i64) {
  %format = llvm.mlir.addressof @format : !llvm.ptr
  %0 = arith.extui %valid : i1 to i32
  %1 = llvm.call @printf(%format, %0, %offset) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, i64) -> i32
  return
}
"#
    .to_owned();
    for (number, callee) in callees.iter().enumerate() {
        writeln!(text, "func.func @calls_{number}() {{\n{}  return\n}}", calls(callee)).unwrap();
    }
    let all =
        (0..callees.len()).map(|number| format!("  func.call @calls_{number}() : () -> ()\n"));
    text + &format!("func.func @every_call() {{\n{}  return\n}}\n", all.collect::<String>())
}

fn calls(callee: &Callee) -> String {
    let Callee { name, params, offset, has_predicate, .. } = callee;
    let shown = |width: Width| format!("i{}", width.bits());
    let types: Vec<String> = params.iter().map(|&width| shown(width)).collect();
    let (types, offset_type) = (types.join(", "), shown(*offset));
    let mut text = "  %yes = arith.constant true\n".to_owned();
    for (call, it) in callee.calls.iter().enumerate() {
        for (place, (&arg, &width)) in it.args.iter().zip(params).enumerate() {
            let ty = shown(width);
            // Integer constants are signed in MLIR's syntax.
            let arg = if width == Width::I64 { arg as i64 } else { i64::from(arg as u32 as i32) };
            writeln!(text, "  %a{call}_{place} = arith.constant {arg} : {ty}").unwrap();
        }
        let args: Vec<String> =
            (0..params.len()).map(|place| format!("%a{call}_{place}")).collect();
        let (args, results) = (args.join(", "), if *has_predicate { ", i1" } else { "" });
        let count = if *has_predicate { 2 } else { 1 };
        writeln!(
            text,
            "  %r{call}:{count} = func.call @{name}({args}) : ({types}) -> ({offset_type}{results})"
        )
        .unwrap();
        let mut number = format!("%r{call}#0");
        if *offset == Width::I32 {
            writeln!(text, "  %n{call} = arith.extui {number} : i32 to i64").unwrap();
            number = format!("%n{call}");
        }
        let valid = if *has_predicate { format!("%r{call}#1") } else { "%yes".to_owned() };
        writeln!(text, "  func.call @show({valid}, {number}) : (i1, i64) -> ()").unwrap();
    }
    text
}
