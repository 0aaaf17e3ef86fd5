// Matrix products read transposed operands, so the transposes of attention move no data.
// RUN: layoutc %s --passes=assign-layouts --target=channels_last --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes=assign-layouts --target=npu37xx --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu37xx | FileCheck %s
// STATS-NOT: remark
// STATS-DAG: 0 assign-layouts (1): cost (bytes)
// STATS-DAG: 0 assign-layouts (1): gap (bytes)
// STATS-DAG: 0 assign-layouts (1): reorders

// CHECK-LABEL: func.func @four_dims
// CHECK-NOT: layout.reorder
// CHECK: "onnx.MatMul"(%{{.+}}, %{{.+}}) : (tensor<2x4x8x16xf16, {order = #NHCW{{.*}}>, tensor<2x4x16x8xf16, {order = #NWCH{{.*}}>)
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @four_dims(%x: tensor<2x8x64xf16>, %wq: tensor<64x64xf16>, %wk: tensor<64x64xf16>, %wv: tensor<64x64xf16>, %wo: tensor<64x64xf16>) -> tensor<2x8x64xf16> {
  %heads = "onnx.Constant"() {value = dense<[2, 8, 4, 16]> : tensor<4xi64>} : () -> tensor<4xi64>
  %whole = "onnx.Constant"() {value = dense<[2, 8, 64]> : tensor<3xi64>} : () -> tensor<3xi64>
  %0 = "onnx.MatMul"(%x, %wq) : (tensor<2x8x64xf16>, tensor<64x64xf16>) -> tensor<2x8x64xf16>
  %1 = "onnx.MatMul"(%x, %wk) : (tensor<2x8x64xf16>, tensor<64x64xf16>) -> tensor<2x8x64xf16>
  %2 = "onnx.MatMul"(%x, %wv) : (tensor<2x8x64xf16>, tensor<64x64xf16>) -> tensor<2x8x64xf16>
  %3 = "onnx.Reshape"(%0, %heads) : (tensor<2x8x64xf16>, tensor<4xi64>) -> tensor<2x8x4x16xf16>
  %4 = "onnx.Reshape"(%1, %heads) : (tensor<2x8x64xf16>, tensor<4xi64>) -> tensor<2x8x4x16xf16>
  %5 = "onnx.Reshape"(%2, %heads) : (tensor<2x8x64xf16>, tensor<4xi64>) -> tensor<2x8x4x16xf16>
  %q = "onnx.Transpose"(%3) {perm = [0, 2, 1, 3]} : (tensor<2x8x4x16xf16>) -> tensor<2x4x8x16xf16>
  %k = "onnx.Transpose"(%4) {perm = [0, 2, 3, 1]} : (tensor<2x8x4x16xf16>) -> tensor<2x4x16x8xf16>
  %v = "onnx.Transpose"(%5) {perm = [0, 2, 1, 3]} : (tensor<2x8x4x16xf16>) -> tensor<2x4x8x16xf16>
  %6 = "onnx.MatMul"(%q, %k) : (tensor<2x4x8x16xf16>, tensor<2x4x16x8xf16>) -> tensor<2x4x8x8xf16>
  %7 = "onnx.Softmax"(%6) {axis = -1 : si64} : (tensor<2x4x8x8xf16>) -> tensor<2x4x8x8xf16>
  %8 = "onnx.MatMul"(%7, %v) : (tensor<2x4x8x8xf16>, tensor<2x4x8x16xf16>) -> tensor<2x4x8x16xf16>
  %9 = "onnx.Transpose"(%8) {perm = [0, 2, 1, 3]} : (tensor<2x4x8x16xf16>) -> tensor<2x8x4x16xf16>
  %10 = "onnx.Reshape"(%9, %whole) : (tensor<2x8x4x16xf16>, tensor<3xi64>) -> tensor<2x8x64xf16>
  %11 = "onnx.MatMul"(%10, %wo) : (tensor<2x8x64xf16>, tensor<64x64xf16>) -> tensor<2x8x64xf16>
  return %11 : tensor<2x8x64xf16>
}

// Batch and heads are one dim, as torch.nn.MultiheadAttention has them: rows, batch and head, columns.
// CHECK-LABEL: func.func @three_dims
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @three_dims(%q: tensor<8x8x16xf16>, %k: tensor<8x8x16xf16>, %v: tensor<8x8x16xf16>) -> tensor<8x8x16xf16> {
  %0 = "onnx.Transpose"(%q) {perm = [1, 0, 2]} : (tensor<8x8x16xf16>) -> tensor<8x8x16xf16>
  %1 = "onnx.Transpose"(%k) {perm = [1, 2, 0]} : (tensor<8x8x16xf16>) -> tensor<8x16x8xf16>
  %2 = "onnx.Transpose"(%v) {perm = [1, 0, 2]} : (tensor<8x8x16xf16>) -> tensor<8x8x16xf16>
  %3 = "onnx.MatMul"(%0, %1) : (tensor<8x8x16xf16>, tensor<8x16x8xf16>) -> tensor<8x8x8xf16>
  %4 = "onnx.Softmax"(%3) {axis = -1 : si64} : (tensor<8x8x8xf16>) -> tensor<8x8x8xf16>
  %5 = "onnx.MatMul"(%4, %2) : (tensor<8x8x8xf16>, tensor<8x8x16xf16>) -> tensor<8x8x16xf16>
  %6 = "onnx.Transpose"(%5) {perm = [1, 0, 2]} : (tensor<8x8x16xf16>) -> tensor<8x8x16xf16>
  return %6 : tensor<8x8x16xf16>
}

// A transposed weight is a layout.
// CHECK-LABEL: func.func @linear
// CHECK-NOT: layout.reorder
// CHECK: "onnx.Gemm"(%x, %{{.+}}, %b) : (tensor<4x8xf16>, tensor<8x16xf16, {order = #CN{{.*}}>, tensor<16xf16>)
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @linear(%x: tensor<4x8xf16>, %w: tensor<16x8xf16>, %b: tensor<16xf16>) -> tensor<4x16xf16> {
  %0 = "onnx.Transpose"(%w) {perm = [1, 0]} : (tensor<16x8xf16>) -> tensor<8x16xf16>
  %1 = "onnx.Gemm"(%x, %0, %b) : (tensor<4x8xf16>, tensor<8x16xf16>, tensor<16xf16>) -> tensor<4x16xf16>
  return %1 : tensor<4x16xf16>
}
