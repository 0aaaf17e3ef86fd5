//! Sizes and alignments of records.

use super::form::{Record, begin_of};
use super::tensor::{FieldBuffer, RecordTensor};
use crate::domain::gcd;
use crate::space::{Bits, Bytes, IndexSpace, LogicalIndex};
use crate::stride::AddressError;

/// The sizes of the buffer of a tensor of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordFacts {
    /// The number of records.
    pub records: i64,
    /// The size of the buffer.
    pub bytes: Bytes,
    /// The number of bits of the buffer that no field has: those of all records, and those between records.
    pub padding: Bits,
}

impl Record {
    /// Returns the number of bits of a record that no field has.
    pub fn padding(&self) -> Bits {
        // The fields do not overlap, so their bits are at most those of the record.
        let used = self
            .fields()
            .iter()
            .map(|field| field.lengths().into_iter().product::<i64>() * field.width().bits().get());
        Bits::new(self.size().get() - used.sum::<i64>())
    }

    /// Returns the greatest power of two, in bits, that divides the first bit of each element of a field, in records that
    /// follow each other without gaps in a buffer that is aligned to it. `None` if the number of a field is unknown.
    pub fn alignment_of(&self, field: usize) -> Option<Bits> {
        let field = self.fields().get(field)?;
        let mut divisor = self.size().get();
        for index in IndexSpace::below(field.lengths()).iter() {
            let slot = field.layout().offset_of(&LogicalIndex::new(index).ok()?).ok()??;
            divisor = gcd(divisor, begin_of(field, slot)?);
        }
        Some(Bits::new(1 << divisor.trailing_zeros()))
    }
}

impl RecordTensor {
    /// Returns the number of bits of a buffer, with its padding.
    ///
    /// # Errors
    /// The range of the offsets exceeds the limit on steps, or the number does not fit 64 bits.
    pub fn bits_of(&self, buffer: FieldBuffer) -> Result<Bits, AddressError> {
        let (layout, unit) = match buffer {
            FieldBuffer::Records => (self.records(), self.record().size()),
            FieldBuffer::Own(number) => {
                let field = self.side_fields().get(number).ok_or(AddressError::Unresolved)?;
                (field.layout(), field.width().bits())
            }
        };
        unit.checked_mul(layout.allocation()?.get()).ok_or(AddressError::Overflow)
    }

    /// Returns the sizes of the buffer of the records.
    ///
    /// # Errors
    /// The range of the offsets of records exceeds the limit on steps, or a size does not fit 64 bits.
    pub fn facts(&self) -> Result<RecordFacts, AddressError> {
        let records = self.records().shape().num_elements().ok_or(AddressError::Overflow)?.get();
        let size = self.record().size();
        let bits = self.bits_of(FieldBuffer::Records)?;
        // Each record has bits of its own in the buffer, so this product is not above that of the buffer.
        let used = (size.get() - self.record().padding().get()) * records;
        Ok(RecordFacts {
            records,
            bytes: bits.to_bytes().ok_or(AddressError::Overflow)?,
            padding: Bits::new(bits.get() - used),
        })
    }
}
