// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,resolve-strides | FileCheck %s

// The pixel stride is a multiple of 64 bytes, which pads the three channels to 32.
// CHECK: layout.tensor @image {{.*}}strides = [1605632, 1, 7168, 32]
layout.tensor @image : tensor<1x3x224x224xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>

// An alignment can be any number. Two alignments mean their least common multiple.
// CHECK: layout.tensor @odd {{.*}}strides = [15, 1]
layout.tensor @odd : tensor<4x5xf16, {reqs = #layout.reqs<m0: aligned<6 bytes>, m0: aligned<10 bytes>>}>

// Without requirements, row-major strides are kept.
// CHECK: layout.tensor @plain : tensor<4x5xf16>
layout.tensor @plain : tensor<4x5xf16>

// Declared strides are checked and kept.
// CHECK: layout.tensor @given : tensor<4x5xf16, {strides = [7, 1]}>
layout.tensor @given : tensor<4x5xf16, {strides = [7, 1]}>

// An op has a requirement on its operand, and the type of the function changes with its argument.
// CHECK: func.func @f(%x: tensor<2x3xf32, {order = #NC, strides = [4, 1]}>) {
// CHECK-NEXT: "t.use"(%x)
func.func @f(%x: tensor<2x3xf32>) {
  "t.use"(%x) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf32>) -> ()
  return
}

// An inner value without an order is still unassigned.
// CHECK: func.func @g() {
// CHECK-NEXT: %0 = "t.make"() : () -> tensor<2x3xf32>
func.func @g() {
  %0 = "t.make"() : () -> tensor<2x3xf32>
  return
}
