// RUN: layoutc %s --passes=verify-vulkan --target=%S/Inputs/formats.mlir --emit=none --verify-diagnostics --split-input-file

// The device supports the usages of a tensor of which no view can be created.

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pDescription-09728: target `@formats` does not support usage TRANSFER_DST of VK_FORMAT_R8_UINT with tiling LINEAR, but SHADER, TRANSFER_SRC}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_UINT", dims = array<i64: 4>, usage = ["TRANSFER_SRC", "TRANSFER_DST"]}

// -----

// expected-error @below {{violates VUID-VkTensorCreateInfoARM-pDescription-09728: target `@formats` does not support usage TRANSFER_SRC of VK_FORMAT_R8_SINT with tiling OPTIMAL, but TRANSFER_DST}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["TRANSFER_SRC"]}

// -----

// The entries add up.
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["TRANSFER_SRC", "TRANSFER_DST"]}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 4>, usage = ["TRANSFER_DST"]}
