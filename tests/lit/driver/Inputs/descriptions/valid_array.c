static const int64_t dims[2][1] = {{4}, {8}};
const int64_t lengths[] = {4, 8};
const VkTensorDescriptionARM tensors[2] = {
    {.sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, .tiling = VK_TENSOR_TILING_LINEAR_ARM, .format = VK_FORMAT_R8_UINT,
     .dimensionCount = 1, .pDimensions = lengths, .usage = 2},
    {.sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, .tiling = VK_TENSOR_TILING_LINEAR_ARM, .format = VK_FORMAT_R8_UINT,
     .dimensionCount = 2, .pDimensions = (const int64_t*)lengths, .usage = (VkTensorUsageFlagsARM)0x2ull},
};
void f(void) { g(&(VkTensorDescriptionARM){VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, NULL, 1, 13, 1, (int64_t[1]){3}, NULL, 2}); }
