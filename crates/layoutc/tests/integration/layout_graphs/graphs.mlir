// Small graphs with the least number of reorders that they need, and the bytes that these reorders read. They have the
// ops, the orders and roughly the shapes of graphs in the tests of VPUX's passes AdjustLayouts and OptimizeReorders
// (openvinotoolkit/npu_compiler, tests/lit), written anew. The optima come from an exhaustive search, and contain the
// copies that views force (g026, g038, g039, g072); `peer` is the result of the VPUX passes.
// -----
// assign-layouts: 2 reorders, 256 bytes; the peer 512 bytes
func.func @g001(%a0: tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>) -> tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}> {
  %1 = "IE.GRN"(%a0) : (tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>) -> tensor<1x8x4x2xf16>
  %2 = "IE.SoftMax"(%1) : (tensor<1x8x4x2xf16>) -> tensor<1x8x4x2xf16>
  %3 = "IE.GRN"(%2) : (tensor<1x8x4x2xf16>) -> tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
  return %3 : tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
}
// -----
// assign-layouts: 2 reorders, 48000 bytes; the peer 96000 bytes
func.func @g004(%a0: tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16> {
  %1 = "IE.Add"(%a0, %a0) : (tensor<1x3x40x100xf16>, tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16>
  %2 = "IE.Add"(%1, %1) : (tensor<1x3x40x100xf16>, tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16>
  return %2 : tensor<1x3x40x100xf16>
}
// -----
// assign-layouts: 0 reorders, 0 bytes; the peer 96000 bytes
func.func @g004_order_blind(%a0: tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16> {
  %1 = "IE.AddSw"(%a0, %a0) : (tensor<1x3x40x100xf16>, tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16>
  %2 = "IE.AddSw"(%1, %1) : (tensor<1x3x40x100xf16>, tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16>
  return %2 : tensor<1x3x40x100xf16>
}
// -----
// assign-layouts: 3 reorders, 72000 bytes; the peer 120000 bytes
func.func @g006(%a0: tensor<1x3x40x100xf16>) -> (tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>, tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>) {
  %1 = "IE.Add"(%a0, %a0) : (tensor<1x3x40x100xf16>, tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
  %2 = "IE.GRN"(%a0) : (tensor<1x3x40x100xf16>) -> tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
  return %1, %2 : tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>, tensor<1x3x40x100xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>}>
}
// -----
// assign-layouts: 4 reorders, 67108864 bytes; the peer 100663296 bytes
func.func @g012(%a0: tensor<1x512x128x128xf16>) -> tensor<1x512x128x128xf16> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<512x512x1x1xf16>} : () -> tensor<512x512x1x1xf16>
  %2 = "IE.Convolution"(%a0, %1) : (tensor<1x512x128x128xf16>, tensor<512x512x1x1xf16>) -> tensor<1x512x128x128xf16>
  %3 = "onnx.Constant"() {value = dense<[1, 32, 512, 512]> : tensor<4xi64>} : () -> tensor<4xi64>
  %4 = "onnx.Reshape"(%2, %3) : (tensor<1x512x128x128xf16>, tensor<4xi64>) -> tensor<1x32x512x512xf16>
  %5 = "IE.MVN1"(%4) : (tensor<1x32x512x512xf16>) -> tensor<1x32x512x512xf16>
  %6 = "onnx.Constant"() {value = dense<[1, 512, 128, 128]> : tensor<4xi64>} : () -> tensor<4xi64>
  %7 = "onnx.Reshape"(%5, %6) : (tensor<1x32x512x512xf16>, tensor<4xi64>) -> tensor<1x512x128x128xf16>
  %8 = "onnx.Constant"() {value = dense<1.0> : tensor<512x1x1x1xf16>} : () -> tensor<512x1x1x1xf16>
  %9 = "IE.GroupConvolution"(%7, %8) : (tensor<1x512x128x128xf16>, tensor<512x1x1x1xf16>) -> tensor<1x512x128x128xf16>
  return %9 : tensor<1x512x128x128xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g024(%a0: tensor<1x8x4x2xf16>) -> tensor<1x4x4x2xf16> {
  %1 = layout.reorder %a0 : tensor<1x8x4x2xf16> -> tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0, 0>, static_sizes = array<i64: 1, 4, 4, 2>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = layout.reorder %2 : tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x4x4x2xf16>
  return %3 : tensor<1x4x4x2xf16>
}
// -----
// optimize-reorders: 3 reorders, 378432 bytes; the peer 378432 bytes
func.func @g026(%a0: tensor<1x3x9x16x438xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1, d4)>}>) -> tensor<1x3x9x7008xf16> {
  %1 = layout.reorder %a0 : tensor<1x3x9x16x438xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1, d4)>}> -> tensor<1x3x9x16x438xf16>
  %2 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 0>, static_sizes = array<i64: 1, 3, 9, 16, 1>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x3x9x16x438xf16>) -> tensor<1x3x9x16x1xf16>
  %3 = "onnx.Constant"() {value = dense<[1, 3, 9, 16]> : tensor<4xi64>} : () -> tensor<4xi64>
  %4 = "onnx.Reshape"(%2, %3) : (tensor<1x3x9x16x1xf16>, tensor<4xi64>) -> tensor<1x3x9x16xf16>
  %5 = "IE.Sigmoid"(%4) : (tensor<1x3x9x16xf16>) -> tensor<1x3x9x16xf16>
  %6 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 1>, static_sizes = array<i64: 1, 3, 9, 16, 436>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x3x9x16x438xf16>) -> tensor<1x3x9x16x436xf16>
  %7 = "onnx.Constant"() {value = dense<[1, 3, 9, 6976]> : tensor<4xi64>} : () -> tensor<4xi64>
  %8 = "onnx.Reshape"(%6, %7) : (tensor<1x3x9x16x436xf16>, tensor<4xi64>) -> tensor<1x3x9x6976xf16>
  %9 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 437>, static_sizes = array<i64: 1, 3, 9, 16, 1>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x3x9x16x438xf16>) -> tensor<1x3x9x16x1xf16>
  %10 = "onnx.Constant"() {value = dense<[1, 3, 9, 16]> : tensor<4xi64>} : () -> tensor<4xi64>
  %11 = "onnx.Reshape"(%9, %10) : (tensor<1x3x9x16x1xf16>, tensor<4xi64>) -> tensor<1x3x9x16xf16>
  %12 = "IE.Exp"(%11) : (tensor<1x3x9x16xf16>) -> tensor<1x3x9x16xf16>
  %13 = "onnx.Concat"(%5, %8, %12) {axis = 3 : si64} : (tensor<1x3x9x16xf16>, tensor<1x3x9x6976xf16>, tensor<1x3x9x16xf16>) -> tensor<1x3x9x7008xf16>
  return %13 : tensor<1x3x9x7008xf16>
}
// -----
// optimize-reorders: 1 reorders, 377568 bytes; the peer 379296 bytes
func.func @g027(%a0: tensor<1x3x9x16x438xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1, d4)>}>) -> tensor<1x3x144x438xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x3x9x16x438xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d1, d4)>}> -> tensor<1x3x9x16x438xf16>
  %2 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 0>, static_sizes = array<i64: 1, 3, 9, 16, 1>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x3x9x16x438xf16>) -> tensor<1x3x9x16x1xf16>
  %3 = "onnx.Constant"() {value = dense<[1, 3, 9, 16]> : tensor<4xi64>} : () -> tensor<4xi64>
  %4 = "onnx.Reshape"(%2, %3) : (tensor<1x3x9x16x1xf16>, tensor<4xi64>) -> tensor<1x3x9x16xf16>
  %5 = "IE.Sigmoid"(%4) : (tensor<1x3x9x16xf16>) -> tensor<1x3x9x16xf16>
  %6 = "onnx.Constant"() {value = dense<[1, 3, 144, 1]> : tensor<4xi64>} : () -> tensor<4xi64>
  %7 = "onnx.Reshape"(%5, %6) : (tensor<1x3x9x16xf16>, tensor<4xi64>) -> tensor<1x3x144x1xf16>
  %8 = layout.reorder %7 : tensor<1x3x144x1xf16> -> tensor<1x3x144x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %9 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 1>, static_sizes = array<i64: 1, 3, 9, 16, 437>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x3x9x16x438xf16>) -> tensor<1x3x9x16x437xf16>
  %10 = "onnx.Constant"() {value = dense<[1, 3, 144, 437]> : tensor<4xi64>} : () -> tensor<4xi64>
  %11 = "onnx.Reshape"(%9, %10) : (tensor<1x3x9x16x437xf16>, tensor<4xi64>) -> tensor<1x3x144x437xf16>
  %12 = layout.reorder %11 : tensor<1x3x144x437xf16> -> tensor<1x3x144x437xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %13 = "onnx.Concat"(%8, %12) {axis = 3 : si64} : (tensor<1x3x144x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x3x144x437xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x3x144x438xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %13 : tensor<1x3x144x438xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 1 reorders, 2621440 bytes; the peer 8388608 bytes
func.func @g028(%a0: tensor<1x5x512x512xf16>) -> tensor<1x16x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<16x16x1x1xf16>} : () -> tensor<16x16x1x1xf16>
  %2 = layout.reorder %a0 : tensor<1x5x512x512xf16> -> tensor<1x5x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.Expand"(%2) : (tensor<1x5x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = "IE.Convolution"(%3, %1) : (tensor<1x16x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<16x16x1x1xf16>) -> tensor<1x16x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x16x512x512xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g031(%a0: tensor<1x1x64x64xf16>) -> tensor<1x16x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<16x16x1x1xf16>} : () -> tensor<16x16x1x1xf16>
  %2 = layout.reorder %a0 : tensor<1x1x64x64xf16> -> tensor<1x1x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.Expand"(%2) : (tensor<1x1x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = "IE.Convolution"(%3, %1) : (tensor<1x16x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<16x16x1x1xf16>) -> tensor<1x16x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x16x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 2 reorders, 2340 bytes; the peer 13650 bytes
func.func @g033(%a0: tensor<1x3x15x13xf16>) -> tensor<1x3x15x13xf16> {
  %1 = layout.reorder %a0 : tensor<1x3x15x13xf16> -> tensor<1x3x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "IE.Expand"(%1) : (tensor<1x3x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.MaxPool"(%2) : (tensor<1x16x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x16x15x13xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x15x13xf16>
  %5 = "tensor.extract_slice"(%4) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 3, 15, 13>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x15x13xf16>) -> tensor<1x3x15x13xf16>
  return %5 : tensor<1x3x15x13xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g036(%a0: tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, %a1: tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x4x4x2xf16>
  %2 = layout.reorder %a1 : tensor<1x4x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x4x4x2xf16>
  %3 = "onnx.Concat"(%1, %2) {axis = 1 : si64} : (tensor<1x4x4x2xf16>, tensor<1x4x4x2xf16>) -> tensor<1x8x4x2xf16>
  %4 = layout.reorder %3 : tensor<1x8x4x2xf16> -> tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x8x4x2xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 2 reorders, 3072 bytes; the peer 1536 bytes
func.func @g038(%a0: tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, %a1: tensor<1x12x8x8xf16>) -> tensor<1x24x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "tensor.extract_slice"(%a0) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 12, 8, 8>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x12x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = layout.reorder %1 : tensor<1x12x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x12x8x8xf16>
  %3 = "onnx.Concat"(%2, %a1) {axis = 1 : si64} : (tensor<1x12x8x8xf16>, tensor<1x12x8x8xf16>) -> tensor<1x24x8x8xf16>
  %4 = layout.reorder %3 : tensor<1x24x8x8xf16> -> tensor<1x24x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x24x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 3 reorders, 4608 bytes; the peer 3584 bytes
func.func @g039(%a0: tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, %a1: tensor<1x12x8x8xf16>, %a2: tensor<1x12x8x8xf16>) -> tensor<1x36x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "tensor.extract_slice"(%a0) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 12, 8, 8>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x12x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = layout.reorder %1 : tensor<1x12x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x12x8x8xf16>
  %3 = "onnx.Concat"(%2, %a1, %a2) {axis = 1 : si64} : (tensor<1x12x8x8xf16>, tensor<1x12x8x8xf16>, tensor<1x12x8x8xf16>) -> tensor<1x36x8x8xf16>
  %4 = layout.reorder %3 : tensor<1x36x8x8xf16> -> tensor<1x36x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x36x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 1 reorders, 230400 bytes; the peer 230400 bytes
func.func @g046(%a0: tensor<1x128x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> (tensor<1x4x30x30x16xf16>, tensor<1x4x30x30x16xf16>) {
  %1 = layout.reorder %a0 : tensor<1x128x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x128x30x30xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 4, 32, 30, 30]> : tensor<5xi64>} : () -> tensor<5xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x128x30x30xf16>, tensor<5xi64>) -> tensor<1x4x32x30x30xf16>
  %4 = "onnx.Transpose"(%3) {perm = [0, 1, 3, 4, 2]} : (tensor<1x4x32x30x30xf16>) -> tensor<1x4x30x30x32xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}>
  %5 = layout.reorder %4 : tensor<1x4x30x30x32xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}> -> tensor<1x4x30x30x32xf16>
  %6 = "tensor.extract_slice"(%5) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 0>, static_sizes = array<i64: 1, 4, 30, 30, 16>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x4x30x30x32xf16>) -> tensor<1x4x30x30x16xf16>
  %7 = "tensor.extract_slice"(%5) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0, 1>, static_sizes = array<i64: 1, 4, 30, 30, 16>, static_strides = array<i64: 1, 1, 1, 1, 1>} : (tensor<1x4x30x30x32xf16>) -> tensor<1x4x30x30x16xf16>
  return %6, %7 : tensor<1x4x30x30x16xf16>, tensor<1x4x30x30x16xf16>
}
// -----
// optimize-reorders: 2 reorders, 6144 bytes; the peer 10240 bytes
func.func @g047(%a0: tensor<1x8x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> (tensor<1x128x3x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x8x2x128xf16>) {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<1x8x2x128xf16>} : () -> tensor<1x8x2x128xf16>
  %2 = layout.reorder %a0 : tensor<1x8x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x8x1x128xf16>
  %3 = "onnx.Concat"(%1, %2) {axis = 2 : si64} : (tensor<1x8x2x128xf16>, tensor<1x8x1x128xf16>) -> tensor<1x8x3x128xf16>
  %4 = "onnx.Transpose"(%3) {perm = [0, 3, 2, 1]} : (tensor<1x8x3x128xf16>) -> tensor<1x128x3x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>
  %5 = layout.reorder %4 : tensor<1x128x3x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}> -> tensor<1x128x3x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %6 = "tensor.extract_slice"(%3) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 1, 0>, static_sizes = array<i64: 1, 8, 2, 128>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x8x3x128xf16>) -> tensor<1x8x2x128xf16>
  return %5, %6 : tensor<1x128x3x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x8x2x128xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g048(%a0: tensor<1x16x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<1x16x2x128xf16>} : () -> tensor<1x16x2x128xf16>
  %2 = "IE.ReadValue"(%1) {layout.state = "cell"} : (tensor<1x16x2x128xf16>) -> tensor<1x16x2x128xf16>
  %3 = layout.reorder %a0 : tensor<1x16x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x1x128xf16>
  %4 = "onnx.Concat"(%2, %3) {axis = 2 : si64} : (tensor<1x16x2x128xf16>, tensor<1x16x1x128xf16>) -> tensor<1x16x3x128xf16>
  %5 = layout.reorder %4 : tensor<1x16x3x128xf16> -> tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %6 = "tensor.extract_slice"(%4) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 1, 0>, static_sizes = array<i64: 1, 16, 2, 128>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x3x128xf16>) -> tensor<1x16x2x128xf16>
  %7 = "IE.Assign"(%6) {layout.state = "cell"} : (tensor<1x16x2x128xf16>) -> tensor<1x16x2x128xf16>
  return %5 : tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 16384 bytes
func.func @g049(%a0: tensor<1x16x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<1x16x2x128xf16>} : () -> tensor<1x16x2x128xf16>
  %2 = "IE.ReadValue"(%1) {layout.state = "cell"} : (tensor<1x16x2x128xf16>) -> tensor<1x16x2x128xf16>
  %3 = "IE.Negative"(%2) : (tensor<1x16x2x128xf16>) -> tensor<1x16x2x128xf16>
  %4 = layout.reorder %3 : tensor<1x16x2x128xf16> -> tensor<1x16x2x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %5 = "onnx.Concat"(%4, %a0) {axis = 2 : si64} : (tensor<1x16x2x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x1x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %6 = "tensor.extract_slice"(%5) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 1, 0>, static_sizes = array<i64: 1, 16, 2, 128>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x2x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %7 = layout.reorder %6 : tensor<1x16x2x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x2x128xf16>
  %8 = "IE.Assign"(%7) {layout.state = "cell"} : (tensor<1x16x2x128xf16>) -> tensor<1x16x2x128xf16>
  return %5 : tensor<1x16x3x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 2 reorders, 10800 bytes; the peer 10800 bytes
func.func @g050(%a0: tensor<1x3x30x30xf16>) -> tensor<1x3x30x30xf16> {
  %1 = layout.reorder %a0 : tensor<1x3x30x30xf16> -> tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "IE.Add"(%1, %1) : (tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = layout.reorder %2 : tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x3x30x30xf16>
  return %3 : tensor<1x3x30x30xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 10800 bytes
func.func @g050_order_blind(%a0: tensor<1x3x30x30xf16>) -> tensor<1x3x30x30xf16> {
  %1 = layout.reorder %a0 : tensor<1x3x30x30xf16> -> tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "IE.AddSw"(%1, %1) : (tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = layout.reorder %2 : tensor<1x3x30x30xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x3x30x30xf16>
  return %3 : tensor<1x3x30x30xf16>
}
// -----
// optimize-reorders: 1 reorders, 3264000 bytes; the peer 6528000 bytes
func.func @g055(%a0: tensor<1x3x40x80x170xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}>) -> tensor<1x3x3200x170xf32> {
  %1 = layout.reorder %a0 : tensor<1x3x40x80x170xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}> -> tensor<1x3x40x80x170xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 3, 3200, 170]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x3x40x80x170xf16>, tensor<4xi64>) -> tensor<1x3x3200x170xf16>
  %4 = "IE.Convert"(%3) : (tensor<1x3x3200x170xf16>) -> tensor<1x3x3200x170xf32>
  %5 = "onnx.Constant"() {value = dense<[1, 9600, 170]> : tensor<3xi64>} : () -> tensor<3xi64>
  %6 = "onnx.Reshape"(%4, %5) : (tensor<1x3x3200x170xf32>, tensor<3xi64>) -> tensor<1x9600x170xf32>
  %7 = "IE.SoftMax"(%6) : (tensor<1x9600x170xf32>) -> tensor<1x9600x170xf32>
  %8 = "onnx.Constant"() {value = dense<[1, 3, 3200, 170]> : tensor<4xi64>} : () -> tensor<4xi64>
  %9 = "onnx.Reshape"(%7, %8) : (tensor<1x9600x170xf32>, tensor<4xi64>) -> tensor<1x3x3200x170xf32>
  return %9 : tensor<1x3x3200x170xf32>
}
// -----
// optimize-reorders: 1 reorders, 3264000 bytes; the peer 3264000 bytes
func.func @g056(%a0: tensor<1x3x40x80x170xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}>) -> tensor<1x3x3200x170xf32> {
  %1 = layout.reorder %a0 : tensor<1x3x40x80x170xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d2, d3)>}> -> tensor<1x3x40x80x170xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 3, 3200, 170]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x3x40x80x170xf16>, tensor<4xi64>) -> tensor<1x3x3200x170xf16>
  %4 = "IE.Convert"(%3) : (tensor<1x3x3200x170xf16>) -> tensor<1x3x3200x170xf32>
  %5 = "onnx.Constant"() {value = dense<[1, 9600, 170]> : tensor<3xi64>} : () -> tensor<3xi64>
  %6 = "onnx.Reshape"(%4, %5) : (tensor<1x3x3200x170xf32>, tensor<3xi64>) -> tensor<1x9600x170xf32>
  %7 = "onnx.Constant"() {value = dense<[1, 3, 3200, 170]> : tensor<4xi64>} : () -> tensor<4xi64>
  %8 = "onnx.Reshape"(%6, %7) : (tensor<1x9600x170xf32>, tensor<4xi64>) -> tensor<1x3x3200x170xf32>
  return %8 : tensor<1x3x3200x170xf32>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g059(%a0: tensor<1x16x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x16x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x8x4xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 16, 4, 8]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x16x8x4xf16>, tensor<4xi64>) -> tensor<1x16x4x8xf16>
  %4 = layout.reorder %3 : tensor<1x16x4x8xf16> -> tensor<1x16x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x16x4x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 2 reorders, 2048 bytes; the peer 2048 bytes
func.func @g060(%a0: tensor<1x16x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x8x16x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x16x8x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x8x4xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 8, 16, 4]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x16x8x4xf16>, tensor<4xi64>) -> tensor<1x8x16x4xf16>
  %4 = layout.reorder %3 : tensor<1x8x16x4xf16> -> tensor<1x8x16x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x8x16x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g061(%a0: tensor<1x1x64x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>) -> tensor<1x64x128x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x1x64x128xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}> -> tensor<1x1x64x128xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 64, 128, 1]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x1x64x128xf16>, tensor<4xi64>) -> tensor<1x64x128x1xf16>
  %4 = layout.reorder %3 : tensor<1x64x128x1xf16> -> tensor<1x64x128x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>
  return %4 : tensor<1x64x128x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2, d1)>}>
}
// -----
// optimize-reorders: 1 reorders, 4096000 bytes; the peer 4096000 bytes
func.func @g064(%a0: tensor<8000x256x1x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>}>) -> tensor<1x8000x16x16xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<8000x256x1x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d2, d0, d3, d1)>}> -> tensor<8000x256x1x1xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 8000, 16, 16]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<8000x256x1x1xf16>, tensor<4xi64>) -> tensor<1x8000x16x16xf16>
  %4 = layout.reorder %3 : tensor<1x8000x16x16xf16> -> tensor<1x8000x16x16xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %4 : tensor<1x8000x16x16xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g070(%a0: tensor<1x8x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}>, %a1: tensor<1x8x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}>) -> tensor<1x4x6x10x16xf16> {
  %1 = "onnx.Concat"(%a0, %a1) {axis = 1 : si64} : (tensor<1x8x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}>, tensor<1x8x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}>) -> tensor<1x16x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}>
  %2 = layout.reorder %1 : tensor<1x16x4x6x10xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4, d1)>}> -> tensor<1x16x4x6x10xf16>
  %3 = "onnx.Transpose"(%2) {perm = [0, 2, 3, 4, 1]} : (tensor<1x16x4x6x10xf16>) -> tensor<1x4x6x10x16xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2, d3)>}>
  %4 = layout.reorder %3 : tensor<1x4x6x10x16xf16, {order = affine_map<(d0, d1, d2, d3, d4) -> (d0, d4, d1, d2, d3)>}> -> tensor<1x4x6x10x16xf16>
  return %4 : tensor<1x4x6x10x16xf16>
}
// -----
// optimize-reorders: 2 reorders, 1664 bytes; the peer 5120 bytes
func.func @g072(%a0: tensor<1x16x8x8xf16>, %a1: tensor<1x4x8x8xf16>, %a2: tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x29x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "tensor.extract_slice"(%a0) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 12, 8, 8>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x8x8xf16>) -> tensor<1x12x8x8xf16>
  %2 = "tensor.extract_slice"(%a1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 2, 0, 0>, static_sizes = array<i64: 1, 1, 8, 8>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x4x8x8xf16>) -> tensor<1x1x8x8xf16>
  %3 = layout.reorder %a2 : tensor<1x16x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x8x8xf16>
  %4 = "onnx.Concat"(%3, %1, %2) {axis = 1 : si64} : (tensor<1x16x8x8xf16>, tensor<1x12x8x8xf16>, tensor<1x1x8x8xf16>) -> tensor<1x29x8x8xf16>
  %5 = layout.reorder %4 : tensor<1x29x8x8xf16> -> tensor<1x29x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %5 : tensor<1x29x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 15488 bytes
func.func @g073(%a0: tensor<1x1x11x11xf16>) -> tensor<1x64x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = layout.reorder %a0 : tensor<1x1x11x11xf16> -> tensor<1x1x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "IE.Tile"(%1) : (tensor<1x1x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x64x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %2 : tensor<1x64x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 15488 bytes
func.func @g077(%a0: tensor<1x64x1x1xf16>) -> tensor<1x64x11x11xf16> {
  %1 = layout.reorder %a0 : tensor<1x64x1x1xf16> -> tensor<1x64x1x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = "IE.Tile"(%1) : (tensor<1x64x1x1xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x64x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = layout.reorder %2 : tensor<1x64x11x11xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x64x11x11xf16>
  return %3 : tensor<1x64x11x11xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 12800 bytes
func.func @g081(%a0: tensor<1x1x1x208xf16>) -> (tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) {
  %1 = "IE.Expand"(%a0) : (tensor<1x1x1x208xf16>) -> tensor<1x16x1x208xf16>
  %2 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 0>, static_sizes = array<i64: 1, 16, 1, 200>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x1x208xf16>) -> tensor<1x16x1x200xf16>
  %3 = layout.reorder %2 : tensor<1x16x1x200xf16> -> tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0, 8>, static_sizes = array<i64: 1, 16, 1, 200>, static_strides = array<i64: 1, 1, 1, 1>} : (tensor<1x16x1x208xf16>) -> tensor<1x16x1x200xf16>
  %5 = layout.reorder %4 : tensor<1x16x1x200xf16> -> tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %3, %5 : tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x1x200xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 1 reorders, 511944 bytes; the peer 1023888 bytes
func.func @g083(%a0: tensor<1x2x332x771xui8>) -> tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> {
  %1 = "IE.Convert"(%a0) : (tensor<1x2x332x771xui8>) -> tensor<1x2x332x771xf16>
  %2 = layout.reorder %1 : tensor<1x2x332x771xf16> -> tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %2 : tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 2047680 bytes
func.func @g084(%a0: tensor<1x1x332x771xui8>) -> (tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) {
  %1 = "IE.Expand"(%a0) : (tensor<1x1x332x771xui8>) -> tensor<1x2x332x771xui8>
  %2 = "IE.Convert"(%1) : (tensor<1x2x332x771xui8>) -> tensor<1x2x332x771xf16>
  %3 = layout.reorder %2 : tensor<1x2x332x771xf16> -> tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = "IE.Convert"(%1) : (tensor<1x2x332x771xui8>) -> tensor<1x2x332x771xf16>
  %5 = layout.reorder %4 : tensor<1x2x332x771xf16> -> tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  return %3, %5 : tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x2x332x771xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g085(%a0: tensor<1x16x24xf16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}>) -> (tensor<1x8x24xf16>, tensor<16x24xf16>) {
  %1 = layout.reorder %a0 : tensor<1x16x24xf16, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}> -> tensor<1x16x24xf16>
  %2 = "tensor.extract_slice"(%1) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0, 0, 0>, static_sizes = array<i64: 1, 8, 24>, static_strides = array<i64: 1, 1, 1>} : (tensor<1x16x24xf16>) -> tensor<1x8x24xf16>
  %3 = "onnx.Constant"() {value = dense<[16, 24]> : tensor<2xi64>} : () -> tensor<2xi64>
  %4 = "onnx.Reshape"(%1, %3) : (tensor<1x16x24xf16>, tensor<2xi64>) -> tensor<16x24xf16>
  return %2, %4 : tensor<1x8x24xf16>, tensor<16x24xf16>
}
// -----
// optimize-reorders: 1 reorders, 768 bytes; the peer 64512 bytes
func.func @g090(%a0: tensor<1x16x4x6xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> (tensor<1x16x24x83xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x24x1xf16>) {
  %1 = layout.reorder %a0 : tensor<1x16x4x6xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x4x6xf16>
  %2 = "onnx.Constant"() {value = dense<[1, 16, 24, 1]> : tensor<4xi64>} : () -> tensor<4xi64>
  %3 = "onnx.Reshape"(%1, %2) : (tensor<1x16x4x6xf16>, tensor<4xi64>) -> tensor<1x16x24x1xf16>
  %4 = "IE.Tile"(%3) : (tensor<1x16x24x1xf16>) -> tensor<1x16x24x83xf16>
  %5 = "onnx.Constant"() {value = dense<[1, 16, 1992, 1]> : tensor<4xi64>} : () -> tensor<4xi64>
  %6 = "onnx.Reshape"(%4, %5) : (tensor<1x16x24x83xf16>, tensor<4xi64>) -> tensor<1x16x1992x1xf16>
  %7 = "onnx.Constant"() {value = dense<[1, 16, 24, 83]> : tensor<4xi64>} : () -> tensor<4xi64>
  %8 = "onnx.Reshape"(%6, %7) : (tensor<1x16x1992x1xf16>, tensor<4xi64>) -> tensor<1x16x24x83xf16>
  %9 = layout.reorder %8 : tensor<1x16x24x83xf16> -> tensor<1x16x24x83xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %10 = layout.reorder %a0 : tensor<1x16x4x6xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x4x6xf16>
  %11 = "onnx.Constant"() {value = dense<[1, 16, 24, 1]> : tensor<4xi64>} : () -> tensor<4xi64>
  %12 = "onnx.Reshape"(%10, %11) : (tensor<1x16x4x6xf16>, tensor<4xi64>) -> tensor<1x16x24x1xf16>
  return %9, %12 : tensor<1x16x24x83xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x24x1xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g094(%a0: tensor<1x1x8x8xf16>) -> tensor<1x1x8x8xf16> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<1x1x8x8xf16>} : () -> tensor<1x1x8x8xf16>
  %2 = layout.reorder %a0 : tensor<1x1x8x8xf16> -> tensor<1x1x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.Add"(%2, %1) : (tensor<1x1x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x1x8x8xf16>) -> tensor<1x1x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x1x8x8xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x1x8x8xf16>
  return %4 : tensor<1x1x8x8xf16>
}
// -----
// optimize-reorders: 2 reorders, 1179648 bytes; the peer 0 bytes
func.func @g095(%a0: tensor<1x16x96x192xf16>) -> tensor<1x16x96x192xf16> {
  %1 = layout.reorder %a0 : tensor<1x16x96x192xf16> -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = layout.reorder %a0 : tensor<1x16x96x192xf16> -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.Add"(%1, %2) : (tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x96x192xf16>
  %5 = "IE.MVN1"(%4) : (tensor<1x16x96x192xf16>) -> tensor<1x16x96x192xf16>
  return %5 : tensor<1x16x96x192xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g095_order_blind(%a0: tensor<1x16x96x192xf16>) -> tensor<1x16x96x192xf16> {
  %1 = layout.reorder %a0 : tensor<1x16x96x192xf16> -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %2 = layout.reorder %a0 : tensor<1x16x96x192xf16> -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.AddSw"(%1, %2) : (tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x16x96x192xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x16x96x192xf16>
  %5 = "IE.MVN1"(%4) : (tensor<1x16x96x192xf16>) -> tensor<1x16x96x192xf16>
  return %5 : tensor<1x16x96x192xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 12582912 bytes
func.func @g101(%a0: tensor<1x768x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x64x70x768xf16> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<768x1x1x1xf16>} : () -> tensor<768x1x1x1xf16>
  %2 = "onnx.Constant"() {value = dense<1.0> : tensor<1x64x6x768xf16>} : () -> tensor<1x64x6x768xf16>
  %3 = "IE.GroupConvolution"(%a0, %1) : (tensor<1x768x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<768x1x1x1xf16>) -> tensor<1x768x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x768x64x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x768x64x64xf16>
  %5 = "onnx.Transpose"(%4) {perm = [0, 2, 3, 1]} : (tensor<1x768x64x64xf16>) -> tensor<1x64x64x768xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}>
  %6 = layout.reorder %5 : tensor<1x64x64x768xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>}> -> tensor<1x64x64x768xf16>
  %7 = "onnx.Concat"(%6, %2) {axis = 2 : si64} : (tensor<1x64x64x768xf16>, tensor<1x64x6x768xf16>) -> tensor<1x64x70x768xf16>
  return %7 : tensor<1x64x70x768xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 0 bytes
func.func @g122(%a0: tensor<1x48x60x60xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x48x60x60xf16> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<48x48x1x1xf16>} : () -> tensor<48x48x1x1xf16>
  %2 = "IE.ConvolutionAnyOut"(%a0, %1) : (tensor<1x48x60x60xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<48x48x1x1xf16>) -> tensor<1x48x60x60xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = layout.reorder %2 : tensor<1x48x60x60xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x48x60x60xf16>
  return %3 : tensor<1x48x60x60xf16>
}
// -----
// optimize-reorders: 0 reorders, 0 bytes; the peer 1572864 bytes
func.func @g138(%a0: tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}> {
  %1 = "onnx.Constant"() {value = dense<1.0> : tensor<256x256x1x1xf16>} : () -> tensor<256x256x1x1xf16>
  %2 = "IE.ConvolutionAnyOut"(%a0, %1) : (tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>, tensor<256x256x1x1xf16>) -> tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %3 = "IE.MVN1"(%2) : (tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>) -> tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}>
  %4 = layout.reorder %3 : tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>}> -> tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
  return %4 : tensor<1x256x48x64xf16, {order = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>}>
}
