VkTensorDescriptionARM x = {.tiling = VK_TENSOR_TILING_LINEAR_ARM,
