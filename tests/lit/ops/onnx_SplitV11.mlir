// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The lengths are an attribute, or the parts have equal lengths.
// CHECK: %a:2 = "onnx.SplitV11"(%x) {axis = 2 : si64, split = [1, 3]} : (tensor<2x3x4xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
// CHECK-NEXT: %b:2 = "onnx.SplitV11"(%x) : (tensor<2x3x4xf32>) -> (tensor<1x3x4xf32>, tensor<1x3x4xf32>)
func.func @f(%x: tensor<2x3x4xf32>) {
  %a:2 = "onnx.SplitV11"(%x) {axis = 2 : si64, split = [1, 3]} : (tensor<2x3x4xf32>) -> (tensor<2x3x1xf32>, tensor<2x3x3xf32>)
  %b:2 = "onnx.SplitV11"(%x) : (tensor<2x3x4xf32>) -> (tensor<1x3x4xf32>, tensor<1x3x4xf32>)
  return
}
