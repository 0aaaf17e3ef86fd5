//! Layouts with their functions, and the answers of `layoutc eval` for each index.

use crate::address_code::{Call, Callee, Expected, Program, calls_out_of_range, layoutc, verified};
use address::arith::{self, AddressFunction};
use address::program::Param;
use address::{AddressForm, OffsetUnit};
use ir::Registry;
use ir::descriptor::Layouts;
use ir::layout::Layout;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::sync::LazyLock;

/// Handwritten functions: one with strides, one with a predicate and bytes, one with all of `arith`'s ways to divide an
/// index, and one with 64-bit offsets.
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

/// Layouts of all kinds.
pub(crate) const LAYOUTS: &str = r#"
layout.tensor @scalar : tensor<f32>
layout.tensor @rows : tensor<4x5xf16>
layout.tensor @columns : tensor<4x5xf16, {order = affine_map<(d0, d1) -> (d1, d0)>}>
layout.tensor @channels_last : tensor<2x3x4x5xi8, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<8 bytes>>}>
layout.tensor @blocks : memref<2x8x3xf32, affine_map<(n, c, w) -> (n, c floordiv 4, w, c mod 4)>>
layout.tensor @tiles : tensor<6x8xf16, {layout = @swizzled}>
layout.tensor @chw2 : tensor<3x3x4xf16, {format = #layout.format<chw2>}>
layout.tensor @chw16 : tensor<1x18x3x5xf16, {format = #layout.format<chw16, xavier>}>
layout.tensor @chw32 : tensor<1x34x2x3xi8, {format = #layout.format<chw32, orin>}>
layout.tensor @memref : memref<4x5xf32, strided<[8, 1], offset: 3>>
layout.tensor @far : tensor<3x4xi8, {strides = [4000000000, 1000000000]}>
layout.tensor @gaps : tensor<3x8xi16, {strides = [24, 3]}>

layout.descriptor @backwards {
  %m, %n = layout.strided [3, 2] strides [-2, 1] offset 2
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %i, %j
}
layout.descriptor @rings {
  %m, %n = layout.packed [6, 8]
  %i = layout.cyclic_shift %m by 4
  %h = layout.pad %n low 2 high 1
  %j = layout.cyclic_shift %h by -5
  layout.yield %i, %j
}
layout.descriptor @image {
  %m0, %m1, %m2, %m3 = layout.packed [2, 3, 5, 6]
  %n = layout.pass_through %m0
  %c = layout.pass_through %m1
  %h = layout.pad %m2 low 1 high 1
  %w = layout.pad %m3 low 2 high 2
  layout.yield %n, %c, %h, %w
}
layout.descriptor @pixels {
  %m0, %m1, %m2, %m3 = layout.packed [1, 2, 3, 12]
  %n = layout.pass_through %m0
  %y, %x, %c = layout.unmerge %m3 into [2, 2, 3]
  %h = layout.merge %m1, %y
  %w = layout.merge %m2, %x
  layout.yield %n, %h, %w, %c
}
layout.descriptor @windows {
  %m0, %m1, %m2, %m3 = layout.packed [1, 3, 4, 2]
  %h = layout.pad %m1 low 1 high 1
  %w = layout.pad %m2 low 1 high 1
  %y, %ho = layout.embed %h into [3, 3] strides [1, 1]
  %x, %wo = layout.embed %w into [3, 4] strides [1, 1]
  %row = layout.merge %m0, %ho, %wo
  %column = layout.merge %y, %x, %m3
  layout.yield %row, %column
}
layout.descriptor @swizzled {
  %m, %n = layout.aligned [6, 8] to 16
  %i, %j = layout.xor %m, %n
  layout.yield %i, %j
}
layout.descriptor @wrapped {
  %m, %n = layout.packed [7, 3]
  %i = layout.modulo %m by 7 length 16
  %p = layout.pad %n low 2 high 0
  %j = layout.offset %p by -1
  layout.yield %i, %j
}
layout.descriptor @moved {
  %m, %n = layout.packed [4, 3]
  %o = layout.offset %m by -1
  layout.freeze %o at 4
  %i = layout.pass_through %n
  %j, %k = layout.replicate [2, 3]
  layout.yield %j, %i, %k
}
layout.descriptor @part {
  %m, %n = layout.packed [9, 10]
  %i = layout.slice %m from 2 to 8
  %k = layout.merge %i, %n
  %l = layout.pad %k low 3 high 4
  %o = layout.insert 2
  layout.yield %l, %o
}
layout.descriptor @of_image {
  %a:4 = layout.from @image
  layout.freeze %a#0 at 1
  %i = layout.merge %a#2, %a#3
  layout.yield %i, %a#1
}
"#;

/// Returns the op and the name of each layout.
pub(crate) fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    LAYOUTS.lines().filter_map(|line| {
        let (op, rest) = line.split_once(" @")?;
        Some((op, rest.split(' ').next()?)).filter(|(op, _)| op.starts_with("layout."))
    })
}

/// Returns requests for functions of each layout: with the width that suffices, with 64 bits, for tensors in bytes, of the
/// widest vectors, and of a step to a neighbor along each dim.
fn requests() -> String {
    let resolved = verified(&layoutc(LAYOUTS, &["--passes=resolve-strides"]));
    let registry = Registry::new();
    let layouts = Layouts::new(&resolved, &registry);
    let mut text = String::new();
    for (op, name) in names() {
        writeln!(text, "layout.address @narrow_{name} of @{name}").unwrap();
        writeln!(text, "layout.address @wide_{name} of @{name} {{index = \"i64\"}}").unwrap();
        if op == "layout.tensor" {
            writeln!(text, "layout.address @bytes_{name} of @{name} {{unit = \"byte\"}}").unwrap();
        }
        for (number, form) in forms(&layouts.symbol(name).unwrap()).iter().enumerate() {
            writeln!(text, "layout.address @form{number}_{name} of @{name} {{{form}}}").unwrap();
        }
    }
    text
}

/// Returns the forms of the functions of a layout.
fn forms(layout: &Layout) -> Vec<AddressForm> {
    let lengths: Vec<i64> = layout.shape().values().map(|length| length.get().unwrap()).collect();
    let mut forms = Vec::new();
    for (dim, width) in layout.vector_widths().unwrap().into_iter().enumerate() {
        let with = |by: i64, other: i64| {
            (0..lengths.len()).map(|at| if at == dim { by } else { other }).collect()
        };
        forms.extend((width > 1).then(|| AddressForm::Vector(with(width, 1))));
        let by = if dim % 2 == 0 { 1 } else { -1 };
        forms.extend((lengths[dim] > 1).then(|| AddressForm::Step(with(by, 0))));
    }
    forms
}

/// The programs, with every index of their layouts and some indices out of range.
pub(crate) static PROGRAMS: LazyLock<Vec<Program>> = LazyLock::new(|| {
    let text = LAYOUTS.to_owned() + &requests();
    let lowered = |more: &str| {
        let passes = format!("--passes=resolve-strides,lower-addressing{more}");
        program(LAYOUTS, layoutc(&text, &[&passes]))
    };
    vec![program(BY_HAND, BY_HAND.to_owned()), lowered(""), lowered(",simplify-index")]
});

/// Returns the program of a text whose functions compute layouts of `layouts`.
fn program(layouts: &str, text: String) -> Program {
    let module = verified(&text);
    let functions = arith::functions(&module, &Registry::new()).unwrap();
    let callees = functions.iter().map(|it| Callee::new(it, calls(layouts, &text, it))).collect();
    Program { text, callees }
}

/// Returns calls with every index in row-major order, followed by indices out of range.
fn calls(layouts: &str, text: &str, function: &AddressFunction<'_>) -> Vec<Call> {
    let mut calls = match function.form() {
        AddressForm::Step(_) => steps(text, function),
        AddressForm::Vector(_) => all(text, &format!("@{}", function.name)),
        _ => all(layouts, &format!("@{}", function.source)),
    }
    .iter()
    .map(|answer| call(answer, function))
    .collect::<Vec<Call>>();
    if !matches!(function.form(), AddressForm::Step(_)) {
        assert_eq!(calls.len() as u64, function.lengths().product::<u64>(), "{}", function.name);
    }
    let widths: Vec<_> = function.program.params().iter().map(|param| param.width).collect();
    calls.extend(calls_out_of_range(&widths));
    calls
}

/// Returns the answers at every index, in row-major order.
fn all(text: &str, of: &str) -> Vec<Value> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("input.mlir");
    fs::write(&path, text).unwrap();
    let answers = layoutc("", &["eval", path.to_str().unwrap(), "--of", of, "--all"]);
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the answers of a step at each valid index whose sum with the step is inside the lengths, with the offset of
/// the index as the last argument.
fn steps(text: &str, function: &AddressFunction<'_>) -> Vec<Value> {
    let starts = all(text, &format!("@{}", function.source));
    let ends = all(text, &format!("@{}", function.name));
    let params = function.program.params();
    let width = params.last().unwrap().width;
    let mut answers = Vec::new();
    for (start, mut end) in starts.into_iter().zip(ends) {
        let at = end["at"].as_array_mut().unwrap();
        let inside = |(at, param): (&Value, &Param)| {
            (param.range.low..=param.range.high).contains(&at.as_i64().unwrap())
        };
        if start["valid"] == true && at.iter().zip(params).all(inside) {
            let offset = start[unit_key(function)].as_i64().unwrap();
            at.push(width.word(offset.into()).into());
            answers.push(end);
        }
    }
    assert!(!answers.is_empty(), "{}", function.name);
    answers
}

/// Returns the key of offsets in answers, in the unit of a function.
fn unit_key(function: &AddressFunction<'_>) -> &'static str {
    if function.unit == OffsetUnit::Byte { "byte" } else { "offset" }
}

fn call(answer: &Value, function: &AddressFunction<'_>) -> Call {
    let args = answer["at"].as_array().unwrap().iter().map(|it| it.as_u64().unwrap()).collect();
    let key = unit_key(function);
    // A negative offset is stored in two's complement.
    let bits = function.program.width(function.program.offset()).largest();
    let expected = match answer["valid"].as_bool().unwrap() {
        true => Expected::Result(true, answer[key].as_i64().unwrap() as u64 & bits),
        false => Expected::NoMemory,
    };
    Call { args, expected }
}
