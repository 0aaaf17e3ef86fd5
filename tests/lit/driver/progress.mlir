// RUN: layoutc %s --passes=check-addresses --emit=none --progress=always 2>&1 | FileCheck %s --check-prefix=CHECKED --match-full-lines
// RUN: layoutc %s --passes=assign-layouts --target=npu --emit=none --progress=always 2>&1 | FileCheck %s --check-prefix=ASSIGNED --match-full-lines
// RUN: layoutc %s --passes=check-addresses --emit=none --progress=always --diagnostics=json 2>&1 | FileCheck %s --check-prefix=JSON --allow-empty
// RUN: layoutc %s --passes=check-addresses --emit=none 2>&1 | FileCheck %s --check-prefix=JSON --allow-empty
// RUN: not layoutc %s --progress=often 2>&1 | FileCheck %s --check-prefix=INVALID

// One line for each tenth: the work does not reach most of them.
// CHECKED: check-addresses: 0 of 1 functions, `@offset_x`
// CHECKED-NEXT: check-addresses: 16384 of 65536 indices
// CHECKED-NEXT: check-addresses: 32768 of 65536 indices
// CHECKED-NEXT: check-addresses: 49152 of 65536 indices
// CHECKED-NOT: {{.}}

// ASSIGNED: assign-layouts: 0 of 1 groups of ops, a group of {{[0-9]+}} ops

// JSON-NOT: check-addresses

// INVALID: error[L0601]: invalid value `often` for `--progress
layout.tensor @x : tensor<256x256xf32>
func.func @offset_x(%d0: i32, %d1: i32) -> i32
    attributes {layout.address = {lengths = array<i64: 256, 256>, of = @x, unit = "element"}} {
  %0 = "arith.constant"() <{value = 256 : i32}> : () -> i32
  %1 = "arith.muli"(%d0, %0) : (i32, i32) -> i32
  %2 = "arith.addi"(%1, %d1) : (i32, i32) -> i32
  return %2 : i32
}
layout.target @npu {
  layout.rule "onnx.Conv" [#layout.choice<(NHWC, any) -> NHWC>]
}
func.func @g(%x: tensor<1x8x4x4xf16>, %w: tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16> {
  %0 = "onnx.Conv"(%x, %w) : (tensor<1x8x4x4xf16>, tensor<8x8x1x1xf16>) -> tensor<1x8x4x4xf16>
  return %0 : tensor<1x8x4x4xf16>
}
