// RUN: layoutc %s --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu | layoutc - --passes=assign-layouts --target=npu | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=npu --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes='assign-layouts{contracted=keep}' --target=npu --stats --emit=none 2>&1 | FileCheck %s --check-prefix=KEEP
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu --emit=none

#NHWC = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>

layout.target @npu {
  layout.rule kind = convolution [#layout.choice<(NHWC, OYXI, any...) -> NHWC>]
  layout.rule kind = matmul [#layout.choice<(row_major, row_major, any...) -> row_major>]
}

// Any order of a contracted dim is the same sum, so a flatten merges C, H and W in the order that they have in memory, if
// it is contracted with constants, whose rows are permuted alike. Only values with another use or a bound are reordered.
// STATS: 1728  assign-layouts (1): cost (bytes)
// STATS-NEXT: 1728  assign-layouts (1): lower bound (bytes)
// STATS: 3  assign-layouts (1): contracted dims permuted
// KEEP: 2304  assign-layouts (1): cost (bytes)
// KEEP-NOT: contracted dims permuted

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x2x4x3xf32, {order = #NHWC}>, %[[W:[^:]*]]: tensor<24x5xf32>
// CHECK: %[[T:.*]] = "onnx.Transpose"(%[[X]]) {perm = [0, 2, 3, 1]} {{.*}} -> tensor<1x4x3x2xf32
// CHECK-NEXT: %[[Y:.*]] = "onnx.Flatten"(%[[T]])
// CHECK: "onnx.Reshape"(%[[W]], %{{.*}}) {{.*}} -> tensor<2x4x3x5xf32
// CHECK: "onnx.Transpose"(%{{.*}}) {perm = [1, 2, 0, 3]} {{.*}} -> tensor<4x3x2x5xf32
// CHECK: %[[MERGED:.*]] = "onnx.Reshape"({{.*}}) {{.*}} -> tensor<24x5xf32
// CHECK: "onnx.MatMul"(%[[Y]], %[[MERGED]])
func.func @matmul(%x: tensor<1x2x4x3xf32, {order = #NHWC}>, %w: tensor<24x5xf32> {layout.constant}) -> tensor<1x5xf32> {
  %y = "onnx.Flatten"(%x) {axis = 1 : si64} : (tensor<1x2x4x3xf32, {order = #NHWC}>) -> tensor<1x24xf32>
  %z = "onnx.MatMul"(%y, %w) : (tensor<1x24xf32>, tensor<24x5xf32>) -> tensor<1x5xf32>
  return %z : tensor<1x5xf32>
}

// A dynamic batch is outside of the contracted dim.
// CHECK-LABEL: func.func @gemm(
// CHECK: "onnx.Transpose"(%{{.*}}) {perm = [0, 2, 3, 1]} {{.*}} -> tensor<?x4x3x2xf32
// CHECK: "onnx.Transpose"(%{{.*}}) {perm = [0, 2, 3, 1]} {{.*}} -> tensor<5x4x3x2xf32
// CHECK: "onnx.Gemm"
func.func @gemm(%x: tensor<?x2x4x3xf32, {order = #NHWC}>, %w: tensor<5x24xf32> {layout.constant}, %b: tensor<5xf32>) -> tensor<?x5xf32> {
  %s = "onnx.Constant"() {value = dense<[-1, 24]> : tensor<2xi64>} : () -> tensor<2xi64>
  %y = "onnx.Reshape"(%x, %s) : (tensor<?x2x4x3xf32, {order = #NHWC}>, tensor<2xi64>) -> tensor<?x24xf32>
  %z = "onnx.Gemm"(%y, %w, %b) {transB = 1 : si64} : (tensor<?x24xf32>, tensor<5x24xf32>, tensor<5xf32>) -> tensor<?x5xf32>
  return %z : tensor<?x5xf32>
}

// CHECK-LABEL: func.func @dot(
// CHECK: stablehlo.transpose
// CHECK: stablehlo.reshape
// CHECK: stablehlo.dot
func.func @dot(%x: tensor<1x2x4x3xf32, {order = #NHWC}>, %w: tensor<24x5xf32> {layout.constant}) -> tensor<1x5xf32> {
  %y = "stablehlo.reshape"(%x) : (tensor<1x2x4x3xf32, {order = #NHWC}>) -> tensor<1x24xf32>
  %z = "stablehlo.dot"(%y, %w) : (tensor<1x24xf32>, tensor<24x5xf32>) -> tensor<1x5xf32>
  return %z : tensor<1x5xf32>
}

// The flattened value is returned, too, so its dims keep their order.
// CHECK-LABEL: func.func @escapes(
// CHECK: %[[MOVED:.*]] = layout.reorder
// CHECK-NEXT: "onnx.Flatten"(%[[MOVED]])
// CHECK-NOT: onnx.Transpose
// CHECK: return
func.func @escapes(%x: tensor<1x2x4x3xf32, {order = #NHWC}>, %w: tensor<24x5xf32> {layout.constant}) -> (tensor<1x5xf32>, tensor<1x24xf32>) {
  %y = "onnx.Flatten"(%x) {axis = 1 : si64} : (tensor<1x2x4x3xf32, {order = #NHWC}>) -> tensor<1x24xf32>
  %z = "onnx.MatMul"(%y, %w) : (tensor<1x24xf32>, tensor<24x5xf32>) -> tensor<1x5xf32>
  return %z, %y : tensor<1x5xf32>, tensor<1x24xf32>
}

// Only constant weights are permuted.
// CHECK-LABEL: func.func @no_constant(
// CHECK-NOT: onnx.Transpose
// CHECK: return
func.func @no_constant(%x: tensor<1x2x4x3xf32>, %w: tensor<24x5xf32>) -> tensor<1x5xf32> {
  %y = "onnx.Flatten"(%x) {axis = 1 : si64} : (tensor<1x2x4x3xf32>) -> tensor<1x24xf32>
  %z = "onnx.MatMul"(%y, %w) : (tensor<1x24xf32>, tensor<24x5xf32>) -> tensor<1x5xf32>
  return %z : tensor<1x5xf32>
}

// The type of a transposed value would lack the bound of the batch.
// CHECK-LABEL: func.func @bounded(
// CHECK: layout.reorder
// CHECK-NOT: onnx.Transpose
// CHECK: return
func.func @bounded(%x: tensor<?x2x4x3xf32, {bounds = [8, 2, 4, 3], order = #NHWC}>, %w: tensor<24x5xf32> {layout.constant}) -> tensor<?x5xf32> {
  %s = "onnx.Constant"() {value = dense<[-1, 24]> : tensor<2xi64>} : () -> tensor<2xi64>
  %y = "onnx.Reshape"(%x, %s) : (tensor<?x2x4x3xf32, {bounds = [8, 2, 4, 3], order = #NHWC}>, tensor<2xi64>) -> tensor<?x24xf32, {bounds = [8, 24], order = affine_map<(d0, d1) -> (d0, d1)>}>
  %z = "onnx.MatMul"(%y, %w) : (tensor<?x24xf32, {bounds = [8, 24], order = affine_map<(d0, d1) -> (d0, d1)>}>, tensor<24x5xf32>) -> tensor<?x5xf32>
  return %z : tensor<?x5xf32>
}
