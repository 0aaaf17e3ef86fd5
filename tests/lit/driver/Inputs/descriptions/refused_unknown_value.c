VkTensorDescriptionARM x = {.tiling = VK_TENSOR_TILING_LINEAR_ARM, .format = choose(), .dimensionCount = 1};
