//! Addressing functions are executed, and every call must give what it should: as C by gcc and g++, and as MLIR by
//! LLVM's own tools, which share nothing with our emitters.
//!
//! Functions of layouts are compared with `layoutc eval` at every index of small shapes, and random functions with
//! a small interpreter. All are also called with indices out of range, where nothing may trap.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

mod c;
mod layouts;
mod mlir;
mod random;

use address::arith::AddressFunction;
use address::operation::Width;
use ir::diag::Sink;
use ir::{Registry, Verified};
use std::process::Output;

/// A call of a function.
struct Call {
    args: Vec<u64>,
    wanted: Wanted,
}

/// What a call must give.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    /// Anything: the index is out of range.
    Anything,
    /// No memory, with any offset.
    NoMemory,
    /// Whether there is memory, and the offset.
    Result(bool, u64),
}

/// A function and how it is called.
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

/// A module with its functions, in its order.
struct Program {
    text: String,
    callees: Vec<Callee>,
}

impl Program {
    /// Compares what was printed: a line for each call, whether there is memory and the offset.
    #[track_caller]
    fn check(&self, by: &str, printed: &str) {
        let mut lines = printed.lines();
        for callee in &self.callees {
            for Call { args, wanted } in &callee.calls {
                let line = lines.next().unwrap_or_default();
                let (valid, offset) = line.split_once(' ').unwrap();
                let got = (valid == "1", offset.parse::<u64>().unwrap());
                let is_right = match *wanted {
                    Wanted::Anything => true,
                    Wanted::NoMemory => !got.0,
                    Wanted::Result(valid, offset) => got == (valid, offset),
                };
                let name = &callee.name;
                assert!(
                    is_right,
                    "{by}: @{name}{args:?} is {got:?}, not {wanted:?}\n{}",
                    self.text
                );
            }
        }
        assert_eq!(lines.next(), None);
    }
}

/// Calls with indices that no dim has.
fn calls_out_of_range(params: &[Width]) -> Vec<Call> {
    let ends = |end: fn(u64) -> u64| params.iter().map(|it| end(it.largest())).collect();
    let args: [Vec<u64>; 3] = [ends(|max| max), ends(|max| max / 2 + 1), ends(|max| max / 3)];
    args.map(|args| Call { args, wanted: Wanted::Anything }).into()
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
fn c_gives_the_offsets_of_the_core() {
    if !c::lacks_compilers() {
        for program in layouts::PROGRAMS.iter() {
            c::check(program);
        }
    }
}

#[test]
fn c_computes_the_functions() {
    if !c::lacks_compilers() {
        c::check(&random::program(120));
    }
}

#[test]
fn mlir_gives_the_offsets_of_the_core() {
    if !mlir::lacks_mlir() {
        for program in layouts::PROGRAMS.iter() {
            mlir::check(program);
        }
    }
}

#[test]
fn mlir_computes_the_functions() {
    if !mlir::lacks_mlir() {
        mlir::check(&random::program(120));
    }
}
