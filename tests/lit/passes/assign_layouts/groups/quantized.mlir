// RUN: layoutc %s --passes=assign-layouts --target=npu --stats | FileCheck %s --implicit-check-not='= layout.reorder'
// RUN: layoutc %s --passes=assign-layouts,assign-layouts,resolve-strides --target=npu | FileCheck %s --check-prefix=AGAIN

// A quantized convolution is one op of the device. The values inside of the group have no layout of their own: they keep
// their types, and the ops are marked. A dequantization that two groups read is copied.
layout.target @npu {
  layout.group "qdq_conv" kind = convolution [
    #layout.pattern<(x, w, b) {dx = dequantize(x, ...), dw = dequantize(w, ...), db = dequantize(b, ...), y = convolution(dx, dw, db), quantize(y, ...)}>,
    #layout.pattern<(x, w) {dx = dequantize(x, ...), dw = dequantize(w, ...), y = convolution(dx, dw, ...), r = "onnx.Relu"(y), quantize(r, ...)}>
  ]
  layout.rule "qdq_conv" [#layout.choice<(NHWC, OYXI, any...) -> NHWC, reqs = [#layout.reqs<m3: compact>, any, any, #layout.reqs<m2: aligned<16 bytes>>], when = [elem(0) == i8, elem(result 0) == i8]>]
  layout.rule kind = convolution [#layout.choice<(row_major...) -> row_major>]
  layout.rule kind = quantize [#layout.choice<(same, any...) -> same>]
  layout.rule kind = dequantize [#layout.choice<(same, any...) -> same>]
}

// CHECK-LABEL: func.func @two
// AGAIN-LABEL: func.func @two
func.func @two(%x: tensor<1x16x4x4xf32>, %w: tensor<16x16x1x1xi8> {layout.constant}, %b: tensor<16xi32> {layout.constant},
               %s: tensor<f32> {layout.constant}, %z: tensor<i8> {layout.constant}, %zb: tensor<i32> {layout.constant})
    -> (tensor<1x16x4x4xf32>, tensor<1x16x4x4xi8>) {
  // CHECK: [[Q:%.*]] = "onnx.QuantizeLinear"(%x, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8, {order = #NCHW}>
  // CHECK-NEXT: [[X:%.*]] = layout.reorder [[Q]]
  %q = "onnx.QuantizeLinear"(%x, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8>
  // CHECK-NEXT: "onnx.DequantizeLinear"([[X]], %s, %z) {layout.group = {name = "qdq_conv", number = 0 : i64}, layout.reqs = [#layout.reqs<m3: compact>, unit, unit, unit]} : (tensor<1x16x4x4xi8, {order = #NHWC}>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xf32>
  %0 = "onnx.DequantizeLinear"(%q, %s, %z) : (tensor<1x16x4x4xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xf32>
  // AGAIN-COUNT-2: "onnx.DequantizeLinear"({{.*}}: (tensor<16x16x1x1xi8
  // AGAIN-NOT: "onnx.DequantizeLinear"({{.*}}: (tensor<16x16x1x1xi8
  %1 = "onnx.DequantizeLinear"(%w, %s, %z) : (tensor<16x16x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<16x16x1x1xf32>
  %2 = "onnx.DequantizeLinear"(%b, %s, %zb) : (tensor<16xi32>, tensor<f32>, tensor<i32>) -> tensor<16xf32>
  // CHECK: "onnx.Conv"({{.*}}) {layout.group = {name = "qdq_conv", number = 0 : i64}} : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>, tensor<16xf32>) -> tensor<1x16x4x4xf32>
  %3 = "onnx.Conv"(%0, %1, %2) : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>, tensor<16xf32>) -> tensor<1x16x4x4xf32>
  // CHECK-NEXT: [[Y:%.*]] = "onnx.QuantizeLinear"({{.*}}) {layout.group = {name = "qdq_conv", number = 0 : i64}, layout.reqs = [unit, unit, unit, #layout.reqs<m2: aligned<16 bytes>>]} : ({{.*}}) -> tensor<1x16x4x4xi8, {order = #NHWC}>
  %4 = "onnx.QuantizeLinear"(%3, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8>
  // The activation of the second group is between the convolution and the quantization.
  // CHECK: "onnx.DequantizeLinear"([[Y]], %s, %z) {layout.group = {name = "qdq_conv", number = 1 : i64}
  %5 = "onnx.DequantizeLinear"(%4, %s, %z) : (tensor<1x16x4x4xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xf32>
  %6 = "onnx.Conv"(%5, %1) : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  // CHECK: "onnx.Relu"({{.*}}) {layout.group = {name = "qdq_conv", number = 1 : i64}}
  %7 = "onnx.Relu"(%6) : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %8 = "onnx.QuantizeLinear"(%7, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8>
  // The dequantization of no group has its own rule.
  // CHECK: [[R:%.*]] = layout.reorder
  // CHECK-NEXT: "onnx.DequantizeLinear"([[R]], %s, %z) : (tensor<1x16x4x4xi8>
  %9 = "onnx.DequantizeLinear"(%8, %s, %z) : (tensor<1x16x4x4xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xf32>
  // AGAIN: return
  return %9, %8 : tensor<1x16x4x4xf32>, tensor<1x16x4x4xi8>
}

// A value inside with a use outside is no value of a group, and neither is one that another type than i8 feeds.
// CHECK-LABEL: func.func @outside
func.func @outside(%x: tensor<1x16x4x4xi8>, %u: tensor<1x16x4x4xui8>, %w: tensor<16x16x1x1xi8> {layout.constant},
                   %s: tensor<f32> {layout.constant}, %z: tensor<i8> {layout.constant}, %zu: tensor<ui8> {layout.constant})
    -> (tensor<1x16x4x4xi8>, tensor<1x16x4x4xf32>, tensor<1x16x4x4xi8>) {
  // CHECK-NOT: layout.group
  // CHECK: return
  %0 = "onnx.DequantizeLinear"(%x, %s, %z) : (tensor<1x16x4x4xi8>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xf32>
  %1 = "onnx.DequantizeLinear"(%w, %s, %z) : (tensor<16x16x1x1xi8>, tensor<f32>, tensor<i8>) -> tensor<16x16x1x1xf32>
  %2 = "onnx.Conv"(%0, %1) : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %3 = "onnx.Relu"(%2) : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %4 = "onnx.QuantizeLinear"(%3, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8>
  %5 = "onnx.DequantizeLinear"(%u, %s, %zu) : (tensor<1x16x4x4xui8>, tensor<f32>, tensor<ui8>) -> tensor<1x16x4x4xf32>
  %6 = "onnx.Conv"(%5, %1) : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %7 = "onnx.Relu"(%6) : (tensor<1x16x4x4xf32>) -> tensor<1x16x4x4xf32>
  %8 = "onnx.QuantizeLinear"(%7, %s, %z) : (tensor<1x16x4x4xf32>, tensor<f32>, tensor<i8>) -> tensor<1x16x4x4xi8>
  return %4, %3, %8 : tensor<1x16x4x4xi8>, tensor<1x16x4x4xf32>, tensor<1x16x4x4xi8>
}
