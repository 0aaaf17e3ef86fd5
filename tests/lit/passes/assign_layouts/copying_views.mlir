// Slices, splits and concats that copy have dense results in the order of their operands, and force no copies.
// RUN: layoutc %s --passes=assign-layouts --target=copying --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --passes='assign-layouts,resolve-strides{copies=insert}' --target=copying --stats 2>&1 | FileCheck %s --check-prefix=DENSE
// RUN: layoutc %s --passes=assign-layouts --target=sharing --stats 2>&1 | FileCheck %s --check-prefix=SHARING
// RUN: layoutc explain %s --target=copying --of '@halves:%%joined' | FileCheck %s --check-prefix=EXPLAIN

// DENSE-NOT: copies inserted

layout.target @sharing {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
}
layout.target @copying {
  layout.rule "t.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "t.chunk" view {copies, kind = "split", axis = "dim"}
  layout.rule "onnx.Concat" view {copies}
  layout.rule "onnx.SplitV11" view {copies}
}

// One value may be twice in a concat, and a part may be reshaped across the cut dim.
// CHECK-LABEL: func.func @halves
// CHECK-NOT: layout.reorder
// DENSE: %0:2 = "onnx.SplitV11"(%x) {{.*}} -> (tensor<4x6xf16, {order = #NC, strides = [6, 1]}>, tensor<4x6xf16, {order = #NC, strides = [6, 1]}>)
// EXPLAIN: `onnx.Concat` copies, and the order of its result follows that of its operand
func.func @halves(%x: tensor<4x12xf16>) -> (tensor<24xf16>, tensor<4x12xf16>) {
  %0:2 = "onnx.SplitV11"(%x) {axis = 1 : si64} : (tensor<4x12xf16>) -> (tensor<4x6xf16>, tensor<4x6xf16>)
  %joined = "onnx.Concat"(%0#1, %0#1) {axis = 1 : si64} : (tensor<4x6xf16>, tensor<4x6xf16>) -> tensor<4x12xf16>
  %shape = "onnx.Constant"() {value = dense<24> : tensor<1xi64>} : () -> tensor<1xi64>
  %2 = "onnx.Reshape"(%0#0, %shape) : (tensor<4x6xf16>, tensor<1xi64>) -> tensor<24xf16>
  return %2, %joined : tensor<24xf16>, tensor<4x12xf16>
}

// The order passes through the split, also by a declared kind.
// CHECK-LABEL: func.func @chunks
// CHECK-NEXT: %[[X:[0-9]+]] = layout.reorder %x
// CHECK-NEXT: %[[C:[0-9]+]] = "t.conv"(%[[X]])
// CHECK-NEXT: %[[P:[0-9]+]]:2 = "t.chunk"(%[[C]]) {{.*}} -> (tensor<1x4x4x4xf16, {order = #NHWC}>, tensor<1x4x4x4xf16, {order = #NHWC}>)
// CHECK-NEXT: "t.conv"(%[[P]]#1)
// CHECK-NOT: layout.reorder
// CHECK: return
func.func @chunks(%x: tensor<1x8x4x4xf16>) {
  %0 = "t.conv"(%x) : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  %1:2 = "t.chunk"(%0) {dim = 1 : i64} : (tensor<1x8x4x4xf16>) -> (tensor<1x4x4x4xf16>, tensor<1x4x4x4xf16>)
  %2 = "t.conv"(%1#1) : (tensor<1x4x4x4xf16>) -> tensor<1x4x4x4xf16>
  return
}

// The second half is twice in the concat, and the first one is not contiguous.
// SHARING: layout.reorder
// SHARING: layout.reorder
