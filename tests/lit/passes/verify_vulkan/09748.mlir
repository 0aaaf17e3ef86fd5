// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/formats.mlir --emit=none --verify-diagnostics --split-input-file

// The device supports the usages of a tensor of which a view is created.

// expected-error @below {{violates VUID-VkTensorViewCreateInfoARM-usage-09748: target `@formats` does not support usage TRANSFER_DST of VK_FORMAT_R8_UINT with tiling LINEAR, but SHADER, TRANSFER_SRC}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UINT", dims = array<i64: 4>, usage = ["SHADER", "TRANSFER_DST"]}

// -----

// expected-error @below {{violates VUID-VkTensorViewCreateInfoARM-usage-09748: target `@formats` does not support usage DATA_GRAPH of VK_FORMAT_R8_SINT with tiling BRICK_16_WIDE, but none}}
vk.tensor_description @x {tiling = "BRICK_16_WIDE", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4, 16>, usage = ["DATA_GRAPH"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UINT", dims = array<i64: 4>, usage = ["SHADER", "TRANSFER_SRC"]}
