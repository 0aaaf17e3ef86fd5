// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f(%c: i1) {
  // CHECK: %r = scf.if
  %r = "scf.if"(%c) ({
    // CHECK: %a = "t.make"() : () -> tensor<2x3xf16, {{.*}}strides = [8, 1]}>
    %a = "t.make"() : () -> tensor<2x3xf16>
    "scf.yield"(%a) : (tensor<2x3xf16>) -> ()
  }, {
    // CHECK: %b = "t.make"() : () -> tensor<2x3xf16, {{.*}}strides = [8, 1]}>
    %b = "t.make"() : () -> tensor<2x3xf16>
    "scf.yield"(%b) : (tensor<2x3xf16>) -> ()
  }) : (i1) -> tensor<2x3xf16>
  "t.use"(%r) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
}
