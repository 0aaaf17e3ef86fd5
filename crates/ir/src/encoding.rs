//! The layout in a tensor type: the encoding dictionary of `docs/ir.md`.
//!
//! These modules alone convert types to layouts of the core and back. In reading order: `shaped` has the types that
//! hold an encoding, `bounds` the bounds of dynamic lengths, `symbolic` layouts with symbols, `entries` the entries of its dictionary, `format` the rules of formats, `read` and `write` the
//! public functions, `mentions` the types of an op, and `fault` the errors of an encoding.

mod bounds;
mod element;
mod entries;
mod fault;
mod format;
mod mentions;
mod read;
mod shaped;
mod symbolic;
mod write;

pub use bounds::{bounds, laid_out_lengths};
pub use element::storage_kind;
pub use fault::Fault;
pub use format::{elem_type as format_elem, named_elem};
pub(crate) use mentions::types_of_op;
pub use read::{OpaqueEncoding, Reading, offset, opaque, physical_rank, read, row_major};
pub(crate) use read::{admits_format, check_tensor, unknown_keys, well_formed};
pub use shaped::{
    KEYS, elem_size, field_size, layout_attr, layout_name, layout_symbol, read_layout_name,
};
pub(crate) use shaped::{LENGTHS, ShapedType, shape};
pub use symbolic::{is_symbolic_order, stated_order, symbolic_entries};
pub(crate) use symbolic::{notes as symbolic_notes, read_set, read_symbolic, restricted};
pub use write::{
    with_bounds, with_custom_layout, with_descriptor, with_format, with_layout, with_lengths_of,
    with_static_lengths, with_strides, without_layout,
};
