// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc | FileCheck %s

// The op represents an absent operand.
// CHECK: %a = "onnx.NoValue"() {value} : () -> none
func.func @f(%x: tensor<2x3x4xf32>) {
  %a = "onnx.NoValue"() {value} : () -> none
  return
}
