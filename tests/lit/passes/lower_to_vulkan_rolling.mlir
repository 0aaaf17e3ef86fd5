// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=device | FileCheck %s
// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=device | layoutc eval - --same @rows,@rows_vk
// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=device | layoutc eval - --of @both --at 8,29 | FileCheck %s --check-prefix=BOTH
// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=device | layoutc eval - --of @both_vk --at 29,8 | FileCheck %s --check-prefix=BOTH
// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=device | layoutc eval - --of @rows_vk --at 9,3 | FileCheck %s --check-prefix=AT
// RUN: layoutc %s --passes=lower-to-vulkan --diagnostics=short --emit=vk-json 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --passes=lower-to-vulkan,verify-vulkan --diagnostics=short --emit=none 2>&1 | FileCheck %s --check-prefix=ASSUMED

layout.target @device {features = {tensorControls = true, tensorNonPacked = true}} {
}

// A window of 4 rows has memory.
// CHECK: @rows_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 30, 64>, {{.*}} wraps = array<i64: 4, 64>}
// AT: {"of":"@rows_vk","at":[9,3],"offset":67,"byte":134,"valid":true}
// JSON: "name": "rows"
// JSON: "pDimensions": [30, 64],
// JSON-NEXT: "pStrides": null,
// JSON: "size_bytes": 512,
// JSON-NEXT: "rolling": {
// JSON-NEXT: "sType": "VK_STRUCTURE_TYPE_TENSOR_ROLLING_BACKING_CREATE_INFO_ARM",
// JSON-NEXT: "pNext": null,
// JSON-NEXT: "wraps": [4, 64, 1, 1]
// Without a target the extension is assumed absent.
// ASSUMED: warning[L0503]: `@rows_vk` violates VUID-VkTensorCreateInfoARM-pNext-pNext: a rolling backing needs VK_ARM_tensor_controls
layout.descriptor @ring {
  %m, %c = layout.packed [4, 64]
  %i = layout.modulo %m by 4 length 30
  %j = layout.pass_through %c
  layout.yield %i, %j
}
layout.tensor @rows : tensor<30x64xf16, {layout = @ring}>

// The same function in another notation has the same description.
// CHECK: @lambda_vk {dim_order = array<i64: 0, 1>, dims = array<i64: 30, 64>, {{.*}} wraps = array<i64: 4, 64>}
layout.notation @tvm "tvm:[30, 64] lambda i, j: (i % 4, j)"
layout.tensor @lambda : tensor<30x64xf16, {layout = @tvm}>

// BOTH: "offset":48,"byte":192,"valid":true
// Dims are in physical order, strides count them in full, and gaps are strides.
// CHECK: @both_vk {dim_order = array<i64: 1, 0>, dims = array<i64: 30, 9>, {{.*}} strides = array<i64: 48, 4>, {{.*}} wraps = array<i64: 5, 8>}
layout.descriptor @twice {
  %m, %c = layout.strided [5, 8] strides [12, 1] offset 0
  %i = layout.modulo %m by 5 length 30
  %j = layout.modulo %c by 8 length 9
  layout.yield %j, %i
}
layout.tensor @both : tensor<9x30xf32, {layout = @twice}>

// A dim without a stride wraps at 1, outside the others.
// CHECK: @constant_vk {dim_order = array<i64: 1, 0>, dims = array<i64: 7, 8>, {{.*}} wraps = array<i64: 1, 8>}
layout.descriptor @broadcast {
  %c = layout.packed [8]
  %j = layout.pass_through %c
  %i = layout.insert 7
  layout.yield %j, %i
}
layout.tensor @constant : tensor<8x7xf32, {layout = @broadcast}>
