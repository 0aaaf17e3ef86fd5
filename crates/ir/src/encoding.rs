//! The layout in a tensor type: the encoding dictionary of `docs/ir.md`.
//!
//! The one place where types, which are data, become layouts of the core, and the other way round. In reading order:
//! `shaped` has the types that hold an encoding, `entries` the entries of its dictionary, `format` the rules of formats,
//! `read` and `write` what others call, `mentions` the types of an op, `fault` what can be wrong.

mod element;
mod entries;
mod fault;
mod format;
mod mentions;
mod read;
mod shaped;
mod write;

pub use element::storage_kind;
pub use fault::Fault;
pub use format::elem_type as format_elem;
pub(crate) use mentions::types_of_op;
pub use read::{Reading, offset, physical_rank, read, row_major};
pub(crate) use read::{admits_format, check_tensor, unknown_keys, well_formed};
pub use shaped::{KEYS, elem_size};
pub(crate) use shaped::{ShapedType, shape};
pub use write::{with_descriptor, with_format, with_layout, with_strides};
