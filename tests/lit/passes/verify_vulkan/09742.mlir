// RUN: layoutc %s --passes=verify-vulkan --target=spec_min --emit=none --verify-diagnostics --split-input-file

// A LINEAR tensor does not alias an image.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-tiling-09742: tiling LINEAR is incompatible with usage IMAGE_ALIASING}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 8, 4>, usage = ["IMAGE_ALIASING"]}

// -----

vk.tensor_description @x {tiling = "OPTIMAL", format = "VK_FORMAT_R8_SINT", dims = array<i64: 8, 4>, usage = ["IMAGE_ALIASING"]}
