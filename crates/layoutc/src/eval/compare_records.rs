//! Comparison of two tensors of records: the bits of their elements, and of all fields that an index determines.

use super::query_run::QueryRun;
use ir::layout::{
    AddressError, BitPart, CompareError, FieldValue, LogicalIndex, RecordTensor, merged_parts,
};
use ir::source::Span;
use passes::QueryError;
use serde_json::{Value, json};
use std::io;

/// An index at which the bits of a value differ, with the bits in both tensors.
type BitDifference = (LogicalIndex, Vec<BitPart>, Vec<BitPart>);

impl QueryRun<'_, '_, '_> {
    /// Answers if two tensors of records have the same bits for their elements and fields, or else with the first index at
    /// which the bits of a value differ. A difference is also an error.
    pub(super) fn compare_records(
        &mut self,
        (a, first): (&str, &RecordTensor),
        (b, second): (&str, &RecordTensor),
    ) -> io::Result<()> {
        if first.shape() != second.shape() {
            let error = CompareError::Shapes(first.shape().clone(), second.shape().clone());
            return self.not_compared(a, b, error);
        }
        for [(of, own), (other_of, other)] in [[(a, first), (b, second)], [(b, second), (a, first)]]
        {
            let lacking = own.value_names().find(|name| other.value_names().all(|it| it != *name));
            if let Some(name) = lacking {
                self.answers.line(&json!({ "same": false, "field": name }))?;
                let message = format!(
                    "`{a}` and `{b}` differ: `{of}` has a field `{name}`, but `{other_of}` has none"
                );
                return self.fault(Span::NONE, QueryError::new(message));
            }
        }
        for name in std::iter::once(None).chain(first.value_names().map(Some)) {
            let (own, other) = match (first.value(name), second.value(name)) {
                (Ok(own), Ok(other)) => (own, other),
                // Without granularity, no index determines bits of the field.
                (Err(_), Err(_)) => continue,
                (own, _) => return self.granularities_differ((a, b), name, own.is_ok()),
            };
            match difference(&own, &other) {
                Ok(None) if own.buffer == other.buffer && widths(&own) == widths(&other) => {}
                Ok(None) => {
                    let message = format!(
                        "`{a}` and `{b}` cannot be compared: parts of {:?} bits and of {:?} bits may be equal",
                        widths(&own),
                        widths(&other)
                    );
                    return self.fault(Span::NONE, QueryError::new(message));
                }
                Ok(Some(found)) => return self.bits_differ((a, b), name, &found),
                Err(error) => return self.not_compared(a, b, error),
            }
        }
        self.answers.line(&json!({ "same": true }))
    }

    /// Answers that an index determines an element of a field in one tensor only: in the first if `is_first`.
    fn granularities_differ(
        &mut self,
        (a, b): (&str, &str),
        name: Option<&str>,
        is_first: bool,
    ) -> io::Result<()> {
        let [has, lacks] = if is_first { [a, b] } else { [b, a] };
        self.answers.line(&json!({ "same": false, "field": name }))?;
        let field = name.unwrap_or_default();
        let message = format!(
            "`{a}` and `{b}` differ: field `{field}` has a granularity in `{has}`, but none in `{lacks}`"
        );
        self.fault(Span::NONE, QueryError::new(message))
    }

    fn bits_differ(
        &mut self,
        (a, b): (&str, &str),
        name: Option<&str>,
        (at, own, other): &BitDifference,
    ) -> io::Result<()> {
        let [own, other] = [own, other].map(|parts| bits(parts));
        let index: Value = at.values().copied().collect();
        self.answers
            .line(&json!({ "same": false, "field": name, "at": index, "a": own, "b": other }))?;
        let value = name.map_or("index".to_owned(), |name| format!("field `{name}` at index"));
        let message = format!(
            "`{a}` and `{b}` differ: {value} {at} has the bits {own} in `{a}`, {other} in `{b}`"
        );
        self.fault(Span::NONE, QueryError::new(message))
    }
}

/// Returns the widths of the parts of a value, in bits.
fn widths(value: &FieldValue<'_>) -> Vec<i64> {
    value.parts.iter().map(|(_, width)| width.bits().get()).collect()
}

/// Returns the first index at which the bits of a part of a value differ; `None` if all bits are equal. Values that are
/// split into parts of other widths are compared at index zero alone.
fn difference(
    own: &FieldValue<'_>,
    other: &FieldValue<'_>,
) -> Result<Option<BitDifference>, CompareError> {
    let rank = own.parts.first().map_or(0, |(layout, _)| layout.shape().len());
    let zero = LogicalIndex::new(vec![0; rank]).map_err(AddressError::from)?;
    if own.buffer != other.buffer || widths(own) != widths(other) {
        let [a, b] = [at(own, &zero)?, at(other, &zero)?];
        let is_equal = own.buffer == other.buffer && merged_parts(&a) == merged_parts(&b);
        return Ok((!is_equal).then_some((zero, a, b)));
    }
    let mut first: Option<LogicalIndex> = None;
    for ((a, _), (b, _)) in own.parts.iter().zip(&other.parts) {
        let Some(found) = a.difference(b)? else { continue };
        let is_before = first.as_ref().is_none_or(|known| found.at.values().lt(known.values()));
        first = if is_before { Some(found.at) } else { first };
    }
    let Some(index) = first else { return Ok(None) };
    let [a, b] = [at(own, &index)?, at(other, &index)?];
    Ok(Some((index, a, b)))
}

fn at(value: &FieldValue<'_>, index: &LogicalIndex) -> Result<Vec<BitPart>, AddressError> {
    Ok(value.parts_at(index)?.unwrap_or_default())
}

/// Returns parts as a list of first bits and widths.
pub(super) fn bits(parts: &[BitPart]) -> Value {
    let parts = merged_parts(parts);
    parts.iter().map(|part| json!([part.bit.get(), part.width.get()])).collect()
}
