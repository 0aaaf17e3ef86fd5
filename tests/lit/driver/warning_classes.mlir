// RUN: layoutc %s --passes=verify-vulkan --emit=none --diagnostics=short 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: layoutc %s --passes=verify-vulkan --emit=none --diagnostics=json 2>&1 | FileCheck %s --check-prefix=JSON

// Warnings of one rule are folded into one, with their number and the first positions; another rule has a separate
// warning.
// SHORT: warning[L0503]: `@a` needs 70000 bytes if it is packed, but maxTensorSize is 65536 (6 such warnings)
// SHORT-NEXT: warning[L0503]: `@a` violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 70000 elements, but maxTensorElements is 65536 (6 such warnings)
// SHORT-NEXT: warning[L0503]: `@a` violates VUID-VkTensorDescriptionARM-pDimensions-09883: pDimensions[0] is 70000, but maxPerDimensionTensorElements is 65536 (6 such warnings)
// SHORT-NOT: warning

// JSON: {"severity":"warning","code":"L0503","message":"`@a` violates VUID-VkTensorCreateInfoARM-tensorElements-09721: there are 70000 elements, but maxTensorElements is 65536 (6 such warnings)"
// JSON-SAME: `@b` violates
// JSON-SAME: "line":18,
// JSON-SAME: `@d` violates
// JSON-SAME: "line":20,
// JSON-SAME: "message":"and 2 more warnings"
vk.tensor_description @a {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70000>, usage = ["SHADER"]}
vk.tensor_description @b {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70001>, usage = ["SHADER"]}
vk.tensor_description @c {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70002>, usage = ["SHADER"]}
vk.tensor_description @d {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70003>, usage = ["SHADER"]}
vk.tensor_description @e {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70004>, usage = ["SHADER"]}
vk.tensor_description @f {tiling = "LINEAR", format = "VK_FORMAT_R8_SINT", dims = array<i64: 70005>, usage = ["SHADER"]}
