//! The formats of TensorRT: named arrangements of images and volumes, defined by one table.
//!
//! In reading order: `table`: one row for each format; `generation`: the devices that some formats depend on; `array`:
//! the physical array of a row; `usage`: a format as a tensor uses it; `legal`: the rules for such tensors; `tensor`:
//! the layout of such a tensor, which is an order with requirements or a split of C.

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
