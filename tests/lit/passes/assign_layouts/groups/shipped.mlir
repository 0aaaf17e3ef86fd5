// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=channels_last | FileCheck %s --implicit-check-not='= layout.reorder'
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// The groups that layoutc has. Only the input and the result of the group normalization are reordered, and the result of
// the first convolution is not: its group of channels is normalized where it is.
// STATS: {{^ *}}4096 assign-layouts (1): cost (bytes)
// STATS-NEXT: {{^ *}}4096 assign-layouts (1): lower bound (bytes)

// CHECK-LABEL: func.func @group_norm
func.func @group_norm(%x: tensor<1x8x8x8xf16>, %w: tensor<8x8x1x1xf16> {layout.constant}, %one: tensor<2xf16> {layout.constant},
                      %scale: tensor<8x1x1xf16> {layout.constant}) -> tensor<1x8x8x8xf16> {
  %to = "onnx.Constant"() {value = dense<[0, 2, -1]> : tensor<3xi64>} : () -> tensor<3xi64>
  %from = "onnx.Constant"() {value = dense<[1, 8, 8, 8]> : tensor<4xi64>} : () -> tensor<4xi64>
  // CHECK: layout.reorder %x
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x8x8xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x8x8xf16>
  // CHECK: "onnx.Reshape"({{.*}}) {layout.group = {name = "group_norm", number = 0 : i64}} : (tensor<1x8x8x8xf16, {order = #NHWC, strides = [512, 1, 64, 8]}>
  %1 = "onnx.Reshape"(%0, %to) : (tensor<1x8x8x8xf16>, tensor<3xi64>) -> tensor<1x2x256xf16>
  %2 = "onnx.InstanceNormalization"(%1, %one, %one) : (tensor<1x2x256xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<1x2x256xf16>
  %3 = "onnx.Reshape"(%2, %from) : (tensor<1x2x256xf16>, tensor<4xi64>) -> tensor<1x8x8x8xf16>
  // The scale is either operand of the product.
  %4 = "onnx.Mul"(%scale, %3) : (tensor<8x1x1xf16>, tensor<1x8x8x8xf16>) -> tensor<1x8x8x8xf16>
  // CHECK: "onnx.Add"({{.*}}) {layout.group = {name = "group_norm", number = 0 : i64}} : {{.*}} -> tensor<1x8x8x8xf16, {order = #NHWC, strides = [512, 1, 64, 8]}>
  %5 = "onnx.Add"(%4, %scale) : (tensor<1x8x8x8xf16>, tensor<8x1x1xf16>) -> tensor<1x8x8x8xf16>
  %6 = "onnx.Conv"(%5, %w) : (tensor<1x8x8x8xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x8x8xf16>
  // CHECK: layout.reorder
  return %6 : tensor<1x8x8x8xf16>
}

// CHECK-LABEL: func.func @layer_norm
// CHECK-COUNT-9: layout.group = {name = "layer_norm", number = 1 : i64}
// CHECK: return
func.func @layer_norm(%x: tensor<2x4x16xf16>, %two: tensor<f16> {layout.constant}, %eps: tensor<f16> {layout.constant},
                      %scale: tensor<16xf16> {layout.constant}) -> tensor<2x4x16xf16> {
  %0 = "onnx.ReduceMeanV13"(%x) {axes = [-1], keepdims = 1 : si64} : (tensor<2x4x16xf16>) -> tensor<2x4x1xf16>
  %1 = "onnx.Sub"(%x, %0) : (tensor<2x4x16xf16>, tensor<2x4x1xf16>) -> tensor<2x4x16xf16>
  %2 = "onnx.Pow"(%1, %two) : (tensor<2x4x16xf16>, tensor<f16>) -> tensor<2x4x16xf16>
  %3 = "onnx.ReduceMeanV13"(%2) {axes = [-1]} : (tensor<2x4x16xf16>) -> tensor<2x4x1xf16>
  %4 = "onnx.Add"(%3, %eps) : (tensor<2x4x1xf16>, tensor<f16>) -> tensor<2x4x1xf16>
  %5 = "onnx.Sqrt"(%4) : (tensor<2x4x1xf16>) -> tensor<2x4x1xf16>
  %6 = "onnx.Div"(%1, %5) : (tensor<2x4x16xf16>, tensor<2x4x1xf16>) -> tensor<2x4x16xf16>
  %7 = "onnx.Mul"(%6, %scale) : (tensor<2x4x16xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  %8 = "onnx.Add"(%7, %scale) : (tensor<2x4x16xf16>, tensor<16xf16>) -> tensor<2x4x16xf16>
  return %8 : tensor<2x4x16xf16>
}

// The heads of attention are read and written where they are.
// CHECK-LABEL: func.func @attention
// CHECK-COUNT-4: layout.group = {name = "attention", number = 2 : i64}
// CHECK: return
func.func @attention(%q: tensor<1x8x2x4xf16>, %k: tensor<1x8x2x4xf16>, %v: tensor<1x8x2x4xf16>, %s: tensor<f16> {layout.constant}) -> tensor<1x8x2x4xf16> {
  %0 = "onnx.Transpose"(%q) {perm = [0, 2, 1, 3]} : (tensor<1x8x2x4xf16>) -> tensor<1x2x8x4xf16>
  %1 = "onnx.Transpose"(%k) {perm = [0, 2, 3, 1]} : (tensor<1x8x2x4xf16>) -> tensor<1x2x4x8xf16>
  %2 = "onnx.Transpose"(%v) {perm = [0, 2, 1, 3]} : (tensor<1x8x2x4xf16>) -> tensor<1x2x8x4xf16>
  %3 = "onnx.MatMul"(%0, %1) : (tensor<1x2x8x4xf16>, tensor<1x2x4x8xf16>) -> tensor<1x2x8x8xf16>
  %4 = "onnx.Div"(%3, %s) : (tensor<1x2x8x8xf16>, tensor<f16>) -> tensor<1x2x8x8xf16>
  %5 = "onnx.Softmax"(%4) : (tensor<1x2x8x8xf16>) -> tensor<1x2x8x8xf16>
  %6 = "onnx.MatMul"(%5, %2) : (tensor<1x2x8x8xf16>, tensor<1x2x8x4xf16>) -> tensor<1x2x8x4xf16>
  %7 = "onnx.Transpose"(%6) {perm = [0, 2, 1, 3]} : (tensor<1x2x8x4xf16>) -> tensor<1x8x2x4xf16>
  return %7 : tensor<1x8x2x4xf16>
}

// Weights of 4 bits are dequantized by the product that reads them. The slices and the concat of a rotation are no views.
// CHECK-LABEL: func.func @rope
// CHECK-COUNT-2: layout.group = {name = "qdq_matmul", number = 3 : i64}
// CHECK-COUNT-7: layout.group = {name = "rope", number = 4 : i64}
// CHECK: return
func.func @rope(%x: tensor<1x8x16xf16>, %w: tensor<16x8xi4> {layout.constant}, %s: tensor<2x8xf16> {layout.constant}, %z: tensor<2x8xi4> {layout.constant},
                %cos: tensor<1x8x8xf16> {layout.constant}) -> tensor<1x8x8xf16> {
  %a = "onnx.Constant"() {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
  %b = "onnx.Constant"() {value = dense<4> : tensor<1xi64>} : () -> tensor<1xi64>
  %c = "onnx.Constant"() {value = dense<8> : tensor<1xi64>} : () -> tensor<1xi64>
  %axis = "onnx.Constant"() {value = dense<2> : tensor<1xi64>} : () -> tensor<1xi64>
  %0 = "onnx.DequantizeLinear"(%w, %s, %z) {axis = 0 : si64, block_size = 8 : si64} : (tensor<16x8xi4>, tensor<2x8xf16>, tensor<2x8xi4>) -> tensor<16x8xf16>
  %1 = "onnx.MatMul"(%x, %0) : (tensor<1x8x16xf16>, tensor<16x8xf16>) -> tensor<1x8x8xf16>
  %2 = "onnx.Mul"(%1, %cos) : (tensor<1x8x8xf16>, tensor<1x8x8xf16>) -> tensor<1x8x8xf16>
  %3 = "onnx.Slice"(%1, %b, %c, %axis) : (tensor<1x8x8xf16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x8x4xf16>
  %4 = "onnx.Neg"(%3) : (tensor<1x8x4xf16>) -> tensor<1x8x4xf16>
  %5 = "onnx.Slice"(%1, %a, %b, %axis) : (tensor<1x8x8xf16>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x8x4xf16>
  %6 = "onnx.Concat"(%4, %5) {axis = -1 : si64} : (tensor<1x8x4xf16>, tensor<1x8x4xf16>) -> tensor<1x8x8xf16>
  %7 = "onnx.Mul"(%6, %cos) : (tensor<1x8x8xf16>, tensor<1x8x8xf16>) -> tensor<1x8x8xf16>
  %8 = "onnx.Add"(%2, %7) : (tensor<1x8x8xf16>, tensor<1x8x8xf16>) -> tensor<1x8x8xf16>
  return %8 : tensor<1x8x8xf16>
}

// CHECK-LABEL: func.func @dynamic
// CHECK-COUNT-5: layout.group = {name = "dynamic_matmul", number = 5 : i64}
// CHECK: layout.group = {name = "softmax", number = 6 : i64}
// CHECK: return
func.func @dynamic(%x: tensor<4x16xf32>, %w: tensor<16x8xi8> {layout.constant}, %s: tensor<f32> {layout.constant}, %z: tensor<i8> {layout.constant}) -> tensor<4x8xf32> {
  %n = "onnx.NoValue"() : () -> none
  %q, %qs, %qz = "onnx.DynamicQuantizeLinear"(%x) : (tensor<4x16xf32>) -> (tensor<4x16xui8>, tensor<f32>, tensor<ui8>)
  %0 = "onnx.MatMulInteger"(%q, %w, %qz, %z) : (tensor<4x16xui8>, tensor<16x8xi8>, tensor<ui8>, tensor<i8>) -> tensor<4x8xi32>
  %1 = "onnx.Cast"(%0) {to = f32} : (tensor<4x8xi32>) -> tensor<4x8xf32>
  %2 = "onnx.Mul"(%s, %qs) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = "onnx.Mul"(%1, %2) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %4 = "onnx.ReduceMax"(%3, %n) {keepdims = 1 : si64} : (tensor<4x8xf32>, none) -> tensor<4x1xf32>
  %5 = "onnx.Sub"(%3, %4) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  %6 = "onnx.Exp"(%5) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "onnx.ReduceSum"(%6, %n) {keepdims = 1 : si64} : (tensor<4x8xf32>, none) -> tensor<4x1xf32>
  %8 = "onnx.Div"(%6, %7) : (tensor<4x8xf32>, tensor<4x1xf32>) -> tensor<4x8xf32>
  return %8 : tensor<4x8xf32>
}
