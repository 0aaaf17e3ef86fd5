// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=vk-graph-data --verify-diagnostics -o %t

// The file of constants has the checks of the header.

func.func @f(%x: tensor<4xf32>) {
  // expected-error @below {{`%a` cannot be a graph constant: its elements have 32 bits, but its description has 16}}
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R16_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
