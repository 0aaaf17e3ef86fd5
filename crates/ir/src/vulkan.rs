//! Names and numbers of Vulkan that descriptions need: tilings, usages, formats.
//!
//! Plain facts of `vulkan_core.h` (VK_ARM_tensors, VK_ARM_tensor_controls); no binding is linked.
//! [`Description`] reads an op that holds a description.

mod description;
mod formats;

pub use description::{Description, Field};

use crate::float::FloatKind;
use crate::types::{Signedness, TypeKind};

/// An enumerator: its name in the language, in Vulkan, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enumerator {
    /// As the language writes it, `LINEAR`.
    pub name: &'static str,
    /// As Vulkan writes it, `VK_TENSOR_TILING_LINEAR_ARM`.
    pub vk_name: &'static str,
    /// Its value; for usages a bit of a 64-bit mask.
    pub value: i64,
}

const fn row(name: &'static str, vk_name: &'static str, value: i64) -> Enumerator {
    Enumerator { name, vk_name, value }
}

/// `VkTensorTilingARM`.
pub const TILINGS: &[Enumerator] = &[
    row("OPTIMAL", "VK_TENSOR_TILING_OPTIMAL_ARM", 0),
    row("LINEAR", "VK_TENSOR_TILING_LINEAR_ARM", 1),
    row("BRICK_16_WIDE", "VK_TENSOR_TILING_BRICK_16_WIDE_ARM", 1000565000),
    row("BRICK_8_WIDE", "VK_TENSOR_TILING_BRICK_8_WIDE_ARM", 1000565001),
    row("BRICK_4_WIDE", "VK_TENSOR_TILING_BRICK_4_WIDE_ARM", 1000565002),
    row("BLOCK_U_INTERLEAVED", "VK_TENSOR_TILING_BLOCK_U_INTERLEAVED_ARM", 1000565003),
    row("BLOCK_U_INTERLEAVED_64K", "VK_TENSOR_TILING_BLOCK_U_INTERLEAVED_64K_ARM", 1000565004),
];

/// `VkTensorUsageFlagBitsARM`.
pub const USAGES: &[Enumerator] = &[
    row("SHADER", "VK_TENSOR_USAGE_SHADER_BIT_ARM", 0x02),
    row("TRANSFER_SRC", "VK_TENSOR_USAGE_TRANSFER_SRC_BIT_ARM", 0x04),
    row("TRANSFER_DST", "VK_TENSOR_USAGE_TRANSFER_DST_BIT_ARM", 0x08),
    row("IMAGE_ALIASING", "VK_TENSOR_USAGE_IMAGE_ALIASING_BIT_ARM", 0x10),
    row("DATA_GRAPH", "VK_TENSOR_USAGE_DATA_GRAPH_BIT_ARM", 0x20),
];

/// A `VkFormat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// `VK_FORMAT_R16_SFLOAT`.
    pub name: &'static str,
    /// Its value.
    pub value: i64,
    /// Bytes of one element (of a texel block).
    pub bytes: u64,
    /// Components of one element; a tensor's has one.
    pub components: u8,
}

const fn format(name: &'static str, value: i64, bytes: u64) -> Format {
    Format { name, value, bytes, components: 1 }
}

/// The formats that the specification's table of tensor formats names, with the three of later
/// extensions that have a type of ours.
pub const FORMATS: &[Format] = &[
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

/// Name and type of the structure itself.
pub const STRUCTURE_TYPE: Enumerator =
    row("TENSOR_DESCRIPTION", "VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM", 1000460006);

/// The op that holds a description.
pub const DESCRIPTION_OP: &str = "vk.tensor_description";

/// The row with this name, in the language's spelling or in Vulkan's.
pub fn find<'a>(rows: &'a [Enumerator], name: &str) -> Option<&'a Enumerator> {
    rows.iter().find(|row| row.name == name || row.vk_name == name)
}

/// The row with this number.
pub fn find_value(rows: &[Enumerator], value: i64) -> Option<&Enumerator> {
    rows.iter().find(|row| row.value == value)
}

/// The format of an element type. Signless integers are signed, which a shader may read either way;
/// elements of less than a byte are described as bytes.
pub fn format_of(elem: &TypeKind) -> Option<&'static Format> {
    if let TypeKind::Integer { width: 1 | 4, .. } = elem {
        return find_format("VK_FORMAT_R8_UINT");
    }
    let row = ELEMENTS.iter().find(|(kind, _)| kind == elem);
    row.and_then(|(_, name)| find_format(name))
}

/// The element type of a format, [`format_of`] read backwards; signed integers are signless. None for formats
/// that no type of ours is described by: normalized and scaled ones, `VK_FORMAT_R8_BOOL_ARM`, several components.
pub fn element_of(format: &Format) -> Option<&'static TypeKind> {
    ELEMENTS.iter().find(|(_, name)| *name == format.name).map(|(kind, _)| kind)
}

/// Element types of whole bytes and their formats. The first type of a format is the one that it is read as.
const ELEMENTS: &[(TypeKind, &str)] = &[
    (int(8, Signedness::Signless), "VK_FORMAT_R8_SINT"),
    (int(8, Signedness::Signed), "VK_FORMAT_R8_SINT"),
    (int(8, Signedness::Unsigned), "VK_FORMAT_R8_UINT"),
    (int(16, Signedness::Signless), "VK_FORMAT_R16_SINT"),
    (int(16, Signedness::Signed), "VK_FORMAT_R16_SINT"),
    (int(16, Signedness::Unsigned), "VK_FORMAT_R16_UINT"),
    (int(32, Signedness::Signless), "VK_FORMAT_R32_SINT"),
    (int(32, Signedness::Signed), "VK_FORMAT_R32_SINT"),
    (int(32, Signedness::Unsigned), "VK_FORMAT_R32_UINT"),
    (int(64, Signedness::Signless), "VK_FORMAT_R64_SINT"),
    (int(64, Signedness::Signed), "VK_FORMAT_R64_SINT"),
    (int(64, Signedness::Unsigned), "VK_FORMAT_R64_UINT"),
    (TypeKind::Float(FloatKind::F16), "VK_FORMAT_R16_SFLOAT"),
    (TypeKind::Float(FloatKind::F32), "VK_FORMAT_R32_SFLOAT"),
    (TypeKind::Float(FloatKind::F64), "VK_FORMAT_R64_SFLOAT"),
    (TypeKind::Float(FloatKind::BF16), "VK_FORMAT_R16_SFLOAT_FPENCODING_BFLOAT16_ARM"),
    (TypeKind::Float(FloatKind::F8E4M3FN), "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E4M3_ARM"),
    (TypeKind::Float(FloatKind::F8E5M2), "VK_FORMAT_R8_SFLOAT_FPENCODING_FLOAT8E5M2_ARM"),
];

const fn int(width: u32, sign: Signedness) -> TypeKind {
    TypeKind::Integer { width, sign }
}

/// Every registered format, those of tensors first.
pub fn all_formats() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().chain(formats::OTHERS)
}

/// The registered format with this name, or an alias of it.
pub fn find_registered(name: &str) -> Option<&'static Format> {
    let name = formats::canonical(name);
    all_formats().find(|row| row.name == name)
}

/// The tensor format with this name.
pub fn find_format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|row| row.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_of_formats_are_unique() {
        let mut values: Vec<i64> = all_formats().map(|row| row.value).collect();
        let mut names: Vec<&str> = all_formats().map(|row| row.name).collect();
        values.sort_unstable();
        names.sort_unstable();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn formats_and_element_types_are_told_both_ways() {
        for (kind, name) in ELEMENTS {
            let format = format_of(kind).unwrap();
            assert_eq!(format.name, *name);
            let back = element_of(format).unwrap();
            assert_eq!(format_of(back), Some(format));
            assert_eq!(width(back), width(kind));
            assert_eq!(u64::from(width(kind)), 8 * format.bytes);
        }
        let read = all_formats().filter(|format| element_of(format).is_some());
        assert_eq!(read.count(), 14);
    }

    fn width(kind: &TypeKind) -> u32 {
        match kind {
            TypeKind::Integer { width, .. } => *width,
            TypeKind::Float(kind) => kind.width(),
            _ => 0,
        }
    }

    #[test]
    fn aliases_name_a_registered_format_and_are_none() {
        for &(alias, name) in formats::ALIASES {
            assert_eq!(find_registered(alias).map(|row| row.name), Some(name));
            assert!(all_formats().all(|row| row.name != alias));
        }
        assert_eq!(find_registered("VK_FORMAT_R8_UNORM_KHR"), None);
    }

    #[test]
    fn tensor_formats_have_one_component() {
        assert!(FORMATS.iter().all(|row| row.components == 1 && row.bytes.is_power_of_two()));
    }
}
