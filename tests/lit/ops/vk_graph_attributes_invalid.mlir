// RUN: layoutc %s --emit=none --verify-diagnostics --split-input-file

// The attributes of resources and constants of data graphs: forms, and holders.

// expected-error @below {{`layout.vk_binding` of `func.func` is `[0]`, but must be a descriptor set and a binding such as `array<i64: 0, 3>`}}
func.func @f(%x: tensor<4xf32> {layout.vk_binding = [0]}) { return }

// -----

// expected-error @below {{`layout.vk_binding` of `func.func` is `array<i64: 0, 4294967296>`, but must be a descriptor set and a binding such as `array<i64: 0, 3>`}}
func.func @f(%x: tensor<4xf32> {layout.vk_binding = array<i64: 0, 4294967296>}) { return }

// -----

// expected-error @below {{`layout.vk_binding` is allowed only on results and arguments without `layout.constant`, but is on argument 0 of `func.func`}}
func.func @f(%x: tensor<4xf32> {layout.constant, layout.vk_binding = [0, 1]}) { return }

// -----

func.func @f() {
  // expected-error @below {{`layout.vk_binding` is allowed only on arguments and results of functions, but is on an op `arith.constant`}}
  %a = arith.constant {layout.vk_binding = [0, 1]} dense<1.0> : tensor<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{`layout.vk_constant` of `arith.constant` is `-1 : i64`, but must be an unsigned integer of 32 bits}}
  %a = arith.constant {layout.vk_constant = -1} dense<1.0> : tensor<4xf32>
  return
}

// -----

// expected-error @below {{`layout.vk_constant` is allowed only on constants, their copies and views, and arguments with `layout.constant`, but is on argument 0 of `func.func`}}
func.func @f(%x: tensor<4xf32> {layout.vk_constant = 1}) { return }

// -----

// expected-error @below {{`layout.vk_constant` is allowed only on constants, their copies and views, and arguments with `layout.constant`, but is on result 0 of `func.func`}}
func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32> {layout.vk_constant = 1}) { return %x : tensor<4xf32> }

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`layout.vk_sparsity` is allowed only on constants, their copies and views, and arguments with `layout.constant`, but is on an op `test.op`}}
  "test.op"(%x) {layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}]} : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{`layout.vk_sparsity` of `arith.constant` is `[{dim = 0 : i64, group = 2 : i64}]`, but must be a list such as `[{dim = 1, zeros = 2, group = 4}]`}}
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, group = 2}]} dense<1.0> : tensor<4xf32>
  return
}

// -----

func.func @f(%w: tensor<4x4xf32> {layout.constant, layout.vk_constant = 4 : i32, layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}]}, %x: tensor<4xf32> {layout.vk_binding = array<i64: 1, 0>})
    -> (tensor<4xf32> {layout.vk_binding = [0, 1]}) {
  %c = layout.reorder %w {layout.vk_constant = 5 : i32} : tensor<4x4xf32> -> tensor<4x4xf32, {order = #layout.order<CN>}>
  return %x : tensor<4xf32>
}
