// RUN: layoutc explain %s --of @m --target=emulation --passes=resolve-strides | FileCheck %s
// RUN: layoutc explain %s --of=@f:%%0 --target=vpux_like | FileCheck %s --check-prefix=CHOSEN

// The device is among those who ask.
// CHECK: `resolve-strides` assigned the strides [10, 1]
// CHECK: = note: the stride of m1 is 4 bytes, exactly as required
// CHECK-NEXT: = note: for target `@emulation` the innermost stride of `@m` must be one element
layout.tensor @m : tensor<4x6xf32, {reqs = #layout.reqs<m0: aligned<40 bytes>>}>

// With a target, layouts are chosen first.
// CHOSEN: `@f:%0` is a `tensor<1x16x4x4xf16, {order = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
// CHOSEN: `resolve-strides` assigned the strides
func.func @f(%x: tensor<1x16x4x4xf16>, %w: tensor<16x16x1x1xf16>, %b: tensor<16xf16>) {
  %0 = "onnx.Conv"(%x, %w, %b) : (tensor<1x16x4x4xf16>, tensor<16x16x1x1xf16>, tensor<16xf16>) -> tensor<1x16x4x4xf16>
  return
}
