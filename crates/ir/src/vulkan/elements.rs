//! Element types, and the Vulkan formats that describe them.

use super::formats::{VkFormat, find_format};
use crate::float::FloatKind;
use crate::types::{Signedness, TypeKind};

/// Returns the format of an element type. `None` if no format describes it. Signless integers have a signed format,
/// which a shader may read as signed or unsigned. Elements smaller than a byte are described as bytes.
pub fn format_of(elem: &TypeKind) -> Option<&'static VkFormat> {
    if let TypeKind::Integer { width: 1 | 4, .. } = elem {
        return find_format("VK_FORMAT_R8_UINT");
    }
    let row = ELEMENTS.iter().find(|(kind, _)| kind == elem);
    row.and_then(|(_, name)| find_format(name))
}

/// Returns the element type that a format describes, the inverse of [`format_of`]. Signed integers become signless.
/// `None` if the IR has no type for it: the format is normalized or scaled, is `VK_FORMAT_R8_BOOL_ARM`, or has several
/// components.
pub fn element_of(format: &VkFormat) -> Option<&'static TypeKind> {
    ELEMENTS.iter().find(|(_, name)| *name == format.name).map(|(kind, _)| kind)
}

/// The element types of whole bytes, and their formats. [`element_of`] returns the first type of a format.
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

#[cfg(test)]
mod tests {
    use super::super::formats::all_formats;
    use super::*;

    #[test]
    fn element_of_inverts_format_of() {
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
}
