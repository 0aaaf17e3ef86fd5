// ARM's emulation layers (VK_LAYER_ML_Tensor_Emulation, VK_LAYER_ML_Graph_Emulation) over llvmpipe, the software driver
// of Mesa 22.3.6. The layer of tensors copies most of its limits from the driver below it, so that they differ by device.
// The values here were measured with vkGetPhysicalDeviceProperties2.
layout.target @emulation {
  summary = "ARM's emulation layer for Vulkan over a software driver",
  limits = {
    maxTensorDimensionCount = 6 : i64,                              // the layer's own
    maxTensorElements = 134217728 : i64,                            // the driver's maxStorageBufferRange, 2^27
    maxPerDimensionTensorElements = 134217728 : i64,                // the same
    maxTensorStride = 134217728 : i64,                              // the same, in bytes
    maxTensorSize = 134217728 : i64,                                // the same, in bytes
    maxTensorShaderAccessArrayLength = 255 : i64,                   // the layer's own
    maxTensorShaderAccessSize = 134217728 : i64,                    // the driver's maxStorageBufferRange, in bytes
    maxDescriptorSetStorageTensors = 256 : i64,                     // the driver's maxDescriptorSetUniformBuffers
    maxPerStageDescriptorSetStorageTensors = 15 : i64,              // the driver's maxPerStageDescriptorUniformBuffers
    maxDescriptorSetUpdateAfterBindStorageTensors = 256 : i64,      // the driver's maxDescriptorSetUniformBuffers
    maxPerStageDescriptorUpdateAfterBindStorageTensors = 15 : i64,  // the driver's maxPerStageDescriptorUniformBuffers
    shaderTensorSupportedStages = 32 : i64                          // VK_SHADER_STAGE_COMPUTE_BIT, the layer's own
  },
  // The values that vkGetPhysicalDeviceFeatures2 returned on the same driver.
  features = {
    tensorNonPacked = true,
    shaderTensorAccess = true,
    shaderStorageTensorArrayDynamicIndexing = true,
    shaderStorageTensorArrayNonUniformIndexing = false,
    descriptorBindingStorageTensorUpdateAfterBind = false,
    tensors = true,
    storageBuffer8BitAccess = true,
    storageBuffer16BitAccess = true,
    shaderInt64 = true,
    dataGraph = true,               // with VK_LAYER_ML_Graph_Emulation
    dataGraphShaderModule = true    // the same
  },
  // The usages that vkGetPhysicalDeviceFormatProperties2 returned. No format has the usage IMAGE_ALIASING, and shaders
  // access no bf16 and fp8.
  formats = [
    {
      format = ["VK_FORMAT_R8_UNORM",
                "VK_FORMAT_R8_SNORM",
                "VK_FORMAT_R8_USCALED",
                "VK_FORMAT_R8_SSCALED",
                "VK_FORMAT_R8_UINT",
                "VK_FORMAT_R8_SINT",
                "VK_FORMAT_R16_UNORM",
                "VK_FORMAT_R16_SNORM",
                "VK_FORMAT_R16_USCALED",
                "VK_FORMAT_R16_SSCALED",
                "VK_FORMAT_R16_UINT",
                "VK_FORMAT_R16_SINT",
                "VK_FORMAT_R16_SFLOAT",
                "VK_FORMAT_R32_UINT",
                "VK_FORMAT_R32_SINT",
                "VK_FORMAT_R32_SFLOAT",
                "VK_FORMAT_R64_UINT",
                "VK_FORMAT_R64_SINT",
                "VK_FORMAT_R64_SFLOAT",
                "VK_FORMAT_R8_BOOL_ARM"],
      tiling = ["OPTIMAL", "LINEAR"],
      usage = ["SHADER", "TRANSFER_SRC", "TRANSFER_DST", "DATA_GRAPH"]
    },
    {
      format = ["VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM",
                "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM",
                "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM"],
      tiling = ["OPTIMAL", "LINEAR"],
      usage = ["TRANSFER_SRC", "TRANSFER_DST", "DATA_GRAPH"]
    }
  ]
}
