//! The image that a described tensor aliases: the constants with which a program creates it and checks that it can share
//! the memory of the tensor.

use super::{
    IMAGE_DEPTH_PITCH, IMAGE_LAYOUT, IMAGE_ROW_PITCH, IMAGE_USAGE, SizedDescription, harmless,
    vk_names,
};
use crate::named_constant::NamedConstant;
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
        let members = [(IMAGE_ROW_PITCH, "rowPitch"), (IMAGE_DEPTH_PITCH, "depthPitch")];
        let pitches = members.into_iter().map_while(|(ending, member)| {
            Some(ImagePitch { ending, member, bytes: outer.next()?.get() })
        });
        pitches.collect()
    }

    /// Returns the constants of the image, whose names begin with `stem`; none without an image.
    pub(super) fn image_constants(&self, stem: &str) -> Vec<NamedConstant> {
        let Some(image) = self.image() else { return Vec::new() };
        let symbol = harmless(self.symbol);
        let of = format!("of the image that `@{symbol}` aliases");
        let mut constants = Vec::new();
        if image.usage_mask() != 0 {
            let comment = format!("the usage {of}: {}", image_usage_names(image));
            constants.push(NamedConstant::new(stem, IMAGE_USAGE, comment, image.usage_mask()));
        }
        if image.tiling.name == "OPTIMAL" {
            let comment = format!(
                "the layout {of} while both are in use, without unifiedImageLayouts: {}",
                ALIASING_LAYOUT.vk_name
            );
            let value = ALIASING_LAYOUT.value;
            constants.push(NamedConstant::new(stem, IMAGE_LAYOUT, comment, value));
        }
        for ImagePitch { ending, member, bytes } in self.image_pitches() {
            let comment = format!("the {member} {of}, in bytes");
            constants.push(NamedConstant::new(stem, ending, comment, bytes));
        }
        constants
    }
}

/// Returns the names of the usage bits of an image, joined by ` | `.
pub(crate) fn image_usage_names(image: &AliasedImage) -> String {
    vk_names(image.usage.iter().copied())
}
