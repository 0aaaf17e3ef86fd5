// Costs are expressions of the shapes, bytes and attributes of the op.
// RUN: layoutc %s --passes=assign-layouts | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s --check-prefix=PRINTED
// RUN: layoutc %s --passes=assign-layouts --stats --emit=none 2>&1 | FileCheck %s --check-prefix=STATS

// The printed text is read back.
// PRINTED: cost = dim(0, 1) * 64>
// PRINTED: cost = bytes(0) / 2>
// PRINTED: cost = (dim(0, 1) + attr(group, 1)) * 2 - (dim(result 0, -1) - 1) % 3>
// PRINTED: cost = dim(0, 1) / (2 * 3)>

// 8 x 64 = 512 bytes of the first choice exceed 256 / 2 bytes of the second.
// CHECK-LABEL: func.func @bytes
// CHECK: "nn.op"(%x) {{.*}} -> tensor<1x8x4x4xf16>
// STATS-DAG: {{ }}143 assign-layouts (1): cost (bytes)
func.func @bytes(%x: tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "nn.op"(%x) {layout.choices = [#layout.choice<(any) -> any, cost = dim(0, 1) * 64>, #layout.choice<(NCHW) -> NCHW, cost = bytes(0) / 2>]} : (tensor<1x8x4x4xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}

// (4 + 4) x 2 - (5 - 1) % 3 = 15; the other choice costs 4 x 4.
func.func @grouped(%x: tensor<2x4xf16>) -> tensor<2x5xf16> {
  %0 = "nn.op"(%x) {group = 4 : si64, layout.choices = [#layout.choice<(NC) -> NC, cost = (dim(0, 1) + attr(group, 1)) * 2 - (dim(result 0, -1) - 1) % 3>, #layout.choice<(any) -> any, cost = dim(0, 1) * attr(group)>]} : (tensor<2x4xf16>) -> tensor<2x5xf16>
  return %0 : tensor<2x5xf16>
}

// The quotient is rounded down: 4 / 6 is 0.
func.func @rounded(%x: tensor<2x4xf16>) -> tensor<2x4xf16> {
  %0 = "nn.op"(%x) {layout.choices = [#layout.choice<(NC) -> NC, cost = dim(0, 1) / (2 * 3)>]} : (tensor<2x4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// A dynamic length counts as 1. A cost without a value makes the choice inapplicable.
func.func @dynamic(%x: tensor<?x4xf16>) -> tensor<?x4xf16> {
  %0 = "nn.op"(%x) {layout.choices = [#layout.choice<(NC) -> NC, cost = dim(0, 0) - 1>, #layout.choice<(any) -> any, cost = 8 / (dim(0, 0) - 1)>]} : (tensor<?x4xf16>) -> tensor<?x4xf16>
  return %0 : tensor<?x4xf16>
}
