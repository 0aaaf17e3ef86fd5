// Descriptions as programs write them.
#include <vulkan/vulkan.h>

#define CHANNELS 64u

static const int64_t image_dims[4] = {1, 56, 56, CHANNELS};
static const int64_t image_strides[] = {56 * 56 * 64 * 2, 56 * 64 * 2, 128, 2};

static const VkTensorDescriptionARM image = {
    .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
    .pNext = NULL,
    .tiling = VK_TENSOR_TILING_LINEAR_ARM,
    .format = VK_FORMAT_R16_SFLOAT,
    .dimensionCount = 4,
    .pDimensions = image_dims,
    .pStrides = image_strides,
    .usage = VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM,
};

void create(void) {
  // The members in their order; those that are absent are 0: no strides.
  VkTensorDescriptionARM weights = {
      VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, NULL, VK_TENSOR_TILING_OPTIMAL_ARM, VK_FORMAT_R8_SINT, 2,
      (const int64_t[]){32, 9}, NULL, 0x2};
}
