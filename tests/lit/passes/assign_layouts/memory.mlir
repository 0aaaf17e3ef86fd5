// RUN: layoutc %s --target=npu --passes=assign-layouts --stats 2>&1 | FileCheck %s --check-prefixes=FREE,FREE-STATS
// RUN: layoutc %s --target=npu --passes=assign-layouts{memory=8192} --stats 2>&1 | FileCheck %s --check-prefix=FREE
// RUN: layoutc %s --target=npu --passes=assign-layouts{memory=6000} --stats 2>&1 | FileCheck %s
// RUN: layoutc %s --target=npu '--passes=assign-layouts{memory=6000},resolve-strides{copies=insert},plan-memory' --emit=none --stats 2>&1 | FileCheck %s --check-prefix=PLAN

layout.target @npu {
  layout.rule "my.source" [#layout.choice<() -> row_major>]
  layout.rule "my.pool" [#layout.choice<(NHWC) -> NHWC>, #layout.choice<(row_major) -> row_major, cost = 7000>]
  layout.rule "my.conv" [#layout.choice<(NHWC) -> NHWC>]
  layout.rule "my.sink" [#layout.choice<(NHWC) -> ()>]
}

// The cheapest layouts reorder the large value, which is twice in memory then. Within 6000 bytes, the pool is executed in
// its dearer layout, and its small result is reordered.
// FREE: %0 = "my.source"
// FREE-NEXT: layout.reorder {{.*}} -> tensor<1x8x16x16xf16, {order = #NHWC}>
// FREE-NEXT: {{.*}} = "my.pool"
// FREE-NEXT: {{.*}} = "my.conv"
// FREE-STATS: 8192  assign-layouts (1): cost (bytes)
// FREE-STATS-NOT: arena

// CHECK: %0 = "my.source"
// CHECK-NEXT: {{.*}} = "my.pool"
// CHECK-NEXT: layout.reorder {{.*}} -> tensor<1x8x8x8xf16, {order = #NHWC}>
// CHECK-NEXT: {{.*}} = "my.conv"
// CHECK: // statistics
// CHECK: 9048  assign-layouts (1): cost (bytes)
// CHECK-NEXT: 9048  assign-layouts (1): lower bound (bytes)
// CHECK-NEXT: 0  assign-layouts (1): gap (bytes)
// CHECK: 5120  assign-layouts (1): arena (bytes)

// PLAN: 5120  assign-layouts (1): arena (bytes)
// PLAN: 5120  plan-memory (3): arena (bytes)
func.func @early() {
  %0 = "my.source"() : () -> tensor<1x8x16x16xf16>
  %1 = "my.pool"(%0) : (tensor<1x8x16x16xf16>) -> tensor<1x8x8x8xf16>
  %2 = "my.conv"(%1) : (tensor<1x8x8x8xf16>) -> tensor<1x8x8x8xf16>
  "my.sink"(%2) : (tensor<1x8x8x8xf16>) -> ()
  return
}
