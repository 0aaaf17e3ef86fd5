VkTensorDescriptionARM x = {.pDimension = NULL};
