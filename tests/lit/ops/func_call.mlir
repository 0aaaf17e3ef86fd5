// RUN: layoutc %s --passes=resolve-strides | FileCheck %s
// RUN: layoutc %s --emit=generic | layoutc - | FileCheck %s --check-prefix=CARRIED

// CARRIED: call @g(%x) : (tensor<2x3xf16>) -> tensor<2x3xf16>

// A requirement in a function applies to its callers, and a requirement on the result of a call applies to the
// function.
// CHECK: func.func @g(%y: tensor<2x3xf16, {order = #NC, strides = [16, 1]}>) -> tensor<2x3xf16, {order = #NC, strides = [8, 1]}> {
func.func @g(%y: tensor<2x3xf16>) -> tensor<2x3xf16> {
  "t.use"(%y) {layout.reqs = [#layout.reqs<m0: aligned<32 bytes>>]} : (tensor<2x3xf16>) -> ()
  %z = "t.make"() : () -> tensor<2x3xf16>
  return %z : tensor<2x3xf16>
}

// CHECK: func.func @f(%x: tensor<2x3xf16, {order = #NC, strides = [16, 1]}>)
func.func @f(%x: tensor<2x3xf16>) {
  // CHECK: call @g(%x) : (tensor<2x3xf16, {{.*}}strides = [16, 1]}>) -> tensor<2x3xf16, {{.*}}strides = [8, 1]}>
  %r = "func.call"(%x) <{callee = @g}> : (tensor<2x3xf16>) -> tensor<2x3xf16>
  "t.use"(%r) {layout.reqs = [#layout.reqs<m0: aligned<16 bytes>>]} : (tensor<2x3xf16>) -> ()
  return
}
