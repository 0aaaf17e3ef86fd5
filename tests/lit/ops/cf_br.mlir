// RUN: layoutc %s --passes=resolve-strides | FileCheck %s

// CHECK-LABEL: func.func @f(
func.func @f() {
  // CHECK: %a = "t.make"() : () -> tensor<2x3xf16, {{.*}}strides = [8, 1]}>
  %a = "t.make"() : () -> tensor<2x3xf16>
  "cf.br"(%a)[^next] : (tensor<2x3xf16>) -> ()
// CHECK: ^next(%b: tensor<2x3xf16, {{.*}}strides = [8, 1]}>):
^next(%b: tensor<2x3xf16>):
  "t.use"(%b) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
}
