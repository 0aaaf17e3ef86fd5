// RUN: layoutc %s --passes=verify-vulkan --target=emulation --emit=none --verify-diagnostics --split-input-file

// A stride is at least the size of the dims inside it; this includes dims of length 1.

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[0] must be at least pStrides[1] x pDimensions[1] = 4 bytes, but is 3}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 3, 1>, usage = ["SHADER"]}

// -----

// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[0] must be at least pStrides[1] x pDimensions[1] = 4 bytes, but is 1}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 1, 1>, strides = array<i64: 1, 4, 1>, usage = ["SHADER"]}

// -----

// The product overflows 64 bits.
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pStrides-09739: pStrides[0] must be at least pStrides[1] x pDimensions[1] = 73786976294838206464 bytes, but is 134217728}}
// expected-error @below {{violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[1] is 1099511627776}}
// expected-error @below {{violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 1099511627776 elements}}
vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 1, 1099511627776, 1>, strides = array<i64: 134217728, 67108864, 1>, usage = ["SHADER"]}

// -----

vk.tensor_description @x {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 2, 4>, strides = array<i64: 4, 1>, usage = ["SHADER"]}
