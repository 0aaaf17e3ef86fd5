// TOSA has no layouts: values that are not row major, and ops and attributes of other systems, are reported.

// RUN: not layoutc %s --emit=tosa --passes= --target=arm_ml_engine --split-input-file --diagnostics=short 2>&1 | FileCheck %s
// RUN: not layoutc %s --emit=tosa --passes= --target=arm_ml_engine --split-input-file 2>&1 | FileCheck %s --check-prefix=NOTES

// CHECK: tosa_invalid.mlir:[[@LINE+5]]:22: error[L0606]: `%x` is not row major: its strides are [64, 1, 16, 4], but must be [64, 16, 4, 1]
// CHECK-NOT: error
// NOTES: note: the values of TOSA are row major; `materialize-layouts` writes layouts as shapes
// NOTES: note: 2 parts of the module cannot be written either

func.func @order(%x: tensor<1x4x4x4xf32, {order = affine_map<(n, c, h, w) -> (n, h, w, c)>}>) -> tensor<1x4x4x4xf32> {
  %0 = layout.reorder %x : tensor<1x4x4x4xf32, {order = affine_map<(n, c, h, w) -> (n, h, w, c)>}> -> tensor<1x4x4x4xf32>
  %1 = "onnx.Relu"(%0) : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  return %1 : tensor<1x4x4x4xf32>
}

// -----

// CHECK: error[L0606]: `layout.reorder` is not an op of TOSA
// NOTES: note: `materialize-layouts` replaces reorders and views by ops of TOSA
func.func @reorder(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = layout.reorder %x : tensor<4x4xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: error[L0606]: `onnx.Relu` is not an op of TOSA
// NOTES: note: tools for TOSA read the dialects builtin, func, tosa
func.func @relu(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = "onnx.Relu"(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// CHECK: error[L0606]: `%x` is not row major: its format is {{.*}}chw32
func.func @format(%x: tensor<1x32x4x4xi8, {format = #layout.format<chw32>}>) { return }

// -----

// CHECK: error[L0606]: `%x` is not row major: its layout is that of the key `layout`
layout.descriptor @rows {
  %m, %n = layout.packed [4, 4]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %j, %i
}
func.func @descriptor(%x: tensor<4x4xf32, {layout = @rows}>) { return }

// -----

// CHECK: error[L0606]: `%x` is not row major: its strides are [8, 1], but must be [4, 1]
func.func @padded(%x: tensor<4x4xf32, {reqs = #layout.reqs<m0: aligned<32 bytes>>}>) { return }

// -----

// CHECK: error[L0606]: `%x` is not row major: its offset is 4
func.func @offset(%x: tensor<4x4xf32, {strides = [4, 1], offset = 4}>) { return }

// -----

// CHECK: error[L0606]: `my.order` of `tosa.abs` has an attribute that tools for TOSA do not know
// NOTES: note: remove `my.order`
func.func @attribute(%x: tensor<4x4xf32>) {
  %0 = tosa.abs %x {my.order = [{nested = #layout.reqs<m0: compact>}]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// CHECK: warning[L0605]: the module has no functions, so the output is empty
layout.target @npu
