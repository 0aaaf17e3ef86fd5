// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s

// Two patterns match at each product: with the quantization, and without it. Each product gets a dequantization of the
// shared weight, and no third one without a user is left.
layout.target @npu {
  layout.group "quantized" kind = matmul [
    #layout.pattern<(x, w) {dx = dequantize(x, ...), dw = dequantize(w, ...), y = matmul(dx, dw), quantize(y, ...)}>,
    #layout.pattern<(x, w) {dx = dequantize(x, ...), dw = dequantize(w, ...), matmul(dx, dw)}>
  ]
  layout.rule "quantized" [#layout.choice<(row_major, row_major) -> row_major>]
  layout.rule kind = quantize [#layout.choice<(same, any...) -> same>]
  layout.rule kind = dequantize [#layout.choice<(same, any...) -> same>]
}

// CHECK-LABEL: func.func @f
// CHECK-COUNT-2: "onnx.DequantizeLinear"(%w,
// CHECK-NOT: "onnx.DequantizeLinear"(%w,
func.func @f(%x: tensor<4x8xi8>, %z: tensor<4x8xi8>, %w: tensor<8x8xi8> {layout.constant}, %s: tensor<f32> {layout.constant}, %p: tensor<i8> {layout.constant}) -> (tensor<4x8xi8>, tensor<4x8xi8>) {
  %0 = "onnx.DequantizeLinear"(%x, %s, %p) : (tensor<4x8xi8>, tensor<f32>, tensor<i8>) -> tensor<4x8xf32>
  %1 = "onnx.DequantizeLinear"(%z, %s, %p) : (tensor<4x8xi8>, tensor<f32>, tensor<i8>) -> tensor<4x8xf32>
  %2 = "onnx.DequantizeLinear"(%w, %s, %p) : (tensor<8x8xi8>, tensor<f32>, tensor<i8>) -> tensor<8x8xf32>
  %3 = "onnx.MatMul"(%0, %2) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %4 = "onnx.QuantizeLinear"(%3, %s, %p) : (tensor<4x8xf32>, tensor<f32>, tensor<i8>) -> tensor<4x8xi8>
  %5 = "onnx.MatMul"(%1, %2) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %6 = "onnx.QuantizeLinear"(%5, %s, %p) : (tensor<4x8xf32>, tensor<f32>, tensor<i8>) -> tensor<4x8xi8>
  return %4, %6 : tensor<4x8xi8>, tensor<4x8xi8>
}
