// RUN: layoutc explain %s --of=@f:%%t --passes=resolve-strides{copies=insert} | FileCheck %s
// RUN: layoutc explain %s --of=@f:%%0 --passes=resolve-strides{copies=insert} | FileCheck %s --check-prefix=VIEW

#NC = affine_map<(d0, d1) -> (d0, d1)>

// The name goes on meaning the value with the type that was written, which is the copy.
// CHECK: `resolve-strides` inserted it: a copy of the result of the op above, in a buffer of its own
// CHECK-NEXT: = note: as a view, `onnx.Transpose` would make `%t` a subview of `%a` ({{.*}}:[[@LINE+6]]:8)
// CHECK-NEXT: = note: `onnx.Transpose` cannot make `%t` a subview of `%a`: its dims would have the order CN in memory, but it declares NC
// CHECK: `resolve-strides` assigned the strides [4, 1]
// VIEW: assigned the strides [1, 6] and the offset 0
// VIEW: the order is CN, derived from the buffer of `%a`
func.func @f(%a: tensor<4x6xf32, {order = #NC}>) {
  %t = "onnx.Transpose"(%a) {perm = [1, 0]} : (tensor<4x6xf32, {order = #NC}>) -> tensor<6x4xf32, {order = #NC}>
  return
}
