// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error @below {{the result of `layout.view` has 25 elements, but its operand has 24}}
  %y = layout.view %x : tensor<4x6xf32> -> tensor<5x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`layout.view` must keep the element type, but its operand has `f32` and its result `i32`}}
  %y = layout.view %x : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error @below {{operand and result of `layout.view` must be ranked tensors, but are `tensor<*xf32>` and `tensor<4xf32>`}}
  %y = layout.view %x : tensor<*xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1]}>) {
  // expected-error @below {{`layout.view` merges d0 with the next inner dim, so the stride of d0 must be 6 elements, but is 8}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1]}> -> tensor<24xf32, {strides = [1]}>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1]}>) {
  // expected-error @below {{the stride of d0 of the result of `layout.view` must be 16 elements in the memory of its operand, but is 99}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1]}> -> tensor<2x2x6xf32, {strides = [99, 8, 1]}>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1], offset = 3}>) {
  // expected-error @below {{the result of `layout.view` must start at element 3 as its operand does, but starts at 0}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1], offset = 3}> -> tensor<2x2x6xf32, {strides = [16, 8, 1]}>
  return
}

// -----

func.func @opaque(%x: tensor<4x5xf32>) {
  // expected-error @below [L0403] {{`layout.view` requires layouts: the encoding is opaque, so the layout of the tensor is unknown}}
  %0 = layout.view %x : tensor<4x5xf32> -> tensor<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}
