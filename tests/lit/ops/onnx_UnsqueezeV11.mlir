// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The axes are an attribute.
// CHECK: %a = "onnx.UnsqueezeV11"(%y) {axes = [0, -1]} : (tensor<1x3x1xf32>) -> tensor<1x1x3x1x1xf32>
func.func @f(%y: tensor<1x3x1xf32>) {
  %a = "onnx.UnsqueezeV11"(%y) {axes = [0, -1]} : (tensor<1x3x1xf32>) -> tensor<1x1x3x1x1xf32>
  return
}
