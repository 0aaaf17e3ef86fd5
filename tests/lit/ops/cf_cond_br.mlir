// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// The first successor has one operand, the second has two.
// CHECK-LABEL: func.func @f(
func.func @f(%c: i1) {
  // CHECK: %a = "t.make"() : () -> tensor<2x3xf16, {{.*}}strides = [8, 1]}>
  // CHECK: %b = "t.make"() : () -> tensor<2x5xf16>
  // CHECK: %d = "t.make"() : () -> tensor<2x7xf16, {{.*}}strides = [12, 1]}>
  %a = "t.make"() : () -> tensor<2x3xf16>
  %b = "t.make"() : () -> tensor<2x5xf16>
  %d = "t.make"() : () -> tensor<2x7xf16>
  "cf.cond_br"(%c, %a, %b, %d)[^one, ^two] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, tensor<2x3xf16>, tensor<2x5xf16>, tensor<2x7xf16>) -> ()
^one(%x: tensor<2x3xf16>):
  "t.use"(%x) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
^two(%y: tensor<2x5xf16>, %z: tensor<2x7xf16>):
  "t.use"(%z) {layout.reqs = [#layout.reqs<m0: aligned<24 bytes>>]} : (tensor<2x7xf16>) -> ()
  return
}
