// A shape cannot express requirements and bounds. Types that stay, as those of arguments do, keep them.
// RUN: layoutc %s --passes=materialize-layouts --diagnostics=short 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=REMARK --implicit-check-not=remark %s

// REMARK: :{{[0-9]+}}:{{[0-9]+}}: remark[L0409]: `bounds` of 1 value dropped: a shape cannot express it
// REMARK: :{{[0-9]+}}:{{[0-9]+}}: remark[L0409]: `reqs` of 2 values dropped: a shape cannot express it
// CHECK: "onnx.Relu"(%x) : (tensor<?x6xf32, {bounds = array<i64: 8, 6>}>) -> tensor<?x6xf32>
// CHECK: "onnx.Relu"(%y) : (tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>) -> tensor<4x6xf32>
func.func @f(%x: tensor<?x6xf32, {bounds = array<i64: 8, 6>}>, %y: tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>) -> (tensor<?x6xf32, {bounds = array<i64: 8, 6>}>, tensor<4x6xf32>) {
  %0 = "onnx.Relu"(%x) : (tensor<?x6xf32, {bounds = array<i64: 8, 6>}>) -> tensor<?x6xf32, {bounds = array<i64: 8, 6>}>
  %1 = "onnx.Relu"(%y) : (tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>) -> tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
  %2 = "onnx.Neg"(%1) : (tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>) -> tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}>
  %4 = layout.reorder %2 : tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<64 bytes>>}> -> tensor<4x6xf32>
  return %0, %4 : tensor<?x6xf32, {bounds = array<i64: 8, 6>}>, tensor<4x6xf32>
}
