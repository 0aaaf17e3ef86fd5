// The limits that every device with VK_ARM_tensors supports: the required limits of the Vulkan specification, 1.4.360,
// chapter "Limits", table "Required Limits". A limit of kind "min" is the least value that an implementation can
// report.
layout.target @spec_min {
  summary = "the required minima of the Vulkan specification",
  limits = {
    maxTensorDimensionCount = 4 : i64,                              // min 4
    maxTensorElements = 65536 : i64,                                // min 65536
    maxPerDimensionTensorElements = 65536 : i64,                    // min 65536
    maxTensorStride = 65536 : i64,                                  // min 65536, in bytes
    maxTensorSize = 65536 : i64,                                    // min 65536, in bytes
    maxTensorShaderAccessArrayLength = 4 : i64,                     // min 4
    maxTensorShaderAccessSize = 4 : i64,                            // min 4, in bytes
    maxDescriptorSetStorageTensors = 16 : i64,                      // min 16
    maxPerStageDescriptorSetStorageTensors = 16 : i64,              // min 16
    maxDescriptorSetUpdateAfterBindStorageTensors = 0 : i64,        // 0 because the feature is off here
    maxPerStageDescriptorUpdateAfterBindStorageTensors = 0 : i64,   // 0 because the feature is off here
    shaderTensorSupportedStages = 32 : i64                          // VK_SHADER_STAGE_COMPUTE_BIT = 0x20
  },
  features = {
    // This feature is optional, so a device can require packed tensors.
    tensorNonPacked = false
  }
}
