// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error @below {{`layout.reorder` keeps the logical shape, but it is 4x6 before and 6x4 after}}
  %y = layout.reorder %x : tensor<4x6xf32> -> tensor<6x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`layout.reorder` keeps the element type, but it is f32 before and f16 after}}
  %y = layout.reorder %x : tensor<4xf32> -> tensor<4xf16>
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @below {{`layout.reorder` takes a ranked tensor to one, not i32 to i32}}
  %y = layout.reorder %x : i32 -> i32
  return
}

// -----

// expected-error @below {{`layout.reorder` must have 1 operand, but has 0}}
%y = "layout.reorder"() : () -> tensor<4xf32>

// -----

func.func @opaque(%x: tensor<4x5xf32, [1, 5]>) {
  // expected-error @below [L0403] {{`layout.reorder` needs layouts: the encoding is opaque, so that the tensor has no layout}}
  %0 = layout.reorder %x : tensor<4x5xf32, [1, 5]> -> tensor<4x5xf32>
  return
}
