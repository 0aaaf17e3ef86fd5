// RUN: layoutc %s --passes=verify-vulkan --emit=none --verify-diagnostics

// A target without VK_ARM_data_graph has no usage DATA_GRAPH.
module attributes {layout.target = @shaders} {
layout.target @shaders {features = {dataGraph = false, tensorNonPacked}} {
}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-usage-parameter: usage DATA_GRAPH needs VK_ARM_data_graph, the feature `dataGraph` of target `@shaders`}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["DATA_GRAPH"]}
vk.tensor_description @y {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["SHADER"]}
}
