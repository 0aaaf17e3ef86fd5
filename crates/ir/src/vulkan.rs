//! Vulkan's tensor descriptions: their fields, and the names and numbers of tilings, usages and formats.
//!
//! The names and numbers are facts of `vulkan_core.h` (VK_ARM_tensors, VK_ARM_tensor_controls); no binding is linked.
//! A [`Description`] is valid: its [`DescribedMemory`] is made of a layout or of the attributes of an op, which
//! [`WrittenDescription`] reads as they are.

mod description;
mod elements;
mod enumerators;
mod error;
mod formats;
mod memory;
mod written;

pub use description::{DescribedTensor, Description, TensorName};
pub use elements::{element_of, format_of};
pub use enumerators::{Enumerator, STRUCTURE_TYPE, TILINGS, USAGES, find, find_value};
pub use error::DescriptionError;
pub use formats::{FORMATS, VkFormat, all_formats, find_format, find_registered};
pub use memory::{ByteStrides, DescribedMemory};
pub use written::{EnumField, WrittenDescription, element_type_of, tiling_of, usage_of};

/// The op that holds a description.
pub const DESCRIPTION_OP: &str = "vk.tensor_description";
