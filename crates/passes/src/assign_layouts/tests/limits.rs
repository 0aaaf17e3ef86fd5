//! Views whose strides the limits of a device restrict. Each module is executed before and after the pass.

use super::*;
use crate::testing::emulation;
use ir::target::Features;

/// Returns a target whose tensors are packed.
fn packed() -> Target {
    Target::new("packed", emulation().limits, Features { non_packed: false })
}

/// Checks the results of a module, and that its cost is this one and proven.
fn check(text: &str, target: &Target, cost: u64) {
    let ran = check_outputs(&AssignLayouts::default(), text, Some(target));
    let [own, bound] = ["cost (bytes)", "lower bound (bytes)"].map(|name| ran.stats.get(name));
    assert_eq!((own, bound), (cost, cost), "{}", ran.text());
    let is_limited = ran.diagnostics().contains("force reorders or copies");
    assert_eq!(is_limited, !target.features.non_packed, "{}", ran.diagnostics());
}

/// A tensor is sliced along its innermost dim, and reshapes merge this dim with the one before it.
const SLICES: &str = r#"
#P = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
func.func @f(%x: tensor<1x3x4x6xf16, {order = #P}>) -> tensor<1x3x24xf16> {
  %first = "tensor.extract_slice"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 3, 4, 1>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x6xf16, {order = #P}>) -> tensor<1x3x4x1xf16>
  %shape = "onnx.Constant"() {value = dense<[1, 3, 4]> : tensor<3xi64>} : () -> tensor<3xi64>
  %a = "onnx.Reshape"(%first, %shape) : (tensor<1x3x4x1xf16>, tensor<3xi64>) -> tensor<1x3x4xf16>
  %c = "t.layer"(%a) {layout.choices = [#layout.choice<same>]} : (tensor<1x3x4xf16>) -> tensor<1x3x4xf16>
  %rest = "tensor.extract_slice"(%x) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 1>, static_sizes = array<i64: 1, 3, 4, 5>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x3x4x6xf16, {order = #P}>) -> tensor<1x3x4x5xf16>
  %merged = "onnx.Constant"() {value = dense<[1, 3, 20]> : tensor<3xi64>} : () -> tensor<3xi64>
  %b = "onnx.Reshape"(%rest, %merged) : (tensor<1x3x4x5xf16>, tensor<3xi64>) -> tensor<1x3x20xf16>
  %0 = "onnx.Concat"(%c, %b) {axis = 2 : si64} : (tensor<1x3x4xf16>, tensor<1x3x20xf16>) -> tensor<1x3x24xf16>
  return %0 : tensor<1x3x24xf16>
}
"#;

// Each slice is a view of the argument, and each part of the concat is converted: all 72 elements are read and written.
// The first slice has stride 6 in its second to last dim, which is valid because its last dim has length 1.
#[test]
fn slices_of_length_1_are_strided_in_other_dims() {
    check(SLICES, &emulation(), 4 * 72);
}

// The cut dim is outermost in a copy of the argument and in the concat, so both are converted, and so is the slice that a
// reshape merges with another dim.
#[test]
fn slices_on_packed_devices_cut_the_outermost_dim() {
    check(SLICES, &packed(), 4 * (72 + 60 + 72));
}

#[test]
fn packed_parts_need_an_order_that_no_op_requests() {
    let text = r#"
func.func @f(%x: tensor<2x2x3xf16>) -> tensor<2x1x3xf16> {
  %a, %b = "onnx.SplitV11"(%x) {axis = 1 : si64} : (tensor<2x2x3xf16>) -> (tensor<2x1x3xf16>, tensor<2x1x3xf16>)
  return %b : tensor<2x1x3xf16>
}
"#;
    check(text, &packed(), 4 * 12);
}

// N has length 1 and is innermost, so the slices with steps in H and W are views.
#[test]
fn slices_with_steps_have_a_unit_dim_innermost() {
    let text = r#"
func.func @f(%x: tensor<1x2x4x4xf16>) -> tensor<1x4x2x2xf16> {
  %two = "onnx.Constant"() {value = dense<[2, 2]> : tensor<2xi64>} : () -> tensor<2xi64>
  %axes = "onnx.Constant"() {value = dense<[2, 3]> : tensor<2xi64>} : () -> tensor<2xi64>
  %end = "onnx.Constant"() {value = dense<[4, 4]> : tensor<2xi64>} : () -> tensor<2xi64>
  %s0 = "onnx.Constant"() {value = dense<[0, 0]> : tensor<2xi64>} : () -> tensor<2xi64>
  %s1 = "onnx.Constant"() {value = dense<[1, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %a = "onnx.Slice"(%x, %s0, %end, %axes, %two) : (tensor<1x2x4x4xf16>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2x2x2xf16>
  %b = "onnx.Slice"(%x, %s1, %end, %axes, %two) : (tensor<1x2x4x4xf16>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2x2x2xf16>
  %0 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<1x2x2x2xf16>, tensor<1x2x2x2xf16>) -> tensor<1x4x2x2xf16>
  return %0 : tensor<1x4x2x2xf16>
}
"#;
    check(text, &emulation(), 4 * 16);
}
