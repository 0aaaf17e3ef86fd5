// RUN: layoutc %s --emit=vk-graph --verify-diagnostics --split-input-file -o %t

// Features of the target on which pipelines of data graphs depend.

module attributes {layout.target = @shaders} {
  layout.target @shaders {features = {dataGraph = true, dataGraphShaderModule = false}}
  // expected-error @below {{`@f` violates VUID-VkDataGraphPipelineCreateInfoARM-dataGraphShaderModule-09886: the target lacks the feature `dataGraphShaderModule`}}
  func.func @f(%x: tensor<4xf32>) { return }
}

// -----

module attributes {layout.target = @shaders} {
  layout.target @shaders {features = {dataGraph = false, dataGraphShaderModule = true}}
  // expected-error @below {{`@f` violates VUID-vkCreateDataGraphPipelinesARM-dataGraph-09760: the target lacks the feature `dataGraph`}}
  func.func @f(%x: tensor<4xf32>) { return }
}

// -----

// This satisfies VUID-VkDataGraphPipelineCreateInfoARM-dataGraphShaderModule-09886.
// This satisfies VUID-vkCreateDataGraphPipelinesARM-dataGraph-09760.
module attributes {layout.target = @graphs} {
  layout.target @graphs {features = {dataGraph = true, dataGraphShaderModule = true}}
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant dense<1.0> : tensor<4xf32>
    "test.use"(%c) : (tensor<4xf32>) -> ()
    return %x : tensor<4xf32>
  }
}

// -----

// A target that states no features of data graphs may have them.
module attributes {layout.target = @unknown} {
  layout.target @unknown {features = {tensorNonPacked = true}}
  func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %c = arith.constant dense<1.0> : tensor<4xf32>
    "test.use"(%c) : (tensor<4xf32>) -> ()
    return %x : tensor<4xf32>
  }
}
