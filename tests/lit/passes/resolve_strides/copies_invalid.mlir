// RUN: layoutc %s --passes=resolve-strides{copies=insert} --emit=none --verify-diagnostics

// A copy resolves the conflict of the concats, so only the dynamic dim is reported.
func.func @f(%a: tensor<4xf16, {order = #layout.order<C>}>, %d: tensor<4x?xf16>) {
  %b = "my.op"() : () -> tensor<4xf16>
  %0 = "onnx.Concat"(%a, %b) {axis = 0 : si64} : (tensor<4xf16, {order = #layout.order<C>}>, tensor<4xf16>) -> tensor<8xf16>
  %1 = "onnx.Concat"(%b, %a) {axis = 0 : si64} : (tensor<4xf16>, tensor<4xf16, {order = #layout.order<C>}>) -> tensor<8xf16>
  // expected-error@+1 {{strides of `%2` cannot be resolved: the length of m1 must be static, because only the outermost dim can be dynamic}}
  %2 = "my.op"(%d) : (tensor<4x?xf16>) -> tensor<4x?xf16, {order = #layout.order<NC>}>
  return
}
