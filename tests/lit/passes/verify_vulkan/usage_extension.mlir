// RUN: layoutc %s --passes=verify-vulkan --emit=none --verify-diagnostics --split-input-file

// A target that states its formats has VK_ARM_data_graph only if it lists its feature.

module attributes {layout.target = @shaders} {
  layout.target @shaders {formats = [{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR"], usage = ["SHADER", "DATA_GRAPH"]}]} {
  }
  // expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-parameter: usage DATA_GRAPH needs VK_ARM_data_graph, but target `@shaders` does not list its feature `dataGraph`}}
  vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["DATA_GRAPH"]}
  vk.tensor_description @y {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}
}

// -----

module attributes {layout.target = @graphs} {
  layout.target @graphs {
    features = {dataGraph = false},
    formats = [{format = ["VK_FORMAT_R8_SINT"], tiling = ["LINEAR"], usage = ["DATA_GRAPH"]}]
  } {
  }
  vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["DATA_GRAPH"]}
}

// -----

module attributes {layout.target = @unknown} {
  layout.target @unknown {features = {tensorNonPacked}} {
  }
  vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["DATA_GRAPH"]}
}
