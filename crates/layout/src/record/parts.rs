//! The bits of an element, and the bytes that hold them.

use super::tensor::{FieldValue, RecordTensor};
use crate::space::{Bits, Bytes, LogicalIndex};
use crate::stride::AddressError;

/// Consecutive bits of a buffer. Bit 0 is the lowest bit of byte 0, as in memory of little endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitPart {
    /// The first bit, from the start of the buffer.
    pub bit: Bits,
    /// The number of bits, from 1 to 64.
    pub width: Bits,
}

/// The read of consecutive bits: bytes, a shift to the right, and the number of bits that a mask keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteAccess {
    /// The address of the first byte.
    pub byte: Bytes,
    /// The number of bits to the right of the value in the first byte, from 0 to 7.
    pub shift: u32,
    /// The number of bits of the value, from 1 to 64.
    pub width: u32,
    /// The number of bytes that hold bits of the value, from 1 to 9.
    pub bytes: u32,
}

impl BitPart {
    /// Returns the read of the bits.
    pub fn bytes(self) -> ByteAccess {
        let (bit, width) = (self.bit.get(), self.width.get());
        let shift = bit.rem_euclid(8);
        ByteAccess {
            byte: Bytes::new(bit.div_euclid(8)),
            shift: shift as u32,
            width: width as u32,
            bytes: ((shift + width + 7) / 8) as u32,
        }
    }

    /// Returns the bit after the last one; `None` if it does not fit 64 bits.
    pub fn end(self) -> Option<Bits> {
        self.bit.checked_add(self.width)
    }
}

/// Returns the parts of a value, where parts that follow each other in the value and in memory are one.
pub fn merged_parts(parts: &[BitPart]) -> Vec<BitPart> {
    let mut merged: Vec<BitPart> = Vec::new();
    for &part in parts {
        match merged.last_mut() {
            Some(last) if last.end() == Some(part.bit) => {
                // The widths of a value add up to 64 at most.
                last.width = Bits::new(last.width.get() + part.width.get());
            }
            _ => merged.push(part),
        }
    }
    merged
}

impl FieldValue<'_> {
    /// Returns the bits of the value at an index of the tensor, one part for each field, the lowest bits of the value first.
    /// `None` if the index is outside the lengths.
    ///
    /// # Errors
    /// The index has another rank.
    pub fn parts_at(&self, index: &LogicalIndex) -> Result<Option<Vec<BitPart>>, AddressError> {
        let mut parts = Vec::new();
        for &(layout, width) in &self.parts {
            let Some(bit) = layout.offset_of(index)? else { return Ok(None) };
            parts.push(BitPart { bit: Bits::new(bit.get()), width: width.bits() });
        }
        Ok(Some(parts))
    }
}

impl RecordTensor {
    /// Returns the bits of the element at an index of the tensor, as [`FieldValue::parts_at`].
    ///
    /// # Errors
    /// The index has another rank.
    pub fn parts_at(&self, index: &LogicalIndex) -> Result<Option<Vec<BitPart>>, AddressError> {
        match self.value(None) {
            Ok(value) => value.parts_at(index),
            Err(_) => Err(AddressError::Unresolved),
        }
    }
}
