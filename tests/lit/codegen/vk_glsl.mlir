// RUN: layoutc %s --emit=vk-glsl --target=four --diagnostics=short 2>%t.err | FileCheck %s
// RUN: FileCheck --input-file=%t.err --check-prefix=ERR %s
// RUN: layoutc %s --passes=resolve-strides,lower-to-vulkan,lower-addressing,simplify-index --emit=glsl --target=four --diagnostics=short 2>&1 | FileCheck %s --check-prefix=BOTH

// Accessors of described tensors have logical indices.

layout.target @four {
  limits = {maxTensorDimensionCount = 4 : i64, maxTensorElements = 65536 : i64, maxPerDimensionTensorElements = 65536 : i64,
            maxTensorStride = 65536 : i64, maxTensorSize = 65536 : i64},
  features = {tensorNonPacked = true},
  vector_dims = true
}

// CHECK: layoutc for target `four`. For GLSL 4.60
// CHECK: #extension GL_ARM_tensors : require
// CHECK-NEXT: #extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
// CHECK-NEXT: #extension GL_EXT_shader_explicit_arithmetic_types_int8 : require

// Handwritten descriptions come first. Without a logical shape, the index has the dims of the description.
vk.tensor_description @plain {format = "VK_FORMAT_R32_SINT", dims = [2, 5]}
vk.tensor_description @turned {format = "VK_FORMAT_R32_UINT", dims = [2, 5, 3], dim_order = [0, 2, 1]}
vk.tensor_description @unlike {format = "VK_FORMAT_R32_UINT", dims = [2, 5], logical_shape = [5, 2], dim_order = [0, 1]}
vk.tensor_description @lanes_unknown {format = "VK_FORMAT_R8_UINT", dims = [4], logical_shape = [1, 4, 1, 1], dim_order = [0, 1, 2, 3, 1]}
vk.tensor_description @moved_only {format = "VK_FORMAT_R8_UINT", dims = [4], usage = ["TRANSFER_SRC"]}
// CHECK: int plain_read(readonly tensorARM<int, 2> source, uint d0, uint d1)
// CHECK: tensorReadARM(source, uint[](d0, d1), value);
// CHECK: void plain_write(writeonly tensorARM<int, 2> target, uint d0, uint d1, int value)
// CHECK: tensorWriteARM(target, uint[](d0, d1), value);
// CHECK: `@turned` of shape [2, 3, 5]
// CHECK-NEXT: uint turned_read(readonly tensorARM<uint, 3> source, uint [[A:.]], uint [[B:.]], uint [[C:.]])
// CHECK: tensorReadARM(source, uint[]([[A]], [[C]], [[B]]), value);
// ERR: vk_glsl.mlir:[[#@LINE-10]]:1: warning[L0605]: `@unlike` has no accessors: its dims differ from those of its logical shape (2 such warnings)
// ERR-NEXT: vk_glsl.mlir:[[#@LINE-9]]:1: warning[L0605]: `@moved_only` has no accessors: its usage is not SHADER

// A permuted tensor: the coordinates are components of the index, so Vulkan checks all bounds.
layout.tensor @image : tensor<2x3x4x8xf16, {order = #layout.order<NHWC>, reqs = #layout.reqs<m2: aligned<64 bytes>>}>
// CHECK: float16_t image_vk_read(readonly tensorARM<float16_t, 4> source, uint n, uint c, uint h, uint w)
// CHECK-NEXT: {
// CHECK-NEXT: float16_t value = float16_t(0);
// CHECK-NEXT: tensorReadARM(source, uint[](n, h, w, c), value);

// Merged and split dims are computed, so the accessor checks the bounds. Channels 35 to 63 are padding.
layout.tensor @lanes : tensor<2x35x3x2xi8, {format = #layout.format<chw32>}>
// CHECK: uint lanes_vk_m0(uint n, uint c, uint h, uint w)
// CHECK: uint lanes_vk_m3(uint n, uint c, uint h, uint w)
// CHECK: int8_t lanes_vk_read(readonly tensorARM<int8_t, 4> source, uint n, uint c, uint h, uint w)
// CHECK: if (n < 2u && c < 35u) {
// CHECK-NEXT: tensorReadARM(source, uint[](lanes_vk_m0(n, c, h, w), h, w, lanes_vk_m3(n, c, h, w)), value);

// Elements smaller than a byte are read from their byte, and not written.
layout.tensor @nibbles : tensor<4x6xi4>
// CHECK: uint nibbles_vk_read(readonly tensorARM<uint8_t, 2> source, uint d0, uint d1)
// CHECK: tensorReadARM(source, uint[](d0, d1 / 2u), value);
// CHECK-NEXT: return (uint(value) >> (d1 % 2u * 4u)) & 15u;
// CHECK-NOT: nibbles_vk_write

layout.tensor @normalized {vk_format = "VK_FORMAT_R8_UNORM"} : tensor<4xi8>
// ERR-NEXT: vk_glsl.mlir:[[#@LINE-1]]:1: warning[L0605]: `@normalized_vk` has no accessors: shaders have no type for VK_FORMAT_R8_UNORM

// `glsl` has the addressing functions too, under other names.
layout.address @plain_read of @image
// BOTH: uint plain_read(uint n, uint c, uint h, uint w)
// BOTH: int plain_2_read(readonly tensorARM<int, 2> source, uint d0, uint d1)
// BOTH: float16_t image_vk_read(readonly tensorARM
