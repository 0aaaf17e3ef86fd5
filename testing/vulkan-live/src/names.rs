//! The Vulkan names in descriptions, with their values from the registry.
//!
//! The compiler of this crate resolves each name among the constants of `vulkan-headers`, so that a name unknown to
//! Vulkan is an error.

use vulkan_headers::vulkan::vulkan_core::*;

// Formats of the second revision of the extension, which the headers lack.
const VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM: VkFormat = 1_000_460_001;
const VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM: VkFormat = 1_000_460_002;
const VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM: VkFormat = 1_000_460_003;

macro_rules! formats {
    ($($name:ident: $bytes:literal,)*) => {
        /// Returns the format of a name, with the bytes of an element.
        pub(crate) fn format(name: &str) -> Option<(VkFormat, usize)> {
            match name {
                $(stringify!($name) => Some(($name, $bytes)),)*
                _ => None,
            }
        }
    };
}

formats! {
    VK_FORMAT_R8_BOOL_ARM: 1,
    VK_FORMAT_R8_UNORM: 1,
    VK_FORMAT_R8_SNORM: 1,
    VK_FORMAT_R8_USCALED: 1,
    VK_FORMAT_R8_SSCALED: 1,
    VK_FORMAT_R8_UINT: 1,
    VK_FORMAT_R8_SINT: 1,
    VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM: 1,
    VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM: 1,
    VK_FORMAT_R16_UNORM: 2,
    VK_FORMAT_R16_SNORM: 2,
    VK_FORMAT_R16_USCALED: 2,
    VK_FORMAT_R16_SSCALED: 2,
    VK_FORMAT_R16_UINT: 2,
    VK_FORMAT_R16_SINT: 2,
    VK_FORMAT_R16_SFLOAT: 2,
    VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM: 2,
    VK_FORMAT_R32_UINT: 4,
    VK_FORMAT_R32_SINT: 4,
    VK_FORMAT_R32_SFLOAT: 4,
    VK_FORMAT_R64_UINT: 8,
    VK_FORMAT_R64_SINT: 8,
    VK_FORMAT_R64_SFLOAT: 8,
}

/// Returns a format of the same compatibility class that the emulation layer copies bit by bit.
///
/// The layer copies elements with a shader, which converts a bool to 0 or 1. For some formats the layer has no shader,
/// and a copy ends the process, although the layer reports the formats as copyable.
pub(crate) fn copied_as(format: VkFormat) -> VkFormat {
    match format {
        VK_FORMAT_R8_BOOL_ARM
        | VK_FORMAT_R8_UNORM
        | VK_FORMAT_R8_SNORM
        | VK_FORMAT_R8_USCALED
        | VK_FORMAT_R8_SSCALED
        | VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM
        | VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM => VK_FORMAT_R8_UINT,
        VK_FORMAT_R16_UNORM
        | VK_FORMAT_R16_SNORM
        | VK_FORMAT_R16_USCALED
        | VK_FORMAT_R16_SSCALED
        | VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM => VK_FORMAT_R16_UINT,
        other => other,
    }
}

/// Returns the tiling of a name. The emulation layer does not support those of `VK_ARM_tensor_controls`.
pub(crate) fn tiling(name: &str) -> Option<VkTensorTilingARM> {
    match name {
        "VK_TENSOR_TILING_OPTIMAL_ARM" => Some(VK_TENSOR_TILING_OPTIMAL_ARM),
        "VK_TENSOR_TILING_LINEAR_ARM" => Some(VK_TENSOR_TILING_LINEAR_ARM),
        _ => None,
    }
}

macro_rules! usages {
    ($($name:ident needs $feature:ident,)*) => {
        /// Returns the usage bit of a name.
        pub(crate) fn usage(name: &str) -> Option<VkTensorUsageFlagsARM> {
            match name {
                $(stringify!($name) => Some($name),)*
                _ => None,
            }
        }

        /// Returns the names of the bits in `usage` whose feature is not in `features`.
        pub(crate) fn unsupported(
            usage: VkTensorUsageFlagsARM,
            features: VkFormatFeatureFlags2,
        ) -> Vec<&'static str> {
            let mut missing = Vec::new();
            $(if usage & $name != 0 && features & $feature == 0 {
                missing.push(stringify!($name));
            })*
            missing
        }
    };
}

usages! {
    VK_TENSOR_USAGE_SHADER_BIT_ARM needs VK_FORMAT_FEATURE_2_TENSOR_SHADER_BIT_ARM,
    VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM needs VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT,
    VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM needs VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT,
    VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM needs VK_FORMAT_FEATURE_2_TENSOR_IMAGE_ALIASING_BIT_ARM,
    VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM needs VK_FORMAT_FEATURE_2_TENSOR_DATA_GRAPH_BIT_ARM,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_values_of_the_registry() {
        assert_eq!(format("VK_FORMAT_R16_SFLOAT"), Some((76, 2)));
        assert_eq!(format("VK_FORMAT_R8G8_UNORM"), None);
        assert_eq!(tiling("VK_TENSOR_TILING_LINEAR_ARM"), Some(1));
        assert_eq!(usage("VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM"), Some(0x20));
    }

    #[test]
    fn unsupported_returns_names_of_usages() {
        let both = VK_TENSOR_USAGE_SHADER_BIT_ARM | VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM;
        let found = unsupported(both, VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT);
        assert_eq!(found, ["VK_TENSOR_USAGE_SHADER_BIT_ARM"]);
    }
}
