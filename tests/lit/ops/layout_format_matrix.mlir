// RUN: layoutc %s | FileCheck %s
// RUN: layoutc %s | layoutc - | FileCheck %s
// RUN: layoutc eval %s --of @weights --at 5,9 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @columns --at 1,5,9 | FileCheck %s --check-prefix=COLUMNS
// RUN: layoutc %s --passes=assign-layouts --target=gpu | FileCheck %s --check-prefix=ASSIGN

// The memory layouts of cooperative matrices of VK_ARM_cooperative_matrix_layouts.

// CHECK: layout.tensor @weights : tensor<16x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
layout.tensor @weights : tensor<16x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
// Block (1, 1) is member 1 of group 2. The element is in row 1, in the first word, behind one element: 2 * 128 + 1 * 32 + 0 * 8 + 4 + 2 bytes.
// AT: "offset":147,"byte":294,
// COLUMNS: "offset":613,"byte":613,
// CHECK: layout.tensor @columns : tensor<2x16x32xi8, {format = #layout.format<column_blocked_interleaved, stride = 4>}>
layout.tensor @columns : tensor<2x16x32xi8, {format = #layout.format<"column_blocked_interleaved, stride=4">}>

// A device whose products read their weights in this layout. A constant is converted ahead of time.
// CHECK: layout.rule "t.matmul" [#layout.choice<(any, row_blocked_interleaved<stride = 2>) -> row_major>]
// ASSIGN: %[[W:.*]] = layout.reorder %w : tensor<16x32xf16> -> tensor<16x32xf16, {format = #layout.format<row_blocked_interleaved, stride = 2>}>
// ASSIGN: "t.matmul"(%a, %[[W]])
layout.target @gpu {
  layout.rule "t.matmul" [#layout.choice<(any, row_blocked_interleaved<stride = 2>) -> row_major>]
}
func.func @f(%a: tensor<4x16xf16>, %w: tensor<16x32xf16> {layout.constant}) -> tensor<4x32xf16> {
  %0 = "t.matmul"(%a, %w) : (tensor<4x16xf16>, tensor<16x32xf16>) -> tensor<4x32xf16>
  return %0 : tensor<4x32xf16>
}
