// RUN: layoutc %s --passes=assign-layouts,resolve-strides | FileCheck %s
// RUN: layoutc %s --passes='assign-layouts,resolve-strides{copies=insert}' | FileCheck %s

// `%x0` and `%x1` have the same offsets in both concats, so one buffer contains all values.
// CHECK-NOT: layout.reorder
// CHECK: %x1 = {{.*}} -> tensor<2x4x2x2xf16, {offset = 16 : i64, order = #NCHW, strides = [48, 4, 2, 1]}>
// CHECK: %c1 = {{.*}} -> tensor<2x8x2x2xf16, {order = #NCHW, strides = [48, 4, 2, 1]}>
// CHECK: %x2 = {{.*}} -> tensor<2x4x2x2xf16, {offset = 32 : i64, order = #NCHW, strides = [48, 4, 2, 1]}>
// CHECK: %c2 = {{.*}} -> tensor<2x12x2x2xf16, {order = #NCHW, strides = [48, 4, 2, 1]}>
func.func @f(%a: tensor<2x4x2x2xf16>) -> tensor<2x12x2x2xf16> {
  %x0 = "nn.a"(%a) : (tensor<2x4x2x2xf16>) -> tensor<2x4x2x2xf16>
  %x1 = "nn.b"(%x0) : (tensor<2x4x2x2xf16>) -> tensor<2x4x2x2xf16>
  %c1 = "onnx.Concat"(%x0, %x1) {axis = 1 : si64} : (tensor<2x4x2x2xf16>, tensor<2x4x2x2xf16>) -> tensor<2x8x2x2xf16>
  %x2 = "nn.d"(%c1) : (tensor<2x8x2x2xf16>) -> tensor<2x4x2x2xf16>
  %c2 = "onnx.Concat"(%x0, %x1, %x2) {axis = 1 : si64} : (tensor<2x4x2x2xf16>, tensor<2x4x2x2xf16>, tensor<2x4x2x2xf16>) -> tensor<2x12x2x2xf16>
  %y = "nn.e"(%c2) : (tensor<2x12x2x2xf16>) -> tensor<2x12x2x2xf16>
  return %y : tensor<2x12x2x2xf16>
}
