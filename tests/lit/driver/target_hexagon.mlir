// RUN: layoutc %s --target=%S/../../../examples/targets/hexagon.mlir --passes=assign-layouts -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: layoutc eval %t.mlir --of=@f:%%0 | FileCheck %s --check-prefix=SIZE16
// RUN: layoutc eval %t.mlir --of=@f:%%0 --at=0,33,9,6 | FileCheck %s --check-prefix=ELEMENT16
// RUN: layoutc eval %t.mlir --of=@f:%%1 | FileCheck %s --check-prefix=SIZE8
// RUN: layoutc eval %t.mlir --of=@f:%%1 --at=0,33,9,6 | FileCheck %s --check-prefix=ELEMENT8
// RUN: layoutc %t.mlir --passes=resolve-strides --emit=none

// A crouton has 2048 bytes. An image of 40 channels and 10 x 7 pixels has 2 x 2 x 2 croutons of 8 x 4 x 32 elements of 16
// bits: 16384 bytes; and 2 x 1 x 2 of 8 x 8 x 32 elements of 8 bits: 8192 bytes. (0, 33, 9, 6) has the index
// (0, 1, 1, 1, 1, 1, 1, 0) in the array (1, 2, 2, 2, 8, 2, 32, 2): ((1 * 2 + 1) * 2 + 1) * 1024 + ((1 * 2 + 1) * 32 + 1) * 2 =
// 7362. It has the index (0, 1, 0, 1, 1, 6, 1) in the array (1, 2, 1, 2, 8, 8, 32): (1 * 2 + 1) * 2048 + (1 * 8 + 6) * 32 + 1 =
// 6593.

// CHECK: "onnx.Conv"
// CHECK-SAME: -> tensor<1x40x10x7xf16, {layout = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8, d3 floordiv 4, d1 floordiv 32, d2 mod 8, (d3 mod 4) floordiv 2, d1 mod 32, d3 mod 2)>}>
// CHECK: "onnx.MaxPoolSingleOut"
// CHECK-SAME: -> tensor<1x40x10x7xi8, {layout = affine_map<(d0, d1, d2, d3) -> (d0, d2 floordiv 8, d3 floordiv 8, d1 floordiv 32, d2 mod 8, d3 mod 8, d1 mod 32)>}>
// SIZE16: "size_bytes":16384
// ELEMENT16: "offset":7362
// SIZE8: "size_bytes":8192
// ELEMENT8: "offset":6593
func.func @f(%x: tensor<1x40x10x7xf16>, %y: tensor<1x40x10x7xi8>, %w: tensor<40x40x1x1xf16>) -> (tensor<1x40x10x7xf16>, tensor<1x40x10x7xi8>) {
  %n = "onnx.NoValue"() {value} : () -> none
  %0 = "onnx.Conv"(%x, %w, %n) : (tensor<1x40x10x7xf16>, tensor<40x40x1x1xf16>, none) -> tensor<1x40x10x7xf16>
  %1 = "onnx.MaxPoolSingleOut"(%y) {kernel_shape = [1, 1]} : (tensor<1x40x10x7xi8>) -> tensor<1x40x10x7xi8>
  return %0, %1 : tensor<1x40x10x7xf16>, tensor<1x40x10x7xi8>
}
