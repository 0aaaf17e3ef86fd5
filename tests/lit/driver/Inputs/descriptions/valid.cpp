#include <array>
#include <vector>
#include <vulkan/vulkan.h>

void create() {
  std::array<int64_t, 2> dims = {4, 5};
  const std::vector<int64_t> strides{32, 4};
  VkTensorDescriptionARM rows{};
  rows.sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM;
  rows.tiling = VK_TENSOR_TILING_LINEAR_ARM;
  rows.format = static_cast<VkFormat>(100);
  rows.dimensionCount = static_cast<uint32_t>(dims.size());
  rows.pDimensions = dims.data();
  rows.pStrides = &strides[0];
  rows.usage = VK_TENSOR_USAGE_SHADER_BIT_ARM;
  if (use(rows)) {
    std::array<int64_t, 3> dims{{2, 3, 4}};
    VkTensorDescriptionARM rows = {VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM, nullptr, VK_TENSOR_TILING_LINEAR_ARM,
                                   VK_FORMAT_R8_UINT, 3, dims.data(), nullptr, VK_TENSOR_USAGE_SHADER_BIT_ARM};
  }
}
