//! Golden tests of `vk-c`. The driver tests compile the header and compare it with `vk-json`.

use super::*;
use crate::testing::{THREE, emitted, parsed};
use expect_test::{Expect, expect};

#[track_caller]
fn check(text: &str, target: bool, expect: Expect) {
    let header = emitted(&EMITTER, &parsed(text), target).unwrap();
    expect.assert_eq(&header.replace(create::HELPERS, "[helpers]\n"));
}

#[test]
fn descriptions_are_initializers_in_module_order() {
    check(
        THREE,
        true,
        expect![[r#"
            /* Vulkan tensor descriptions, written by layoutc for target `spec_min`. For C99 and C++20, and later. */
            #ifndef LAYOUTC_VK_64EFD8FB39731DF6_H
            #define LAYOUTC_VK_64EFD8FB39731DF6_H

            #include <stddef.h>
            #include <stdint.h>
            #include <vulkan/vulkan.h>

            #if VK_HEADER_VERSION < 355
            #error "needs Vulkan headers of version 1.4.355 or newer"
            #endif

            #if defined(__GNUC__)
            #pragma GCC diagnostic push
            #pragma GCC diagnostic ignored "-Wunused-const-variable"
            #endif

            /* `@f_x_vk`
             * of `x`, function `f`
             * element type `i16`, logical shape `[2, 3, 5]`, dim order `[0, 2, 1]`
             * size 160 bytes, offset 24 bytes */
            static const int64_t f_x_vk_dims[3] = {2, 5, 3};
            static const int64_t f_x_vk_strides[3] = {80, 16, 2};
            static const VkTensorDescriptionARM f_x_vk = {
                .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
                .pNext = NULL,
                .tiling = VK_TENSOR_TILING_LINEAR_ARM,
                .format = VK_FORMAT_R16_SINT,
                .dimensionCount = 3,
                .pDimensions = f_x_vk_dims,
                .pStrides = f_x_vk_strides,
                .usage = 0xa /* VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM */
            };
            /* the size of `@f_x_vk` in bytes */
            #define F_X_VK_SIZE_BYTES 160ull
            /* the alignment of the rows of `@f_x_vk` from its first byte, in bytes */
            #define F_X_VK_ALIGNMENT_BYTES 16ull
            /* the offset in its buffer at which `@f_x_vk` must be bound, in bytes */
            #define F_X_VK_OFFSET_BYTES 24ull

            /* `@mine`
             * size at least 40 bytes, offset 0 bytes */
            static const int64_t mine_dims[2] = {2, 5};
            static const VkTensorDescriptionARM mine = {
                .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
                .pNext = NULL,
                .tiling = VK_TENSOR_TILING_OPTIMAL_ARM,
                .format = VK_FORMAT_R32_SINT,
                .dimensionCount = 2,
                .pDimensions = mine_dims,
                .pStrides = NULL,
                .usage = 0x12 /* VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM */
            };
            /* the least size of `@mine` in bytes */
            #define MINE_SIZE_BYTES 40ull
            /* the alignment of the rows of `@mine` from its first byte, in bytes */
            #define MINE_ALIGNMENT_BYTES 4ull
            /* the offset in its buffer at which `@mine` must be bound, in bytes */
            #define MINE_OFFSET_BYTES 0ull

            /* `@a*\u{2f}b`
             * of `\u{5c}\u{a}\u{60}`
             * size at least 16 bytes, offset 0 bytes */
            static const int64_t a_b_dims[1] = {16};
            static const VkTensorDescriptionARM a_b = {
                .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
                .pNext = NULL,
                .tiling = VK_TENSOR_TILING_BRICK_16_WIDE_ARM,
                .format = VK_FORMAT_R8_UINT,
                .dimensionCount = 1,
                .pDimensions = a_b_dims,
                .pStrides = NULL,
                .usage = 0
            };
            /* the least size of `@a*\u{2f}b` in bytes */
            #define A_B_SIZE_BYTES 16ull
            /* the alignment of the rows of `@a*\u{2f}b` from its first byte, in bytes */
            #define A_B_ALIGNMENT_BYTES 1ull
            /* the offset in its buffer at which `@a*\u{2f}b` must be bound, in bytes */
            #define A_B_OFFSET_BYTES 0ull

            #if defined(__GNUC__)
            #pragma GCC diagnostic pop
            #endif

            #ifdef LAYOUTC_VK_CREATE
            [helpers]

            /* Returns the memory requirements of `@f_x_vk`, without its offset in the buffer. */
            static inline VkMemoryRequirements f_x_vk_requirements(
                VkDevice device, const LayoutcTensorFunctions *functions)
            {
                return layoutc_requirements_of(device, functions, &f_x_vk);
            }

            /* Creates `@f_x_vk` in a buffer that begins at `memory_offset` of `memory`. */
            static inline VkResult f_x_vk_create(
                VkDevice device, const LayoutcTensorFunctions *functions, VkDeviceMemory memory,
                VkDeviceSize memory_offset, LayoutcTensor *created)
            {
                return layoutc_create_tensor(
                    device, functions, &f_x_vk, memory, memory_offset + F_X_VK_OFFSET_BYTES, created);
            }

            /* Returns the memory requirements of `@mine`, without its offset in the buffer. */
            static inline VkMemoryRequirements mine_requirements(
                VkDevice device, const LayoutcTensorFunctions *functions)
            {
                return layoutc_requirements_of(device, functions, &mine);
            }

            /* Creates `@mine` in a buffer that begins at `memory_offset` of `memory`. */
            static inline VkResult mine_create(
                VkDevice device, const LayoutcTensorFunctions *functions, VkDeviceMemory memory,
                VkDeviceSize memory_offset, LayoutcTensor *created)
            {
                return layoutc_create_tensor(
                    device, functions, &mine, memory, memory_offset + MINE_OFFSET_BYTES, created);
            }

            /* Returns the memory requirements of `@a*\u{2f}b`, without its offset in the buffer. */
            static inline VkMemoryRequirements a_b_requirements(
                VkDevice device, const LayoutcTensorFunctions *functions)
            {
                return layoutc_requirements_of(device, functions, &a_b);
            }

            /* Creates `@a*\u{2f}b` in a buffer that begins at `memory_offset` of `memory`. */
            static inline VkResult a_b_create(
                VkDevice device, const LayoutcTensorFunctions *functions, VkDeviceMemory memory,
                VkDeviceSize memory_offset, LayoutcTensor *created)
            {
                return layoutc_create_tensor(
                    device, functions, &a_b, memory, memory_offset + A_B_OFFSET_BYTES, created);
            }

            #endif /* LAYOUTC_VK_CREATE */

            #endif
        "#]],
    );
}

#[test]
fn a_module_without_descriptions_is_a_header() {
    check(
        "",
        false,
        expect![[r#"
            /* Vulkan tensor descriptions, written by layoutc. For C99 and C++20, and later. */
            #ifndef LAYOUTC_VK_CBF29CE484222325_H
            #define LAYOUTC_VK_CBF29CE484222325_H

            #include <stddef.h>
            #include <stdint.h>
            #include <vulkan/vulkan.h>

            #if VK_HEADER_VERSION < 317
            #error "needs Vulkan headers of version 1.4.317 or newer"
            #endif

            #endif
        "#]],
    );
}

#[test]
fn header_requires_the_oldest_version_with_all_names() {
    let version = |attrs: &str| {
        let text = format!("vk.tensor_description @x {{dims = [4], {attrs}}}");
        let header = emitted(&EMITTER, &parsed(&text), false).unwrap();
        let line = header.lines().find_map(|line| line.strip_prefix("#if VK_HEADER_VERSION < "));
        line.unwrap().to_owned()
    };
    assert_eq!(version("format = \"VK_FORMAT_R8_BOOL_ARM\""), "317");
    assert_eq!(version("format = \"VK_FORMAT_R10X6_UINT_PACK16_ARM\""), "325");
    assert_eq!(version("format = \"VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM\""), "343");
    assert_eq!(version("format = 13, tiling = \"BLOCK_U_INTERLEAVED_64K\""), "355");
}

#[test]
fn headers_with_different_declarations_have_different_guards() {
    let guard = |text: &str| {
        let header = emitted(&EMITTER, &parsed(text), false).unwrap();
        header.lines().find_map(|line| line.strip_prefix("#define ")).unwrap().to_owned()
    };
    let one = "vk.tensor_description @x {dims = [4], format = 13}";
    assert_eq!(guard(one), guard(one));
    assert_ne!(guard(one), guard(&one.replace('4', "5")));
    assert_ne!(guard(one), guard(THREE));
}

#[test]
fn every_i64_has_a_literal() {
    let values = [0, -1, i64::MAX, -i64::MAX, i64::MIN];
    expect!["static const int64_t x[5] = {0, -1, 9223372036854775807, -9223372036854775807, (-9223372036854775807 - 1)};\n"]
    .assert_eq(&array("x", &values));
}

#[test]
fn refuses_invalid_descriptions() {
    let text = "vk.tensor_description @x {dims = [0], format = 13}";
    expect!["`@x` cannot be written as C: the length of dim 0 must be at least 1, but is 0"]
        .assert_eq(&emitted(&EMITTER, &parsed(text), false).unwrap_err());
}

#[test]
fn constants_do_not_clash_with_other_names() {
    let text = "vk.tensor_description @x {dims = [4], format = 13}
        vk.tensor_description @X {dims = [5], format = 13}
        vk.tensor_description @X_2_SIZE_BYTES {dims = [6], format = 13}";
    let header = emitted(&EMITTER, &parsed(text), false).unwrap();
    let sizes = header.lines().filter(|line| line.contains("_SIZE_BYTES ") && line.contains("ull"));
    let expected = [
        "#define X_SIZE_BYTES 4ull",
        "#define X_3_SIZE_BYTES 5ull",
        "#define X_2_SIZE_BYTES_SIZE_BYTES 6ull",
    ];
    assert_eq!(sizes.collect::<Vec<&str>>(), expected);
}

#[test]
fn refuses_negative_offsets() {
    let text = "vk.tensor_description @x {dims = [4], format = 13, offset = -8}";
    expect!["`@x` cannot be written as C: `offset` must be at least 0, but is -8"]
        .assert_eq(&emitted(&EMITTER, &parsed(text), false).unwrap_err());
}
