//! Execution of addressing functions: as C with gcc and g++, as Rust with rustc, and as MLIR with LLVM's own tools, which share no code
//! with layoutc's emitters.
//!
//! Functions of layouts are compared with `layoutc eval` at every index of small shapes, and random functions with a
//! small interpreter. All functions are also called with indices out of range, where they must not trap.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod blocks;
mod c;
mod inverses;
mod kernels;
mod layouts;
pub(crate) mod mlir;
mod placements;
mod random;
mod repack;
mod rust;
mod shaders;
mod symbols;
mod vectors;
mod widths;

use address::arith::AddressFunction;
use address::operation::Width;
use ir::diag::Sink;
use ir::{Registry, Verified};
use std::process::Output;
use testkit::lacks_tools;

/// A call of a function.
struct Call {
    args: Vec<u64>,
    expected: Expected,
}

/// The expected result of a call.
#[derive(Clone, Copy, Debug)]
enum Expected {
    /// Any result, because the index is out of range.
    Anything,
    /// An invalid index, with any offset.
    NoMemory,
    /// The validity of the index, and the offset.
    Result(bool, u64),
}

/// A function with its calls.
struct Callee {
    name: String,
    params: Vec<Width>,
    offset: Width,
    has_predicate: bool,
    calls: Vec<Call>,
}

impl Callee {
    fn new(function: &AddressFunction<'_>, calls: Vec<Call>) -> Callee {
        let program = &function.program;
        Callee {
            name: function.name.to_owned(),
            params: program.params().iter().map(|param| param.width).collect(),
            offset: program.width(program.offset()),
            has_predicate: program.valid().is_some(),
            calls,
        }
    }
}

/// A module with its functions in order.
struct Program {
    text: String,
    callees: Vec<Callee>,
}

impl Program {
    /// Compares the printed results. Each line has the validity and the offset of one call.
    #[track_caller]
    fn check(&self, by: &str, printed: &str) {
        let mut lines = printed.lines();
        for callee in &self.callees {
            for Call { args, expected } in &callee.calls {
                let line = lines.next().unwrap_or_default();
                let (valid, offset) = line.split_once(' ').unwrap();
                let got = (valid == "1", offset.parse::<u64>().unwrap());
                let is_right = match *expected {
                    Expected::Anything => true,
                    Expected::NoMemory => !got.0,
                    // An `Option` has no offset of an invalid index.
                    Expected::Result(false, _) if by == "rustc" => !got.0,
                    Expected::Result(valid, offset) => got == (valid, offset),
                };
                let name = &callee.name;
                assert!(
                    is_right,
                    "{by}: @{name}{args:?} returns {got:?}, expected {expected:?}\n{}",
                    self.text
                );
            }
        }
        assert_eq!(lines.next(), None);
    }
}

/// Returns calls with indices out of range.
fn calls_out_of_range(params: &[Width]) -> Vec<Call> {
    let ends = |end: fn(u64) -> u64| params.iter().map(|it| end(it.largest())).collect();
    let args: [Vec<u64>; 3] = [ends(|max| max), ends(|max| max / 2 + 1), ends(|max| max / 3)];
    args.map(|args| Call { args, expected: Expected::Anything }).into()
}

fn layoutc(text: &str, args: &[&str]) -> String {
    let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
    let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
    let status = layoutc::run(&args, &mut text.as_bytes(), &mut stdout, &mut stderr);
    assert_eq!((status, String::from_utf8(stderr).unwrap().as_str()), (0, ""), "{args:?}\n{text}");
    String::from_utf8(stdout).unwrap()
}

fn verified(text: &str) -> Verified {
    let (registry, mut sink) = (Registry::new(), Sink::default());
    let module = parser::parse(text, 0, &registry, &mut sink);
    let module = module.unwrap_or_else(|| panic!("{:?}\n{text}", sink.diags()));
    Verified::new(module, &registry, &mut sink)
        .unwrap_or_else(|_| panic!("{:?}\n{text}", sink.diags()))
}

#[track_caller]
fn stdout_of(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn c_functions_compute_offsets_of_the_core() {
    if !c::lacks_compilers() {
        for program in layouts::PROGRAMS.iter() {
            c::check(program);
        }
    }
}

#[test]
fn c_functions_agree_with_the_interpreter() {
    if !c::lacks_compilers() {
        c::check(&random::program(120));
    }
}

#[test]
fn c_functions_are_constant_expressions_of_cpp_17() {
    if !c::lacks_compilers() {
        layouts::PROGRAMS.iter().for_each(c::check_constexpr);
        c::check_constexpr(&random::program(120));
    }
}

#[test]
fn c_functions_compile_as_cuda_hip_and_opencl() {
    if !lacks_tools(&["clang-19"]) {
        layouts::PROGRAMS.iter().for_each(c::check_devices);
        c::check_devices(&random::program(120));
    }
}

#[test]
fn rust_functions_compute_offsets_of_the_core() {
    layouts::PROGRAMS.iter().for_each(rust::check);
}

#[test]
fn rust_functions_agree_with_the_interpreter() {
    rust::check(&random::program(120));
}

#[test]
fn shader_functions_compile() {
    if !lacks_tools(&["glslangValidator"]) {
        layouts::PROGRAMS.iter().for_each(shaders::check);
        shaders::check(&random::program(120));
    }
}

#[test]
fn mlir_functions_compute_offsets_of_the_core() {
    if !mlir::lacks_mlir() {
        for program in layouts::PROGRAMS.iter() {
            mlir::check(program);
        }
    }
}

#[test]
fn mlir_functions_agree_with_the_interpreter() {
    if !mlir::lacks_mlir() {
        mlir::check(&random::program(120));
    }
}
