// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan,verify-vulkan | FileCheck %s
// RUN: layoutc %s --passes=lower-to-vulkan,lower-to-vulkan --emit=generic | layoutc | FileCheck %s
// RUN: layoutc %s --emit=vk-json | FileCheck %s --check-prefix=JSON
// RUN: layoutc %s --emit=vk-c | FileCheck %s --check-prefix=C
// RUN: layoutc %s --emit=vk-rust | FileCheck %s --check-prefix=RUST
// RUN: layoutc %s --passes=lower-to-vulkan | layoutc eval - --of @x_vk --at=0,1,6,4,2 | FileCheck %s --check-prefix=AT
// RUN: layoutc eval %s --of @x --at=0,34,6,4 | FileCheck %s --check-prefix=INDEX
// RUN: layoutc %s --passes=lower-to-vulkan --target=small | FileCheck %s --check-prefix=SMALL
// RUN: not layoutc %s --passes=lower-to-vulkan --target=tiny --diagnostics=short 2>&1 | FileCheck %s --check-prefix=TINY
// RUN: not layoutc %s --passes=lower-to-vulkan,verify-vulkan --target=dense --diagnostics=short 2>&1 | FileCheck %s --check-prefix=DENSE
// RUN: not layoutc %s --passes=lower-to-vulkan --target=plain 2>&1 | FileCheck %s --check-prefix=PLAIN

// With `vector_dims`, the vectors of a split C and the lanes of a vector are two dims of the description, and
// `dim_order` has C twice.

// CHECK: vk.tensor_description @x_vk {dim_order = array<i64: 0, 1, 2, 3, 1>, dims = array<i64: 1, 2, 7, 5, 32>, element_type = f16, format = "VK_FORMAT_R16_SFLOAT", logical_shape = array<i64: 1, 35, 7, 5>, of = @x, tiling = "LINEAR", usage = ["SHADER"]}
// JSON: "logical_shape": [1, 35, 7, 5],
// JSON-NEXT: "dim_order": [0, 1, 2, 3, 1],
// JSON: "dimensionCount": 5,
// JSON-NEXT: "pDimensions": [1, 2, 7, 5, 32],
// JSON-NEXT: "pStrides": null,
// JSON: "packed": true,
// JSON-NEXT: "size_bytes": 4480
// C: logical shape `[1, 35, 7, 5]`, dim order `[0, 1, 2, 3, 1]`
// C: static const int64_t x_vk_dims[5] = {1, 2, 7, 5, 32};
// RUST: const DIMS: &[i64; 5] = &[1, 2, 7, 5, 32];
// AT: {"of":"@x_vk","at":[0,1,6,4,2],"offset":2210,"byte":4420,"valid":true}
// INDEX: {"of":"@x","at":[0,34,6,4],"offset":2210,"byte":4420,"valid":true}

// A DLA pads the rows of this format, so it has strides.
// CHECK: vk.tensor_description @rows_vk {dim_order = array<i64: 0, 1, 2, 3, 1>, dims = array<i64: 2, 1, 7, 5, 4>, {{.*}}strides = array<i64: 448, 448, 64, 4, 1>
// JSON: "pDimensions": [2, 1, 7, 5, 4],
// JSON-NEXT: "pStrides": [448, 448, 64, 4, 1],
// C: static const int64_t rows_vk_dims[5] = {2, 1, 7, 5, 4};
// C-NEXT: static const int64_t rows_vk_strides[5] = {448, 448, 64, 4, 1};
// RUST: const DIMS: &[i64; 5] = &[2, 1, 7, 5, 4];
// RUST-NEXT: const STRIDES: &[i64; 5] = &[448, 448, 64, 4, 1];

// A volume has six dims, and values are described too. A format that does not split C is described as ever.
// CHECK: vk.tensor_description @volume_vk {dim_order = array<i64: 0, 1, 2, 3, 4, 1>, dims = array<i64: 1, 2, 2, 3, 4, 32>, {{.*}}offset = 32 : i64
// CHECK: vk.tensor_description @image_vk {dim_order = array<i64: 0, 2, 3, 1>, dims = array<i64: 2, 7, 5, 3>, {{.*}}strides = array<i64: 560, 80, 16, 2>
// CHECK: vk.tensor_description @main_a_vk {dim_order = array<i64: 0, 1, 2, 0>, dims = array<i64: 3, 4, 3, 2>, {{.*}}function = "main",

// Where a device allows fewer dims, adjacent dense dims are merged.
// SMALL: vk.tensor_description @x_vk {dim_order = array<i64: 0, 1, 2, 3, 1>, dims = array<i64: 2, 7, 5, 32>,
// SMALL: vk.tensor_description @volume_vk {{.*}} dims = array<i64: 4, 3, 4, 32>,
// TINY: `@rows` has no Vulkan description: it has 5 physical dims, but target `tiny` allows 1; merging adjacent dense dims leaves 2
// DENSE: `@rows_vk` violates VUID-VkTensorDescriptionARM-None-09740

// Without `vector_dims`, strides cannot describe the split.
// PLAIN: `@x` has no Vulkan description: format `chw32` splits C, which strides cannot describe
// PLAIN: a target with `vector_dims = true` describes the vectors of C and their lanes as two dims
module attributes {layout.target = @npu} {
  layout.target @npu {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}, vector_dims = true}
  layout.target @dense {limits = {maxTensorDimensionCount = 6 : i64}, vector_dims = true}
  layout.target @small {limits = {maxTensorDimensionCount = 4 : i64}, features = {tensorNonPacked = true}, vector_dims = true}
  layout.target @tiny {limits = {maxTensorDimensionCount = 1 : i64}, features = {tensorNonPacked = true}, vector_dims = true}
  layout.target @plain {limits = {maxTensorDimensionCount = 6 : i64}, features = {tensorNonPacked = true}}

  layout.tensor @x : tensor<1x35x7x5xf16, {format = #layout.format<chw32>}>
  layout.tensor @rows : tensor<2x3x7x5xi8, {format = #layout.format<chw4, orin>}>
  layout.tensor @volume : tensor<1x33x2x3x4xi8, {format = #layout.format<cdhw32>, offset = 32}>
  layout.tensor @image : tensor<2x3x7x5xf16, {format = #layout.format<hwc8>}>
  func.func @main(%a: tensor<5x4x3xf16, {format = #layout.format<chw2>}>) {
    return
  }
}
