// RUN: layoutc %s --emit=vk-glsl --target=emulation --of=@x,@f:%%b | FileCheck %s --implicit-check-not=y_vk --implicit-check-not=f_a_vk
// RUN: layoutc %s --emit=vk-glsl --target=emulation --of=@y_vk | FileCheck %s --check-prefix=DESC --implicit-check-not=x_vk
// RUN: not layoutc %s --emit=vk-glsl --target=emulation --of=@z --diagnostics=short 2>&1 | FileCheck %s --check-prefix=ERR
// RUN: not layoutc %s --emit=vk-glsl --target=emulation --of=@x, --diagnostics=short 2>&1 | FileCheck %s --check-prefix=EMPTY

// `--of` selects the tensors whose accessors are written: by the name of a tensor, of a value or of a description.

// CHECK: float x_vk_read(
// CHECK: void x_vk_write(
// CHECK: float f_b_vk_read(
// DESC: int y_vk_read(
// ERR: error[L0209]: no described tensor is named `@z`; did you mean `@x`?
// EMPTY: error[L0209]: no described tensor is named ``
layout.tensor @x : tensor<4x5xf32>
layout.tensor @y : tensor<4x5xi32>
func.func @f(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %b = "t.op"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %b : tensor<2x3xf32>
}
