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
