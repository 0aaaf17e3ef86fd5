//! Tests that execute views on the memory that `resolve-strides` assigns.

use super::*;
use crate::assign_layouts::tests::parse;
use crate::testing::{Ran, memory, run};
use crate::{AssignLayouts, Pass};
use ir::Registry;
use std::fmt::Write as _;
use testkit::Random;

/// The forms of static views that replace those of dynamic views, as 3 replaces each dynamic length: a size that is the
/// length of a dim, and a reshape whose shape is computed.
const STATIC_FORMS: [(&str, &str); 3] = [
    ("[%n, ", "[3, "),
    ("(%x, %s) :", "(%x, %s) {layout.view = {kind = \"reshape\"}} :"),
    ("(%0, %t) :", "(%0, %t) {layout.view = {kind = \"reshape\"}} :"),
];

/// Runs `assign-layouts` and `resolve-strides` and executes the result, with 3 for each dynamic length. Returns the
/// last result and the number of values that share their memory.
#[track_caller]
fn executed(text: &str, insert_copies: bool) -> (Ran, usize) {
    let resolve = ResolveStrides { insert_copies, certificate: None };
    let passes: [&dyn Pass; 2] = [&AssignLayouts::default(), &resolve];
    let mut ran = run(passes[0], parse(text), None);
    ran = run(passes[1], ran.module, None);
    assert_eq!(ran.diagnostics(), "", "{text}");
    let result = ran.text();
    let is_dynamic = text.contains('?');
    let forms = STATIC_FORMS.iter().filter(|_| is_dynamic);
    let result = forms.fold(result.replace('?', "3"), |text, (from, to)| text.replace(from, to));
    let shared = memory::check(&parse(&result), &Registry::new());
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
        r#"
        func.func @f(%x: tensor<?x1x4x6xf16>) -> tensor<?x1x4x6xf16> {
          %0 = layout.view %x : tensor<?x1x4x6xf16> -> tensor<1x?x24xf16, {order = affine_map<(d0, d1, d2) -> (d1, d0, d2)>}>
          %1 = layout.view %0 : tensor<1x?x24xf16, {order = affine_map<(d0, d1, d2) -> (d1, d0, d2)>}> -> tensor<?x1x4x6xf16>
          return %1 : tensor<?x1x4x6xf16>
        }"#,
        r#"
        func.func @f(%x: tensor<?x4x6xf16>) -> tensor<?x3x6xf16> {
          %c0 = arith.constant 0 : index
          %n = tensor.dim %x, %c0 : tensor<?x4x6xf16>
          %0 = tensor.extract_slice %x[0, 1, 0] [%n, 3, 6] [1, 1, 1] : tensor<?x4x6xf16> to tensor<?x3x6xf16>
          %1 = "t.op"(%0) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x3x6xf16>) -> tensor<?x3x6xf16>
          return %1 : tensor<?x3x6xf16>
        }"#,
        r#"
        func.func @f(%x: tensor<?x4x6xf16>, %s: tensor<2xi64>, %t: tensor<3xi64>) -> tensor<?x2x12xf16> {
          %0 = "onnx.Reshape"(%x, %s) : (tensor<?x4x6xf16>, tensor<2xi64>) -> tensor<?x24xf16>
          %1 = "onnx.Reshape"(%0, %t) : (tensor<?x24xf16>, tensor<3xi64>) -> tensor<?x2x12xf16>
          return %1 : tensor<?x2x12xf16>
        }"#,
    ];
    for (text, expected) in texts.iter().zip([4, 5, 7, 3, 2, 3]) {
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
    expect_test::expect![[r#"
        error[L0308]: strides of `%x` cannot be resolved: the length of m1 must be static, because only the outermost dim can be dynamic
          a dim with an upper bound, an entry of `bounds`, is laid out as long as its bound"#]]
    .assert_eq(&ran.diagnostics());
}

/// Runs the passes on a function and checks the number of values that share memory and of reorders.
#[track_caller]
fn check_shared(text: &str, shared: usize, copies: usize) {
    let (ran, found) = executed(text, true);
    assert_eq!((found, reorders(&ran)), (shared, copies), "{}", ran.text());
}

#[test]
fn views_of_tosa_share_memory() {
    check_shared(
        r#"
        func.func @f(%x: tensor<2x3x4x5xf16>) -> tensor<2x6x4xf16> {
          %p = "tosa.const"() {value = dense<[0, 2, 3, 1]> : tensor<4xi32>} : () -> tensor<4xi32>
          %q = "tosa.const_shape"() {values = dense<[2, 4, 3]> : tensor<3xindex>} : () -> !tosa.shape<3>
          %s = "tosa.const_shape"() {values = dense<[0, 0, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
          %x0 = "t.op"(%x) : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
          %0 = "tosa.transpose"(%x0, %p) : (tensor<2x3x4x5xf16>, tensor<4xi32>) -> tensor<2x4x5x3xf16>
          %1 = "tosa.transpose"(%0) {perms = array<i32: 0, 3, 1, 2>} : (tensor<2x4x5x3xf16>) -> tensor<2x3x4x5xf16>
          %2 = "tosa.reshape"(%1) {new_shape = array<i64: 2, 3, 20>} : (tensor<2x3x4x5xf16>) -> tensor<2x3x20xf16>
          %3 = "tosa.slice"(%2) {size = array<i64: 2, 3, 4>, start = array<i64: 0, 0, 8>} : (tensor<2x3x20xf16>) -> tensor<2x3x4xf16>
          %4 = "tosa.identity"(%3) : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
          %5 = "t.op"(%4) {layout.choices = [#layout.choice<same>]} : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
          %6 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x3x4x5xf16>) -> tensor<2x3x4xf16>
          %7 = "tosa.concat"(%5, %6) {axis = 1 : i32} : (tensor<2x3x4xf16>, tensor<2x3x4xf16>) -> tensor<2x6x4xf16>
          %8 = "tosa.slice"(%7, %s, %q) : (tensor<2x6x4xf16>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<2x4x3xf16>
          "t.use"(%8) : (tensor<2x4x3xf16>) -> ()
          %9 = "t.op"(%7) : (tensor<2x6x4xf16>) -> tensor<2x6x4xf16>
          return %9 : tensor<2x6x4xf16>
        }"#,
        10,
        0,
    );
}

#[test]
fn views_of_stablehlo_share_memory() {
    check_shared(
        r#"
        func.func @f(%x: tensor<2x3x4x5xf16>) -> tensor<6x3xf16> {
          %x0 = "t.op"(%x) : (tensor<2x3x4x5xf16>) -> tensor<2x3x4x5xf16>
          %0 = "stablehlo.transpose"(%x0) {permutation = array<i64: 0, 2, 3, 1>} : (tensor<2x3x4x5xf16>) -> tensor<2x4x5x3xf16>
          %1 = "stablehlo.reshape"(%0) : (tensor<2x4x5x3xf16>) -> tensor<2x20x3xf16>
          %2 = "stablehlo.slice"(%1) {limit_indices = array<i64: 1, 18, 3>, start_indices = array<i64: 0, 3, 0>, strides = array<i64: 1, 5, 1>} : (tensor<2x20x3xf16>) -> tensor<1x3x3xf16>
          %3 = "stablehlo.reshape"(%2) : (tensor<1x3x3xf16>) -> tensor<3x3xf16>
          "t.use"(%3) : (tensor<3x3xf16>) -> ()
          %4 = "t.op"(%3) : (tensor<3x3xf16>) -> tensor<3x3xf16>
          %5 = "t.op"(%4) : (tensor<3x3xf16>) -> tensor<3x3xf16>
          %6 = "stablehlo.concatenate"(%4, %5) {dimension = 0 : i64} : (tensor<3x3xf16>, tensor<3x3xf16>) -> tensor<6x3xf16>
          %7 = "t.op"(%6) : (tensor<6x3xf16>) -> tensor<6x3xf16>
          return %7 : tensor<6x3xf16>
        }"#,
        9,
        // `t.op` requires row major, so the reshape of the transposed tensor is copied.
        1,
    );
}

#[test]
fn views_of_vpux_share_memory() {
    check_shared(
        r#"
        #NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
        func.func @f(%x: tensor<1x4x2x3xf16>) -> tensor<1x8x2x3xf16> {
          %x0 = "t.op"(%x) : (tensor<1x4x2x3xf16>) -> tensor<1x4x2x3xf16>
          %x1 = "t.op"(%x0) : (tensor<1x4x2x3xf16>) -> tensor<1x4x2x3xf16>
          %0 = "IE.Concat"(%x0, %x1) {static_offsets = [[0, 0, 0, 0], [0, 4, 0, 0]]} : (tensor<1x4x2x3xf16>, tensor<1x4x2x3xf16>) -> tensor<1x8x2x3xf16>
          %1 = "IE.Transpose"(%0) {order_value = #NHWC} : (tensor<1x8x2x3xf16>) -> tensor<1x2x3x8xf16>
          %2 = "IE.AffineReshape"(%1) {dim_mapping = [[0], [1], [1], [2]], shape_value = [1, 6, 8]} : (tensor<1x2x3x8xf16>) -> tensor<1x6x8xf16>
          %3 = "IE.Slice"(%2) {static_offsets = [0, 2, 1], static_sizes = [1, 3, 4]} : (tensor<1x6x8xf16>) -> tensor<1x3x4xf16>
          %4:2 = "IE.Split"(%3) {axis_value = 2 : i64, num_splits = 2 : i64} : (tensor<1x3x4xf16>) -> (tensor<1x3x2xf16>, tensor<1x3x2xf16>)
          "t.use"(%4#0, %4#1) {layout.choices = [#layout.choice<(any, any) -> ()>]} : (tensor<1x3x2xf16>, tensor<1x3x2xf16>) -> ()
          %5 = "t.op"(%0) : (tensor<1x8x2x3xf16>) -> tensor<1x8x2x3xf16>
          return %5 : tensor<1x8x2x3xf16>
        }"#,
        8,
        0,
    );
}

#[test]
fn destinations_of_linalg_have_the_layouts_of_results() {
    let text = r#"
        func.func @f(%x: tensor<4x6xf16>) -> tensor<6x4xf16> {
          %e = "tensor.empty"() : () -> tensor<6x4xf16>
          %g = "tensor.empty"() : () -> tensor<6x4xf16>
          %0 = "linalg.transpose"(%x, %e) ({
          ^bb0(%a: f16, %b: f16):
            "linalg.yield"(%a) : (f16) -> ()
          }) {permutation = array<i64: 1, 0>} : (tensor<4x6xf16>, tensor<6x4xf16>) -> tensor<6x4xf16>
          %1 = "linalg.map"(%0, %g) ({
          ^bb0(%a: f16, %b: f16):
            "linalg.yield"(%a) : (f16) -> ()
          }) {layout.choices = [#layout.choice<(same, any) -> same>]} : (tensor<6x4xf16>, tensor<6x4xf16>) -> tensor<6x4xf16>
          return %1 : tensor<6x4xf16>
        }"#;
    let (ran, shared) = executed(text, true);
    assert_eq!((shared, reorders(&ran)), (2, 1), "{}", ran.text());
    let module = &ran.module;
    let names = ["linalg.transpose", "linalg.map"];
    for op in module.walk().filter(|&op| names.contains(&module.name(op))) {
        let (init, result) = (module.operands(op)[1], module.result(op, 0).unwrap());
        assert_eq!(module.ty(init), module.ty(result), "{}", ran.text());
    }
}

#[test]
fn gather_of_a_constant_index_shares_memory() {
    check_shared(
        r#"
        func.func @f(%x: tensor<3x4x5xf16>) -> tensor<4x5xf16> {
          %i = "onnx.Constant"() {value = dense<-2> : tensor<i64>} : () -> tensor<i64>
          %0 = "onnx.Gather"(%x, %i) {axis = 0 : si64} : (tensor<3x4x5xf16>, tensor<i64>) -> tensor<4x5xf16>
          %j = "onnx.Constant"() {value = dense<1> : tensor<i64>} : () -> tensor<i64>
          %1 = "onnx.Gather"(%0, %j) {axis = 1 : si64} : (tensor<4x5xf16>, tensor<i64>) -> tensor<4xf16>
          %2 = "t.op"(%0, %1) : (tensor<4x5xf16>, tensor<4xf16>) -> tensor<4x5xf16>
          return %2 : tensor<4x5xf16>
        }"#,
        3,
        0,
    );
}

#[test]
fn declared_views_share_memory() {
    check_shared(
        r#"
        func.func @f(%x: tensor<2x3x4xf16>, %y: tensor<4x6xf16>) -> tensor<2x3x4xf16> {
          %p = "onnx.Constant"() {value = dense<[1, 2, 0]> : tensor<3xi64>} : () -> tensor<3xi64>
          %0 = "my.permute"(%x) {layout.view = {kind = "transpose", permutation = "axes"}, axes = affine_map<(d0, d1, d2) -> (d2, d0, d1)>} : (tensor<2x3x4xf16>) -> tensor<4x2x3xf16>
          %1 = "my.permute"(%0, %p) {layout.view = {kind = "transpose", permutation = 1 : i64}} : (tensor<4x2x3xf16>, tensor<3xi64>) -> tensor<2x3x4xf16>
          %a = "my.op"(%y) : (tensor<4x6xf16>) -> tensor<4x6xf16>
          %b = "my.op"(%y) : (tensor<4x6xf16>) -> tensor<3x6xf16>
          %2 = "my.join"(%a, %b) {layout.view = {kind = "concat", axis = "dim"}, dim = 0 : i64} : (tensor<4x6xf16>, tensor<3x6xf16>) -> tensor<7x6xf16>
          %3 = "my.crop"(%2) {layout.view = {kind = "slice", offsets = "at", sizes = [2, 3], strides = "by"}, at = array<i64: 1, 1>, by = [2, 1]} : (tensor<7x6xf16>) -> tensor<2x3xf16>
          %4 = "my.flat"(%2) {layout.view = {kind = "reshape"}} : (tensor<7x6xf16>) -> tensor<42xf16>
          %5 = "my.same"(%4) {layout.view = {kind = "identity"}} : (tensor<42xf16>) -> tensor<42xf16>
          %6:2 = "my.halves"(%5) {layout.view = {kind = "split", axis = [0]}} : (tensor<42xf16>) -> (tensor<40xf16>, tensor<2xf16>)
          "my.use"(%3, %6#0, %6#1) : (tensor<2x3xf16>, tensor<40xf16>, tensor<2xf16>) -> ()
          return %1 : tensor<2x3x4xf16>
        }"#,
        11,
        0,
    );
}
