const int64_t dims[] = {4, 5};
const int64_t strides[] = {20, 8};

VkTensorDescriptionARM faulty = {
    .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
    .tiling = VK_TENSOR_TILING_LINEAR_ARM,
    .format = VK_FORMAT_R32_SFLOAT,
    .dimensionCount = 2,
    .pDimensions = dims,
    .pStrides = strides,
    .usage = VK_TENSOR_USAGE_SHADER_BIT_ARM,
};
VkTensorDescriptionARM zero = {0};
