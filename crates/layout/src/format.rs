//! The formats of TensorRT: named arrangements of images and volumes, from one table.
//!
//! In reading order: `table` has a row for each format, and `generation` the devices that some depend on; `array` is the
//! physical array of a row; `usage` is a format as a tensor uses it, and `legal` has the rules that the tensor keeps;
//! `tensor` is its layout: an order with requirements, or a split of C.

mod array;
mod generation;
mod legal;
mod table;
mod tensor;
mod usage;

pub use generation::Generation;
pub use legal::{FormatRule, FormatViolation};
pub use tensor::{FormatLayout, StorageError};
pub use usage::{Format, FormatType, FormatUse, GPU_FALLBACK};

#[cfg(test)]
mod tests;
