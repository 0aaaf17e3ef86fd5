// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=vk-graph --verify-diagnostics --split-input-file -o %t

// Each rule of data graphs, with a violation and a near miss.

// expected-error @below {{`@f` violates VUID-RuntimeSpirv-pNext-09921: `%a` and `%b` have id 3}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_constant = 3 : i32} dense<1.0> : tensor<4xf32>
  %b = arith.constant {layout.vk_constant = 3 : i32} dense<2.0> : tensor<4xf32>
  "test.use"(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @b {of = "b", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// No element type of SPIR-V is normalized.
// expected-error @below {{`@f` violates VUID-RuntimeSpirv-pNext-09921: `%a` has the format VK_FORMAT_R8_UNORM, which no element type of SPIR-V has}}
func.func @f(%x: tensor<4xi8>) {
  %a = arith.constant dense<1> : tensor<4xi8>
  "test.use"(%a) : (tensor<4xi8>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R8_SINT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R8_UNORM", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-RuntimeSpirv-pNext-09921: the constant without an id gets a free one, and booleans have a type.
func.func @f(%x: tensor<4xi8>) {
  %a = arith.constant dense<1> : tensor<4xi8>
  %b = arith.constant {layout.vk_constant = 0 : i32} dense<2> : tensor<4xi8>
  "test.use"(%a, %b) : (tensor<4xi8>, tensor<4xi8>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R8_SINT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R8_BOOL_ARM", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @b {of = "b", function = "f", format = "VK_FORMAT_R8_UINT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-RuntimeSpirv-pNext-09923: argument `%x` and result `%x` have binding 2 of set 1}}
func.func @f(%x: tensor<4xf32> {layout.vk_binding = [1, 2]}) -> (tensor<4xf32> {layout.vk_binding = [1, 2]}) {
  return %x : tensor<4xf32>
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-RuntimeSpirv-pNext-09923: argument `%x` has the format VK_FORMAT_R16_SNORM, which no element type of SPIR-V has}}
func.func @f(%x: tensor<4xi16>) {
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R16_SNORM", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-RuntimeSpirv-pNext-09923: equal bindings of two sets differ.
func.func @f(%x: tensor<4xf32> {layout.vk_binding = [1, 2]}) -> (tensor<4xf32> {layout.vk_binding = [0, 2]}) {
  return %x : tensor<4xf32>
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-id-09850: `%a` is described by `@a` without usage DATA_GRAPH}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["SHADER"]}

// -----

// This satisfies VUID-VkDataGraphPipelineConstantARM-id-09850: other usages are allowed too.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["SHADER", "DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09776: `%a` has sparsity along d2, which it does not have}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 2, zeros = 2, group = 4}]} dense<0.0> : tensor<3x4xf32>
  "test.use"(%a) : (tensor<3x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [3, 4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-VkDataGraphPipelineConstantARM-pNext-09776: the last dim of the rank exists.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 1, zeros = 2, group = 4}]} dense<0.0> : tensor<3x4xf32>
  "test.use"(%a) : (tensor<3x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [3, 4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09777: the length of d1 of `%a` is 6, which is not a multiple of group 4}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 1, zeros = 2, group = 4}]} dense<0.0> : tensor<4x6xf32>
  "test.use"(%a) : (tensor<4x6xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4, 6], usage = ["DATA_GRAPH"]}

// -----

// A group of no elements divides no length.
// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09777: the length of d0 of `%a` is 4, which is not a multiple of group 0}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 0, group = 0}]} dense<0.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-VkDataGraphPipelineConstantARM-pNext-09777, because d1 is the outer dim in memory.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 1, zeros = 2, group = 4}]} dense<0.0> : tensor<6x8xf32>
  "test.use"(%a) : (tensor<6x8xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", logical_shape = [6, 8], dim_order = [1, 0], format = "VK_FORMAT_R32_SFLOAT", dims = [8, 6], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09870: `%a` has sparsity along d0 twice}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}, {dim = 0, zeros = 2, group = 4}]} dense<0.0> : tensor<4x4xf32>
  "test.use"(%a) : (tensor<4x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4, 4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-VkDataGraphPipelineConstantARM-pNext-09870: the dims differ.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}, {dim = 1, zeros = 2, group = 4}]} dense<0.0> : tensor<4x4xf32>
  "test.use"(%a) : (tensor<4x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4, 4], usage = ["DATA_GRAPH"]}

// -----

// The elements must have the zeros that the sparsity states. A negative zero is zero.
// expected-error @below {{each group of 4 elements of `%a` along d1 must have 2 zeros, but one has 1}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 1, zeros = 2, group = 4}]} dense<[[0.0, 1.0, -0.0, 2.0], [1.0, 0.0, 3.0, 4.0]]> : tensor<2x4xf32>
  "test.use"(%a) : (tensor<2x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [2, 4], usage = ["DATA_GRAPH"]}

// -----

// The same elements have one zero in each pair along d0.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant {layout.vk_sparsity = [{dim = 0, zeros = 1, group = 2}]} dense<[[0.0, 1.0, -0.0, 2.0], [1.0, 0.0, 3.0, 0.0]]> : tensor<2x4xf32>
  "test.use"(%a) : (tensor<2x4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [2, 4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09917: the tiling of `%a` must be LINEAR, but is OPTIMAL}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", tiling = "OPTIMAL", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-VkDataGraphPipelineConstantARM-pNext-09917: resources may have any tiling.
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", tiling = "OPTIMAL", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}
vk.tensor_description @a {of = "a", function = "f", tiling = "LINEAR", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// expected-error @below {{`@f` violates VUID-VkDataGraphPipelineCreateInfoARM-None-12365: the number of resources must be at least 1, but is 0}}
func.func @f(%w: tensor<4xf32> {layout.constant}) {
  "test.use"(%w) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @w {of = "w", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// This satisfies VUID-VkDataGraphPipelineCreateInfoARM-None-12365: the constant is also the result.
func.func @f(%w: tensor<4xf32> {layout.constant}) -> tensor<4xf32> {
  return %w : tensor<4xf32>
}
vk.tensor_description @w {of = "w", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["DATA_GRAPH"]}

// -----

// All violations are reported.
// expected-error @+3 {{`@f` violates VUID-VkDataGraphPipelineConstantARM-id-09850: `%a` is described by `@a` without usage DATA_GRAPH}}
// expected-note @+2 {{`@f` violates VUID-VkDataGraphPipelineConstantARM-pNext-09917: the tiling of `%a` must be LINEAR, but is OPTIMAL}}
// expected-note @+1 {{`@f` violates VUID-VkDataGraphPipelineResourceInfoARM-descriptorSet-09851: argument `%x` is described by `@x` without usage DATA_GRAPH}}
func.func @f(%x: tensor<4xf32>) {
  %a = arith.constant dense<1.0> : tensor<4xf32>
  "test.use"(%a) : (tensor<4xf32>) -> ()
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["TRANSFER_DST"]}
vk.tensor_description @a {of = "a", function = "f", tiling = "OPTIMAL", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["SHADER"]}

// -----

// This satisfies VUID-VkDataGraphPipelineResourceInfoARM-descriptorSet-09851.
func.func @f(%x: tensor<4xf32>) {
  return
}
vk.tensor_description @x {of = "x", function = "f", format = "VK_FORMAT_R32_SFLOAT", dims = [4], usage = ["TRANSFER_DST", "DATA_GRAPH"]}
