// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The axes are an attribute; without it, all dims of length 1 are removed.
// CHECK: %a = "onnx.SqueezeV11"(%y) {axes = [-1]} : (tensor<1x3x1xf32>) -> tensor<1x3xf32>
// CHECK-NEXT: %b = "onnx.SqueezeV11"(%y) : (tensor<1x3x1xf32>) -> tensor<3xf32>
func.func @f(%y: tensor<1x3x1xf32>) {
  %a = "onnx.SqueezeV11"(%y) {axes = [-1]} : (tensor<1x3x1xf32>) -> tensor<1x3xf32>
  %b = "onnx.SqueezeV11"(%y) : (tensor<1x3x1xf32>) -> tensor<3xf32>
  return
}
