// A dynamic dim with an expected length costs as much as a static one, also where the length is propagated.
// RUN: layoutc %s --passes=assign-layouts --target=t --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --passes=assign-layouts --target=t --emit=generic | layoutc - --passes=assign-layouts --target=t --emit=none --stats 2>&1 | FileCheck %s --check-prefix=AGAIN

layout.target @t {
  layout.rule "nn.b" [#layout.choice<(CWH, row_major) -> row_major>, #layout.choice<(row_major, CWH) -> row_major>]
  layout.rule "nn.relu" [#layout.choice<same>]
}

// 8 x 512 x 64 elements are more than 2 x 512 x 64.
// CHECK-LABEL: @listed(%x: tensor<?x512x64xf32> {layout.expected = {d0 = 8 : i64}}
// CHECK: layout.reorder %y
// CHECK: "nn.b"(%x,
func.func @listed(%x: tensor<?x512x64xf32> {layout.expected = [d0: 8]}, %y: tensor<2x512x64xf32>) -> tensor<2x512x64xf32> {
  %0 = "nn.b"(%x, %y) : (tensor<?x512x64xf32>, tensor<2x512x64xf32>) -> tensor<2x512x64xf32>
  return %0 : tensor<2x512x64xf32>
}

// Through an elementwise op, a transpose, a reorder and a reshape.
// CHECK-LABEL: @propagated
// CHECK: layout.reorder %y
// CHECK: "nn.b"(%4,
func.func @propagated(%x: tensor<64x?x512xf32, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}> {layout.expected = {d1 = 8 : i64}}, %y: tensor<2x512x64xf32>) -> tensor<2x512x64xf32> {
  %0 = "nn.relu"(%x) : (tensor<64x?x512xf32, {order = affine_map<(d0, d1, d2) -> (d1, d2, d0)>}>) -> tensor<64x?x512xf32>
  %1 = "onnx.Transpose"(%0) {perm = [1, 2, 0]} : (tensor<64x?x512xf32>) -> tensor<?x512x64xf32>
  %2 = layout.reorder %1 : tensor<?x512x64xf32> -> tensor<?x512x64xf32>
  %3 = arith.negf %2 : tensor<?x512x64xf32>
  %4 = "nn.relu"(%3) : (tensor<?x512x64xf32>) -> tensor<?x512x64xf32>
  %5 = "nn.b"(%4, %y) : (tensor<?x512x64xf32>, tensor<2x512x64xf32>) -> tensor<2x512x64xf32>
  return %5 : tensor<2x512x64xf32>
}

// The length of a result is listed on its op.
// CHECK-LABEL: @results
// CHECK: layout.reorder %y
func.func @results(%x: tensor<4xi64>, %y: tensor<2x512x64xf32>) -> tensor<2x512x64xf32> {
  %0:2 = "nn.nonzero"(%x) {layout.expected = [unit, {d0 = 8 : i64}]} : (tensor<4xi64>) -> (tensor<?xf32>, tensor<?x512x64xf32>)
  %1 = "nn.b"(%0#1, %y) : (tensor<?x512x64xf32>, tensor<2x512x64xf32>) -> tensor<2x512x64xf32>
  return %1 : tensor<2x512x64xf32>
}

// AGAIN: cost (bytes)
