VkTensorDescriptionARM x = make();
