//! Tests that execute views on the memory that `resolve-strides` assigns.

use super::*;
use crate::assign_layouts::tests::parse;
use crate::testing::{Ran, memory, run};
use crate::{AssignLayouts, Pass};
use ir::Registry;
use std::fmt::Write as _;
use testkit::Random;

/// Runs `assign-layouts` and `resolve-strides` and executes the result, with 3 for each dynamic length. Returns the
/// last result and the number of values that share their memory.
#[track_caller]
fn executed(text: &str, insert_copies: bool) -> (Ran, usize) {
    let resolve = ResolveStrides { insert_copies };
    let passes: [&dyn Pass; 2] = [&AssignLayouts, &resolve];
    let mut ran = run(passes[0], parse(text), None);
    ran = run(passes[1], ran.module, None);
    assert_eq!(ran.diagnostics(), "", "{text}");
    let result = ran.text();
    let shared = memory::check(&parse(&result.replace('?', "3")), &Registry::new());
    (ran, shared)
}

fn reorders(ran: &Ran) -> usize {
    ran.text().matches("layout.reorder").count()
}

fn ty(channels: usize) -> String {
    format!("tensor<2x{channels}x2x3xf16>")
}

/// Appends a concat of values, given by names and channels, and returns its channels.
fn concat(text: &mut String, name: &str, values: &[(String, usize)]) -> usize {
    let channels = values.iter().map(|value| value.1).sum();
    let names: Vec<&str> = values.iter().map(|value| &value.0[..]).collect();
    let types: Vec<String> = values.iter().map(|value| ty(value.1)).collect();
    let (names, types, result) = (names.join(", "), types.join(", "), ty(channels));
    writeln!(
        text,
        "  {name} = \"onnx.Concat\"({names}) {{axis = 1 : si64}} : ({types}) -> {result}"
    )
    .unwrap();
    channels
}

/// Appends an op that reads one value and defines another.
fn compute(text: &mut String, name: &str, (read, channels): (&str, usize), own: usize) {
    writeln!(text, "  {name} = \"t.op\"({read}) : ({}) -> {}", ty(channels), ty(own)).unwrap();
}

/// Returns a function around ops that returns a value.
fn function(body: &str, (value, channels): (&str, usize)) -> String {
    let (arg, result) = (ty(4), ty(channels));
    format!(
        "func.func @f(%a: {arg}) -> {result} {{\n{body}  \"t.use\"({value}) : ({result}) -> ()\n  %r = \"t.op\"({value}) : ({result}) -> {result}\n  return %r : {result}\n}}\n"
    )
}

#[test]
fn dense_block_is_one_buffer_without_copies() {
    for layers in 2..7 {
        let (mut body, mut values) = (String::new(), vec![("%x0".to_owned(), 3)]);
        compute(&mut body, "%x0", ("%a", 4), 3);
        let mut last = ("%x0".to_owned(), 3);
        for layer in 1..layers {
            let name = format!("%x{layer}");
            compute(&mut body, &name, (&last.0, last.1), layer);
            values.push((name, layer));
            let whole = format!("%c{layer}");
            last = (whole.clone(), concat(&mut body, &whole, &values));
        }
        let (ran, shared) = executed(&function(&body, (&last.0, last.1)), false);
        assert_eq!((reorders(&ran), shared), (0, 2 * layers - 1), "{}", ran.text());
        assert_eq!(ran.stats.get("buffers shared"), 1);
    }
}

#[test]
fn concats_of_equal_values_share_a_buffer() {
    // Each line lists concats of %x0 to %x3, which have 1 to 4 channels, and the number of copies.
    let cases: &[(&[&[usize]], usize)] = &[
        (&[&[0, 1], &[0, 1]], 0),
        (&[&[0, 1, 2], &[0, 1]], 0),
        (&[&[0, 1, 2], &[1, 2]], 0),
        (&[&[1, 2], &[0, 1, 2, 3]], 0),
        (&[&[0, 1], &[2, 3], &[0, 1, 2, 3]], 0),
        (&[&[0, 1, 2, 3], &[0, 1], &[2, 3], &[1, 2]], 0),
        (&[&[0, 1], &[0, 2]], 1),
        (&[&[0, 1], &[1, 0]], 2),
        (&[&[0, 1], &[0, 2, 1]], 2),
        (&[&[0, 1, 2], &[0, 2]], 2),
    ];
    for (concats, copies) in cases {
        let mut body = String::new();
        (0..4).for_each(|at| compute(&mut body, &format!("%x{at}"), ("%a", 4), at + 1));
        let mut last = (String::new(), 0);
        for (at, parts) in concats.iter().enumerate() {
            let parts: Vec<_> = parts.iter().map(|&at| (format!("%x{at}"), at + 1)).collect();
            last.0 = format!("%c{at}");
            last.1 = concat(&mut body, &last.0, &parts);
        }
        let (ran, _) = executed(&function(&body, (&last.0, last.1)), true);
        assert_eq!(reorders(&ran), *copies, "{concats:?}\n{}", ran.text());
    }
}

#[test]
fn random_concats_are_read_as_they_were_written() {
    let mut random = Random::new(7);
    let (mut copies, mut free) = (0, 0);
    for _ in 0..150 {
        let (mut body, mut values) = (String::new(), vec![("%a".to_owned(), 4)]);
        for at in 0..4 + random.index(8) {
            let name = format!("%x{at}");
            let channels = match random.index(3) {
                0 => {
                    let (read, channels) = values[random.index(values.len())].clone();
                    let own = 1 + random.index(4);
                    compute(&mut body, &name, (&read, channels), own);
                    own
                }
                _ => {
                    let first = random.index(values.len());
                    let count = 1 + random.index((values.len() - first).min(4));
                    let mut parts = values[first..first + count].to_vec();
                    if random.index(4) == 0 {
                        parts.push(values[random.index(values.len())].clone());
                    }
                    concat(&mut body, &name, &parts)
                }
            };
            if channels <= 40 {
                values.push((name, channels));
            }
        }
        let last = values.last().unwrap();
        let (ran, _) = executed(&function(&body, (&last.0, last.1)), true);
        match reorders(&ran) {
            0 => free += 1,
            count => copies += count,
        }
    }
    assert!(copies > 50 && free > 10, "{copies} {free}");
}

#[test]
fn views_keep_dynamic_dims() {
    let texts = [
        r#"
        func.func @f(%x: tensor<?x16x8xf16>) -> tensor<?x16x8xf16> {
          %0 = "onnx.Transpose"(%x) {perm = [1, 0, 2]} : (tensor<?x16x8xf16>) -> tensor<16x?x8xf16>
          %1 = "t.op"(%0) {layout.choices = [#layout.choice<same>]} : (tensor<16x?x8xf16>) -> tensor<16x?x8xf16>
          %2 = "onnx.Transpose"(%1) {perm = [1, 0, 2]} : (tensor<16x?x8xf16>) -> tensor<?x16x8xf16>
          return %2 : tensor<?x16x8xf16>
        }"#,
        r#"
        func.func @f(%x: tensor<?x4x6xf16>) -> tensor<?x24xf16> {
          %s = "onnx.Constant"() {value = dense<[0, 24]> : tensor<2xi64>} : () -> tensor<2xi64>
          %t = "onnx.Constant"() {value = dense<[-1, 2, 12]> : tensor<3xi64>} : () -> tensor<3xi64>
          %0 = "onnx.Reshape"(%x, %t) : (tensor<?x4x6xf16>, tensor<3xi64>) -> tensor<?x2x12xf16>
          %1 = "onnx.Flatten"(%0) : (tensor<?x2x12xf16>) -> tensor<?x24xf16>
          %2 = "t.op"(%1) {layout.choices = [#layout.choice<same>]} : (tensor<?x24xf16>) -> tensor<?x24xf16>
          %3 = "onnx.Reshape"(%2, %s) : (tensor<?x24xf16>, tensor<2xi64>) -> tensor<?x24xf16>
          return %3 : tensor<?x24xf16>
        }"#,
        r#"
        func.func @f(%x: tensor<?x4x6xf16>, %y: tensor<?x2x6xf16>) -> tensor<?x6xf16> {
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x4x6xf16>) -> tensor<?x4x6xf16>
          %y0 = "t.op"(%y) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x2x6xf16>) -> tensor<?x2x6xf16>
          %0 = "onnx.Concat"(%x0, %y0) {axis = 1 : si64} : (tensor<?x4x6xf16>, tensor<?x2x6xf16>) -> tensor<?x6x6xf16>
          %b = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
          %e = "onnx.Constant"() {value = dense<[9223372036854775807, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
          %1 = "onnx.Slice"(%0, %b, %e) : (tensor<?x6x6xf16>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x3x6xf16>
          %2, %3 = "onnx.SplitV11"(%1) {axis = 1 : si64, split = [2, 1]} : (tensor<?x3x6xf16>) -> (tensor<?x2x6xf16>, tensor<?x1x6xf16>)
          %4 = "onnx.SqueezeV11"(%3) {axes = [1]} : (tensor<?x1x6xf16>) -> tensor<?x6xf16>
          %5 = "t.op"(%2, %4) {layout.choices = [#layout.choice<(row_major, row_major) -> row_major>]} : (tensor<?x2x6xf16>, tensor<?x6xf16>) -> tensor<?x6xf16>
          return %5 : tensor<?x6xf16>
        }"#,
    ];
    for (text, expected) in texts.iter().zip([4, 5, 7]) {
        let (ran, shared) = executed(text, false);
        assert_eq!((shared, reorders(&ran)), (expected, 0), "{}", ran.text());
    }
}

#[test]
fn dynamic_dim_inside_another_has_no_strides() {
    let text = r#"
        func.func @f(%x: tensor<16x?x8xf16, {order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>}>) {
          %0 = "onnx.Transpose"(%x) {perm = [1, 0, 2]} : (tensor<16x?x8xf16, {order = affine_map<(d0, d1, d2) -> (d0, d1, d2)>}>) -> tensor<?x16x8xf16>
          return
        }"#;
    let ran = run(&ResolveStrides::default(), parse(text), None);
    expect_test::expect![[
        "error[L0308]: strides of `%x` cannot be resolved: m1 has a dynamic length, but only the outermost dim can be dynamic"
    ]]
    .assert_eq(&ran.diagnostics());
}
