// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

func.func @f(%x: tensor<4x6xf32>) {
  // expected-error @below {{`layout.view` of 24 elements as 25 elements}}
  %y = layout.view %x : tensor<4x6xf32> -> tensor<5x5xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`layout.view` keeps the element type, but it is f32 before and i32 after}}
  %y = layout.view %x : tensor<4xf32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%x: tensor<*xf32>) {
  // expected-error @below {{`layout.view` takes a ranked tensor to one, not tensor<*xf32> to tensor<4xf32>}}
  %y = layout.view %x : tensor<*xf32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1]}>) {
  // expected-error @below {{`layout.view` reads d0 and the dim inside it as one, but the stride of d0 is 8 and not 6}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1]}> -> tensor<24xf32, {strides = [1]}>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1]}>) {
  // expected-error @below {{`layout.view` gives d0 of its result the stride 99, but in the memory of its operand it is 16}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1]}> -> tensor<2x2x6xf32, {strides = [99, 8, 1]}>
  return
}

// -----

func.func @f(%x: tensor<4x6xf32, {strides = [8, 1], offset = 3}>) {
  // expected-error @below {{`layout.view` begins at element 0, but its operand at element 3}}
  %y = layout.view %x : tensor<4x6xf32, {strides = [8, 1], offset = 3}> -> tensor<2x2x6xf32, {strides = [16, 8, 1]}>
  return
}

// -----

func.func @opaque(%x: tensor<4x5xf32>) {
  // expected-error @below [L0403] {{`layout.view` needs layouts: the encoding is opaque, so that the tensor has no layout}}
  %0 = layout.view %x : tensor<4x5xf32> -> tensor<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>
  return
}
