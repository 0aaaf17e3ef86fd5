// RUN: layoutc %s --target=%S/../../../examples/targets/onednn.mlir --passes=assign-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layoutc eval %t.mlir --of=@f:%%0 | FileCheck %s --check-prefix=SIZE
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=0,0,0,1 | FileCheck %s --check-prefix=COLUMN
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=0,1,0,0 | FileCheck %s --check-prefix=CHANNEL
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=1,17,3,4 | FileCheck %s --check-prefix=ELEMENT
// RUN: layoutc %t.mlir --passes=resolve-strides --emit=none

// By oneDNN's formula, a tensor of 2 x 20 x 5 x 6 elements in nChw16c has C = 32:
// (1, 17, 3, 4) is at 1 * 32 * 30 + 1 * 30 * 16 + 3 * 6 * 16 + 4 * 16 + 1 = 1793.

// CHECK: layout.descriptor @nChw16c
// CHECK: "onnx.Conv"
// CHECK-SAME: tensor<20x3x1x1xf32, {layout = "onednn:Ohwi16o"}>, none) -> tensor<2x20x5x6xf32, {layout = @nChw16c}>
// CHECK: "onnx.Conv"
// CHECK-SAME: tensor<20x20x1x1xf32, {layout = "onednn:OIhw16i16o"}>, none) -> tensor<2x20x5x6xf32, {layout = @nChw16c}>
// SIZE: "allocation":1920,"size_bytes":7680
// COLUMN: "offset":16
// CHANNEL: "offset":1,
// ELEMENT: "offset":1793
func.func @f(%x: tensor<2x3x5x6xf32>, %v: tensor<20x3x1x1xf32> {layout.constant}, %w: tensor<20x20x1x1xf32> {layout.constant}) -> tensor<2x20x5x6xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %v, %n) : (tensor<2x3x5x6xf32>, tensor<20x3x1x1xf32>, none) -> tensor<2x20x5x6xf32>
  %1 = "onnx.Relu"(%0) : (tensor<2x20x5x6xf32>) -> tensor<2x20x5x6xf32>
  %2 = "onnx.Conv"(%1, %w, %n) : (tensor<2x20x5x6xf32>, tensor<20x20x1x1xf32>, none) -> tensor<2x20x5x6xf32>
  return %2 : tensor<2x20x5x6xf32>
}
