//! A tensor of records, and the fields that have buffers of their own.

use super::fault::RecordFault;
use super::field::{RecordField, check_granularity, checked_width};
use super::form::Record;
use super::in_bits::{BitsBuilder, Scaled};
use crate::messages::joined;
use crate::pipeline::{Layout, LayoutFault};
use crate::space::{Bits, DimId, ElemSize, Elems, Shape};

/// A field that has a buffer of its own: a tensor of scales, for example.
#[derive(Clone, Debug)]
pub struct SideField {
    name: String,
    layout: Layout,
    per: Vec<i64>,
    width: ElemSize,
    /// The bit of the buffer of the element for each index of the tensor.
    in_bits: Layout,
}

impl SideField {
    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the layout of the field, in elements of the field.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of indices of the tensor, by dim, that share an element of the field.
    pub fn granularity(&self) -> &[i64] {
        &self.per
    }

    /// Returns the size of an element of the field, of 1 to 64 bits.
    pub fn width(&self) -> ElemSize {
        self.width
    }
}

/// The buffer that holds a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldBuffer {
    /// The buffer of the records.
    Records,
    /// The buffer of the field with this number in [`RecordTensor::side_fields`].
    Own(usize),
}

/// A value of each index of a tensor of records: an element, or an element of a field that several indices share.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FieldValue<'a> {
    /// The buffer.
    pub buffer: FieldBuffer,
    /// The layouts from an index of the tensor to a bit of the buffer, with the number of bits there, the lowest bits of the
    /// value first.
    pub parts: Vec<(&'a Layout, ElemSize)>,
}

/// A tensor whose elements are stored in records.
#[derive(Clone, Debug)]
pub struct RecordTensor {
    shape: Shape,
    record: Record,
    along: Vec<usize>,
    records: Layout,
    /// By field: the bit of the buffer for each index of the tensor; `None` for a field without granularity.
    in_bits: Vec<Option<Layout>>,
    side: Vec<SideField>,
}

impl RecordTensor {
    /// Returns a tensor of these lengths. A dim of the record covers the dim of the tensor with the number in `along`. The
    /// layout of the records maps the index of a record to its offset, in records; it is row major if it is `None`.
    ///
    /// # Errors
    /// A length is not a multiple of that of the record, `along` has another number of dims, the layout of the records has
    /// other lengths, lets records overlap or begins before the buffer, or the bits do not fit 64 bits.
    pub fn new(
        lengths: &[i64],
        record: Record,
        along: &[usize],
        records: Option<Layout>,
    ) -> Result<RecordTensor, RecordFault> {
        let shape = Shape::of_static(lengths)?;
        if let Some(excess) = shape.excess() {
            return Err(RecordFault::new(excess));
        }
        let counts = record_counts(&record, lengths, along)?;
        let records = match records {
            Some(records) => records,
            None => Layout::row_major(&counts)?,
        };
        check_records(&record, &records, &counts)?;
        let mut tensor = RecordTensor {
            shape,
            record,
            along: along.to_vec(),
            records,
            in_bits: Vec::new(),
            side: Vec::new(),
        };
        for field in 0..tensor.record.fields().len() {
            let in_bits = tensor.field_in_bits(field)?;
            tensor.in_bits.push(in_bits);
        }
        Ok(tensor)
    }

    /// Returns the same tensor with a field that has a buffer of its own. The lengths of its layout are those of the tensor,
    /// each divided by the granularity, rounded up.
    ///
    /// # Errors
    /// The name is not unique, the element size is unknown or above 64 bits, the lengths disagree with the granularity, two
    /// elements of the field share bits or one has none, or the bits do not fit 64 bits.
    pub fn with_side_field(
        mut self,
        name: impl Into<String>,
        layout: Layout,
        per: Vec<i64>,
    ) -> Result<RecordTensor, RecordFault> {
        let name = name.into();
        if self.value_names().any(|known| known == name) {
            let message = format!("the record has two fields `{name}`");
            return Err(RecordFault::of_field(&name, message));
        }
        let width = checked_width(&name, &layout)?;
        check_granularity(&name, &layout, &self.lengths(), &per)?;
        let fault = |fault: LayoutFault| RecordFault::of_layout(&name, fault);
        layout.check_storage().map_err(fault)?;
        let in_bits = side_in_bits(&layout, width, &self.lengths(), &per).map_err(fault)?;
        self.side.push(SideField { name, layout, per, width, in_bits });
        Ok(self)
    }

    /// Returns the lengths of the tensor.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Returns the lengths of the tensor as numbers.
    pub fn lengths(&self) -> Vec<i64> {
        self.shape.static_lengths().expect("the lengths of a tensor of records are static")
    }

    /// Returns the record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the dim of the tensor that each dim of the record covers.
    pub fn along(&self) -> &[usize] {
        &self.along
    }

    /// Returns the layout of the records, in records.
    pub fn records(&self) -> &Layout {
        &self.records
    }

    /// Returns the fields that have buffers of their own.
    pub fn side_fields(&self) -> &[SideField] {
        &self.side
    }

    /// Returns the number of indices in each dim of the tensor that a record covers.
    pub fn block(&self) -> Vec<i64> {
        by_tensor_dim(self.shape.len(), &self.along, self.record.lengths(), 1)
    }

    /// Returns the names of all values besides the element: those of the record, then the fields in buffers of their own.
    pub fn value_names(&self) -> impl Iterator<Item = &str> {
        self.record.value_names().chain(self.side.iter().map(SideField::name))
    }

    /// Returns the value with a name: a field, or a value that is joined from fields. It is the element if the name is
    /// `None`.
    ///
    /// # Errors
    /// The name is unknown, or no index of the tensor determines an element of the field.
    pub fn value(&self, name: Option<&str>) -> Result<FieldValue<'_>, RecordFault> {
        let fields = match name {
            None => self.record.elements().to_vec(),
            Some(name) => match self.record.value(name) {
                Some(fields) => fields,
                None => return self.side_value(name),
            },
        };
        let parts = fields.into_iter().map(|number| {
            let field = &self.record.fields()[number];
            let layout = self.in_bits[number].as_ref().ok_or_else(|| {
                let message = format!(
                    "field `{}` has no granularity, so no index of the tensor determines its element",
                    field.name()
                );
                RecordFault::of_field(field.name(), message)
            })?;
            Ok((layout, field.width()))
        });
        let parts = parts.collect::<Result<Vec<_>, RecordFault>>()?;
        Ok(FieldValue { buffer: FieldBuffer::Records, parts })
    }

    /// Returns the value of a field in a buffer of its own.
    fn side_value(&self, name: &str) -> Result<FieldValue<'_>, RecordFault> {
        let Some(at) = self.side.iter().position(|field| field.name == name) else {
            let known = joined(self.value_names().map(|name| format!("`{name}`")), ", ");
            let message = format!("unknown field `{name}`");
            return Err(
                RecordFault::of_field(name, message).note(format!("the fields are {known}"))
            );
        };
        let field = &self.side[at];
        Ok(FieldValue { buffer: FieldBuffer::Own(at), parts: vec![(&field.in_bits, field.width)] })
    }

    /// Returns the layout from an index of the tensor to the first bit of the element of a field; `None` if the field has no
    /// granularity.
    fn field_in_bits(&self, number: usize) -> Result<Option<Layout>, RecordFault> {
        let field = &self.record.fields()[number];
        let Some(per) = field.granularity() else { return Ok(None) };
        let build = self.elements_in_bits(number, |builder, inner, own| {
            builder.coarse(inner, per[own], self.record.lengths()[own])
        });
        build.map(Some).map_err(|fault| RecordFault::of_layout(field.name(), fault))
    }

    /// Returns the layout from the index of an element of a field with a granularity, through all records, to its first bit.
    /// `refine` replaces a dim of the field, which has this number, by a finer one.
    pub(super) fn elements_in_bits(
        &self,
        number: usize,
        refine: impl Fn(&mut BitsBuilder, DimId, usize) -> Result<DimId, LayoutFault>,
    ) -> Result<Layout, LayoutFault> {
        let field = &self.record.fields()[number];
        let mut builder = BitsBuilder::new(&self.field_parts(field), field.at())?;
        let mut dims = Vec::new();
        for dim in 0..self.shape.len() {
            let record = builder.dim(0, dim);
            dims.push(match self.along.iter().position(|&along| along == dim) {
                Some(own) => {
                    let inner = builder.dim(1, own);
                    let inner = refine(&mut builder, inner, own)?;
                    builder.merge(record, inner)?
                }
                None => record,
            });
        }
        builder.finish(&dims)
    }

    /// Returns the layouts whose offsets add up to the first bit of an element of a field: of records, and within one.
    pub(super) fn field_parts<'a>(&'a self, field: &'a RecordField) -> [Scaled<'a>; 2] {
        [(&self.records, self.record.size()), (field.layout(), field.width().bits())]
    }
}

/// Returns the layout from an index of the tensor to the first bit of the element of a field in a buffer of its own.
fn side_in_bits(
    layout: &Layout,
    width: ElemSize,
    lengths: &[i64],
    per: &[i64],
) -> Result<Layout, LayoutFault> {
    let mut builder = BitsBuilder::new(&[(layout, width.bits())], Bits::ZERO)?;
    let mut dims = Vec::new();
    for (dim, (&length, &per)) in lengths.iter().zip(per).enumerate() {
        let coarse = builder.dim(0, dim);
        dims.push(builder.coarse(coarse, per, length)?);
    }
    builder.finish(&dims)
}

/// Returns a value for each dim of the tensor: that of the dim of the record that covers it, else `other`.
pub(super) fn by_tensor_dim(rank: usize, along: &[usize], values: &[i64], other: i64) -> Vec<i64> {
    let mut by_dim = vec![other; rank];
    for (&dim, &value) in along.iter().zip(values) {
        by_dim[dim] = value;
    }
    by_dim
}

/// Returns the number of records along each dim of the tensor.
///
/// # Errors
/// A length is not a multiple of that of the record, or the dims of the record do not cover dims of the tensor.
fn record_counts(
    record: &Record,
    lengths: &[i64],
    along: &[usize],
) -> Result<Vec<i64>, RecordFault> {
    let own = record.lengths();
    if along.len() != own.len() {
        let message = format!(
            "the record covers {own:?}, which has {} dims, along {} dims of the tensor",
            own.len(),
            along.len()
        );
        return Err(RecordFault::new(message));
    }
    for (at, &dim) in along.iter().enumerate() {
        if dim >= lengths.len() {
            let message =
                format!("the record covers dim {dim}, but the tensor has {} dims", lengths.len());
            return Err(RecordFault::new(message));
        }
        if along[..at].contains(&dim) {
            return Err(RecordFault::new(format!(
                "the record covers dim {dim} of the tensor twice"
            )));
        }
    }
    let block = by_tensor_dim(lengths.len(), along, own, 1);
    lengths
        .iter()
        .zip(&block)
        .enumerate()
        .map(|(dim, (&length, &block))| {
            if length % block == 0 {
                return Ok(length / block);
            }
            let message = format!(
                "the length of dim {dim} must be a multiple of the {block} elements of a record, but is {length}"
            );
            Err(RecordFault::new(message))
        })
        .collect()
}

/// Checks the layout of the records.
///
/// # Errors
/// Its lengths are others, records overlap, or their bits do not fit 64 bits.
fn check_records(record: &Record, records: &Layout, counts: &[i64]) -> Result<(), RecordFault> {
    let found = records.shape().static_lengths();
    if found.as_deref() != Some(counts) {
        let message = format!(
            "the layout of the records has lengths {}, but the tensor has {counts:?} records",
            records.shape()
        );
        return Err(RecordFault::new(message));
    }
    records.check_storage().map_err(|fault| {
        let message = format!("the layout of the records: {}", fault.message);
        RecordFault { notes: fault.notes, ..RecordFault::new(message) }
    })?;
    let count = records.allocation()?;
    if record.size().checked_mul(count.get()).is_none() {
        let message = format!(
            "{:#} records of {} must have less than 2^63 bits",
            Elems::new(count.get()),
            record.size()
        );
        return Err(RecordFault::new(message));
    }
    Ok(())
}
