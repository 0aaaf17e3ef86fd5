// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=vk-graph --verify-diagnostics --split-input-file -o %t

// Handwritten descriptions that differ from the constants of a graph.

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` cannot be a graph constant: its shape differs from that of its description}}
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [5], usage = ["DATA_GRAPH"]}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` cannot be a graph constant: its elements have 32 bits, but its description has 16}}
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R16_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`%x` of `@f` has no tensor description}}
// expected-note @below {{`resolve-strides` and `lower-to-vulkan{usage=data_graph}` describe it}}
func.func @f(%x: tensor<4xf32>) { return }
