//! Vulkan tensor descriptions: their fields, and the names and values of tilings, usages and formats.
//!
//! The names and values are those of `vulkan_core.h` (VK_ARM_tensors, VK_ARM_tensor_controls); no binding is linked. A
//! [`WrittenDescription`] has the attributes of an op as they are written. A [`Description`] is well formed: its
//! enumerators are registered, and its [`DescribedMemory`] comes from a layout or from such attributes.

mod description;
mod elements;
mod enumerators;
mod error;
mod formats;
mod image;
mod memory;
mod rolling;
mod written;

pub use description::{DescribedTensor, Description, IN_ARENA_ATTR, TensorName};
pub use elements::{element_of, format_of};
pub use enumerators::{
    Enumerator, FORMAT_FEATURES, STRUCTURE_TYPE, TILINGS, USAGES, find, find_value, usages_in,
};
pub use error::DescriptionError;
pub use formats::{
    ComponentClass, FORMATS, VkFormat, all_formats, find_format, find_registered,
    find_registered_value,
};
pub use image::{
    ALIASING_LAYOUT, AliasedImage, IMAGE_ATTR, IMAGE_TILINGS, IMAGE_USAGES, ImageStride,
    TENSOR_ALIASING,
};
pub use memory::{ByteStrides, DescribedMemory};
pub use rolling::{
    MAX_WRAPS, ROLLING_STRUCTURE_TYPE, WRAPS_ATTR, checked_wraps, coordinate_dims,
    coordinate_layout,
};
pub use written::{EnumField, WrittenDescription, element_type_of, image_of, tiling_of, usage_of};

/// The attribute of a value with the name of its format, which replaces that of its element type: on an argument or result
/// of a function, or on an op for its results.
pub const FORMAT_ATTR: &str = "layout.vk_format";

/// The format of bytes that are bools, for which the IR has no element type.
pub const BOOL_FORMAT: &str = "VK_FORMAT_R8_BOOL_ARM";

/// The op of a tensor description.
pub const DESCRIPTION_OP: &str = "vk.tensor_description";
