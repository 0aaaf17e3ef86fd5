// RUN: layoutc %s --target=%S/../../../examples/targets/mnn.mlir --passes=assign-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layoutc eval %t.mlir --of=@f:%%0 | FileCheck %s --check-prefix=SIZE
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=1,5,2,3 | FileCheck %s --check-prefix=ELEMENT
// RUN: layoutc %t.mlir --passes=resolve-strides --emit=none

// 2 images of 6 channels and 3 x 5 pixels have 2 * ALIGN_UP4(6) * 15 = 240 elements. (1, 5, 2, 3) is at
// 1 * 120 + 1 * 60 + 2 * 20 + 3 * 4 + 1 = 233.

// CHECK: "onnx.Conv"
// CHECK-SAME: -> tensor<2x6x3x5xf32, {layout = @NC4HW4}>
// SIZE: "allocation":240,"size_bytes":960
// ELEMENT: "offset":233
func.func @f(%x: tensor<2x6x3x5xf32>, %w: tensor<6x6x1x1xf32>) -> tensor<2x6x3x5xf32> {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<2x6x3x5xf32>, tensor<6x6x1x1xf32>, none) -> tensor<2x6x3x5xf32>
  return %0 : tensor<2x6x3x5xf32>
}
