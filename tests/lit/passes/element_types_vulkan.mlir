// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan | FileCheck %s

// A quantized element has the format of its storage integer, unless `vk_format` specifies another one.
// CHECK: vk.tensor_description @signed_vk {{.*}}VK_FORMAT_R8_SINT
// CHECK: vk.tensor_description @unsigned_vk {{.*}}VK_FORMAT_R8_UINT
// CHECK: vk.tensor_description @stated_vk {{.*}}VK_FORMAT_R8_UINT
layout.tensor @signed : tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01>>
layout.tensor @unsigned : tensor<4x5x!quant.uniform<u8:f32, 5.000000e-01>>
layout.tensor @stated {vk_format = "VK_FORMAT_R8_UINT"} : tensor<4x5x!quant.uniform<i8:f32, 5.000000e-01>>
