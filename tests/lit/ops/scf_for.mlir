// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// A loop-carried value has the same type before, in and after the loop.
// CHECK-LABEL: func.func @f(
func.func @f(%from: index, %to: index, %step: index) {
  // CHECK: %a = "t.make"() : () -> tensor<2x3xf16, {{.*}}strides = [24, 1]}>
  %a = "t.make"() : () -> tensor<2x3xf16>
  // CHECK: %r = scf.for %i = %from to %to step %step iter_args(%b = %a) -> (tensor<2x3xf16, {{.*}}strides = [24, 1]}>) {
  %r = "scf.for"(%from, %to, %step, %a) ({
  ^bb0(%i: index, %b: tensor<2x3xf16>):
    "t.use"(%b) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
    // CHECK: %n = "t.next"(%b) {{.*}} -> tensor<2x3xf16, {{.*}}strides = [24, 1]}>
    %n = "t.next"(%b) : (tensor<2x3xf16>) -> tensor<2x3xf16>
    "scf.yield"(%n) : (tensor<2x3xf16>) -> ()
  }) : (index, index, index, tensor<2x3xf16>) -> tensor<2x3xf16>
  "t.use"(%r) {layout.reqs = [#layout.reqs<m0: aligned<24 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
}
