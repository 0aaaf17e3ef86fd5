//! Golden tests of `vk-rust`. The driver tests compile the file and compare it with `vk-json`.

use super::*;
use crate::testing::{THREE, emitted, parsed};
use expect_test::expect;

#[test]
fn descriptions_are_functions() {
    let text = emitted(&EMITTER, &parsed(THREE), true).unwrap();
    let (head, functions) = text.split_once(STRUCTURE).unwrap();
    expect![[r#"
        // Vulkan tensor descriptions, written by layoutc for target `spec_min`. Rust 1.77 or newer.
    "#]]
    .assert_eq(head);
    expect![[r#"

        /// `@f_x_vk`
        ///
        /// of `x`, function `f`
        /// element type `i16`, logical shape `[2, 3, 5]`, dim order `[0, 2, 1]`
        /// size 160 bytes, offset 24 bytes
        #[allow(dead_code, non_snake_case)]
        pub const fn f_x_vk() -> VkTensorDescriptionARM {
            const DIMS: &[i64; 3] = &[2, 5, 3];
            const STRIDES: &[i64; 3] = &[80, 16, 2];
            VkTensorDescriptionARM {
                s_type: 1000460006, // VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM
                p_next: core::ptr::null(),
                tiling: 1, // VK_TENSOR_TILING_LINEAR_ARM
                format: 75, // VK_FORMAT_R16_SINT
                dimension_count: 3,
                p_dimensions: DIMS.as_ptr(),
                p_strides: STRIDES.as_ptr(),
                usage: 0xa, // VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM
            }
        }

        /// `@mine`
        ///
        /// size at least 40 bytes, offset 0 bytes
        #[allow(dead_code, non_snake_case)]
        pub const fn mine() -> VkTensorDescriptionARM {
            const DIMS: &[i64; 2] = &[2, 5];
            VkTensorDescriptionARM {
                s_type: 1000460006, // VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM
                p_next: core::ptr::null(),
                tiling: 0, // VK_TENSOR_TILING_OPTIMAL_ARM
                format: 99, // VK_FORMAT_R32_SINT
                dimension_count: 2,
                p_dimensions: DIMS.as_ptr(),
                p_strides: core::ptr::null(),
                usage: 0x12, // VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM
            }
        }

        /// `@a*\u{2f}b`
        ///
        /// of `\u{5c}\u{a}\u{60}`
        /// size at least 16 bytes, offset 0 bytes
        #[allow(dead_code, non_snake_case)]
        pub const fn a_b() -> VkTensorDescriptionARM {
            const DIMS: &[i64; 1] = &[16];
            VkTensorDescriptionARM {
                s_type: 1000460006, // VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM
                p_next: core::ptr::null(),
                tiling: 1000565000, // VK_TENSOR_TILING_BRICK_16_WIDE_ARM
                format: 13, // VK_FORMAT_R8_UINT
                dimension_count: 1,
                p_dimensions: DIMS.as_ptr(),
                p_strides: core::ptr::null(),
                usage: 0,
            }
        }
    "#]].assert_eq(functions);
}

#[test]
fn a_module_without_descriptions_has_only_the_structure() {
    let text = emitted(&EMITTER, &parsed(""), false).unwrap();
    let (head, functions) = text.split_once(STRUCTURE).unwrap();
    expect![[r#"
        // Vulkan tensor descriptions, written by layoutc. Rust 1.77 or newer.
    "#]]
    .assert_eq(head);
    assert_eq!(functions, "");
}

#[test]
fn refuses_invalid_descriptions() {
    let text = "vk.tensor_description @x {dims = [2], format = 13, usage = 1}";
    expect!["`@x` cannot be written as Rust: `usage` is \"0x1\", which Vulkan does not define"]
        .assert_eq(&emitted(&EMITTER, &parsed(text), false).unwrap_err());
}
