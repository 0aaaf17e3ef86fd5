//! Names and numbers of Vulkan that descriptions need: tilings, usages, formats.
//!
//! Plain facts of `vulkan_core.h` (VK_ARM_tensors, VK_ARM_tensor_controls); no binding is linked. [`Description`] reads an
//! op that holds a description.

mod description;
mod enumerators;
mod format;
mod formats;
mod registered;

pub use description::{Description, Field};
pub use enumerators::{Enumerator, STRUCTURE_TYPE, TILINGS, USAGES, find, find_value};
pub use format::Format;
pub use formats::{FORMATS, all_formats, element_of, find_format, find_registered, format_of};

/// The op that holds a description.
pub const DESCRIPTION_OP: &str = "vk.tensor_description";
