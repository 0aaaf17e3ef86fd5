//! All registered `VkFormat`s: the name, the value, the bytes of a texel block and the components of each.
//!
//! The tables are facts of the Vulkan registry, sorted by value: first the tensor formats, then all others, which a
//! hand-written description may name.

use crate::layout::{Bits, ElemSize};
use std::sync::LazyLock;

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
        let &first = sizes.first()?;
        let count = sizes.len();
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

/// A run of formats of one size with consecutive values. Their names are each beginning with each end, so that a table has
/// one row for all formats that differ in these parts only.
struct FormatRun {
    first: i64,
    bytes: u64,
    components: u8,
    beginnings: &'static str,
    ends: &'static str,
}

const fn run(
    first: i64,
    bytes: u64,
    components: u8,
    beginnings: &'static str,
    ends: &'static str,
) -> FormatRun {
    FormatRun { first, bytes, components, beginnings, ends }
}

fn expanded(runs: &[FormatRun]) -> Vec<VkFormat> {
    let mut formats = Vec::new();
    for &FormatRun { first, bytes, components, beginnings, ends } in runs {
        let names =
            beginnings.split(' ').flat_map(|begin| ends.split(' ').map(move |end| (begin, end)));
        for (value, (begin, end)) in (first..).zip(names) {
            let name = format!("VK_FORMAT_{begin}_{end}").leak().trim_end_matches('_');
            formats.push(VkFormat { name, value, bytes, components });
        }
    }
    formats
}

/// The formats in the specification's table of tensor formats, and three formats of later extensions whose element type
/// the IR supports.
pub static FORMATS: LazyLock<Vec<VkFormat>> = LazyLock::new(|| {
    expanded(&[
        run(9, 1, 1, "R8", "UNORM SNORM USCALED SSCALED UINT SINT"),
        run(70, 2, 1, "R16", "UNORM SNORM USCALED SSCALED UINT SINT SFLOAT"),
        run(98, 4, 1, "R32", "UINT SINT SFLOAT"),
        run(110, 8, 1, "R64", "UINT SINT SFLOAT"),
        run(1000460000, 1, 1, "R8", "BOOL_ARM"),
        run(1000460001, 2, 1, "R16", "SFLOAT_FPENCODING_BFLOAT16_ARM"),
        run(1000460002, 1, 1, "R8_SFLOAT_FPENCODING", "FLOAT8E4M3_ARM FLOAT8E5M2_ARM"),
    ])
});

/// Returns all registered formats, the tensor formats first.
pub fn all_formats() -> impl Iterator<Item = &'static VkFormat> + Clone {
    static ALL_OTHERS: LazyLock<Vec<VkFormat>> = LazyLock::new(|| expanded(OTHERS));
    FORMATS.iter().chain(ALL_OTHERS.iter())
}

/// Returns the registered format with this name or alias. `None` if there is none.
pub fn find_registered(name: &str) -> Option<&'static VkFormat> {
    all_formats().find(|row| row.has_name(name))
}

/// Returns the registered format with this number. `None` if there is none.
pub fn find_registered_value(value: i64) -> Option<&'static VkFormat> {
    all_formats().find(|row| row.value == value)
}

/// Returns the tensor format with this name. `None` if there is none.
pub fn find_format(name: &str) -> Option<&'static VkFormat> {
    FORMATS.iter().find(|row| row.name == name)
}

/// The formats that are not tensor formats, including `VK_FORMAT_UNDEFINED`.
#[rustfmt::skip]
const OTHERS: &[FormatRun] = &[
    run(0, 0, 0, "UNDEFINED", ""),
    run(1, 1, 2, "R4G4", "UNORM_PACK8"),
    run(2, 2, 4, "R4G4B4A4 B4G4R4A4", "UNORM_PACK16"),
    run(4, 2, 3, "R5G6B5 B5G6R5", "UNORM_PACK16"),
    run(6, 2, 4, "R5G5B5A1 B5G5R5A1 A1R5G5B5", "UNORM_PACK16"),
    run(15, 1, 1, "R8", "SRGB"),
    run(16, 2, 2, "R8G8", "UNORM SNORM USCALED SSCALED UINT SINT SRGB"),
    run(23, 3, 3, "R8G8B8 B8G8R8", "UNORM SNORM USCALED SSCALED UINT SINT SRGB"),
    run(37, 4, 4, "R8G8B8A8 B8G8R8A8", "UNORM SNORM USCALED SSCALED UINT SINT SRGB"),
    run(51, 4, 4, "A8B8G8R8", "UNORM_PACK32 SNORM_PACK32 USCALED_PACK32 SSCALED_PACK32 UINT_PACK32 \
        SINT_PACK32 SRGB_PACK32"),
    run(58, 4, 4, "A2R10G10B10 A2B10G10R10", "UNORM_PACK32 SNORM_PACK32 USCALED_PACK32 SSCALED_PACK32 \
        UINT_PACK32 SINT_PACK32"),
    run(77, 4, 2, "R16G16", "UNORM SNORM USCALED SSCALED UINT SINT SFLOAT"),
    run(84, 6, 3, "R16G16B16", "UNORM SNORM USCALED SSCALED UINT SINT SFLOAT"),
    run(91, 8, 4, "R16G16B16A16", "UNORM SNORM USCALED SSCALED UINT SINT SFLOAT"),
    run(101, 8, 2, "R32G32", "UINT SINT SFLOAT"),
    run(104, 12, 3, "R32G32B32", "UINT SINT SFLOAT"),
    run(107, 16, 4, "R32G32B32A32", "UINT SINT SFLOAT"),
    run(113, 16, 2, "R64G64", "UINT SINT SFLOAT"),
    run(116, 24, 3, "R64G64B64", "UINT SINT SFLOAT"),
    run(119, 32, 4, "R64G64B64A64", "UINT SINT SFLOAT"),
    run(122, 4, 3, "B10G11R11 E5B9G9R9", "UFLOAT_PACK32"),
    run(124, 2, 1, "D16", "UNORM"),
    run(125, 4, 1, "X8", "D24_UNORM_PACK32"),
    run(126, 4, 1, "D32", "SFLOAT"),
    run(127, 1, 1, "S8", "UINT"),
    run(128, 3, 2, "D16", "UNORM_S8_UINT"),
    run(129, 4, 2, "D24", "UNORM_S8_UINT"),
    run(130, 5, 2, "D32", "SFLOAT_S8_UINT"),
    run(131, 8, 3, "BC1", "RGB_UNORM_BLOCK RGB_SRGB_BLOCK"),
    run(133, 8, 4, "BC1", "RGBA_UNORM_BLOCK RGBA_SRGB_BLOCK"),
    run(135, 16, 4, "BC2 BC3", "UNORM_BLOCK SRGB_BLOCK"),
    run(139, 8, 1, "BC4", "UNORM_BLOCK SNORM_BLOCK"),
    run(141, 16, 2, "BC5", "UNORM_BLOCK SNORM_BLOCK"),
    run(143, 16, 3, "BC6H", "UFLOAT_BLOCK SFLOAT_BLOCK"),
    run(145, 16, 4, "BC7", "UNORM_BLOCK SRGB_BLOCK"),
    run(147, 8, 3, "ETC2", "R8G8B8_UNORM_BLOCK R8G8B8_SRGB_BLOCK"),
    run(149, 8, 4, "ETC2", "R8G8B8A1_UNORM_BLOCK R8G8B8A1_SRGB_BLOCK"),
    run(151, 16, 4, "ETC2", "R8G8B8A8_UNORM_BLOCK R8G8B8A8_SRGB_BLOCK"),
    run(153, 8, 1, "EAC", "R11_UNORM_BLOCK R11_SNORM_BLOCK"),
    run(155, 16, 2, "EAC", "R11G11_UNORM_BLOCK R11G11_SNORM_BLOCK"),
    run(157, 16, 4, "ASTC_4x4 ASTC_5x4 ASTC_5x5 ASTC_6x5 ASTC_6x6 ASTC_8x5 ASTC_8x6 ASTC_8x8 ASTC_10x5 \
        ASTC_10x6 ASTC_10x8 ASTC_10x10 ASTC_12x10 ASTC_12x12", "UNORM_BLOCK SRGB_BLOCK"),
    run(1000054000, 8, 4, "PVRTC1_2BPP PVRTC1_4BPP PVRTC2_2BPP PVRTC2_4BPP", "UNORM_BLOCK_IMG"),
    run(1000054004, 8, 4, "PVRTC1_2BPP PVRTC1_4BPP PVRTC2_2BPP PVRTC2_4BPP", "SRGB_BLOCK_IMG"),
    run(1000066000, 16, 4, "ASTC_4x4 ASTC_5x4 ASTC_5x5 ASTC_6x5 ASTC_6x6 ASTC_8x5 ASTC_8x6 ASTC_8x8 \
        ASTC_10x5 ASTC_10x6 ASTC_10x8 ASTC_10x10 ASTC_12x10 ASTC_12x12", "SFLOAT_BLOCK"),
    run(1000156000, 4, 4, "G8B8G8R8_422 B8G8R8G8_422", "UNORM"),
    run(1000156002, 3, 3, "G8", "B8_R8_3PLANE_420_UNORM B8R8_2PLANE_420_UNORM B8_R8_3PLANE_422_UNORM \
        B8R8_2PLANE_422_UNORM B8_R8_3PLANE_444_UNORM"),
    run(1000156007, 2, 1, "R10X6", "UNORM_PACK16"),
    run(1000156008, 4, 2, "R10X6G10X6", "UNORM_2PACK16"),
    run(1000156009, 8, 4, "R10X6G10X6B10X6A10X6 G10X6B10X6G10X6R10X6_422 B10X6G10X6R10X6G10X6_422", "UNORM_4PACK16"),
    run(1000156012, 6, 3, "G10X6", "B10X6_R10X6_3PLANE_420_UNORM_3PACK16 B10X6R10X6_2PLANE_420_UNORM_3PACK16 \
        B10X6_R10X6_3PLANE_422_UNORM_3PACK16 B10X6R10X6_2PLANE_422_UNORM_3PACK16 \
        B10X6_R10X6_3PLANE_444_UNORM_3PACK16"),
    run(1000156017, 2, 1, "R12X4", "UNORM_PACK16"),
    run(1000156018, 4, 2, "R12X4G12X4", "UNORM_2PACK16"),
    run(1000156019, 8, 4, "R12X4G12X4B12X4A12X4 G12X4B12X4G12X4R12X4_422 B12X4G12X4R12X4G12X4_422", "UNORM_4PACK16"),
    run(1000156022, 6, 3, "G12X4", "B12X4_R12X4_3PLANE_420_UNORM_3PACK16 B12X4R12X4_2PLANE_420_UNORM_3PACK16 \
        B12X4_R12X4_3PLANE_422_UNORM_3PACK16 B12X4R12X4_2PLANE_422_UNORM_3PACK16 \
        B12X4_R12X4_3PLANE_444_UNORM_3PACK16"),
    run(1000156027, 8, 4, "G16B16G16R16_422 B16G16R16G16_422", "UNORM"),
    run(1000156029, 6, 3, "G16", "B16_R16_3PLANE_420_UNORM B16R16_2PLANE_420_UNORM B16_R16_3PLANE_422_UNORM \
        B16R16_2PLANE_422_UNORM B16_R16_3PLANE_444_UNORM"),
    run(1000288000, 16, 4, "ASTC_3x3x3 ASTC_4x3x3 ASTC_4x4x3 ASTC_4x4x4 ASTC_5x4x4 ASTC_5x5x4 ASTC_5x5x5 \
        ASTC_6x5x5 ASTC_6x6x5 ASTC_6x6x6", "UNORM_BLOCK_EXT SRGB_BLOCK_EXT SFLOAT_BLOCK_EXT"),
    run(1000330000, 3, 3, "G8", "B8R8_2PLANE_444_UNORM"),
    run(1000330001, 6, 3, "G10X6", "B10X6R10X6_2PLANE_444_UNORM_3PACK16"),
    run(1000330002, 6, 3, "G12X4", "B12X4R12X4_2PLANE_444_UNORM_3PACK16"),
    run(1000330003, 6, 3, "G16", "B16R16_2PLANE_444_UNORM"),
    run(1000340000, 2, 4, "A4R4G4B4 A4B4G4R4", "UNORM_PACK16"),
    run(1000464000, 4, 2, "R16G16", "SFIXED5_NV"),
    run(1000470000, 2, 4, "A1B5G5R5", "UNORM_PACK16"),
    run(1000470001, 1, 1, "A8", "UNORM"),
    run(1000609000, 2, 1, "R10X6", "UINT_PACK16_ARM"),
    run(1000609001, 4, 2, "R10X6G10X6", "UINT_2PACK16_ARM"),
    run(1000609002, 8, 4, "R10X6G10X6B10X6A10X6", "UINT_4PACK16_ARM"),
    run(1000609003, 2, 1, "R12X4", "UINT_PACK16_ARM"),
    run(1000609004, 4, 2, "R12X4G12X4", "UINT_2PACK16_ARM"),
    run(1000609005, 8, 4, "R12X4G12X4B12X4A12X4", "UINT_4PACK16_ARM"),
    run(1000609006, 2, 1, "R14X2", "UINT_PACK16_ARM"),
    run(1000609007, 4, 2, "R14X2G14X2", "UINT_2PACK16_ARM"),
    run(1000609008, 8, 4, "R14X2G14X2B14X2A14X2", "UINT_4PACK16_ARM"),
    run(1000609009, 2, 1, "R14X2", "UNORM_PACK16_ARM"),
    run(1000609010, 4, 2, "R14X2G14X2", "UNORM_2PACK16_ARM"),
    run(1000609011, 8, 4, "R14X2G14X2B14X2A14X2", "UNORM_4PACK16_ARM"),
    run(1000609012, 6, 3, "G14X2", "B14X2R14X2_2PLANE_420_UNORM_3PACK16_ARM B14X2R14X2_2PLANE_422_UNORM_3PACK16_ARM"),
];

/// The extensions that became part of a version of Vulkan, and the suffix that the names of their formats had before.
const PROMOTED: &[(i64, &str)] =
    &[(66, "_EXT"), (156, "_KHR"), (330, "_EXT"), (340, "_EXT"), (470, "_KHR")];

impl VkFormat {
    /// Returns `true` if the format has this name or alias.
    fn has_name(&self, name: &str) -> bool {
        // The value of an enumerator of an extension states the number of the extension.
        let extension = self.value / 1000 - 1_000_000;
        match name.strip_prefix(self.name) {
            Some(suffix) => suffix.is_empty() || PROMOTED.contains(&(extension, suffix)),
            None => {
                self.name == "VK_FORMAT_R16G16_SFIXED5_NV" && name == "VK_FORMAT_R16G16_S10_5_NV"
            }
        }
    }
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
    fn aliases_are_names_of_their_formats_only() {
        let suffixes = ["_EXT", "_KHR", "_ARM", "_NV", "_IMG", "2", "_"];
        let mut aliases = 0;
        for row in all_formats() {
            for suffix in suffixes {
                let alias = format!("{}{suffix}", row.name);
                let has_name = row.has_name(&alias);
                assert_eq!(find_registered(&alias).is_some_and(|found| found == row), has_name);
                assert!(all_formats().all(|other| other.name != alias));
                aliases += usize::from(has_name);
            }
        }
        // All aliases of the registry but one, which has another name.
        assert_eq!(aliases, 56);
        for (alias, name) in [
            ("R16G16_S10_5_NV", "R16G16_SFIXED5_NV"),
            ("A8_UNORM_KHR", "A8_UNORM"),
            ("ASTC_4x4_SFLOAT_BLOCK_EXT", "ASTC_4x4_SFLOAT_BLOCK"),
            ("G16_B16R16_2PLANE_444_UNORM_EXT", "G16_B16R16_2PLANE_444_UNORM"),
            ("R12X4_UNORM_PACK16_KHR", "R12X4_UNORM_PACK16"),
        ] {
            let found = find_registered(&format!("VK_FORMAT_{alias}")).map(|row| row.name);
            assert_eq!(found, Some(&*format!("VK_FORMAT_{name}")));
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
