// RUN: layoutc %s --target=%S/../../../examples/targets/ane.mlir --passes=assign-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layoutc eval %t.mlir --of=@f:%%0 | FileCheck %s --check-prefix=LINE
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=0,2,0,0 | FileCheck %s --check-prefix=CHANNEL
// RUN: layoutc eval %t.mlir --of=@f:%%1 | FileCheck %s --check-prefix=POINT16
// RUN: layoutc eval %t.mlir --of=@f:%%2 | FileCheck %s --check-prefix=POINT8
// RUN: layoutc %t.mlir --passes=resolve-strides --emit=none

// 40 elements of 16 bits fill 128 bytes. A last dim of length 1 needs 64 bytes: 32 times the memory in 16 bits, and 64 times
// in 8 bits.

// CHECK: "onnx.Conv"
// CHECK-SAME: -> tensor<1x8x1x40xf16, {layout = @rows_of_16_bits}>
// LINE: "size_bytes":1024
// CHANNEL: "offset":128,"byte":256
// POINT16: "size_bytes":512
// POINT8: "size_bytes":512
func.func @f(%x: tensor<1x8x1x40xf16>, %y: tensor<1x8x1x1xf16>, %z: tensor<1x8x1x1xi8>, %w: tensor<8x8x1x1xf16>) -> (tensor<1x8x1x40xf16>, tensor<1x8x1x1xf16>, tensor<1x8x1x1xi8>) {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x8x1x40xf16>, tensor<8x8x1x1xf16>, none) -> tensor<1x8x1x40xf16>
  %1 = "onnx.MaxPoolSingleOut"(%y) {kernel_shape = [1, 1]} : (tensor<1x8x1x1xf16>) -> tensor<1x8x1x1xf16>
  %2 = "onnx.MaxPoolSingleOut"(%z) {kernel_shape = [1, 1]} : (tensor<1x8x1x1xi8>) -> tensor<1x8x1x1xi8>
  return %0, %1, %2 : tensor<1x8x1x40xf16>, tensor<1x8x1x1xf16>, tensor<1x8x1x1xi8>
}
