// A view op that copies, by its attribute or by the rule of the target, shares no memory.
// RUN: layoutc %s --passes=resolve-strides --target=copying -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: layoutc %s --passes=resolve-strides,plan-memory --target=copying -o %t.plan.mlir
// RUN: FileCheck %s --check-prefix=PLAN < %t.plan.mlir
// The plan does not depend on the target, as the ops state that they copy.
// RUN: layoutc %t.plan.mlir | FileCheck %s --check-prefix=PLAN

layout.target @copying {
  layout.rule "onnx.SplitV11" view {copies}
}

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %0 = "my.make"() : () -> tensor<4x12xf16, {order = #NC, strides = [12, 1]}>
// CHECK-NEXT: %1:2 = "onnx.SplitV11"(%0) {{.*}} -> (tensor<4x6xf16, {order = #NC, strides = [6, 1]}>, tensor<4x6xf16, {order = #NC, strides = [6, 1]}>)
// CHECK-NEXT: %2 = "onnx.Transpose"(%1#0) {layout.view = {copies}, perm = [1, 0]} : (tensor<4x6xf16, {order = #NC, strides = [6, 1]}>) -> tensor<6x4xf16, {order = #NC, strides = [4, 1]}>
// CHECK-NEXT: %3 = "onnx.Transpose"(%1#1) {perm = [1, 0]} : (tensor<4x6xf16, {order = #NC, strides = [6, 1]}>) -> tensor<6x4xf16, {order = #CN, strides = [1, 6]}>
// PLAN: %0 = "my.make"() {layout.arena = {offset = {{[0-9]+}} : i64, size = 96 : i64}}
// PLAN: %1:2 = "onnx.SplitV11"(%0) {axis = 1 : si64, layout.arena = [{{.*}}size = 48 : i64}, {{.*}}size = 48 : i64}], layout.view = {copies}}
func.func @f() {
  %0 = "my.make"() : () -> tensor<4x12xf16, {order = #layout.order<NC>}>
  %1:2 = "onnx.SplitV11"(%0) {axis = 1 : si64} : (tensor<4x12xf16, {order = #layout.order<NC>}>) -> (tensor<4x6xf16, {order = #layout.order<NC>}>, tensor<4x6xf16, {order = #layout.order<NC>}>)
  %2 = "onnx.Transpose"(%1#0) {layout.view = {copies}, perm = [1, 0]} : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<6x4xf16, {order = #layout.order<NC>}>
  %3 = "onnx.Transpose"(%1#1) {perm = [1, 0]} : (tensor<4x6xf16, {order = #layout.order<NC>}>) -> tensor<6x4xf16>
  "my.use"(%0, %2, %3) : (tensor<4x12xf16, {order = #layout.order<NC>}>, tensor<6x4xf16, {order = #layout.order<NC>}>, tensor<6x4xf16>) -> ()
  return
}
