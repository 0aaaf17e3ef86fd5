// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error @below {{`layout.reorder` must keep the logical shape, but its operand has 4x6 and its result 6x4}}
  %y = layout.reorder %x : tensor<4x6xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`layout.reorder` must keep the element type, but its operand has `f32` and its result `f16`}}
  %y = layout.reorder %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{operand and result of `layout.reorder` must be ranked tensors, but are `i32` and `i32`}}
  %y = layout.reorder %x : i32 -> i32
  return
}

// -----

// expected-error @below {{`layout.reorder` must have 1 operand, but has 0}}
%y = "layout.reorder"() : () -> tensor<4xf32>

// -----

func.func @opaque(%x: tensor<4x5xf32, [1, 5]>) {
  // expected-error @below [L0403] {{`layout.reorder` requires layouts: the encoding is opaque, so the layout of the tensor is unknown}}
  %0 = layout.reorder %x : tensor<4x5xf32, [1, 5]> -> tensor<4x5xf32>
  return
}
