// RUN: layoutc %s --emit=mlir | FileCheck %s
// RUN: layoutc %s --emit=mlir | layoutc --emit=mlir | FileCheck %s

// Ops are printed in custom form if they have one; names and aliases are preserved.
// CHECK: #CN = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: module {
// CHECK-NEXT: func.func @f(%x: tensor<4x6xf32>) -> tensor<4x6xf32, {order = #CN}> {
// CHECK-NEXT: %conv1 = "onnx.Relu"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
// CHECK-NEXT: %y = layout.reorder %conv1 : tensor<4x6xf32> -> tensor<4x6xf32, {order = #CN}>
// CHECK-NEXT: return %y : tensor<4x6xf32, {order = #CN}>
#CN = affine_map<(d0, d1) -> (d1, d0)>
"func.func"() ({
^bb0(%x: tensor<4x6xf32>):
  %conv1 = "onnx.Relu"(%x) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = "layout.reorder"(%conv1) : (tensor<4x6xf32>) -> tensor<4x6xf32, {order = #CN}>
  "func.return"(%y) : (tensor<4x6xf32, {order = #CN}>) -> ()
}) {sym_name = "f", function_type = (tensor<4x6xf32>) -> tensor<4x6xf32, {order = #CN}>} : () -> ()
