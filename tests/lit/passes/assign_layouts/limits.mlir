// A target has no limit that it omits. Where a limit forces a reorder or a copy, a remark names it.
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=rules --stats --emit=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layoutc %s --passes=assign-layouts,resolve-strides --target=large --stats --emit=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layoutc %s --passes=assign-layouts --target=other --stats --emit=none 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: layoutc %s --passes=assign-layouts --target=small --stats --emit=none 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: layoutc %s --passes=assign-layouts --target=packed --stats --emit=none 2>&1 | FileCheck %s --check-prefix=PACKED

// NONE-NOT: force
// NONE: {{^ +0}}  assign-layouts (1): cost (bytes)

// The parts of a pixel are not packed, and a row of the whole tensor exceeds 300 bytes.
// SMALL: remark[L0407]: limits of target `@small` force reorders or copies of 12288 bytes read and written
// SMALL: note: `maxTensorStride` of target `@small` is 300, which costs 12288 bytes
// SMALL: {{^ +12288}}  assign-layouts (1): cost (bytes)
// PACKED: remark[L0407]: limits of target `@packed` force reorders or copies of 12288 bytes read and written
// PACKED: note: target `@packed` lacks `tensorNonPacked`, which costs 12288 bytes
// PACKED: {{^ +12288}}  assign-layouts (1): cost (bytes)

layout.target @rules {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}
layout.target @large {limits = {maxTensorStride = 9223372036854775807 : i64, maxTensorSize = 9223372036854775807 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}
layout.target @other {limits = {maxTensorDimensionCount = 4 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}
layout.target @small {limits = {maxTensorStride = 300 : i64}, features = {tensorNonPacked = true}} {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}
layout.target @packed {limits = {maxTensorDimensionCount = 4 : i64}} {
  layout.rule "nn.conv" [#layout.choice<(NHWC) -> NHWC>]
}
func.func @dense(%x: tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x24x8x8xf16, {order = #layout.order<NHWC>}> {
  %0 = "nn.conv"(%x) : (tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>
  %1 = "nn.conv"(%0) : (tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x16x8x8xf16, {order = #layout.order<NHWC>}>
  %2 = "onnx.Concat"(%0, %1) {axis = 1 : si64} : (tensor<1x8x8x8xf16, {order = #layout.order<NHWC>}>, tensor<1x16x8x8xf16, {order = #layout.order<NHWC>}>) -> tensor<1x24x8x8xf16, {order = #layout.order<NHWC>}>
  return %2 : tensor<1x24x8x8xf16, {order = #layout.order<NHWC>}>
}
