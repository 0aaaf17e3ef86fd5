//! All registered `VkFormat`s: the name, the value, the bytes of a texel block and the components of each.
//!
//! The tables are facts of the Vulkan registry, sorted by value: first the tensor formats, then all others, which a
//! hand-written description may name.

use crate::layout::{Bits, ElemSize};

/// A `VkFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VkFormat {
    /// The name, such as `VK_FORMAT_R16_SFLOAT`.
    pub name: &'static str,
    /// The value of the enumerator.
    pub value: i64,
    /// The size of one element (a texel block), in bytes.
    pub bytes: u64,
    /// The number of components of one element; 1 for a tensor format.
    pub components: u8,
}

impl VkFormat {
    /// Returns the size of an element. `None` for `VK_FORMAT_UNDEFINED`.
    pub fn elem(&self) -> Option<ElemSize> {
        let bits = self.bytes.checked_mul(8).and_then(|bits| i64::try_from(bits).ok());
        bits.and_then(|bits| ElemSize::new(Bits::new(bits)))
    }

    /// Returns the compatibility class of each component as a format of its own ("Format Compatibility Classes").
    /// `None` if the components differ in size, share texels or planes, or are compressed.
    pub fn component(&self) -> Option<ComponentClass> {
        let name = self.name.strip_prefix("VK_FORMAT_")?;
        if ["_BLOCK", "PLANE_", "_422_"].iter().any(|part| name.contains(part)) {
            return None;
        }
        let letters = name.split('_').next()?;
        let sizes = component_sizes(letters)?;
        let (&first, count) = (sizes.first()?, sizes.len());
        let total: u64 = sizes.iter().sum();
        if sizes.iter().any(|&size| size != first)
            || count != usize::from(self.components)
            || total != self.bytes.checked_mul(8)?
        {
            return None;
        }
        // Formats of depth, stencil or alpha alone have classes of their own.
        let is_color = !letters.starts_with(['D', 'S']) && (count > 1 || !letters.starts_with('A'));
        Some(if is_color { ComponentClass::Color(first) } else { ComponentClass::Only(self.name) })
    }
}

/// The compatibility class of a format with one component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComponentClass {
    /// A color of this many bits.
    Color(u64),
    /// The format of this name, which is compatible with itself alone.
    Only(&'static str),
}

/// Returns the bits of each component of a name such as `R8G8B8A8` or `R10X6G10X6`, with the unused bits after it. `None`
/// if the text is not a list of components.
fn component_sizes(mut text: &str) -> Option<Vec<u64>> {
    let mut sizes: Vec<u64> = Vec::new();
    while let Some(letter) = text.chars().next() {
        let digits = text.get(1..)?;
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let size: u64 = digits[..end].parse().ok()?;
        match letter {
            'X' => *sizes.last_mut()? += size,
            'R' | 'G' | 'B' | 'A' | 'D' | 'S' => sizes.push(size),
            _ => return None,
        }
        text = &digits[end..];
    }
    Some(sizes)
}

const fn format(name: &'static str, value: i64, bytes: u64) -> VkFormat {
    VkFormat { name, value, bytes, components: 1 }
}

/// The formats in the specification's table of tensor formats, and three formats of later extensions whose element type
/// the IR supports.
pub const FORMATS: &[VkFormat] = &[
    format("VK_FORMAT_R8_UNORM", 9, 1),
    format("VK_FORMAT_R8_SNORM", 10, 1),
    format("VK_FORMAT_R8_USCALED", 11, 1),
    format("VK_FORMAT_R8_SSCALED", 12, 1),
    format("VK_FORMAT_R8_UINT", 13, 1),
    format("VK_FORMAT_R8_SINT", 14, 1),
    format("VK_FORMAT_R16_UNORM", 70, 2),
    format("VK_FORMAT_R16_SNORM", 71, 2),
    format("VK_FORMAT_R16_USCALED", 72, 2),
    format("VK_FORMAT_R16_SSCALED", 73, 2),
    format("VK_FORMAT_R16_UINT", 74, 2),
    format("VK_FORMAT_R16_SINT", 75, 2),
    format("VK_FORMAT_R16_SFLOAT", 76, 2),
    format("VK_FORMAT_R32_UINT", 98, 4),
    format("VK_FORMAT_R32_SINT", 99, 4),
    format("VK_FORMAT_R32_SFLOAT", 100, 4),
    format("VK_FORMAT_R64_UINT", 110, 8),
    format("VK_FORMAT_R64_SINT", 111, 8),
    format("VK_FORMAT_R64_SFLOAT", 112, 8),
    format("VK_FORMAT_R8_BOOL_ARM", 1000460000, 1),
    format("VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM", 1000460001, 2),
    format("VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM", 1000460002, 1),
    format("VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM", 1000460003, 1),
];

/// Returns all registered formats, the tensor formats first.
pub fn all_formats() -> impl Iterator<Item = &'static VkFormat> {
    FORMATS.iter().chain(OTHERS)
}

/// Returns the registered format with this name or alias. `None` if there is none.
pub fn find_registered(name: &str) -> Option<&'static VkFormat> {
    let name = canonical(name);
    all_formats().find(|row| row.name == name)
}

/// Returns the tensor format with this name. `None` if there is none.
pub fn find_format(name: &str) -> Option<&'static VkFormat> {
    FORMATS.iter().find(|row| row.name == name)
}

const fn row(name: &'static str, value: i64, bytes: u64, components: u8) -> VkFormat {
    VkFormat { name, value, bytes, components }
}

/// The formats that are not tensor formats, including `VK_FORMAT_UNDEFINED`.
#[rustfmt::skip]
const OTHERS: &[VkFormat] = &[
    row("VK_FORMAT_UNDEFINED", 0, 0, 0),
    row("VK_FORMAT_R4G4_UNORM_PACK8", 1, 1, 2),
    row("VK_FORMAT_R4G4B4A4_UNORM_PACK16", 2, 2, 4),
    row("VK_FORMAT_B4G4R4A4_UNORM_PACK16", 3, 2, 4),
    row("VK_FORMAT_R5G6B5_UNORM_PACK16", 4, 2, 3),
    row("VK_FORMAT_B5G6R5_UNORM_PACK16", 5, 2, 3),
    row("VK_FORMAT_R5G5B5A1_UNORM_PACK16", 6, 2, 4),
    row("VK_FORMAT_B5G5R5A1_UNORM_PACK16", 7, 2, 4),
    row("VK_FORMAT_A1R5G5B5_UNORM_PACK16", 8, 2, 4),
    row("VK_FORMAT_R8_SRGB", 15, 1, 1),
    row("VK_FORMAT_R8G8_UNORM", 16, 2, 2),
    row("VK_FORMAT_R8G8_SNORM", 17, 2, 2),
    row("VK_FORMAT_R8G8_USCALED", 18, 2, 2),
    row("VK_FORMAT_R8G8_SSCALED", 19, 2, 2),
    row("VK_FORMAT_R8G8_UINT", 20, 2, 2),
    row("VK_FORMAT_R8G8_SINT", 21, 2, 2),
    row("VK_FORMAT_R8G8_SRGB", 22, 2, 2),
    row("VK_FORMAT_R8G8B8_UNORM", 23, 3, 3),
    row("VK_FORMAT_R8G8B8_SNORM", 24, 3, 3),
    row("VK_FORMAT_R8G8B8_USCALED", 25, 3, 3),
    row("VK_FORMAT_R8G8B8_SSCALED", 26, 3, 3),
    row("VK_FORMAT_R8G8B8_UINT", 27, 3, 3),
    row("VK_FORMAT_R8G8B8_SINT", 28, 3, 3),
    row("VK_FORMAT_R8G8B8_SRGB", 29, 3, 3),
    row("VK_FORMAT_B8G8R8_UNORM", 30, 3, 3),
    row("VK_FORMAT_B8G8R8_SNORM", 31, 3, 3),
    row("VK_FORMAT_B8G8R8_USCALED", 32, 3, 3),
    row("VK_FORMAT_B8G8R8_SSCALED", 33, 3, 3),
    row("VK_FORMAT_B8G8R8_UINT", 34, 3, 3),
    row("VK_FORMAT_B8G8R8_SINT", 35, 3, 3),
    row("VK_FORMAT_B8G8R8_SRGB", 36, 3, 3),
    row("VK_FORMAT_R8G8B8A8_UNORM", 37, 4, 4),
    row("VK_FORMAT_R8G8B8A8_SNORM", 38, 4, 4),
    row("VK_FORMAT_R8G8B8A8_USCALED", 39, 4, 4),
    row("VK_FORMAT_R8G8B8A8_SSCALED", 40, 4, 4),
    row("VK_FORMAT_R8G8B8A8_UINT", 41, 4, 4),
    row("VK_FORMAT_R8G8B8A8_SINT", 42, 4, 4),
    row("VK_FORMAT_R8G8B8A8_SRGB", 43, 4, 4),
    row("VK_FORMAT_B8G8R8A8_UNORM", 44, 4, 4),
    row("VK_FORMAT_B8G8R8A8_SNORM", 45, 4, 4),
    row("VK_FORMAT_B8G8R8A8_USCALED", 46, 4, 4),
    row("VK_FORMAT_B8G8R8A8_SSCALED", 47, 4, 4),
    row("VK_FORMAT_B8G8R8A8_UINT", 48, 4, 4),
    row("VK_FORMAT_B8G8R8A8_SINT", 49, 4, 4),
    row("VK_FORMAT_B8G8R8A8_SRGB", 50, 4, 4),
    row("VK_FORMAT_A8B8G8R8_UNORM_PACK32", 51, 4, 4),
    row("VK_FORMAT_A8B8G8R8_SNORM_PACK32", 52, 4, 4),
    row("VK_FORMAT_A8B8G8R8_USCALED_PACK32", 53, 4, 4),
    row("VK_FORMAT_A8B8G8R8_SSCALED_PACK32", 54, 4, 4),
    row("VK_FORMAT_A8B8G8R8_UINT_PACK32", 55, 4, 4),
    row("VK_FORMAT_A8B8G8R8_SINT_PACK32", 56, 4, 4),
    row("VK_FORMAT_A8B8G8R8_SRGB_PACK32", 57, 4, 4),
    row("VK_FORMAT_A2R10G10B10_UNORM_PACK32", 58, 4, 4),
    row("VK_FORMAT_A2R10G10B10_SNORM_PACK32", 59, 4, 4),
    row("VK_FORMAT_A2R10G10B10_USCALED_PACK32", 60, 4, 4),
    row("VK_FORMAT_A2R10G10B10_SSCALED_PACK32", 61, 4, 4),
    row("VK_FORMAT_A2R10G10B10_UINT_PACK32", 62, 4, 4),
    row("VK_FORMAT_A2R10G10B10_SINT_PACK32", 63, 4, 4),
    row("VK_FORMAT_A2B10G10R10_UNORM_PACK32", 64, 4, 4),
    row("VK_FORMAT_A2B10G10R10_SNORM_PACK32", 65, 4, 4),
    row("VK_FORMAT_A2B10G10R10_USCALED_PACK32", 66, 4, 4),
    row("VK_FORMAT_A2B10G10R10_SSCALED_PACK32", 67, 4, 4),
    row("VK_FORMAT_A2B10G10R10_UINT_PACK32", 68, 4, 4),
    row("VK_FORMAT_A2B10G10R10_SINT_PACK32", 69, 4, 4),
    row("VK_FORMAT_R16G16_UNORM", 77, 4, 2),
    row("VK_FORMAT_R16G16_SNORM", 78, 4, 2),
    row("VK_FORMAT_R16G16_USCALED", 79, 4, 2),
    row("VK_FORMAT_R16G16_SSCALED", 80, 4, 2),
    row("VK_FORMAT_R16G16_UINT", 81, 4, 2),
    row("VK_FORMAT_R16G16_SINT", 82, 4, 2),
    row("VK_FORMAT_R16G16_SFLOAT", 83, 4, 2),
    row("VK_FORMAT_R16G16B16_UNORM", 84, 6, 3),
    row("VK_FORMAT_R16G16B16_SNORM", 85, 6, 3),
    row("VK_FORMAT_R16G16B16_USCALED", 86, 6, 3),
    row("VK_FORMAT_R16G16B16_SSCALED", 87, 6, 3),
    row("VK_FORMAT_R16G16B16_UINT", 88, 6, 3),
    row("VK_FORMAT_R16G16B16_SINT", 89, 6, 3),
    row("VK_FORMAT_R16G16B16_SFLOAT", 90, 6, 3),
    row("VK_FORMAT_R16G16B16A16_UNORM", 91, 8, 4),
    row("VK_FORMAT_R16G16B16A16_SNORM", 92, 8, 4),
    row("VK_FORMAT_R16G16B16A16_USCALED", 93, 8, 4),
    row("VK_FORMAT_R16G16B16A16_SSCALED", 94, 8, 4),
    row("VK_FORMAT_R16G16B16A16_UINT", 95, 8, 4),
    row("VK_FORMAT_R16G16B16A16_SINT", 96, 8, 4),
    row("VK_FORMAT_R16G16B16A16_SFLOAT", 97, 8, 4),
    row("VK_FORMAT_R32G32_UINT", 101, 8, 2),
    row("VK_FORMAT_R32G32_SINT", 102, 8, 2),
    row("VK_FORMAT_R32G32_SFLOAT", 103, 8, 2),
    row("VK_FORMAT_R32G32B32_UINT", 104, 12, 3),
    row("VK_FORMAT_R32G32B32_SINT", 105, 12, 3),
    row("VK_FORMAT_R32G32B32_SFLOAT", 106, 12, 3),
    row("VK_FORMAT_R32G32B32A32_UINT", 107, 16, 4),
    row("VK_FORMAT_R32G32B32A32_SINT", 108, 16, 4),
    row("VK_FORMAT_R32G32B32A32_SFLOAT", 109, 16, 4),
    row("VK_FORMAT_R64G64_UINT", 113, 16, 2),
    row("VK_FORMAT_R64G64_SINT", 114, 16, 2),
    row("VK_FORMAT_R64G64_SFLOAT", 115, 16, 2),
    row("VK_FORMAT_R64G64B64_UINT", 116, 24, 3),
    row("VK_FORMAT_R64G64B64_SINT", 117, 24, 3),
    row("VK_FORMAT_R64G64B64_SFLOAT", 118, 24, 3),
    row("VK_FORMAT_R64G64B64A64_UINT", 119, 32, 4),
    row("VK_FORMAT_R64G64B64A64_SINT", 120, 32, 4),
    row("VK_FORMAT_R64G64B64A64_SFLOAT", 121, 32, 4),
    row("VK_FORMAT_B10G11R11_UFLOAT_PACK32", 122, 4, 3),
    row("VK_FORMAT_E5B9G9R9_UFLOAT_PACK32", 123, 4, 3),
    row("VK_FORMAT_D16_UNORM", 124, 2, 1),
    row("VK_FORMAT_X8_D24_UNORM_PACK32", 125, 4, 1),
    row("VK_FORMAT_D32_SFLOAT", 126, 4, 1),
    row("VK_FORMAT_S8_UINT", 127, 1, 1),
    row("VK_FORMAT_D16_UNORM_S8_UINT", 128, 3, 2),
    row("VK_FORMAT_D24_UNORM_S8_UINT", 129, 4, 2),
    row("VK_FORMAT_D32_SFLOAT_S8_UINT", 130, 5, 2),
    row("VK_FORMAT_BC1_RGB_UNORM_BLOCK", 131, 8, 3),
    row("VK_FORMAT_BC1_RGB_SRGB_BLOCK", 132, 8, 3),
    row("VK_FORMAT_BC1_RGBA_UNORM_BLOCK", 133, 8, 4),
    row("VK_FORMAT_BC1_RGBA_SRGB_BLOCK", 134, 8, 4),
    row("VK_FORMAT_BC2_UNORM_BLOCK", 135, 16, 4),
    row("VK_FORMAT_BC2_SRGB_BLOCK", 136, 16, 4),
    row("VK_FORMAT_BC3_UNORM_BLOCK", 137, 16, 4),
    row("VK_FORMAT_BC3_SRGB_BLOCK", 138, 16, 4),
    row("VK_FORMAT_BC4_UNORM_BLOCK", 139, 8, 1),
    row("VK_FORMAT_BC4_SNORM_BLOCK", 140, 8, 1),
    row("VK_FORMAT_BC5_UNORM_BLOCK", 141, 16, 2),
    row("VK_FORMAT_BC5_SNORM_BLOCK", 142, 16, 2),
    row("VK_FORMAT_BC6H_UFLOAT_BLOCK", 143, 16, 3),
    row("VK_FORMAT_BC6H_SFLOAT_BLOCK", 144, 16, 3),
    row("VK_FORMAT_BC7_UNORM_BLOCK", 145, 16, 4),
    row("VK_FORMAT_BC7_SRGB_BLOCK", 146, 16, 4),
    row("VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK", 147, 8, 3),
    row("VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK", 148, 8, 3),
    row("VK_FORMAT_ETC2_R8G8B8A1_UNORM_BLOCK", 149, 8, 4),
    row("VK_FORMAT_ETC2_R8G8B8A1_SRGB_BLOCK", 150, 8, 4),
    row("VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK", 151, 16, 4),
    row("VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK", 152, 16, 4),
    row("VK_FORMAT_EAC_R11_UNORM_BLOCK", 153, 8, 1),
    row("VK_FORMAT_EAC_R11_SNORM_BLOCK", 154, 8, 1),
    row("VK_FORMAT_EAC_R11G11_UNORM_BLOCK", 155, 16, 2),
    row("VK_FORMAT_EAC_R11G11_SNORM_BLOCK", 156, 16, 2),
    row("VK_FORMAT_ASTC_4x4_UNORM_BLOCK", 157, 16, 4),
    row("VK_FORMAT_ASTC_4x4_SRGB_BLOCK", 158, 16, 4),
    row("VK_FORMAT_ASTC_5x4_UNORM_BLOCK", 159, 16, 4),
    row("VK_FORMAT_ASTC_5x4_SRGB_BLOCK", 160, 16, 4),
    row("VK_FORMAT_ASTC_5x5_UNORM_BLOCK", 161, 16, 4),
    row("VK_FORMAT_ASTC_5x5_SRGB_BLOCK", 162, 16, 4),
    row("VK_FORMAT_ASTC_6x5_UNORM_BLOCK", 163, 16, 4),
    row("VK_FORMAT_ASTC_6x5_SRGB_BLOCK", 164, 16, 4),
    row("VK_FORMAT_ASTC_6x6_UNORM_BLOCK", 165, 16, 4),
    row("VK_FORMAT_ASTC_6x6_SRGB_BLOCK", 166, 16, 4),
    row("VK_FORMAT_ASTC_8x5_UNORM_BLOCK", 167, 16, 4),
    row("VK_FORMAT_ASTC_8x5_SRGB_BLOCK", 168, 16, 4),
    row("VK_FORMAT_ASTC_8x6_UNORM_BLOCK", 169, 16, 4),
    row("VK_FORMAT_ASTC_8x6_SRGB_BLOCK", 170, 16, 4),
    row("VK_FORMAT_ASTC_8x8_UNORM_BLOCK", 171, 16, 4),
    row("VK_FORMAT_ASTC_8x8_SRGB_BLOCK", 172, 16, 4),
    row("VK_FORMAT_ASTC_10x5_UNORM_BLOCK", 173, 16, 4),
    row("VK_FORMAT_ASTC_10x5_SRGB_BLOCK", 174, 16, 4),
    row("VK_FORMAT_ASTC_10x6_UNORM_BLOCK", 175, 16, 4),
    row("VK_FORMAT_ASTC_10x6_SRGB_BLOCK", 176, 16, 4),
    row("VK_FORMAT_ASTC_10x8_UNORM_BLOCK", 177, 16, 4),
    row("VK_FORMAT_ASTC_10x8_SRGB_BLOCK", 178, 16, 4),
    row("VK_FORMAT_ASTC_10x10_UNORM_BLOCK", 179, 16, 4),
    row("VK_FORMAT_ASTC_10x10_SRGB_BLOCK", 180, 16, 4),
    row("VK_FORMAT_ASTC_12x10_UNORM_BLOCK", 181, 16, 4),
    row("VK_FORMAT_ASTC_12x10_SRGB_BLOCK", 182, 16, 4),
    row("VK_FORMAT_ASTC_12x12_UNORM_BLOCK", 183, 16, 4),
    row("VK_FORMAT_ASTC_12x12_SRGB_BLOCK", 184, 16, 4),
    row("VK_FORMAT_PVRTC1_2BPP_UNORM_BLOCK_IMG", 1000054000, 8, 4),
    row("VK_FORMAT_PVRTC1_4BPP_UNORM_BLOCK_IMG", 1000054001, 8, 4),
    row("VK_FORMAT_PVRTC2_2BPP_UNORM_BLOCK_IMG", 1000054002, 8, 4),
    row("VK_FORMAT_PVRTC2_4BPP_UNORM_BLOCK_IMG", 1000054003, 8, 4),
    row("VK_FORMAT_PVRTC1_2BPP_SRGB_BLOCK_IMG", 1000054004, 8, 4),
    row("VK_FORMAT_PVRTC1_4BPP_SRGB_BLOCK_IMG", 1000054005, 8, 4),
    row("VK_FORMAT_PVRTC2_2BPP_SRGB_BLOCK_IMG", 1000054006, 8, 4),
    row("VK_FORMAT_PVRTC2_4BPP_SRGB_BLOCK_IMG", 1000054007, 8, 4),
    row("VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK", 1000066000, 16, 4),
    row("VK_FORMAT_ASTC_5x4_SFLOAT_BLOCK", 1000066001, 16, 4),
    row("VK_FORMAT_ASTC_5x5_SFLOAT_BLOCK", 1000066002, 16, 4),
    row("VK_FORMAT_ASTC_6x5_SFLOAT_BLOCK", 1000066003, 16, 4),
    row("VK_FORMAT_ASTC_6x6_SFLOAT_BLOCK", 1000066004, 16, 4),
    row("VK_FORMAT_ASTC_8x5_SFLOAT_BLOCK", 1000066005, 16, 4),
    row("VK_FORMAT_ASTC_8x6_SFLOAT_BLOCK", 1000066006, 16, 4),
    row("VK_FORMAT_ASTC_8x8_SFLOAT_BLOCK", 1000066007, 16, 4),
    row("VK_FORMAT_ASTC_10x5_SFLOAT_BLOCK", 1000066008, 16, 4),
    row("VK_FORMAT_ASTC_10x6_SFLOAT_BLOCK", 1000066009, 16, 4),
    row("VK_FORMAT_ASTC_10x8_SFLOAT_BLOCK", 1000066010, 16, 4),
    row("VK_FORMAT_ASTC_10x10_SFLOAT_BLOCK", 1000066011, 16, 4),
    row("VK_FORMAT_ASTC_12x10_SFLOAT_BLOCK", 1000066012, 16, 4),
    row("VK_FORMAT_ASTC_12x12_SFLOAT_BLOCK", 1000066013, 16, 4),
    row("VK_FORMAT_G8B8G8R8_422_UNORM", 1000156000, 4, 4),
    row("VK_FORMAT_B8G8R8G8_422_UNORM", 1000156001, 4, 4),
    row("VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM", 1000156002, 3, 3),
    row("VK_FORMAT_G8_B8R8_2PLANE_420_UNORM", 1000156003, 3, 3),
    row("VK_FORMAT_G8_B8_R8_3PLANE_422_UNORM", 1000156004, 3, 3),
    row("VK_FORMAT_G8_B8R8_2PLANE_422_UNORM", 1000156005, 3, 3),
    row("VK_FORMAT_G8_B8_R8_3PLANE_444_UNORM", 1000156006, 3, 3),
    row("VK_FORMAT_R10X6_UNORM_PACK16", 1000156007, 2, 1),
    row("VK_FORMAT_R10X6G10X6_UNORM_2PACK16", 1000156008, 4, 2),
    row("VK_FORMAT_R10X6G10X6B10X6A10X6_UNORM_4PACK16", 1000156009, 8, 4),
    row("VK_FORMAT_G10X6B10X6G10X6R10X6_422_UNORM_4PACK16", 1000156010, 8, 4),
    row("VK_FORMAT_B10X6G10X6R10X6G10X6_422_UNORM_4PACK16", 1000156011, 8, 4),
    row("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_420_UNORM_3PACK16", 1000156012, 6, 3),
    row("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16", 1000156013, 6, 3),
    row("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_422_UNORM_3PACK16", 1000156014, 6, 3),
    row("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_422_UNORM_3PACK16", 1000156015, 6, 3),
    row("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_444_UNORM_3PACK16", 1000156016, 6, 3),
    row("VK_FORMAT_R12X4_UNORM_PACK16", 1000156017, 2, 1),
    row("VK_FORMAT_R12X4G12X4_UNORM_2PACK16", 1000156018, 4, 2),
    row("VK_FORMAT_R12X4G12X4B12X4A12X4_UNORM_4PACK16", 1000156019, 8, 4),
    row("VK_FORMAT_G12X4B12X4G12X4R12X4_422_UNORM_4PACK16", 1000156020, 8, 4),
    row("VK_FORMAT_B12X4G12X4R12X4G12X4_422_UNORM_4PACK16", 1000156021, 8, 4),
    row("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_420_UNORM_3PACK16", 1000156022, 6, 3),
    row("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_420_UNORM_3PACK16", 1000156023, 6, 3),
    row("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_422_UNORM_3PACK16", 1000156024, 6, 3),
    row("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_422_UNORM_3PACK16", 1000156025, 6, 3),
    row("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_444_UNORM_3PACK16", 1000156026, 6, 3),
    row("VK_FORMAT_G16B16G16R16_422_UNORM", 1000156027, 8, 4),
    row("VK_FORMAT_B16G16R16G16_422_UNORM", 1000156028, 8, 4),
    row("VK_FORMAT_G16_B16_R16_3PLANE_420_UNORM", 1000156029, 6, 3),
    row("VK_FORMAT_G16_B16R16_2PLANE_420_UNORM", 1000156030, 6, 3),
    row("VK_FORMAT_G16_B16_R16_3PLANE_422_UNORM", 1000156031, 6, 3),
    row("VK_FORMAT_G16_B16R16_2PLANE_422_UNORM", 1000156032, 6, 3),
    row("VK_FORMAT_G16_B16_R16_3PLANE_444_UNORM", 1000156033, 6, 3),
    row("VK_FORMAT_ASTC_3x3x3_UNORM_BLOCK_EXT", 1000288000, 16, 4),
    row("VK_FORMAT_ASTC_3x3x3_SRGB_BLOCK_EXT", 1000288001, 16, 4),
    row("VK_FORMAT_ASTC_3x3x3_SFLOAT_BLOCK_EXT", 1000288002, 16, 4),
    row("VK_FORMAT_ASTC_4x3x3_UNORM_BLOCK_EXT", 1000288003, 16, 4),
    row("VK_FORMAT_ASTC_4x3x3_SRGB_BLOCK_EXT", 1000288004, 16, 4),
    row("VK_FORMAT_ASTC_4x3x3_SFLOAT_BLOCK_EXT", 1000288005, 16, 4),
    row("VK_FORMAT_ASTC_4x4x3_UNORM_BLOCK_EXT", 1000288006, 16, 4),
    row("VK_FORMAT_ASTC_4x4x3_SRGB_BLOCK_EXT", 1000288007, 16, 4),
    row("VK_FORMAT_ASTC_4x4x3_SFLOAT_BLOCK_EXT", 1000288008, 16, 4),
    row("VK_FORMAT_ASTC_4x4x4_UNORM_BLOCK_EXT", 1000288009, 16, 4),
    row("VK_FORMAT_ASTC_4x4x4_SRGB_BLOCK_EXT", 1000288010, 16, 4),
    row("VK_FORMAT_ASTC_4x4x4_SFLOAT_BLOCK_EXT", 1000288011, 16, 4),
    row("VK_FORMAT_ASTC_5x4x4_UNORM_BLOCK_EXT", 1000288012, 16, 4),
    row("VK_FORMAT_ASTC_5x4x4_SRGB_BLOCK_EXT", 1000288013, 16, 4),
    row("VK_FORMAT_ASTC_5x4x4_SFLOAT_BLOCK_EXT", 1000288014, 16, 4),
    row("VK_FORMAT_ASTC_5x5x4_UNORM_BLOCK_EXT", 1000288015, 16, 4),
    row("VK_FORMAT_ASTC_5x5x4_SRGB_BLOCK_EXT", 1000288016, 16, 4),
    row("VK_FORMAT_ASTC_5x5x4_SFLOAT_BLOCK_EXT", 1000288017, 16, 4),
    row("VK_FORMAT_ASTC_5x5x5_UNORM_BLOCK_EXT", 1000288018, 16, 4),
    row("VK_FORMAT_ASTC_5x5x5_SRGB_BLOCK_EXT", 1000288019, 16, 4),
    row("VK_FORMAT_ASTC_5x5x5_SFLOAT_BLOCK_EXT", 1000288020, 16, 4),
    row("VK_FORMAT_ASTC_6x5x5_UNORM_BLOCK_EXT", 1000288021, 16, 4),
    row("VK_FORMAT_ASTC_6x5x5_SRGB_BLOCK_EXT", 1000288022, 16, 4),
    row("VK_FORMAT_ASTC_6x5x5_SFLOAT_BLOCK_EXT", 1000288023, 16, 4),
    row("VK_FORMAT_ASTC_6x6x5_UNORM_BLOCK_EXT", 1000288024, 16, 4),
    row("VK_FORMAT_ASTC_6x6x5_SRGB_BLOCK_EXT", 1000288025, 16, 4),
    row("VK_FORMAT_ASTC_6x6x5_SFLOAT_BLOCK_EXT", 1000288026, 16, 4),
    row("VK_FORMAT_ASTC_6x6x6_UNORM_BLOCK_EXT", 1000288027, 16, 4),
    row("VK_FORMAT_ASTC_6x6x6_SRGB_BLOCK_EXT", 1000288028, 16, 4),
    row("VK_FORMAT_ASTC_6x6x6_SFLOAT_BLOCK_EXT", 1000288029, 16, 4),
    row("VK_FORMAT_G8_B8R8_2PLANE_444_UNORM", 1000330000, 3, 3),
    row("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_444_UNORM_3PACK16", 1000330001, 6, 3),
    row("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_444_UNORM_3PACK16", 1000330002, 6, 3),
    row("VK_FORMAT_G16_B16R16_2PLANE_444_UNORM", 1000330003, 6, 3),
    row("VK_FORMAT_A4R4G4B4_UNORM_PACK16", 1000340000, 2, 4),
    row("VK_FORMAT_A4B4G4R4_UNORM_PACK16", 1000340001, 2, 4),
    row("VK_FORMAT_R16G16_SFIXED5_NV", 1000464000, 4, 2),
    row("VK_FORMAT_A1B5G5R5_UNORM_PACK16", 1000470000, 2, 4),
    row("VK_FORMAT_A8_UNORM", 1000470001, 1, 1),
    row("VK_FORMAT_R10X6_UINT_PACK16_ARM", 1000609000, 2, 1),
    row("VK_FORMAT_R10X6G10X6_UINT_2PACK16_ARM", 1000609001, 4, 2),
    row("VK_FORMAT_R10X6G10X6B10X6A10X6_UINT_4PACK16_ARM", 1000609002, 8, 4),
    row("VK_FORMAT_R12X4_UINT_PACK16_ARM", 1000609003, 2, 1),
    row("VK_FORMAT_R12X4G12X4_UINT_2PACK16_ARM", 1000609004, 4, 2),
    row("VK_FORMAT_R12X4G12X4B12X4A12X4_UINT_4PACK16_ARM", 1000609005, 8, 4),
    row("VK_FORMAT_R14X2_UINT_PACK16_ARM", 1000609006, 2, 1),
    row("VK_FORMAT_R14X2G14X2_UINT_2PACK16_ARM", 1000609007, 4, 2),
    row("VK_FORMAT_R14X2G14X2B14X2A14X2_UINT_4PACK16_ARM", 1000609008, 8, 4),
    row("VK_FORMAT_R14X2_UNORM_PACK16_ARM", 1000609009, 2, 1),
    row("VK_FORMAT_R14X2G14X2_UNORM_2PACK16_ARM", 1000609010, 4, 2),
    row("VK_FORMAT_R14X2G14X2B14X2A14X2_UNORM_4PACK16_ARM", 1000609011, 8, 4),
    row("VK_FORMAT_G14X2_B14X2R14X2_2PLANE_420_UNORM_3PACK16_ARM", 1000609012, 6, 3),
    row("VK_FORMAT_G14X2_B14X2R14X2_2PLANE_422_UNORM_3PACK16_ARM", 1000609013, 6, 3),
];

/// The deprecated names of formats, each with its current name.
#[rustfmt::skip]
const ALIASES: &[(&str, &str)] = &[
    ("VK_FORMAT_A1B5G5R5_UNORM_PACK16_KHR", "VK_FORMAT_A1B5G5R5_UNORM_PACK16"),
    ("VK_FORMAT_A4B4G4R4_UNORM_PACK16_EXT", "VK_FORMAT_A4B4G4R4_UNORM_PACK16"),
    ("VK_FORMAT_A4R4G4B4_UNORM_PACK16_EXT", "VK_FORMAT_A4R4G4B4_UNORM_PACK16"),
    ("VK_FORMAT_A8_UNORM_KHR", "VK_FORMAT_A8_UNORM"),
    ("VK_FORMAT_ASTC_10x10_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_10x10_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_10x5_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_10x5_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_10x6_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_10x6_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_10x8_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_10x8_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_12x10_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_12x10_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_12x12_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_12x12_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_4x4_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_5x4_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_5x4_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_5x5_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_5x5_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_6x5_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_6x5_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_6x6_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_6x6_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_8x5_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_8x5_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_8x6_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_8x6_SFLOAT_BLOCK"),
    ("VK_FORMAT_ASTC_8x8_SFLOAT_BLOCK_EXT", "VK_FORMAT_ASTC_8x8_SFLOAT_BLOCK"),
    ("VK_FORMAT_B10X6G10X6R10X6G10X6_422_UNORM_4PACK16_KHR", "VK_FORMAT_B10X6G10X6R10X6G10X6_422_UNORM_4PACK16"),
    ("VK_FORMAT_B12X4G12X4R12X4G12X4_422_UNORM_4PACK16_KHR", "VK_FORMAT_B12X4G12X4R12X4G12X4_422_UNORM_4PACK16"),
    ("VK_FORMAT_B16G16R16G16_422_UNORM_KHR", "VK_FORMAT_B16G16R16G16_422_UNORM"),
    ("VK_FORMAT_B8G8R8G8_422_UNORM_KHR", "VK_FORMAT_B8G8R8G8_422_UNORM"),
    ("VK_FORMAT_G10X6B10X6G10X6R10X6_422_UNORM_4PACK16_KHR", "VK_FORMAT_G10X6B10X6G10X6R10X6_422_UNORM_4PACK16"),
    ("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16_KHR", "VK_FORMAT_G10X6_B10X6R10X6_2PLANE_420_UNORM_3PACK16"),
    ("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_422_UNORM_3PACK16_KHR", "VK_FORMAT_G10X6_B10X6R10X6_2PLANE_422_UNORM_3PACK16"),
    ("VK_FORMAT_G10X6_B10X6R10X6_2PLANE_444_UNORM_3PACK16_EXT", "VK_FORMAT_G10X6_B10X6R10X6_2PLANE_444_UNORM_3PACK16"),
    ("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_420_UNORM_3PACK16_KHR", "VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_420_UNORM_3PACK16"),
    ("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_422_UNORM_3PACK16_KHR", "VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_422_UNORM_3PACK16"),
    ("VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_444_UNORM_3PACK16_KHR", "VK_FORMAT_G10X6_B10X6_R10X6_3PLANE_444_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4B12X4G12X4R12X4_422_UNORM_4PACK16_KHR", "VK_FORMAT_G12X4B12X4G12X4R12X4_422_UNORM_4PACK16"),
    ("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_420_UNORM_3PACK16_KHR", "VK_FORMAT_G12X4_B12X4R12X4_2PLANE_420_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_422_UNORM_3PACK16_KHR", "VK_FORMAT_G12X4_B12X4R12X4_2PLANE_422_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4_B12X4R12X4_2PLANE_444_UNORM_3PACK16_EXT", "VK_FORMAT_G12X4_B12X4R12X4_2PLANE_444_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_420_UNORM_3PACK16_KHR", "VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_420_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_422_UNORM_3PACK16_KHR", "VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_422_UNORM_3PACK16"),
    ("VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_444_UNORM_3PACK16_KHR", "VK_FORMAT_G12X4_B12X4_R12X4_3PLANE_444_UNORM_3PACK16"),
    ("VK_FORMAT_G16B16G16R16_422_UNORM_KHR", "VK_FORMAT_G16B16G16R16_422_UNORM"),
    ("VK_FORMAT_G16_B16R16_2PLANE_420_UNORM_KHR", "VK_FORMAT_G16_B16R16_2PLANE_420_UNORM"),
    ("VK_FORMAT_G16_B16R16_2PLANE_422_UNORM_KHR", "VK_FORMAT_G16_B16R16_2PLANE_422_UNORM"),
    ("VK_FORMAT_G16_B16R16_2PLANE_444_UNORM_EXT", "VK_FORMAT_G16_B16R16_2PLANE_444_UNORM"),
    ("VK_FORMAT_G16_B16_R16_3PLANE_420_UNORM_KHR", "VK_FORMAT_G16_B16_R16_3PLANE_420_UNORM"),
    ("VK_FORMAT_G16_B16_R16_3PLANE_422_UNORM_KHR", "VK_FORMAT_G16_B16_R16_3PLANE_422_UNORM"),
    ("VK_FORMAT_G16_B16_R16_3PLANE_444_UNORM_KHR", "VK_FORMAT_G16_B16_R16_3PLANE_444_UNORM"),
    ("VK_FORMAT_G8B8G8R8_422_UNORM_KHR", "VK_FORMAT_G8B8G8R8_422_UNORM"),
    ("VK_FORMAT_G8_B8R8_2PLANE_420_UNORM_KHR", "VK_FORMAT_G8_B8R8_2PLANE_420_UNORM"),
    ("VK_FORMAT_G8_B8R8_2PLANE_422_UNORM_KHR", "VK_FORMAT_G8_B8R8_2PLANE_422_UNORM"),
    ("VK_FORMAT_G8_B8R8_2PLANE_444_UNORM_EXT", "VK_FORMAT_G8_B8R8_2PLANE_444_UNORM"),
    ("VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM_KHR", "VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM"),
    ("VK_FORMAT_G8_B8_R8_3PLANE_422_UNORM_KHR", "VK_FORMAT_G8_B8_R8_3PLANE_422_UNORM"),
    ("VK_FORMAT_G8_B8_R8_3PLANE_444_UNORM_KHR", "VK_FORMAT_G8_B8_R8_3PLANE_444_UNORM"),
    ("VK_FORMAT_R10X6G10X6B10X6A10X6_UNORM_4PACK16_KHR", "VK_FORMAT_R10X6G10X6B10X6A10X6_UNORM_4PACK16"),
    ("VK_FORMAT_R10X6G10X6_UNORM_2PACK16_KHR", "VK_FORMAT_R10X6G10X6_UNORM_2PACK16"),
    ("VK_FORMAT_R10X6_UNORM_PACK16_KHR", "VK_FORMAT_R10X6_UNORM_PACK16"),
    ("VK_FORMAT_R12X4G12X4B12X4A12X4_UNORM_4PACK16_KHR", "VK_FORMAT_R12X4G12X4B12X4A12X4_UNORM_4PACK16"),
    ("VK_FORMAT_R12X4G12X4_UNORM_2PACK16_KHR", "VK_FORMAT_R12X4G12X4_UNORM_2PACK16"),
    ("VK_FORMAT_R12X4_UNORM_PACK16_KHR", "VK_FORMAT_R12X4_UNORM_PACK16"),
    ("VK_FORMAT_R16G16_S10_5_NV", "VK_FORMAT_R16G16_SFIXED5_NV"),
];

/// Returns the current name of a format.
fn canonical(name: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, current)| current)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_have_unique_names_and_values() {
        let mut values: Vec<i64> = all_formats().map(|row| row.value).collect();
        let mut names: Vec<&str> = all_formats().map(|row| row.name).collect();
        values.sort_unstable();
        names.sort_unstable();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn aliases_are_not_names_of_registered_formats() {
        for &(alias, name) in ALIASES {
            assert_eq!(find_registered(alias).map(|row| row.name), Some(name));
            assert!(all_formats().all(|row| row.name != alias));
        }
        assert_eq!(find_registered("VK_FORMAT_R8_UNORM_KHR"), None);
    }

    #[test]
    fn components_have_the_class_of_their_size() {
        let class = |name: &str| find_registered(&format!("VK_FORMAT_{name}")).unwrap().component();
        for (name, bits) in [
            ("R8_UNORM", 8),
            ("R8_BOOL_ARM", 8),
            ("B8G8R8A8_SRGB", 8),
            ("A8B8G8R8_UNORM_PACK32", 8),
            ("R4G4_UNORM_PACK8", 4),
            ("R16_SFLOAT_FPENCODING_BFLOAT16_ARM", 16),
            ("R12X4G12X4_UNORM_2PACK16", 16),
            ("R32G32B32_SFLOAT", 32),
            ("R64G64B64A64_UINT", 64),
        ] {
            assert_eq!(class(name), Some(ComponentClass::Color(bits)), "{name}");
        }
        for name in ["D16_UNORM", "D32_SFLOAT", "S8_UINT", "A8_UNORM"] {
            assert!(matches!(class(name), Some(ComponentClass::Only(_))), "{name}");
        }
        let others = [
            "UNDEFINED",
            "R5G6B5_UNORM_PACK16",
            "A2R10G10B10_UNORM_PACK32",
            "B10G11R11_UFLOAT_PACK32",
            "X8_D24_UNORM_PACK32",
            "D16_UNORM_S8_UINT",
            "BC4_UNORM_BLOCK",
            "EAC_R11_UNORM_BLOCK",
            "G8B8G8R8_422_UNORM",
            "G8_B8R8_2PLANE_444_UNORM",
        ];
        for name in others {
            assert_eq!(class(name), None, "{name}");
        }
        // The class of a format of tensors is that of its size.
        let sized = |row: &VkFormat| row.component() == Some(ComponentClass::Color(8 * row.bytes));
        assert!(FORMATS.iter().all(sized));
    }

    #[test]
    fn tensor_formats_have_one_component() {
        assert!(FORMATS.iter().all(|row| row.components == 1 && row.bytes.is_power_of_two()));
    }
}
