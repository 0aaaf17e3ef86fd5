// The rules of a target declare views for all ops of a name, for every pass.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=npu | FileCheck %s
// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan,verify-vulkan --target=npu --emit=none
// RUN: layoutc %s --passes=optimize-reorders --target=npu | FileCheck %s --check-prefix=REORDERS
// Without the target the ops compute their results.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides | FileCheck %s --check-prefix=NONE

layout.target @npu {features = {tensorNonPacked = true}} {
  layout.rule "aten.permute" view {kind = "transpose", permutation = "dims"}
  layout.rule "aten.chunk" view {kind = "split", axis = "dim"}
  layout.rule "aten.slice" [#layout.choice<(any) -> any>] view {kind = "slice", offsets = 1, sizes = [1, 4, 2]}
  layout.rule "my.conv" [#layout.choice<(HWC) -> HWC>]
}

// CHECK-LABEL: func.func @f(
// CHECK: %0 = "aten.permute"(%x) {{.*}} -> tensor<3x4x2xf16, {order = affine_map<(d0, d1, d2) -> (d2, d0, d1)>, strides = [4, 1, 12]}>
// CHECK-NEXT: %1:2 = "aten.chunk"(%0) {{.*}} -> (tensor<3x4x1xf16, {order = #CHW, strides = [4, 1, 1]}>, tensor<3x4x1xf16, {offset = 12 : i64, order = #CHW, strides = [4, 1, 1]}>)
// NONE-LABEL: func.func @f(
// NONE: %0 = "aten.permute"(%x) {{.*}} -> tensor<3x4x2xf16, {order = #CHW, strides = [8, 2, 1]}>
func.func @f(%x: tensor<2x3x4xf16>) {
  %0 = "aten.permute"(%x) {dims = [1, 2, 0]} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
  %1:2 = "aten.chunk"(%0) {dim = 2 : i64} : (tensor<3x4x2xf16>) -> (tensor<3x4x1xf16>, tensor<3x4x1xf16>)
  "my.use"(%1#0, %1#1) {layout.choices = [#layout.choice<(any, any) -> ()>]} : (tensor<3x4x1xf16>, tensor<3x4x1xf16>) -> ()
  return
}

// The op's own attribute precedes the rule.
// CHECK-LABEL: func.func @own(
// CHECK: %0 = "aten.permute"(%x) {{.*}} -> tensor<12xf16, {order = #C, strides = [1]}>
func.func @own(%x: tensor<3x4xf16, {order = #layout.order<NC>}>) -> tensor<12xf16> {
  %0 = "aten.permute"(%x) {layout.view = {kind = "reshape"}} : (tensor<3x4xf16, {order = #layout.order<NC>}>) -> tensor<12xf16>
  return %0 : tensor<12xf16>
}

// Two transposes around a convolution in the permuted order need no reorder.
// CHECK-LABEL: func.func @cancel(
// CHECK-NOT: layout.reorder
// REORDERS-LABEL: func.func @cancel(
// REORDERS-NOT: layout.reorder
// NONE-LABEL: func.func @cancel(
func.func @cancel(%x: tensor<3x4x2xf16>) -> tensor<3x4x2xf16> {
  %0 = "aten.permute"(%x) {dims = [2, 0, 1]} : (tensor<3x4x2xf16>) -> tensor<2x3x4xf16>
  %1 = "my.conv"(%0) : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
  %2 = "aten.permute"(%1) {dims = [1, 2, 0]} : (tensor<2x3x4xf16>) -> tensor<3x4x2xf16>
  return %2 : tensor<3x4x2xf16>
}
