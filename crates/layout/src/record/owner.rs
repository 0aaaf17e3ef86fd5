//! The field and the indices that own a bit.

use super::field::RecordField;
use super::tensor::{FieldBuffer, RecordTensor, by_tensor_dim};
use crate::pipeline::Layout;
use crate::space::{Bits, Elems, LogicalIndex};
use crate::stride::AddressError;
use std::ops::Range;

/// The owner of a bit of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BitOwner {
    /// The name of the field.
    pub field: String,
    /// The index of the element in the field: within the record, or within the buffer of the field.
    pub element: Vec<i64>,
    /// The bit of the element.
    pub bit: Bits,
    /// The indices of the tensor that share the element, by dim; `None` if the field has no granularity.
    pub indices: Option<Vec<Range<i64>>>,
}

impl RecordTensor {
    /// Returns the owner of a bit of a buffer; `None` if the bit is padding or outside the buffer.
    ///
    /// # Errors
    /// A search of the index of a slot exceeds its budget.
    pub fn owner_of_bit(
        &self,
        buffer: FieldBuffer,
        bit: Bits,
    ) -> Result<Option<BitOwner>, AddressError> {
        match buffer {
            FieldBuffer::Records => self.owner_in_records(bit),
            FieldBuffer::Own(number) => self.owner_in_side_field(number, bit),
        }
    }

    fn owner_in_records(&self, bit: Bits) -> Result<Option<BitOwner>, AddressError> {
        let size = self.record().size();
        let (record, within) = split(bit, size);
        let Some(record) = owner(self.records(), record)? else { return Ok(None) };
        for field in self.record().fields() {
            let Some(from_field) = Bits::new(within).checked_sub(field.at()) else { continue };
            let (slot, bit) = split(from_field, field.width().bits());
            let Some(element) = owner(field.layout(), slot)? else { continue };
            let indices = self.indices_of(field, &record, &element);
            return Ok(Some(BitOwner {
                field: field.name().to_owned(),
                element,
                bit: Bits::new(bit),
                indices,
            }));
        }
        Ok(None)
    }

    /// Returns the indices of the tensor that share an element of a field.
    fn indices_of(
        &self,
        field: &RecordField,
        record: &[i64],
        element: &[i64],
    ) -> Option<Vec<Range<i64>>> {
        let rank = record.len();
        let block = self.block();
        let per = by_tensor_dim(rank, self.along(), field.granularity()?, 1);
        let element = by_tensor_dim(rank, self.along(), element, 0);
        // All indices are below the lengths of the tensor.
        let ranges = (0..rank).map(|dim| {
            let first = record[dim] * block[dim];
            let begin = first + element[dim] * per[dim];
            begin..begin.saturating_add(per[dim]).min(first + block[dim])
        });
        Some(ranges.collect())
    }

    fn owner_in_side_field(
        &self,
        number: usize,
        bit: Bits,
    ) -> Result<Option<BitOwner>, AddressError> {
        let Some(field) = self.side_fields().get(number) else { return Ok(None) };
        let (slot, bit) = split(bit, field.width().bits());
        let Some(element) = owner(field.layout(), slot)? else { return Ok(None) };
        let ranges = element.iter().zip(field.granularity()).zip(self.lengths());
        let ranges = ranges.map(|((&at, &per), length)| {
            // The granularity of a dim times the index of an element is below the length of the tensor.
            let begin = at * per;
            begin..begin.saturating_add(per).min(length)
        });
        Ok(Some(BitOwner {
            field: field.name().to_owned(),
            indices: Some(ranges.collect()),
            element,
            bit: Bits::new(bit),
        }))
    }
}

/// Returns the number of whole units before a bit, and the bits after them.
fn split(bit: Bits, unit: Bits) -> (i64, i64) {
    (bit.get().div_euclid(unit.get()), bit.get().rem_euclid(unit.get()))
}

/// Returns the index of a slot of an injective layout.
fn owner(layout: &Layout, slot: i64) -> Result<Option<Vec<i64>>, AddressError> {
    let owners = layout.owners_of(Elems::new(slot))?;
    Ok(owners.first.map(|index: LogicalIndex| index.values().copied().collect()))
}
