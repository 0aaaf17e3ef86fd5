//! Golden tests of `vk-rust`. The driver tests compile the file and compare it with `vk-json`.

use super::*;
use crate::testing::{THREE, emitted, parsed};
use expect_test::expect;

#[test]
fn descriptions_are_functions() {
    let text = emitted(&EMITTER, &parsed(THREE), true).unwrap();
    let (head, functions) = text.split_once(STRUCTURE).unwrap();
    let functions = functions.replace(create::HELPERS, "[helpers]\n");
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
        /// the size of `@f_x_vk` in bytes
        #[allow(dead_code)]
        pub const F_X_VK_SIZE_BYTES: u64 = 160;
        /// the alignment of the rows of `@f_x_vk` from its first byte, in bytes
        #[allow(dead_code)]
        pub const F_X_VK_ALIGNMENT_BYTES: u64 = 16;
        /// the offset in its buffer at which `@f_x_vk` must be bound, in bytes
        #[allow(dead_code)]
        pub const F_X_VK_OFFSET_BYTES: u64 = 24;

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
        /// the least size of `@mine` in bytes
        #[allow(dead_code)]
        pub const MINE_SIZE_BYTES: u64 = 40;
        /// the alignment of the rows of `@mine` from its first byte, in bytes
        #[allow(dead_code)]
        pub const MINE_ALIGNMENT_BYTES: u64 = 4;
        /// the offset in its buffer at which `@mine` must be bound, in bytes
        #[allow(dead_code)]
        pub const MINE_OFFSET_BYTES: u64 = 0;

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
        /// the least size of `@a*\u{2f}b` in bytes
        #[allow(dead_code)]
        pub const A_B_SIZE_BYTES: u64 = 16;
        /// the alignment of the rows of `@a*\u{2f}b` from its first byte, in bytes
        #[allow(dead_code)]
        pub const A_B_ALIGNMENT_BYTES: u64 = 1;
        /// the offset in its buffer at which `@a*\u{2f}b` must be bound, in bytes
        #[allow(dead_code)]
        pub const A_B_OFFSET_BYTES: u64 = 0;
        [helpers]

            /// Returns the memory requirements of `@f_x_vk`, without its offset in the buffer.
            ///
            /// # Safety
            /// The functions belong to the device.
            pub unsafe fn f_x_vk_requirements(
                device: VkDevice,
                functions: &TensorFunctions,
            ) -> VkMemoryRequirements {
                unsafe { requirements(device, functions, &super::f_x_vk(), ptr::null()) }
            }

            /// Creates `@f_x_vk` in a buffer that begins at `memory_offset` of `memory`.
            ///
            /// # Errors
            /// The first `VkResult` that is not `VK_SUCCESS`; nothing is left then.
            ///
            /// # Safety
            /// The functions and the memory belong to the device, and the memory satisfies the requirements at the offset.
            pub unsafe fn f_x_vk_create(
                device: VkDevice,
                functions: &TensorFunctions,
                memory: VkDeviceMemory,
                memory_offset: u64,
            ) -> Result<CreatedTensor, VkResult> {
                let offset = memory_offset + super::F_X_VK_OFFSET_BYTES;
                unsafe { create(device, functions, &super::f_x_vk(), ptr::null(), memory, offset) }
            }

            /// Returns the memory requirements of `@mine`, without its offset in the buffer.
            ///
            /// # Safety
            /// The functions belong to the device.
            pub unsafe fn mine_requirements(
                device: VkDevice,
                functions: &TensorFunctions,
            ) -> VkMemoryRequirements {
                unsafe { requirements(device, functions, &super::mine(), ptr::null()) }
            }

            /// Creates `@mine` in a buffer that begins at `memory_offset` of `memory`.
            ///
            /// # Errors
            /// The first `VkResult` that is not `VK_SUCCESS`; nothing is left then.
            ///
            /// # Safety
            /// The functions and the memory belong to the device, and the memory satisfies the requirements at the offset.
            pub unsafe fn mine_create(
                device: VkDevice,
                functions: &TensorFunctions,
                memory: VkDeviceMemory,
                memory_offset: u64,
            ) -> Result<CreatedTensor, VkResult> {
                let offset = memory_offset + super::MINE_OFFSET_BYTES;
                unsafe { create(device, functions, &super::mine(), ptr::null(), memory, offset) }
            }

            /// Returns the memory requirements of `@a*\u{2f}b`, without its offset in the buffer.
            ///
            /// # Safety
            /// The functions belong to the device.
            pub unsafe fn a_b_requirements(
                device: VkDevice,
                functions: &TensorFunctions,
            ) -> VkMemoryRequirements {
                unsafe { requirements(device, functions, &super::a_b(), ptr::null()) }
            }

            /// Creates `@a*\u{2f}b` in a buffer that begins at `memory_offset` of `memory`.
            ///
            /// # Errors
            /// The first `VkResult` that is not `VK_SUCCESS`; nothing is left then.
            ///
            /// # Safety
            /// The functions and the memory belong to the device, and the memory satisfies the requirements at the offset.
            pub unsafe fn a_b_create(
                device: VkDevice,
                functions: &TensorFunctions,
                memory: VkDeviceMemory,
                memory_offset: u64,
            ) -> Result<CreatedTensor, VkResult> {
                let offset = memory_offset + super::A_B_OFFSET_BYTES;
                unsafe { create(device, functions, &super::a_b(), ptr::null(), memory, offset) }
            }
        }
    "#]].assert_eq(&functions);
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
