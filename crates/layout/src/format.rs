//! Formats: named arrangements of images and volumes of TensorRT, and of cooperative matrices of Vulkan, defined by one
//! table.
//!
//! In reading order: `table`: one row for each format; `generation`: the devices that some formats depend on; `version`:
//! the versions of TensorRT that the element types depend on; `blocks`: the blocks of matrices; `array`: the physical array of a row; `usage`: a format as
//! a tensor uses it; `parameter`: the parameters of a use as text; `violation` and `legal`: the rules for such tensors;
//! `tensor`: the layout of such a tensor, which is an order with requirements or a split of C.

mod array;
mod blocks;
mod generation;
mod legal;
mod parameter;
mod table;
mod tensor;
mod usage;
mod version;
mod violation;

pub use blocks::BlockStride;
pub use generation::Generation;
pub use parameter::FormatParameterFault;
pub use table::FormatFamily;
pub use tensor::{FormatLayout, StorageError};
pub use usage::{Format, FormatType, FormatUse, GPU_FALLBACK};
pub use version::FormatVersion;
pub use violation::{FormatRule, FormatViolation};

#[cfg(test)]
mod blocks_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod version_tests;
