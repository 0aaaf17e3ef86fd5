// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// An OPTIMAL tensor that aliases an image has an innermost length of at most 4.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09741: the innermost length must be at most 4 for an OPTIMAL tensor that aliases an image, but is 5}}
vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 8, 8, 5>, usage = ["SHADER", "IMAGE_ALIASING"]}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 8, 8, 4>, usage = ["SHADER", "IMAGE_ALIASING"]}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 8, 8, 5>, usage = ["SHADER", "TRANSFER_SRC"]}
