//! Tests of each op on narrow words, against unbounded numbers.

#![allow(clippy::unwrap_used, reason = "the helpers of a test fail as the test does")]

use super::{OracleFunction, OracleMachine, Trap};
use address::{ProgramEvaluator, arith};
use ir::diag::Sink;
use ir::{Module, Registry};

fn parsed(text: &str) -> Module {
    let mut sink = Sink::default();
    let module = parser::parse(text, 0, &Registry::new(), &mut sink);
    module.unwrap_or_else(|| panic!("{:?}", sink.diags()))
}

fn read(text: &str) -> Result<OracleFunction, String> {
    let module = parsed(text);
    let op = module.ops(module.body()).next().unwrap();
    OracleFunction::read(&module, &Registry::new(), op, 0).map_err(|(_, fault)| fault.message)
}

/// Returns a function of one op on two 4-bit words.
fn binary(op: &str, attrs: &str) -> OracleFunction {
    read(&format!(
        "func.func @f(%a: i4, %b: i4) -> i4 {{ %r = \"arith.{op}\"(%a, %b) {attrs} : (i4, i4) -> i4 return %r : i4 }}"
    ))
    .unwrap()
}

/// Returns the result of an execution and whether it wrapped; `None` if it traps.
fn run(function: &OracleFunction, inputs: &[u64]) -> Option<(u64, bool)> {
    let mut machine = OracleMachine::new(function);
    machine.run(inputs).ok()?;
    Some((machine.result(0).unwrap(), machine.wrapped.is_some()))
}

fn pairs() -> impl Iterator<Item = (u64, u64)> {
    (0..16).flat_map(|a| (0..16).map(move |b| (a, b)))
}

/// The name of an op, and its unbounded result.
type Exact = (&'static str, fn(i64, i64) -> Option<i64>);

const EXACT: &[Exact] = &[
    ("addi", |a, b| Some(a + b)),
    ("subi", |a, b| Some(a - b)),
    ("muli", |a, b| Some(a * b)),
    ("divui", |a, b| (b > 0).then(|| a / b)),
    ("remui", |a, b| (b > 0).then(|| a % b)),
    ("shli", |a, b| (b < 4).then(|| a * [1, 2, 4, 8][b as usize])),
    ("shrui", |a, b| (b < 4).then(|| a / [1, 2, 4, 8][b as usize])),
    ("andi", |a, b| Some((0..4).map(|bit| ((a >> bit) % 2 * ((b >> bit) % 2)) << bit).sum())),
    ("ori", |a, b| Some((0..4).map(|bit| ((a >> bit) % 2).max((b >> bit) % 2) << bit).sum())),
    ("xori", |a, b| Some((0..4).map(|bit| (((a >> bit) + (b >> bit)) % 2) << bit).sum())),
    ("minui", |a, b| Some(if a < b { a } else { b })),
    ("maxui", |a, b| Some(if a > b { a } else { b })),
];

#[test]
fn ops_wrap_at_the_width_of_words() {
    for &(op, exact) in EXACT {
        let function = binary(op, "");
        for (a, b) in pairs() {
            let right = exact(a as i64, b as i64);
            let right = right.map(|right| (right.rem_euclid(16) as u64, !(0..16).contains(&right)));
            assert_eq!(run(&function, &[a, b]), right, "{a} {op} {b}");
        }
    }
}

#[test]
fn wrapping_despite_overflow_flags_traps() {
    let signed = |word: u64| if word < 8 { word as i64 } else { word as i64 - 16 };
    for &(op, exact) in EXACT.iter().filter(|(op, _)| ["addi", "subi", "muli"].contains(op)) {
        let nuw = binary(op, "<{overflowFlags = #arith.overflow<nuw>}>");
        let nsw = binary(op, "<{overflowFlags = #arith.overflow<nsw>}>");
        let both = binary(op, "<{overflowFlags = #arith.overflow<nsw, nuw>}>");
        let none = binary(op, "<{overflowFlags = #arith.overflow<none>}>");
        for (a, b) in pairs() {
            let fits = (0..16).contains(&exact(a as i64, b as i64).unwrap());
            let fits_signed = (-8..8).contains(&exact(signed(a), signed(b)).unwrap());
            let runs = |function: &OracleFunction| run(function, &[a, b]).is_some();
            assert_eq!((runs(&nuw), runs(&nsw)), (fits, fits_signed), "{a} {op} {b}");
            assert_eq!((runs(&both), runs(&none)), (fits && fits_signed, true), "{a} {op} {b}");
        }
    }
}

#[test]
fn comparisons_are_unsigned() {
    type Holds = fn(&u64, &u64) -> bool;
    let all: [(i64, Holds); 6] =
        [(0, u64::eq), (1, u64::ne), (6, u64::lt), (7, u64::le), (8, u64::gt), (9, u64::ge)];
    for (predicate, holds) in all {
        let function = read(&format!(
            "func.func @f(%a: i4, %b: i4) -> i1 {{ %r = \"arith.cmpi\"(%a, %b) <{{predicate = {predicate}}}> : (i4, i4) -> i1 return %r : i1 }}"
        ));
        let function = function.unwrap();
        for (a, b) in pairs() {
            assert_eq!(run(&function, &[a, b]), Some((holds(&a, &b).into(), false)));
        }
    }
}

#[test]
fn oracle_evaluates_extended_products_and_conversions() {
    let function = read(
        "func.func @f(%a: i8, %b: i8) -> (i8, i8, i16, i4, i8) {
           %l, %h = \"arith.mului_extended\"(%a, %b) : (i8, i8) -> (i8, i8)
           %w = \"arith.extui\"(%a) : (i8) -> i16
           %n = \"arith.trunci\"(%a) : (i8) -> i4
           %c = \"arith.constant\"() <{value = -1 : i8}> : () -> i8
           %t = \"arith.cmpi\"(%a, %b) <{predicate = 6}> : (i8, i8) -> i1
           %s = \"arith.select\"(%t, %c, %b) : (i1, i8, i8) -> i8
           return %l, %h, %w, %n, %s : i8, i8, i16, i4, i8
         }",
    );
    let function = function.unwrap();
    assert_eq!((&function.inputs, &function.outputs), (&vec![8, 8], &vec![8, 8, 16, 4, 8]));
    let mut machine = OracleMachine::new(&function);
    for (a, b) in [(0, 0), (255, 255), (200, 3), (7, 9), (16, 16)] {
        machine.run(&[a, b]).unwrap();
        let results: Vec<u64> = (0..5).map(|place| machine.result(place).unwrap()).collect();
        let chosen = if a < b { 255 } else { b };
        assert_eq!(results, [a * b % 256, a * b / 256, a, a % 16, chosen]);
        assert_eq!((machine.result(5), machine.wrapped.is_some()), (None, a > 15));
    }
}

/// Layouts and `layout.address` ops whose functions use every supported op.
const ALL_OPS: &str = "
layout.descriptor @a { %m = layout.packed [9] %i = layout.pad %m low 2 high 1 layout.yield %i }
layout.address @fa of @a {index = \"i32\"}
layout.descriptor @b {
  %q, %r, %s = layout.strided [3, 4, 5] strides [20, 1, 4] offset 7
  %x = layout.merge %q, %r, %s layout.yield %x
}
layout.address @fb of @b {index = \"i64\"}
layout.descriptor @c {
  %q, %r = layout.packed [12, 8] %s, %t = layout.xor %q, %r
  %x = layout.merge %s, %t %y = layout.slice %x from 3 to 90 layout.yield %y
}
layout.address @fc of @c
layout.descriptor @d {
  %m = layout.packed [31] %p = layout.modulo %m by 31 length 999 layout.yield %p
}
layout.address @fd of @d
layout.tensor @e : tensor<2x5x3x2xf16, {format = #layout.format<chw2>}>
layout.address @fe of @e {unit = \"byte\"}
";

/// Checks that the evaluator of the crate `address` and the oracle, which share no code, agree on the same functions.
#[test]
fn oracle_agrees_with_evaluator_of_programs() {
    for pass in [None, Some("simplify-index")] {
        let mut module = parsed(ALL_OPS);
        for name in ["lower-addressing"].into_iter().chain(pass) {
            let info = crate::find(name).unwrap();
            let pass = (info.build)(&info.read_options(&[]).unwrap()).unwrap();
            module = crate::testing::run(pass.as_ref(), module, None).module;
        }
        let registry = Registry::new();
        let mut compared = 0;
        for op in module.walk().filter(|&op| arith::is_address_function(&module, &registry, op)) {
            let function = OracleFunction::read(&module, &registry, op, 0);
            let function = function.unwrap_or_else(|(_, fault)| panic!("{}", fault.message));
            let program = arith::program(&module, &registry, op).unwrap();
            let (mut oracle, mut evaluator) =
                (OracleMachine::new(&function), ProgramEvaluator::new(&program));
            let lengths: Vec<u64> = program.params().iter().map(|param| param.end()).collect();
            let count: u64 = lengths.iter().product();
            for number in 0..count {
                let mut rest = number;
                let digit = |&length: &u64| {
                    let digit = rest % length;
                    rest /= length;
                    digit
                };
                let index: Vec<u64> = lengths.iter().map(digit).collect();
                oracle.run(&index).unwrap();
                let results = evaluator.run(&index).unwrap();
                let own = (0..results.len()).map(|place| oracle.result(place).unwrap());
                assert_eq!(results, own.collect::<Vec<u64>>(), "at {index:?} in\n{program}");
                assert_eq!(evaluator.wrapped().is_some(), oracle.wrapped.is_some(), "{index:?}");
                compared += 1;
            }
        }
        assert_eq!(compared, 12 + 60 + 87 + 999 + 60);
    }
}

#[test]
fn words_of_64_bits_wrap() {
    let function = read(
        "func.func @f(%a: i64, %b: i64) -> i64 { %r = \"arith.muli\"(%a, %b) : (i64, i64) -> i64 return %r : i64 }",
    );
    let function = function.unwrap();
    assert_eq!(run(&function, &[1 << 32, 1 << 31]), Some((1 << 63, false)));
    assert_eq!(run(&function, &[u64::MAX, u64::MAX]), Some((1, true)));
}

#[test]
fn traps_name_their_op() {
    let mut machine = OracleMachine::new(&binary("divui", "")).clone().run(&[1, 0]).unwrap_err();
    assert!(matches!(machine, Trap::DivisionByZero(_)));
    assert_eq!(machine.to_string(), "divides by zero");
    machine = OracleMachine::new(&binary("shli", "")).run(&[1, 4]).unwrap_err();
    assert_eq!(machine.to_string(), "shifts by the width of the word or more");
}

#[test]
fn unsupported_functions_are_rejected() {
    let body = |ty: &str, ops: &str| {
        read(&format!("func.func @f(%a: {ty}, %b: i32) -> i32 {{ {ops} return %b : i32 }}"))
            .unwrap_err()
    };
    let cases = [
        ("f32", "", "expected an integer of 1 to 64 bits, found `f32`"),
        ("index", "", "expected an integer of 1 to 64 bits, found `index`"),
        ("i65", "", "expected an integer of 1 to 64 bits, found `i65`"),
        (
            "i32",
            "\"arith.divsi\"(%a, %b) : (i32, i32) -> i32",
            "`arith.divsi` is not supported in an addressing function",
        ),
        (
            "i64",
            "\"arith.addi\"(%a, %b) : (i64, i32) -> i32",
            "`arith.addi` requires values of equal types, but has `i64` and `i32`",
        ),
        (
            "i32",
            "\"arith.addi\"(%a) : (i32) -> i32",
            "`arith.addi` must have 2 operands and 1 result, but has 1 operand and 1 result",
        ),
        (
            "i32",
            "\"arith.cmpi\"(%a, %b) <{predicate = 2}> : (i32, i32) -> i1",
            "`predicate` of `arith.cmpi` must be equality or an unsigned comparison",
        ),
        (
            "i32",
            "\"arith.cmpi\"(%a, %b) <{predicate = 6}> : (i32, i32) -> i32",
            "`arith.cmpi` requires a value of type `i1`, but has one of type `i32`",
        ),
        (
            "i32",
            "\"arith.extui\"(%a) : (i32) -> i32",
            "invalid types for `arith.extui`: `i32` -> `i32`",
        ),
        (
            "i32",
            "\"arith.constant\"() <{value = 1 : i64}> : () -> i32",
            "`value` of `arith.constant` must be an integer of type `i32`",
        ),
        (
            "i32",
            "\"arith.divui\"(%a, %b) {isExact} : (i32, i32) -> i32",
            "unsupported flag `isExact` of `arith.divui`",
        ),
    ];
    for (ty, op, message) in cases {
        let ops = if op.is_empty() { String::new() } else { format!("%r = {op}") };
        assert_eq!(body(ty, &ops), message);
    }
    let declared = read("func.func private @f(i32) -> i32").unwrap_err();
    assert_eq!(declared, "an addressing function must have exactly one block, but has 0");
}
