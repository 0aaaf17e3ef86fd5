//! Bits of tensors of records: those of an element or of a field, and the owner of a bit.

use super::compare_records::bits;
use super::queries::QueryKind;
use super::query_run::QueryRun;
use super::summary::{UnknownMembers, lengths};
use compiler::QueriedSubject;
use ir::layout::{
    AddressError, BitOwner, BitPart, Bits, FieldBuffer, FieldValue, IndexSpace, LogicalIndex,
    Nested, Record, RecordFault, RecordTensor, merged_parts,
};
use ir::source::Span;
use passes::QueryError;
use serde_json::{Map, Value, json};
use std::io;

/// A question about a tensor of records, or about one of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RecordQuestion {
    /// The bits at a coordinate.
    At(Vec<Nested<i64>>),
    /// The bits at all indices.
    All,
    /// The owner of a bit.
    Bit(i64),
    /// The owners of all bits.
    AllBits,
}

impl QueryRun<'_, '_, '_> {
    /// Answers a question about records, or reports that the subject has none.
    pub(super) fn record_question(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        field: Option<&str>,
        question: &RecordQuestion,
    ) -> io::Result<()> {
        let QueriedSubject::Records(it) = subject else {
            return self.without_fields(of, Span::NONE);
        };
        match question {
            RecordQuestion::At(at) => self.bits_at_coordinate((it, of), at, field, Span::NONE),
            RecordQuestion::All => self.bits_of_all((it, of), field),
            RecordQuestion::Bit(bit) => self.owner_of_bit((it, of), (*bit, field), Span::NONE),
            RecordQuestion::AllBits => self.owners_of_all_bits((it, of), field),
        }
    }

    /// Answers a query about records.
    pub(super) fn query_of_records(
        &mut self,
        (records, of): (&RecordTensor, &str),
        question: QueryKind,
        field: Option<&str>,
        span: Span,
    ) -> io::Result<()> {
        match question {
            QueryKind::At(index) => self.bits_at((records, of), index, field, span),
            QueryKind::AtNested(at) => self.bits_at_coordinate((records, of), &at, field, span),
            QueryKind::Bit(bit) => self.owner_of_bit((records, of), (bit, field), span),
            QueryKind::Slot(_) | QueryKind::SlotOnAxes(_) => self.bits_only(of, span),
        }
    }

    /// Answers with the bits of an element or a field at a coordinate, which has a number for each dim.
    pub(super) fn bits_at_coordinate(
        &mut self,
        (records, of): (&RecordTensor, &str),
        at: &[Nested<i64>],
        field: Option<&str>,
        span: Span,
    ) -> io::Result<()> {
        let numbers: Option<Vec<i64>> = at.iter().map(|item| item.leaf().copied()).collect();
        match numbers {
            Some(numbers) => self.bits_at((records, of), numbers, field, span),
            None => {
                let message = format!("the index of `{of}` must be a list of numbers");
                self.fault(span, QueryError::new(message))
            }
        }
    }

    /// Answers with the bits of an element or a field at an index.
    fn bits_at(
        &mut self,
        (records, of): (&RecordTensor, &str),
        index: Vec<i64>,
        field: Option<&str>,
        span: Span,
    ) -> io::Result<()> {
        match records.value(field) {
            Ok(value) => self.bits_of(of, (field, &value), index, span),
            Err(fault) => self.fault(span, field_fault(of, fault)),
        }
    }

    /// Answers with the bits of a value at an index.
    fn bits_of(
        &mut self,
        of: &str,
        (field, value): (Option<&str>, &FieldValue<'_>),
        index: Vec<i64>,
        span: Span,
    ) -> io::Result<()> {
        let index = LogicalIndex::new(index).map_err(AddressError::from);
        match index.and_then(|index| Ok((outside_is_none(value.parts_at(&index))?, index))) {
            Ok((parts, index)) => {
                let mut members = head(of);
                members.insert("at".to_owned(), index.values().copied().collect());
                let is_valid = parts.is_some();
                put_parts(&mut members, field, parts);
                members.insert("valid".to_owned(), is_valid.into());
                self.answers.line(&members)
            }
            Err(error) => self.fault(span, super::positions::index_fault(of, error)),
        }
    }

    /// Answers with the bits of an element or a field at all indices, in row-major order.
    pub(super) fn bits_of_all(
        &mut self,
        (records, of): (&RecordTensor, &str),
        field: Option<&str>,
    ) -> io::Result<()> {
        // One fault is enough for a field that is unknown.
        let value = match records.value(field) {
            Ok(value) => value,
            Err(fault) => return self.fault(Span::NONE, field_fault(of, fault)),
        };
        let space = IndexSpace::below(records.lengths());
        let mut index = space.first();
        loop {
            self.bits_of(of, (field, &value), index.clone(), Span::NONE)?;
            if !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Answers with the owner of a bit: of the buffer of the records, or of that of a field in a buffer of its own.
    fn owner_of_bit(
        &mut self,
        (records, of): (&RecordTensor, &str),
        (bit, field): (i64, Option<&str>),
        span: Span,
    ) -> io::Result<()> {
        match records.value(field) {
            Ok(value) => self.owner_in((records, of), value.buffer, bit, span),
            Err(fault) => self.fault(span, field_fault(of, fault)),
        }
    }

    /// Answers with the owner of a bit of a buffer.
    fn owner_in(
        &mut self,
        (records, of): (&RecordTensor, &str),
        buffer: FieldBuffer,
        bit: i64,
        span: Span,
    ) -> io::Result<()> {
        match records.owner_of_bit(buffer, Bits::new(bit)) {
            Ok(owner) => {
                let mut members = head(of);
                members.insert("bit".to_owned(), bit.into());
                put_owner(&mut members, records.record(), owner);
                self.answers.line(&members)
            }
            Err(error) => {
                self.fault(span, QueryError::new(format!("bit {bit} of `{of}`: {error}")))
            }
        }
    }

    /// Answers with the owners of all bits of a buffer.
    pub(super) fn owners_of_all_bits(
        &mut self,
        (records, of): (&RecordTensor, &str),
        field: Option<&str>,
    ) -> io::Result<()> {
        let buffer = match records.value(field) {
            Ok(value) => value.buffer,
            Err(fault) => return self.fault(Span::NONE, field_fault(of, fault)),
        };
        match records.bits_of(buffer) {
            Ok(bits) => (0..bits.get())
                .try_for_each(|bit| self.owner_in((records, of), buffer, bit, Span::NONE)),
            Err(error) => {
                let message = format!("the bits of `{of}` cannot be counted: {error}");
                self.fault(Span::NONE, QueryError::new(message))
            }
        }
    }

    /// Answers with the summary of records: the block, the fields, and the sizes.
    pub(super) fn summary_of_records(
        &mut self,
        records: &RecordTensor,
        of: &str,
    ) -> io::Result<()> {
        let mut unknown = UnknownMembers::default();
        let facts = records.facts();
        let bytes = unknown.note("size_bytes", facts).map(|facts| facts.bytes.get());
        let padding = unknown.note("padding_bits", facts).map(|facts| facts.padding.get());
        let side = records.side_fields().iter().enumerate().map(|(number, field)| {
            let bits = unknown.note(field.name(), records.bits_of(FieldBuffer::Own(number)));
            json!({
                "field": field.name(),
                "width": field.width().bits().get(),
                "shape": lengths(field.layout().shape().values()),
                "per": field.granularity(),
                "size_bytes": bits.and_then(Bits::to_bytes_up).map(|bytes| bytes.get()),
            })
        });
        let side: Vec<Value> = side.collect();
        self.unknown(unknown, of);
        let record = records.record();
        let widths = record.elements().iter().map(|&field| record.fields()[field].width().bits());
        let mut answer = json!({
            "of": of,
            "logical_shape": lengths(records.shape().values()),
            "record": record.name(),
            "record_shape": records.block(),
            "record_bytes": record.size().get() / 8,
            "record_padding_bits": record.padding().get(),
            "records": lengths(records.records().shape().values()),
            "elem_bits": widths.map(Bits::get).sum::<i64>(),
            "element": names(record, record.elements()),
            "fields": fields(record),
            "joined": joined(record),
            "size_bytes": bytes,
            "padding_bits": padding,
        });
        if !side.is_empty() {
            answer["own_buffers"] = side.into();
        }
        self.answers.line(&answer)
    }

    /// Reports a query of a slot of records, which have bits.
    pub(super) fn bits_only(&mut self, of: &str, span: Span) -> io::Result<()> {
        let message = format!("`{of}` has records, which have bits instead of slots");
        let note = "`--inverse --bit=N`, or a query `{\"bit\":N}`, computes the owner of a bit";
        self.fault(span, QueryError::new(message).note(note))
    }

    /// Reports a query of a field or a bit of a subject without records.
    pub(super) fn without_fields(&mut self, of: &str, span: Span) -> io::Result<()> {
        let message = format!("`{of}` has no records, so it has no fields and no bits of them");
        let note = "notations of records are `ggml` and `mx`";
        self.fault(span, QueryError::new(message).note(note))
    }
}

/// Returns the first member of an answer.
fn head(of: &str) -> Map<String, Value> {
    [("of".to_owned(), of.into())].into_iter().collect()
}

/// Returns the parts; `None` for an index outside the lengths.
fn outside_is_none(
    parts: Result<Option<Vec<BitPart>>, AddressError>,
) -> Result<Option<Vec<BitPart>>, AddressError> {
    match parts {
        Err(AddressError::OutOfRange { .. }) => Ok(None),
        parts => parts,
    }
}

/// Adds the bits of a value to an answer: a list for an element, a bit and a width for a field of one part.
fn put_parts(members: &mut Map<String, Value>, field: Option<&str>, parts: Option<Vec<BitPart>>) {
    let parts = parts.map(|parts| merged_parts(&parts));
    if let Some(field) = field {
        members.insert("field".to_owned(), field.into());
        if let Some([part]) = parts.as_deref() {
            members.insert("bit".to_owned(), part.bit.get().into());
            members.insert("width".to_owned(), part.width.get().into());
            return;
        }
    }
    members.insert("bits".to_owned(), parts.map_or(Value::Null, |parts| bits(&parts)));
}

/// Adds the owner of a bit to an answer: the field, the index of its element, the bit of the element, and the first index of
/// the tensor with the number of indices.
fn put_owner(members: &mut Map<String, Value>, record: &Record, owner: Option<BitOwner>) {
    let Some(owner) = owner else {
        for key in ["field", "element", "element_bit", "at"] {
            members.insert(key.to_owned(), Value::Null);
        }
        members.insert("owners".to_owned(), 0.into());
        return;
    };
    let (name, bit) = value_of(record, &owner);
    members.insert("field".to_owned(), name.into());
    members.insert("element".to_owned(), owner.element.into());
    members.insert("element_bit".to_owned(), bit.into());
    let first = owner.indices.as_ref().map(|ranges| ranges.iter().map(|range| range.start));
    members.insert("at".to_owned(), first.map_or(Value::Null, Iterator::collect));
    let count = owner.indices.map_or(0, |ranges| {
        ranges.iter().map(|range| range.end.abs_diff(range.start)).product::<u64>()
    });
    members.insert("owners".to_owned(), count.into());
}

/// Returns the name and the bit of the joined value that the field of an owner is a part of, else those of the field.
fn value_of(record: &Record, owner: &BitOwner) -> (String, i64) {
    let own = owner.bit.get();
    let Some(number) = record.field(&owner.field) else { return (owner.field.clone(), own) };
    let joined = record.joined().iter().find(|joined| joined.fields.contains(&number));
    match joined {
        Some(joined) => {
            let lower = joined.fields.iter().take_while(|&&field| field != number);
            let lower: i64 = lower.map(|&field| record.fields()[field].width().bits().get()).sum();
            (joined.name.clone(), lower + own)
        }
        None => (owner.field.clone(), own),
    }
}

/// Returns the names of fields.
fn names(record: &Record, fields: &[usize]) -> Value {
    fields.iter().map(|&field| record.fields()[field].name()).collect()
}

/// Returns the fields of a record, with bits counted from its start.
fn fields(record: &Record) -> Value {
    let fields = record.fields().iter().enumerate().map(|(number, field)| {
        json!({
            "field": field.name(),
            "bit": field.at().get(),
            "width": field.width().bits().get(),
            "shape": field.lengths(),
            "per": field.granularity(),
            "align_bits": record.alignment_of(number).map(Bits::get),
        })
    });
    fields.collect()
}

/// Returns the values that are joined from fields, with their parts, the lowest bits first.
fn joined(record: &Record) -> Value {
    let joined = record.joined().iter();
    Value::Object(joined.map(|it| (it.name.clone(), names(record, &it.fields))).collect())
}

fn field_fault(of: &str, fault: RecordFault) -> QueryError {
    let error = QueryError::new(format!("`{of}`: {}", fault.message));
    fault.notes.into_iter().fold(error, QueryError::note)
}
