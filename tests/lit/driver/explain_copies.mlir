// RUN: layoutc explain %s --of=@f:%%t --passes=resolve-strides{copies=insert} | FileCheck %s
// RUN: layoutc explain %s --of=@f:%%0 --passes=resolve-strides{copies=insert} | FileCheck %s --check-prefix=VIEW

#NC = affine_map<(d0, d1) -> (d0, d1)>

// The name goes on meaning the value with the type that was written, which is the copy.
// CHECK: `resolve-strides` made it a copy of what the op above gives, which lies elsewhere
// CHECK-NEXT: = note: as a view, `onnx.Transpose` would make `%t` part of the memory of `%a` ({{.*}}:[[@LINE+6]]:8)
// CHECK-NEXT: = note: `onnx.Transpose` cannot read `%t` as part of `%a`: its dims would lie in the order CN, but it has NC
// CHECK: `resolve-strides` gave it the strides [4, 1]
// VIEW: gave it the strides [1, 6] and the offset 0
// VIEW: the order is CN, which follows from its place in the buffer of `%a`
func.func @f(%a: tensor<4x6xf32, {order = #NC}>) {
  %t = "onnx.Transpose"(%a) {perm = [1, 0]} : (tensor<4x6xf32, {order = #NC}>) -> tensor<6x4xf32, {order = #NC}>
  return
}
