// ARM's emulation layer (VK_LAYER_ML_Tensor_Emulation) over llvmpipe, the software driver of Mesa 22.3.6. The layer
// copies most of its limits from the driver below it, so that they differ by device. The values here were measured with
// vkGetPhysicalDeviceProperties2.
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
    shaderInt64 = true
  }
}
