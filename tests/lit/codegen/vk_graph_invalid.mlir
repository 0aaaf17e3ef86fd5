// RUN: layoutc %s --target=emulation --emit=vk-graph --verify-diagnostics --split-input-file -o %t

// Functions that no data graph can be, and constants without bytes.

// expected-error @below {{`@f` cannot be a data graph: `%n` is of type `index`, but resources are tensors}}
func.func @f(%x: tensor<4xf32>, %n: index) {
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+2 {{`@f` cannot be a data graph: the graphs of `SPV_ARM_graph` have no calls}}
  // expected-note @+1 {{inline the called function first}}
  %0 = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{`@f` cannot be a data graph: it must return once, but has 2 returns}}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant true
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : tensor<4xf32>
^bb2:
  return %x : tensor<4xf32>
}

// -----

// expected-error @below {{`%x` of `@f` has 2 tensor descriptions}}
// expected-note @below {{a resource or constant of a data graph has one description}}
func.func @f(%x: tensor<4xf32>) { return }
vk.tensor_description @mine {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH", "SHADER"]}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` cannot be a graph constant: its elements are sparse; write them as `dense`}}
  %a = arith.constant sparse<[[0]], [1.0]> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}

// -----

// expected-error @below {{argument `%x` is in descriptor set 32, but 31 is the greatest one}}
func.func @f(%x: tensor<4xf32> {layout.vk_binding = [32, 0]}) { return }

// -----

// The description has 6 dims, as the target allows.
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` cannot be a graph constant: d0 is merged or split in its description, so it has no sparsity}}
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 2, group = 4}]} dense<0.0> : tensor<4x2x2x2x2x2x2xf32>
  "test.use"(%a) : (tensor<4x2x2x2x2x2x2xf32>) -> ()
  return
}

// -----

// A type without a layout is row major, but an opaque encoding is not a layout.
// expected-error @below {{`%x` has no Vulkan description: the encoding is opaque, so the layout of the tensor is unknown}}
func.func @f(%x: tensor<4xf32, "opaque">) { return }

// -----

// Large constants are in a file.
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+2 {{the constants up to `%a` have 4194308 bytes, but a header contains at most 4194304}}
  // expected-note @+1 {{use `--constants=file`, and write the bytes by `--emit=vk-graph-data`}}
  %a = arith.constant dense<1.0> : tensor<1048577xf32>
  "test.use"(%a) : (tensor<1048577xf32>) -> ()
  return
}

// -----

// A handwritten description must have the shape and the size of the elements.
func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` of `@f` has 2 tensor descriptions}}
  // expected-note @below {{a resource or constant of a data graph has one description}}
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [5], usage = ["DATA_GRAPH"]}
