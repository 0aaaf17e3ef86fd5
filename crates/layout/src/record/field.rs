//! A field of a record, and a value joined from several fields.

use super::fault::RecordFault;
use crate::pipeline::Layout;
use crate::space::{Bits, ElemSize};

/// The greatest number of bits of an element.
pub(super) const MAX_WIDTH: i64 = crate::limits::FIELD_BITS as i64;

/// A field of a record: elements of 1 to 64 bits, with a layout of their own.
#[derive(Clone, Debug)]
pub struct RecordField {
    name: String,
    at: Bits,
    width: ElemSize,
    layout: Layout,
    per: Option<Vec<i64>>,
}

impl RecordField {
    /// Returns a field whose element at offset zero is at this bit of the record. The layout maps the index of an element
    /// of the field to its offset, in elements of the field. No index of the tensor determines one of its elements before
    /// [`per`](Self::per) states a granularity.
    ///
    /// # Errors
    /// The layout has no element size, or one of more than 64 bits, or a length is dynamic.
    pub fn new(
        name: impl Into<String>,
        layout: Layout,
        at: Bits,
    ) -> Result<RecordField, RecordFault> {
        let name = name.into();
        let width = checked_width(&name, &layout)?;
        Ok(RecordField { name, at, width, layout, per: None })
    }

    /// Returns the same field with its granularity: the number of indices of the record, by dim, that share an element of
    /// the field. It is 1 in each dim for a field that has an element for each index.
    #[must_use]
    pub fn per(self, per: Vec<i64>) -> RecordField {
        RecordField { per: Some(per), ..self }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bit of the record at which the element at offset zero of the field begins.
    pub fn at(&self) -> Bits {
        self.at
    }

    /// Returns the size of an element of the field, of 1 to 64 bits.
    pub fn width(&self) -> ElemSize {
        self.width
    }

    /// Returns the layout of the field, in elements of the field.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of indices of the record, by dim, that share an element of the field; `None` if no index
    /// determines an element.
    pub fn granularity(&self) -> Option<&[i64]> {
        self.per.as_deref()
    }

    /// Returns the lengths of the field's own indices.
    pub fn lengths(&self) -> Vec<i64> {
        self.layout.shape().static_lengths().expect("the lengths of a field are static")
    }
}

/// A value that consists of elements of several fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JoinedField {
    /// The name.
    pub name: String,
    /// The numbers of the fields, the one with the lowest bits first.
    pub fields: Vec<usize>,
}

/// Returns the element size of the layout of a field.
///
/// # Errors
/// It is unknown or above 64 bits, or a length is dynamic.
pub(super) fn checked_width(name: &str, layout: &Layout) -> Result<ElemSize, RecordFault> {
    let Some(width) = layout.elem() else {
        let message = format!("the element size of field `{name}` is unknown");
        return Err(RecordFault::of_field(name, message));
    };
    let bits = width.bits();
    if bits.get() > MAX_WIDTH {
        let message = format!(
            "the element of field `{name}` must have 1 to {MAX_WIDTH} bits, but has {bits}"
        );
        return Err(RecordFault::of_field(name, message));
    }
    if layout.shape().static_lengths().is_none() || layout.mem_shape().first_dynamic().is_some() {
        let message = format!("the lengths of field `{name}` must be static, but one is `?`");
        return Err(RecordFault::of_field(name, message));
    }
    Ok(width)
}

/// Checks that the layout of a field has the lengths of its indices: those of the whole, each divided by the granularity,
/// rounded up.
///
/// # Errors
/// The numbers of dims disagree, a granularity is below 1, or the layout of the field has other lengths.
pub(super) fn check_granularity(
    name: &str,
    layout: &Layout,
    whole: &[i64],
    per: &[i64],
) -> Result<(), RecordFault> {
    if per.len() != whole.len() {
        let message = format!(
            "field `{name}` is per {per:?}, which has {} dims, but must have {} as {whole:?} has",
            per.len(),
            whole.len()
        );
        return Err(RecordFault::of_field(name, message));
    }
    if let Some(&least) = per.iter().find(|&&per| per < 1) {
        let message = format!("field `{name}` must be per 1 index or more, but is per {least}");
        return Err(RecordFault::of_field(name, message));
    }
    let expected: Vec<i64> =
        whole.iter().zip(per).map(|(length, per)| (length - 1) / per + 1).collect();
    let found = layout.shape().static_lengths().unwrap_or_default();
    if found != expected {
        let message = format!(
            "field `{name}` has lengths {found:?}, but must have {expected:?}, as {whole:?} per {per:?} has"
        );
        return Err(RecordFault::of_field(name, message));
    }
    Ok(())
}
