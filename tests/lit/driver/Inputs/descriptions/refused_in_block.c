VkTensorDescriptionARM x = {0};
void f(bool b) { if (b) { x.format = VK_FORMAT_R8_UINT; } }
