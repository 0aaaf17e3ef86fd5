//! Tests that alternatives in choices keep the results of graphs, and need no reorder in attention.

use super::{check_outputs, graph};
use crate::AssignLayouts;
use crate::assign_layouts::tests::parse;
use ir::Registry;
use ir::source::Span;
use ir::target::Target;

const RULES: &str = r#"
layout.target @npu {
  layout.rule "onnx.MatMul" [#layout.choice<(row_major | CN | CWH | NCWH | NHCW | NWCH, row_major | CN | CWH | NCWH | NHCW | NWCH) -> row_major | NHCW>]
  layout.rule "*" [#layout.choice<(row_major...) -> row_major...>]
}
"#;

const ATTENTION: &str = r#"
func.func @f(%x: tensor<2x3x8xf16>, %w: tensor<8x8xf16>) -> tensor<2x3x8xf16> {
  %heads = "onnx.Constant"() {value = dense<[2, 3, 2, 4]> : tensor<4xi64>} : () -> tensor<4xi64>
  %whole = "onnx.Constant"() {value = dense<[2, 3, 8]> : tensor<3xi64>} : () -> tensor<3xi64>
  %t = "onnx.Transpose"(%w) {perm = [1, 0]} : (tensor<8x8xf16>) -> tensor<8x8xf16>
  %0 = "onnx.MatMul"(%x, %t) : (tensor<2x3x8xf16>, tensor<8x8xf16>) -> tensor<2x3x8xf16>
  %1 = "onnx.MatMul"(%x, %w) : (tensor<2x3x8xf16>, tensor<8x8xf16>) -> tensor<2x3x8xf16>
  %2 = "onnx.Reshape"(%0, %heads) : (tensor<2x3x8xf16>, tensor<4xi64>) -> tensor<2x3x2x4xf16>
  %3 = "onnx.Reshape"(%1, %heads) : (tensor<2x3x8xf16>, tensor<4xi64>) -> tensor<2x3x2x4xf16>
  %q = "onnx.Transpose"(%2) {perm = [0, 2, 1, 3]} : (tensor<2x3x2x4xf16>) -> tensor<2x2x3x4xf16>
  %k = "onnx.Transpose"(%3) {perm = [0, 2, 3, 1]} : (tensor<2x3x2x4xf16>) -> tensor<2x2x4x3xf16>
  %4 = "onnx.MatMul"(%q, %k) : (tensor<2x2x3x4xf16>, tensor<2x2x4x3xf16>) -> tensor<2x2x3x3xf16>
  %5 = "onnx.MatMul"(%4, %q) : (tensor<2x2x3x3xf16>, tensor<2x2x3x4xf16>) -> tensor<2x2x3x4xf16>
  %6 = "onnx.Transpose"(%5) {perm = [0, 2, 1, 3]} : (tensor<2x2x3x4xf16>) -> tensor<2x3x2x4xf16>
  %7 = "onnx.Reshape"(%6, %whole) : (tensor<2x3x2x4xf16>, tensor<3xi64>) -> tensor<2x3x8xf16>
  return %7 : tensor<2x3x8xf16>
}
"#;

#[test]
fn attention_keeps_its_results_without_reorders() {
    let module = parse(RULES);
    let target = Target::named(&module, &Registry::new(), "npu", Span::NONE).unwrap();
    let ran = check_outputs(&AssignLayouts::default(), ATTENTION, Some(&target));
    assert_eq!(ran.stats.get("reorders"), 0, "{}", ran.text());
    assert_eq!(ran.stats.get("gap (bytes)"), 0);
}

#[test]
fn alternatives_preserve_results_of_random_graphs() {
    for seed in 1..80 {
        let text = graph(seed, false);
        let text = text.replace("<(NWCH) -> ", "<(NWCH | NHWC) -> NCHW | ");
        check_outputs(&AssignLayouts::default(), &text, None);
    }
}
