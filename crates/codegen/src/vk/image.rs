//! The image that a described tensor aliases: the constants with which a program creates it and checks that it can share
//! the memory of the tensor.

use super::{
    IMAGE_DEPTH_PITCH, IMAGE_LAYOUT, IMAGE_ROW_PITCH, IMAGE_USAGE, MemoryConstant,
    SizedDescription, harmless,
};
use ir::vulkan::{ALIASING_LAYOUT, AliasedImage};

/// A pitch that a linear image must have, to share the memory of a tensor.
pub(crate) struct ImagePitch {
    /// The suffix of its constant.
    ending: &'static str,
    /// The member of `VkSubresourceLayout`.
    pub(crate) member: &'static str,
    /// The stride of the tensor, in bytes.
    bytes: i64,
}

impl SizedDescription<'_> {
    /// Returns the image that the tensor aliases.
    pub(crate) fn image(&self) -> Option<&AliasedImage> {
        self.description.tensor.image.as_ref()
    }

    /// Returns the pitches that the image must have: those of its rows and slices, if it is linear and the tensor has
    /// such dims.
    pub(crate) fn image_pitches(&self) -> Vec<ImagePitch> {
        if !self.is_linear() || self.image().is_none() {
            return Vec::new();
        }
        let layout = self.description.memory.layout_in_bytes();
        let mut outer = layout.strides().values().rev().skip(2);
        let members =
            [(IMAGE_ROW_PITCH, "rowPitch"), (IMAGE_DEPTH_PITCH, "depthPitch")].into_iter();
        members
            .map_while(|(ending, member)| {
                Some(ImagePitch { ending, member, bytes: outer.next()?.get() })
            })
            .collect()
    }

    /// Returns the constants of the image, whose names begin with `stem`; none without an image.
    pub(super) fn image_constants(&self, stem: &str) -> Vec<MemoryConstant> {
        let Some(image) = self.image() else { return Vec::new() };
        let symbol = harmless(self.symbol);
        let of = format!("of the image that `@{symbol}` aliases");
        let constant = |ending: &str, comment: String, value| MemoryConstant {
            name: format!("{stem}{ending}"),
            comment,
            value,
        };
        let usage = (image.usage_mask() != 0).then(|| {
            let comment = format!("the usage {of}: {}", image_usage_names(image));
            constant(IMAGE_USAGE, comment, image.usage_mask())
        });
        let layout = (image.tiling.name == "OPTIMAL").then(|| {
            let comment = format!(
                "the layout {of} while both are in use, without unifiedImageLayouts: {}",
                ALIASING_LAYOUT.vk_name
            );
            constant(IMAGE_LAYOUT, comment, ALIASING_LAYOUT.value)
        });
        let pitches = self.image_pitches().into_iter().map(|pitch| {
            let comment = format!("the {} {of}, in bytes", pitch.member);
            constant(pitch.ending, comment, pitch.bytes)
        });
        usage.into_iter().chain(layout).chain(pitches).collect()
    }
}

/// Returns the names of the usage bits of an image, joined by ` | `.
pub(crate) fn image_usage_names(image: &AliasedImage) -> String {
    image.usage.iter().map(|bit| bit.vk_name).collect::<Vec<&str>>().join(" | ")
}
