VkTensorDescriptionARM x = {.dimensionCount = 1, .pDimensions = shape};
