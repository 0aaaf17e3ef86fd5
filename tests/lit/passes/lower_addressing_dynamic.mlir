// RUN: layoutc %s --passes=resolve-strides,lower-addressing,simplify-index,check-addresses | FileCheck %s
// RUN: layoutc %s --emit=c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=spirv-asm | FileCheck %s --check-prefix=SPIRV

// The offset does not depend on the outermost length. The attribute has the greatest length for which every offset fits
// 63 bits, or 31 bits with `index = "i32"`.
layout.tensor @x : tensor<?x64x56x56xf16, {order = #layout.order<NHWC>}>
// CHECK-LABEL: func.func @auto(%d0: i64, %d1: i64, %d2: i64, %d3: i64) -> i64
// CHECK-SAME: lengths = array<i64: 45955098238474, 64, 56, 56>
// CHECK: arith.addi {{.*}} : i64
// C: LAYOUTC_FN uint64_t auto_fn(uint64_t
// SPIRV: OpCapability Int64
layout.address @auto of @x
// CHECK-LABEL: func.func @narrow(%d0: i32, %d1: i32, %d2: i32, %d3: i32) -> i32
// CHECK-SAME: lengths = array<i64: 10699, 64, 56, 56>
layout.address @narrow of @x {index = "i32"}
// CHECK-LABEL: func.func @bytes(%d0: i32
// CHECK-SAME: lengths = array<i64: 5349, 64, 56, 56>
layout.address @bytes of @x {index = "i32", unit = "byte"}

// A view keeps the dynamic dim.
layout.descriptor @padded {
  %n, %c, %h, %w = layout.from @x
  %p = layout.pad %h low 1 high 1
  layout.yield %n, %c, %p, %w
}
// CHECK-LABEL: func.func @view(%d0: i64, %d1: i64, %d2: i64, %d3: i64) -> (i64, i1)
layout.address @view of @padded
