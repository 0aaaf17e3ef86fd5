VkTensorDescriptionARM x = {.dimensionCount = sizeof(dims) / sizeof(dims[0])};
