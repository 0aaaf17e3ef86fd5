//! Layouts with their functions, and what `layoutc eval` says of each index.

use crate::{Call, Callee, Program, Wanted, calls_out_of_range, layoutc, verified};
use codegen::arith::{self, Function, Unit};
use serde_json::Value;
use std::fs;

/// Functions by hand: one with strides, one with a predicate and bytes, one with all of `arith`'s ways to split an
/// index, and one whose offsets need 64 bits.
const BY_HAND: &str = r#"
layout.tensor @padded : tensor<4x5xf16, {strides = [8, 1]}>
func.func @bytes_of_padded(%d0: i32, %d1: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 4, 5>, of = @padded, unit = "byte"}} {
  %two = "arith.constant"() {value = 2 : i32} : () -> i32
  %three = "arith.constant"() {value = 3 : i32} : () -> i32
  %0 = "arith.shli"(%d0, %three) : (i32, i32) -> i32
  %1 = "arith.addi"(%0, %d1) : (i32, i32) -> i32
  %2 = "arith.muli"(%1, %two) : (i32, i32) -> i32
  return %2 : i32
}

layout.descriptor @rows {
  %m, %n = layout.packed [3, 4]
  %i = layout.pass_through %m
  %j = layout.pad %n low 1 high 2
  layout.yield %i, %j
}
func.func @of_rows(%d0: i64, %d1: i64) -> (i64, i1)
    attributes {layout.address = {lengths = array<i64: 3, 7>, of = @rows, unit = "element"}} {
  %one = "arith.constant"() {value = 1 : i64} : () -> i64
  %four = "arith.constant"() {value = 4 : i64} : () -> i64
  %0 = "arith.subi"(%d1, %one) : (i64, i64) -> i64
  %1 = "arith.cmpi"(%0, %four) {predicate = 6 : i64} : (i64, i64) -> i1
  %2 = "arith.muli"(%d0, %four) : (i64, i64) -> i64
  %3 = "arith.addi"(%2, %0) : (i64, i64) -> i64
  return %3, %1 : i64, i1
}

layout.descriptor @merged {
  %m, %n = layout.strided [4, 6] strides [10, 1]
  %i = layout.merge %m, %n
  layout.yield %i
}
func.func @of_merged(%d0: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 24>, of = @merged, unit = "element"}} {
  %six = "arith.constant"() {value = 6 : i32} : () -> i32
  %ten = "arith.constant"() {value = 10 : i32} : () -> i32
  %factor = "arith.constant"() {value = 715827883 : i32} : () -> i32
  %0:2 = "arith.mului_extended"(%d0, %factor) : (i32, i32) -> (i32, i32)
  %1 = "arith.muli"(%0#1, %ten) : (i32, i32) -> i32
  %2 = "arith.remui"(%d0, %six) : (i32, i32) -> i32
  %3 = "arith.addi"(%1, %2) : (i32, i32) -> i32
  return %3 : i32
}

layout.tensor @far : tensor<3x4xi8, {strides = [4000000000, 1000000000]}>
func.func @of_far(%d0: i32, %d1: i32) -> i64
    attributes {layout.address = {lengths = array<i64: 3, 4>, of = @far, unit = "element"}} {
  %a = "arith.constant"() {value = 4000000000 : i64} : () -> i64
  %b = "arith.constant"() {value = 1000000000 : i64} : () -> i64
  %0 = "arith.extui"(%d0) : (i32) -> i64
  %1 = "arith.extui"(%d1) : (i32) -> i64
  %2 = "arith.muli"(%0, %a) : (i64, i64) -> i64
  %3 = "arith.muli"(%1, %b) : (i64, i64) -> i64
  %4 = "arith.addi"(%2, %3) : (i64, i64) -> i64
  return %4 : i64
}

layout.tensor @scalar : tensor<f64>
func.func @of_scalar() -> i32
    attributes {layout.address = {lengths = array<i64>, of = @scalar, unit = "element"}} {
  %0 = "arith.constant"() {value = 0 : i32} : () -> i32
  return %0 : i32
}
"#;

/// Programs with every index of their layouts, and some out of range.
pub(crate) fn programs() -> Vec<Program> {
    vec![program(BY_HAND)]
}

/// The program of a text whose functions stand for all its layouts.
fn program(text: &str) -> Program {
    let module = verified(text);
    let functions = arith::functions(&module).unwrap();
    let callees = functions.iter().map(|it| Callee::new(it, calls(text, it))).collect();
    Program { text: text.to_owned(), callees }
}

/// Every index in row-major order, and then some that no dim has.
fn calls(text: &str, function: &Function<'_>) -> Vec<Call> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let of = format!("@{}", function.of);
    let answers = layoutc("", &["eval", path.to_str().unwrap(), "--of", &of, "--all"]);
    let mut calls: Vec<Call> = answers.lines().map(|line| call(line, function.unit)).collect();
    assert_eq!(calls.len() as u64, function.lengths.iter().product::<u64>(), "{of}");
    let widths: Vec<_> = function.params().map(|it| function.width(it)).collect();
    calls.extend(calls_out_of_range(&widths));
    calls
}

fn call(answer: &str, unit: Unit) -> Call {
    let answer: Value = serde_json::from_str(answer).unwrap();
    let args = answer["at"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let key = if unit == Unit::Byte { "byte" } else { "offset" };
    let wanted = match answer["valid"].as_bool().unwrap() {
        true => Wanted::Result(true, answer[key].as_u64().unwrap()),
        false => Wanted::NoMemory,
    };
    Call { args, wanted }
}
