//! A record and the check that its fields do not overlap.

use super::fault::RecordFault;
use super::field::{JoinedField, MAX_WIDTH, RecordField, check_granularity};
use crate::messages::joined;
use crate::space::{Bits, Bytes, Elems, IndexSpace, LogicalIndex, Shape, checked_product};

/// The greatest number of bits of a record.
const MAX_RECORD: i64 = crate::limits::RECORD_BITS as i64;

/// A record: bytes that hold a block of elements of a tensor, in fields that do not overlap.
#[derive(Clone, Debug)]
pub struct Record {
    name: String,
    size: Bits,
    shape: Vec<i64>,
    fields: Vec<RecordField>,
    elements: Vec<usize>,
    joined: Vec<JoinedField>,
}

impl Record {
    /// Returns a record of this many bytes for a block of elements of these lengths. The element at an index consists of the
    /// elements of the fields that `elements` names, the lowest bits first.
    ///
    /// # Errors
    /// A field is not within the record, two elements share a bit, an index of a field has no bits, the names of fields are
    /// not unique, the lengths of a field disagree with its granularity, or the fields of an element do not fit each other.
    pub fn new(
        name: impl Into<String>,
        size: Bytes,
        lengths: &[i64],
        fields: Vec<RecordField>,
        elements: &[&str],
    ) -> Result<Record, RecordFault> {
        let shape = Shape::of_static(lengths)?;
        if let Some(excess) = shape.excess() {
            return Err(RecordFault::new(excess));
        }
        let mut record = Record {
            name: name.into(),
            size: checked_size(size)?,
            shape: lengths.to_vec(),
            fields,
            elements: Vec::new(),
            joined: Vec::new(),
        };
        record.check_fields()?;
        record.check_bits()?;
        record.elements = record.joinable("the elements", elements)?;
        let coarse = record.elements.iter().map(|&field| &record.fields[field]);
        let mut coarse =
            coarse.filter(|field| field.granularity() != Some(&vec![1; lengths.len()]));
        if let Some(field) = coarse.next() {
            let name = field.name();
            let message = format!(
                "field `{name}` is per {:?}, but the field of an element must be per {:?}",
                field.granularity().unwrap_or_default(),
                vec![1; lengths.len()]
            );
            return Err(RecordFault::of_field(name, message));
        }
        Ok(record)
    }

    /// Returns the same record with a further value, joined from fields, the lowest bits first.
    ///
    /// # Errors
    /// The name is that of a field or of another value, or the fields do not fit each other.
    pub fn with_joined(
        mut self,
        name: impl Into<String>,
        fields: &[&str],
    ) -> Result<Record, RecordFault> {
        let name = name.into();
        if self.value(&name).is_some() {
            let message = format!("the record has two fields `{name}`");
            return Err(RecordFault::of_field(&name, message));
        }
        let fields = self.joinable(&format!("`{name}`"), fields)?;
        self.joined.push(JoinedField { name, fields });
        Ok(self)
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the size of a record in bits, a whole number of bytes.
    pub fn size(&self) -> Bits {
        self.size
    }

    /// Returns the lengths of the block of elements that a record covers.
    pub fn lengths(&self) -> &[i64] {
        &self.shape
    }

    /// Returns the fields in declared order.
    pub fn fields(&self) -> &[RecordField] {
        &self.fields
    }

    /// Returns the numbers of the fields of an element, the lowest bits first.
    pub fn elements(&self) -> &[usize] {
        &self.elements
    }

    /// Returns the values that are joined from fields, without that of the elements.
    pub fn joined(&self) -> &[JoinedField] {
        &self.joined
    }

    /// Returns the number of the field with a name; `None` if the name is unknown.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name() == name)
    }

    /// Returns the numbers of the fields of a value, the lowest bits first: a field, or a value that is joined from fields.
    /// `None` if the name is unknown.
    pub fn value(&self, name: &str) -> Option<Vec<usize>> {
        let joined = self.joined.iter().find(|joined| joined.name == name);
        let joined = joined.map(|joined| joined.fields.clone());
        joined.or_else(|| self.field(name).map(|field| vec![field]))
    }

    /// Returns the names of the joined values, then those of the fields.
    pub fn value_names(&self) -> impl Iterator<Item = &str> {
        let joined = self.joined.iter().map(|joined| &joined.name[..]);
        joined.chain(self.fields.iter().map(RecordField::name))
    }

    /// Checks the names and the lengths of the fields.
    fn check_fields(&self) -> Result<(), RecordFault> {
        for (at, field) in self.fields.iter().enumerate() {
            let name = field.name();
            if self.field(name) != Some(at) {
                let message = format!("the record has two fields `{name}`");
                return Err(RecordFault::of_field(name, message));
            }
            let Some(per) = field.granularity() else { continue };
            check_granularity(name, field.layout(), &self.shape, per)?;
        }
        Ok(())
    }

    /// Checks that each element of each field has bits of its own within the record.
    fn check_bits(&self) -> Result<(), RecordFault> {
        // The size is below the limit on bits of a record.
        let mut owners: Vec<Option<u32>> = vec![None; self.size.get() as usize];
        for (number, field) in (0u32..).zip(&self.fields) {
            let count = checked_product(field.lengths());
            if count.is_none_or(|count| count > MAX_RECORD) {
                let message = format!(
                    "field `{}` has {} elements, which is more than the {} of the record",
                    field.name(),
                    joined(field.lengths(), " x "),
                    self.size
                );
                return Err(RecordFault::of_field(field.name(), message));
            }
            for index in IndexSpace::below(field.lengths()).iter() {
                let (begin, end) = self.bits_of(field, &index)?;
                let own = &mut owners[begin..end];
                if let Some(at) = own.iter().position(Option::is_some) {
                    let other = own[at].map_or(0, |other| other as usize);
                    return Err(self.overlap(field, &self.fields[other], begin + at));
                }
                own.fill(Some(number));
            }
        }
        Ok(())
    }

    /// Returns the range of bits of the record that an element of a field has.
    ///
    /// # Errors
    /// The index has no slot, or the bits are not within the record.
    fn bits_of(&self, field: &RecordField, index: &[i64]) -> Result<(usize, usize), RecordFault> {
        let name = field.name();
        let at = LogicalIndex::new(index.iter().copied())?;
        let slot = field.layout().offset_of(&at).map_err(|error| {
            RecordFault::of_field(name, format!("element {index:?} of field `{name}`: {error}"))
        })?;
        let Some(slot) = slot else {
            let message = format!("element {index:?} of field `{name}` has no bits");
            return Err(RecordFault::of_field(name, message));
        };
        let begin = begin_of(field, slot);
        let width = field.width().bits().get();
        match begin.and_then(|begin| Some((begin, begin.checked_add(width)?))) {
            Some((begin, end)) if begin >= 0 && end <= self.size.get() => {
                Ok((begin as usize, end as usize))
            }
            Some((begin, end)) => {
                let message = format!(
                    "element {index:?} of field `{name}` has bits {begin} to {}, but the record has {}",
                    end - 1,
                    self.size
                );
                Err(RecordFault::of_field(name, message))
            }
            None => {
                let message =
                    format!("the bit of element {index:?} of field `{name}` does not fit 64 bits");
                Err(RecordFault::of_field(name, message))
            }
        }
    }

    /// Returns the fault of a bit that two elements have.
    fn overlap(&self, field: &RecordField, other: &RecordField, bit: usize) -> RecordFault {
        let name = field.name();
        if name == other.name() {
            let message = format!("two elements of field `{name}` share bit {bit} of the record");
            return RecordFault::of_field(name, message);
        }
        let message =
            format!("fields `{}` and `{name}` share bit {bit} of the record", other.name());
        RecordFault::of_field(name, message).and_field(other.name())
    }

    /// Returns the numbers of fields that are joined to one value.
    ///
    /// # Errors
    /// A name is unknown or repeated, the fields have different granularities, or the value has more than 64 bits.
    fn joinable(&self, value: &str, names: &[&str]) -> Result<Vec<usize>, RecordFault> {
        let mut fields = Vec::new();
        let mut width = 0;
        for &name in names {
            let Some(number) = self.field(name) else {
                let known =
                    joined(self.fields.iter().map(|field| format!("`{}`", field.name())), ", ");
                let message = format!("{value} name an unknown field `{name}`");
                return Err(RecordFault::of_field(name, message)
                    .note(format!("the fields of the record are {known}")));
            };
            if fields.contains(&number) {
                let message = format!("{value} name field `{name}` twice");
                return Err(RecordFault::of_field(name, message));
            }
            fields.push(number);
            let field = &self.fields[number];
            width += field.width().bits().get();
            self.check_joined(&self.fields[fields[0]], field)?;
            if width > MAX_WIDTH {
                let message = format!("{value} must have 1 to {MAX_WIDTH} bits, but have {width}");
                return Err(RecordFault::of_field(name, message));
            }
        }
        if fields.is_empty() {
            return Err(RecordFault::new(format!("{value} must name at least one field")));
        }
        Ok(fields)
    }

    /// Checks that two joined fields have the same indices.
    fn check_joined(&self, first: &RecordField, field: &RecordField) -> Result<(), RecordFault> {
        if first.granularity() == field.granularity() && first.lengths() == field.lengths() {
            return Ok(());
        }
        let message = format!(
            "joined fields must have the same elements, but `{}` has {} and `{}` has {}",
            first.name(),
            elements_text(first),
            field.name(),
            elements_text(field)
        );
        Err(RecordFault::of_field(field.name(), message).and_field(first.name()))
    }
}

/// Returns the first bit of the record of the element at an offset of a field; `None` if it does not fit 64 bits.
pub(super) fn begin_of(field: &RecordField, slot: Elems) -> Option<i64> {
    slot.to_bits(field.width())?.checked_add(field.at()).map(Bits::get)
}

/// Returns the lengths and the granularity of a field, for messages.
fn elements_text(field: &RecordField) -> String {
    let lengths = field.lengths();
    match field.granularity() {
        Some(per) => format!("{lengths:?} per {per:?}"),
        None => format!("{lengths:?}"),
    }
}

/// Returns the size of a record in bits.
///
/// # Errors
/// It is below 1 byte, or above the limit.
fn checked_size(size: Bytes) -> Result<Bits, RecordFault> {
    match size.to_bits().filter(|bits| (1..=MAX_RECORD).contains(&bits.get())) {
        Some(bits) => Ok(bits),
        None => {
            let most = MAX_RECORD / 8;
            Err(RecordFault::new(format!("a record must have 1 to {most} bytes, but has {size:#}")))
        }
    }
}
