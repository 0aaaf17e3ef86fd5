// RUN: layoutc %s --passes=lower-addressing | FileCheck %s
// RUN: layoutc %s --passes=lower-addressing,check-addresses --emit=none --diagnostics=short
// RUN: layoutc %s --passes=lower-addressing,simplify-index,check-addresses --emit=none --diagnostics=short
// RUN: layoutc %s --passes=lower-addressing --emit=generic | layoutc - --passes=simplify-index,check-addresses --emit=none

// Storage padding: the last two slots of each row hold no element.
layout.tensor @rows : tensor<3x4xf32, {order = affine_map<(d0, d1) -> (d0, d1)>, strides = [6, 1]}>
// CHECK-LABEL: func.func @of_rows(%slot: i32) -> (i32, i32, i1)
// CHECK-SAME: layout.address = {form = "inverse", lengths = array<i64: 3, 4>, of = @rows, offsets = array<i64: 0, 17>, unit = "element"}
layout.address @of_rows of @rows {form = "inverse"}

// Every slot of a packed tensor holds an element, but the function still returns the validity.
layout.tensor @packed : tensor<3x4xf32>
// CHECK-LABEL: func.func @of_packed(%slot: i64) -> (i64, i64, i1)
// CHECK: %[[TRUE:.*]] = arith.constant true
// CHECK: return {{.*}}, %[[TRUE]] : i64, i64, i1
layout.address @of_packed of @packed {form = "inverse", index = "i64"}

// The first slot is at the least offset, -5. The caller passes negative slots as two's complement.
layout.descriptor @backwards {
  %m = layout.strided [5] strides [-2] offset 3
  %i = layout.pass_through %m
  layout.yield %i
}
// CHECK-LABEL: func.func @of_backwards(%slot: i32) -> (i32, i1)
// CHECK-SAME: offsets = array<i64: -5, 3>
layout.address @of_backwards of @backwards {form = "inverse"}

// Windows overlap: the least index of a slot is in the last window position that covers it.
layout.descriptor @windows {
  %h, %w = layout.packed [5, 6]
  %ph = layout.pad %h low 1 high 1
  %pw = layout.pad %w low 1 high 1
  %r, %y = layout.embed %ph into [3, 5] strides [1, 1]
  %s, %x = layout.embed %pw into [3, 6] strides [1, 1]
  %m = layout.merge %y, %x
  %k = layout.merge %r, %s
  layout.yield %m, %k
}
// CHECK-LABEL: func.func @of_windows(%slot: i32) -> (i32, i32, i1)
layout.address @of_windows of @windows {form = "inverse"}

// Dims without effect have index 0, also below a merge; a repeated index is in its first period.
layout.descriptor @repeated {
  %m, %n = layout.strided [4, 3] strides [3, 1] offset 2
  %p = layout.modulo %m by 4 length 10
  %q = layout.cyclic_shift %n by 1
  %a, %b = layout.replicate [2, 5]
  %ab = layout.merge %a, %q, %b
  layout.yield %ab, %p
}
// CHECK-LABEL: func.func @of_repeated(%slot: i32) -> (i32, i32, i1)
layout.address @of_repeated of @repeated {form = "inverse"}

// Strides that are not nested: all indices of the shorter dim are tried.
layout.descriptor @interleaved {
  %m, %n = layout.strided [2, 3] strides [3, 2]
  %i = layout.pass_through %m
  %j = layout.pass_through %n
  layout.yield %j, %i
}
layout.address @of_interleaved of @interleaved {form = "inverse"}

layout.tensor @scalar : tensor<f32>
// CHECK-LABEL: func.func @of_scalar(%slot: i32) -> i1
layout.address @of_scalar of @scalar {form = "inverse"}

layout.tensor @format : tensor<2x5x3x4xf16, {format = #layout.format<chw4>}>
// CHECK-LABEL: func.func @of_format(%slot: i32) -> (i32, i32, i32, i32, i1)
layout.address @of_format of @format {form = "inverse"}

// No index is valid, so no slot holds an element.
layout.descriptor @never {
  %m = layout.packed [4]
  %p = layout.pad %m low 3 high 0
  %i = layout.slice %p from 0 to 2
  layout.yield %i
}
// CHECK-LABEL: func.func @of_never(%slot: i32) -> (i32, i1)
layout.address @of_never of @never {form = "inverse"}
