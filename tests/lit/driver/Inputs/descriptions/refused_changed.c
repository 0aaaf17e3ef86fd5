VkTensorDescriptionARM x = {0};
void f(void) { x.usage |= VK_TENSOR_USAGE_SHADER_BIT_ARM; }
