//! Tests of tensors whose dynamic lengths have bounds: against static tensors, and executed at each run-time length.

use super::*;
use crate::assign_layouts::tests::parse;
use crate::testing::{Ran, memory, run};
use crate::{AssignLayouts, Pass};
use ir::Registry;
use ir::descriptor::Layouts;
use ir::layout::Layout;
use testkit::Random;

/// Runs `assign-layouts` and `resolve-strides`.
#[track_caller]
fn resolved(text: &str) -> Ran {
    let passes: [&dyn Pass; 2] =
        [&AssignLayouts::default(), &ResolveStrides { insert_copies: true, certificate: None }];
    let ran = run(passes[1], run(passes[0], parse(text), None).module, None);
    assert_eq!(ran.diagnostics(), "", "{text}");
    ran
}

/// Returns a module in which each `?` is the run-time length of its bound, and the strides are those of the bounds.
fn at_run_time(text: &str, lengths: &[(u64, u64)]) -> String {
    let mut pieces = text.split("tensor<");
    let mut result = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (shape, rest) = piece.split_once(", {bounds = [").unwrap_or((piece, ""));
        let own = rest.split_once(']').filter(|_| !shape.contains('>'));
        result.push_str("tensor<");
        let Some((bounds, rest)) = own else {
            result.push_str(piece);
            continue;
        };
        let mut bounds = bounds.split(", ").map(|bound| bound.parse::<u64>().unwrap());
        let dims: Vec<String> = shape
            .split('x')
            .map(|dim| match (dim, bounds.next()) {
                ("?", Some(bound)) => {
                    let length = lengths.iter().find(|length| length.0 == bound);
                    length.unwrap_or_else(|| panic!("{bound} in {text}")).1.to_string()
                }
                _ => dim.to_owned(),
            })
            .collect();
        result.push_str(&dims.join("x"));
        let rest = rest.strip_prefix(", ").map(|rest| format!(", {{{rest}"));
        result.push_str(&rest.unwrap_or_else(|| own.unwrap().1[1..].to_owned()));
    }
    result
}

/// Resolves a function with bounds and executes it at each of the lists of run-time lengths. Checks the number of values
/// that share memory and the number of reorders.
#[track_caller]
fn check_executed(text: &str, lengths: &[&[(u64, u64)]], shared: usize, reorders: usize) {
    let ran = resolved(text);
    let result = ran.text();
    assert_eq!(result.matches("layout.reorder").count(), reorders, "{result}");
    for lengths in lengths {
        let fixed = at_run_time(&result, lengths).replace("[%n]", "[3]");
        assert!(!fixed.contains('?'), "{fixed}");
        assert_eq!(memory::check(&parse(&fixed), &Registry::new()), shared, "{fixed}");
    }
}

#[test]
fn transposes_and_slices_keep_bounds() {
    let text = r#"
        func.func @f(%x: tensor<?x4x?xf16, {bounds = [5, 4, 6]}>) -> tensor<?x3x?xf16, {bounds = [6, 3, 5]}> {
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x4x?xf16, {bounds = [5, 4, 6]}>) -> tensor<?x4x?xf16, {bounds = [5, 4, 6]}>
          %0 = "onnx.Transpose"(%x0) {perm = [2, 1, 0]} : (tensor<?x4x?xf16, {bounds = [5, 4, 6]}>) -> tensor<?x4x?xf16, {bounds = [6, 4, 5]}>
          %b = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
          %e = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<1xi64>} : () -> tensor<1xi64>
          %1 = "onnx.Slice"(%0, %b, %e, %b) : (tensor<?x4x?xf16, {bounds = [6, 4, 5]}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3x?xf16, {bounds = [6, 3, 5]}>
          %2 = "t.op"(%1) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<?x3x?xf16, {bounds = [6, 3, 5]}>) -> tensor<?x3x?xf16, {bounds = [6, 3, 5]}>
          return %2 : tensor<?x3x?xf16, {bounds = [6, 3, 5]}>
        }"#;
    let lengths: &[&[(u64, u64)]] = &[&[(5, 5), (6, 6)], &[(5, 1), (6, 4)], &[(5, 3), (6, 1)]];
    check_executed(text, lengths, 3, 0);
}

#[test]
fn slices_of_bounded_dims_are_views() {
    let text = r#"
        func.func @f(%x: tensor<2x?xf16, {bounds = [2, 8]}>, %n: index) -> tensor<2x?xf16, {bounds = [2, 7]}> {
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x?xf16, {bounds = [2, 8]}>) -> tensor<2x?xf16, {bounds = [2, 8]}>
          %b = "onnx.Constant"() {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
          %e = "onnx.Constant"() {value = dense<9223372036854775807> : tensor<1xi64>} : () -> tensor<1xi64>
          %0 = "onnx.Slice"(%x0, %b, %e, %b) : (tensor<2x?xf16, {bounds = [2, 8]}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x?xf16, {bounds = [2, 7]}>
          %1 = tensor.extract_slice %x0[0, 2] [2, 2] [1, 1] : tensor<2x?xf16, {bounds = [2, 8]}> to tensor<2x2xf16>
          "t.use"(%1) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<2x2xf16>) -> ()
          %2 = "t.op"(%0) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x?xf16, {bounds = [2, 7]}>) -> tensor<2x?xf16, {bounds = [2, 7]}>
          return %2 : tensor<2x?xf16, {bounds = [2, 7]}>
        }"#;
    let lengths: &[&[(u64, u64)]] = &[&[(8, 8), (7, 7)], &[(8, 5), (7, 4)]];
    check_executed(text, lengths, 3, 0);
}

#[test]
fn reshapes_merge_and_split_a_bounded_outermost_dim() {
    let text = r#"
        func.func @f(%x: tensor<3x?x4x6xf16, {bounds = [3, 5, 4, 6]}>) -> tensor<3x?x2x3xf16, {bounds = [3, 20, 2, 3]}> {
          %s = "onnx.Constant"() {value = dense<[0, -1, 3]> : tensor<3xi64>} : () -> tensor<3xi64>
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<3x?x4x6xf16, {bounds = [3, 5, 4, 6]}>) -> tensor<3x?x4x6xf16, {bounds = [3, 5, 4, 6]}>
          %0 = "tensor.collapse_shape"(%x0) {reassociation = [[0], [1, 2], [3]]} : (tensor<3x?x4x6xf16, {bounds = [3, 5, 4, 6]}>) -> tensor<3x?x6xf16, {bounds = [3, 20, 6]}>
          %1 = "onnx.Reshape"(%0, %s) : (tensor<3x?x6xf16, {bounds = [3, 20, 6]}>, tensor<3xi64>) -> tensor<3x?x3xf16, {bounds = [3, 40, 3]}>
          %2 = "t.op"(%1) {layout.choices = [#layout.choice<same>]} : (tensor<3x?x3xf16, {bounds = [3, 40, 3]}>) -> tensor<3x?x3xf16, {bounds = [3, 40, 3]}>
          %t = "onnx.Constant"() {value = dense<[3, -1, 2, 3]> : tensor<4xi64>} : () -> tensor<4xi64>
          %3 = "onnx.Reshape"(%2, %t) : (tensor<3x?x3xf16, {bounds = [3, 40, 3]}>, tensor<4xi64>) -> tensor<3x?x2x3xf16, {bounds = [3, 20, 2, 3]}>
          return %3 : tensor<3x?x2x3xf16, {bounds = [3, 20, 2, 3]}>
        }"#;
    let lengths: &[&[(u64, u64)]] = &[
        &[(5, 5), (20, 20), (40, 40)],
        &[(5, 1), (20, 4), (40, 8)],
        &[(5, 3), (20, 12), (40, 24)],
    ];
    check_executed(text, lengths, 5, 0);
}

#[test]
fn concat_and_split_end_with_a_bounded_part() {
    let text = r#"
        func.func @f(%x: tensor<2x4xf16>, %y: tensor<2x?xf16, {bounds = [2, 5]}>) -> tensor<2x?xf16, {bounds = [2, 6]}> {
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x4xf16>) -> tensor<2x4xf16>
          %y0 = "t.op"(%y) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x?xf16, {bounds = [2, 5]}>) -> tensor<2x?xf16, {bounds = [2, 5]}>
          %0 = "onnx.Concat"(%x0, %y0) {axis = 1 : si64} : (tensor<2x4xf16>, tensor<2x?xf16, {bounds = [2, 5]}>) -> tensor<2x?xf16, {bounds = [2, 9]}>
          %1, %2 = "onnx.SplitV11"(%0) {axis = 1 : si64, split = [3, 6]} : (tensor<2x?xf16, {bounds = [2, 9]}>) -> (tensor<2x3xf16>, tensor<2x?xf16, {bounds = [2, 6]}>)
          "t.use"(%1) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<2x3xf16>) -> ()
          %3 = "t.op"(%2) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<2x?xf16, {bounds = [2, 6]}>) -> tensor<2x?xf16, {bounds = [2, 6]}>
          return %3 : tensor<2x?xf16, {bounds = [2, 6]}>
        }"#;
    let lengths: &[&[(u64, u64)]] = &[&[(5, 5), (9, 9), (6, 6)]];
    check_executed(text, lengths, 5, 0);
    // The static form of a split lists its last length.
    let shorter = text.replace("split = [3, 6]", "split = [3, 4]").replace("[2, 6]", "[2, 4]");
    let shorter = shorter.replace("[2, 9]", "[2, 7]").replace("[2, 5]", "[2, 3]");
    check_executed(&shorter, &[&[(3, 3), (7, 7), (4, 4)]], 5, 0);
}

#[test]
fn casts_add_and_remove_bounds() {
    let text = r#"
        func.func @f(%x: tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<4x6xf16> {
          %x0 = "t.op"(%x) {layout.choices = [#layout.choice<(any) -> row_major>]} : (tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<4x?xf16, {bounds = [4, 6]}>
          %0 = tensor.cast %x0 : tensor<4x?xf16, {bounds = [4, 6]}> to tensor<4x6xf16>
          %1 = tensor.cast %0 : tensor<4x6xf16> to tensor<?x?xf16, {bounds = [4, 6]}>
          "t.use"(%1) {layout.choices = [#layout.choice<(any) -> ()>]} : (tensor<?x?xf16, {bounds = [4, 6]}>) -> ()
          %2 = "t.op"(%0) : (tensor<4x6xf16>) -> tensor<4x6xf16>
          return %2 : tensor<4x6xf16>
        }"#;
    check_executed(text, &[&[(4, 4), (6, 6)]], 3, 0);
}

#[test]
fn memory_views_depend_on_the_orders_of_bounded_dims() {
    let text = r#"
        func.func @f(%x: tensor<1x4x?x6xf16, {bounds = [1, 4, 5, 6], order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<?x24xf16, {bounds = [5, 24], order = affine_map<(d0, d1) -> (d0, d1)>}> {
          %0 = "IE.PermuteCast"(%x) {dst_order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, mem_perm = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>} : (tensor<1x4x?x6xf16, {bounds = [1, 4, 5, 6], order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x?x6x4xf16, {bounds = [1, 5, 6, 4], order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>}>
          %1 = "IE.ShapeCast"(%0) {shape = [5, 24]} : (tensor<1x?x6x4xf16, {bounds = [1, 5, 6, 4], order = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>}>) -> tensor<?x24xf16, {bounds = [5, 24], order = affine_map<(d0, d1) -> (d0, d1)>}>
          return %1 : tensor<?x24xf16, {bounds = [5, 24], order = affine_map<(d0, d1) -> (d0, d1)>}>
        }"#;
    let result = resolved(text).text();
    for part in [
        "%x: tensor<1x4x?x6xf16, {bounds = [1, 4, 5, 6], order = #NHWC, strides = [120, 1, 24, 4]}>",
        "-> tensor<1x?x6x4xf16, {bounds = [1, 5, 6, 4], order = #NCHW, strides = [120, 24, 4, 1]}>",
        "-> tensor<?x24xf16, {bounds = [5, 24], order = #NC, strides = [24, 1]}>",
    ] {
        assert!(result.contains(part), "{result}");
    }
}

/// Returns the reason why the last op of a function is not a view.
#[track_caller]
fn opaque_reason(text: &str) -> String {
    let module = parse(text);
    let registry = Registry::new();
    let relations = module.walk().filter_map(|op| registry.view_relations(&module, op));
    let reasons: Vec<String> =
        relations.filter_map(|found| found.err().map(|opaque| opaque.to_string())).collect();
    reasons.join("; ")
}

#[test]
fn views_that_depend_on_a_run_time_length_are_opaque() {
    let cases = [
        // A dynamic dim inside another one is merged, or split off.
        (
            r#"%0 = "tensor.collapse_shape"(%x) {reassociation = [[0, 1]]} : (tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<?xf16, {bounds = [24]}>"#,
            "a dynamic dim is split or merged",
        ),
        (
            r#"%0 = "tensor.expand_shape"(%x) {reassociation = [[0], [1, 2]], static_output_shape = array<i64: 4, 3, -9223372036854775808>} : (tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<4x3x?xf16, {bounds = [4, 3, 2]}>"#,
            "a dynamic dim is split or merged",
        ),
        // The second part begins at the run-time length of the first.
        (
            r#"%0 = "onnx.Concat"(%x, %x) {axis = 1 : si64} : (tensor<4x?xf16, {bounds = [4, 6]}>, tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<4x?xf16, {bounds = [4, 12]}>"#,
            "d1 of operand 0 is dynamic, so the next part begins at an unknown index",
        ),
        (
            r#"%0:2 = "onnx.Split"(%x, %none) {axis = 1 : si64, num_outputs = 2 : si64} : (tensor<4x?xf16, {bounds = [4, 6]}>, none) -> (tensor<4x?xf16, {bounds = [4, 3]}>, tensor<4x?xf16, {bounds = [4, 3]}>)"#,
            "d1 is dynamic, but split into equal parts",
        ),
        // The result has no bound, or another one.
        (
            r#"%0 = "onnx.Transpose"(%x) {perm = [1, 0]} : (tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<?x4xf16>"#,
            "d0 of the result has length ?, but must have ? (at most 6)",
        ),
        (
            r#"%0 = "tensor.cast"(%x) : (tensor<4x?xf16, {bounds = [4, 6]}>) -> tensor<4x?xf16, {bounds = [4, 7]}>"#,
            "d1 of the result has length ? (at most 7), but must have ? (at most 6)",
        ),
        // The indices count from the run-time end.
        (
            r#"%0 = "onnx.Slice"(%x, %last, %end, %axis) : (tensor<4x?xf16, {bounds = [4, 6]}>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<4x?xf16, {bounds = [4, 1]}>"#,
            "index -1 counts from the end of a dynamic dim",
        ),
        (
            r#"%0 = "onnx.Reshape"(%x, %s) : (tensor<4x?xf16, {bounds = [4, 6]}>, tensor<2xi64>) -> tensor<?x3xf16, {bounds = [8, 3]}>"#,
            "a dynamic dim is split or merged",
        ),
    ];
    for (op, reason) in cases {
        let text = format!(
            r#"
            func.func @f(%x: tensor<4x?xf16, {{bounds = [4, 6]}}>, %s: tensor<2xi64>, %n: index) {{
              %none = "onnx.NoValue"() {{value}} : () -> none
              %last = "onnx.Constant"() {{value = dense<-1> : tensor<1xi64>}} : () -> tensor<1xi64>
              %end = "onnx.Constant"() {{value = dense<9223372036854775807> : tensor<1xi64>}} : () -> tensor<1xi64>
              %axis = "onnx.Constant"() {{value = dense<1> : tensor<1xi64>}} : () -> tensor<1xi64>
              {op}
              return
            }}"#
        );
        assert_eq!(opaque_reason(&text), reason, "{op}");
    }
}

/// Returns the layout of the tensor `@x` after `resolve-strides`, or its diagnostics.
fn layout(ty: &str) -> Result<Layout, String> {
    let ran = run(&ResolveStrides::default(), parse(&format!("layout.tensor @x : {ty}")), None);
    let diagnostics = ran.diagnostics();
    if !diagnostics.is_empty() {
        return Err(diagnostics.replace(ty, ""));
    }
    let (module, registry) = (&ran.module, Registry::new());
    let layout = Layouts::new(module, &registry).symbol("x");
    Ok((*layout.expect("the tensor is resolved")).clone())
}

#[test]
fn random_bounded_tensors_are_laid_out_as_static_ones() {
    let mut random = Random::new(31);
    let (mut laid_out, mut invalid) = (0, 0);
    for _ in 0..300 {
        let rank = 1 + random.index(5);
        let lens: Vec<usize> = (0..rank).map(|_| 1 + random.index(7)).collect();
        let order: Vec<String> =
            random.permutation(rank).iter().map(|dim| format!("d{dim}")).collect();
        let dims: Vec<String> = (0..rank).map(|dim| format!("d{dim}")).collect();
        let reqs: Vec<String> = (0..random.index(3))
            .map(|_| {
                let kinds = ["compact", "aligned<6 bytes>", "aligned<32 bytes>", "fixed<48 bytes>"];
                format!("m{}: {}", random.index(rank), random.pick(&kinds))
            })
            .collect();
        let order = format!("affine_map<({}) -> ({})>", dims.join(", "), order.join(", "));
        let encoding = match random.index(4) {
            0 if rank >= 3 => {
                let format = random.pick(&["linear", "chw2", "chw4", "chw16", "hwc8"]);
                format!("format = #layout.format<{format}>, offset = 64")
            }
            1 => format!("order = {order}"),
            _ => format!("order = {order}, reqs = #layout.reqs<{}>, offset = 3", reqs.join(", ")),
        };
        let shape = |dynamic: bool, random: &mut Random| -> String {
            let dim = |len: &usize| match dynamic && random.one_in(2) {
                true => "?".to_owned(),
                false => len.to_string(),
            };
            lens.iter().map(dim).collect::<Vec<_>>().join("x")
        };
        let fixed = format!("tensor<{}xf16, {{{encoding}}}>", shape(false, &mut random));
        let bounds = format!("bounds = {lens:?}");
        let bounded = format!("tensor<{}xf16, {{{encoding}, {bounds}}}>", shape(true, &mut random));
        match (layout(&fixed), layout(&bounded)) {
            (Ok(fixed), Ok(bounded)) => {
                assert_eq!(format!("{fixed:?}"), format!("{bounded:?}"));
                assert_eq!(fixed.allocation(), bounded.allocation());
                laid_out += 1;
            }
            (Err(fixed), Err(bounded)) => {
                assert_eq!(fixed.lines().next(), bounded.lines().next());
                invalid += 1;
            }
            (fixed, found) => panic!("{fixed:?} {found:?} {bounded}"),
        }
    }
    assert!(laid_out > 150 && invalid > 10, "{laid_out} {invalid}");
}
