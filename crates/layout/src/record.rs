//! Records: blocks of bytes whose fields share elements of a tensor, such as quantized elements and their scales.
//!
//! A record covers a block of consecutive indices of a tensor. Each of its fields has elements of 1 to 64 bits and a
//! [`Layout`](crate::Layout) of its own, which starts at a bit of the record. An element of the tensor consists of the
//! elements of one or several fields, the low part first. A field with a granularity has one element for several elements
//! of the tensor, as scales have. The records of a tensor have a layout, too; so every address is the offset of one
//! layout in units of bits, and no other code computes one.
//!
//! - `fault`: the reason why fields do not form a record, or records no tensor;
//! - `field`: a field, and a value joined from fields; `form`: a record and the check of its bits;
//! - `in_bits`: layouts in units of bits, made from those of records and fields;
//! - `tensor`: a tensor of records, with the fields that have buffers of their own;
//! - `parts`: the bits of an element; `owner`: the field and the indices of a bit; `facts`: sizes and alignments;
//! - `copy`: the copy to another tensor with the same fields.

mod copy;
mod facts;
mod fault;
mod field;
mod form;
mod in_bits;
mod owner;
mod parts;
mod tensor;

pub use copy::{RecordCopy, RecordMove};
pub use facts::RecordFacts;
pub use fault::RecordFault;
pub use field::{JoinedField, RecordField};
pub use form::Record;
pub use owner::BitOwner;
pub use parts::{BitPart, ByteAccess, merged_parts};
pub use tensor::{FieldBuffer, FieldValue, RecordTensor, SideField};

#[cfg(test)]
mod tests;
