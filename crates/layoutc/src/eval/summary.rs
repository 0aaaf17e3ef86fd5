//! Summary of one layout: shapes, strides, sizes, and properties of the index map.

use super::query_run::QueryRun;
use compiler::{HiddenOp, QueriedLayout, QueriedSubject};
use indexmap::IndexMap;
use ir::layout::{AxisRange, Bytes, Coverage, DimId, Elems, Layout, Len, Placement};
use ir::source::Span;
use serde_json::{Value, json};
use std::io;

impl QueryRun<'_, '_, '_> {
    /// Answers with the summary of a layout, a placement or records.
    pub(super) fn summary(&mut self, subject: &QueriedSubject, of: &str) -> io::Result<()> {
        match subject {
            QueriedSubject::Layout(layout) => self.summary_of_layout(layout, of),
            QueriedSubject::Placement(it) => self.summary_of_placement(it, of),
            QueriedSubject::Records(it) => self.summary_of_records(it, of),
            QueriedSubject::Symbolic(symbols) => self.summary_of_symbols(symbols, of),
            QueriedSubject::Map(map) => self.fault(Span::NONE, map.unsupported(of)),
        }
    }

    /// Answers with all members of the summary of a placement.
    fn summary_of_placement(&mut self, placement: &Placement, of: &str) -> io::Result<()> {
        let mut facts = UnknownMembers::default();
        let ranges = facts.note("axes", placement.ranges());
        let copies = facts.note("copies", placement.copies()).flatten();
        let injective = facts.note("injective", placement.is_injective());
        let used = facts.note("coverage", placement.coverage());
        self.unknown(facts, of);
        let axes = ranges.map(|ranges| match ranges {
            Some(ranges) => {
                let axes = ranges.into_iter();
                axes.map(|(axis, range)| (axis.to_string(), axis_summary(Some(range)))).collect()
            }
            // No index has a slot.
            None => placement.axes().map(|axis| (axis.to_string(), axis_summary(None))).collect(),
        });
        self.answers.line(&json!({
            "of": of,
            "logical_shape": lengths(placement.shape().values()),
            "axes": axes.map(Value::Object),
            "copies": copies,
            "parts": placement.slots_per_index().1,
            "injective": injective,
            "coverage": used.map(|used| used.map_or(json!(0), coverage)),
            "elem_bits": placement.elem().map(|elem| elem.bits().get()),
        }))
    }

    /// Answers with all members of a summary. Unknown members are `null`, and a remark states the reason.
    fn summary_of_layout(&mut self, subject: &QueriedLayout, of: &str) -> io::Result<()> {
        if let Some(size) = subject.in_bytes {
            return self.summary_in_bytes(&subject.layout, of, size);
        }
        let layout = &*subject.layout;
        let mut facts = UnknownMembers::default();
        let range = layout.offset_range();
        let least = facts.note("min_offset", range).flatten().map(|(least, _)| least.get());
        let most = facts.note("max_offset", range).flatten().map(|(_, most)| most.get());
        // Exact offsets can take long to compute, and all sizes follow from them.
        let span = range.and_then(Layout::span_of);
        let allocation = span.and_then(|span| layout.physical().allocation_of(span));
        let size = allocation.and_then(|allocation| {
            layout.elem().map(|_| layout.physical().bytes_of(allocation)).transpose()
        });
        let span = facts.note("span", span.map(Elems::get));
        let allocation = facts.note("allocation", allocation.map(Elems::get));
        let size = facts.note("size_bytes", size).flatten().map(Bytes::get);
        let injective = facts.note("injective", layout.is_injective());
        let widths = facts.note("vector_width", layout.vector_widths());
        self.unknown(facts, of);
        let physical = layout.physical();
        let strides = physical.strides().values().map(|stride| stride.get());
        let mut answer = json!({
            "of": of,
            "logical_shape": lengths(layout.shape().values()),
            "physical_shape": lengths(physical.shape().values()),
            "strides": strides.collect::<Value>(),
            "min_offset": least,
            "max_offset": most,
            "span": span,
            "allocation": allocation,
            "size_bytes": size,
            "packed": physical.is_packed(),
            "injective": injective,
            "vector_width": widths,
        });
        let contract = layout.declared_tables();
        if !contract.is_empty() {
            answer["contract"] = contract.iter().map(|table| table.to_string()).collect();
        }
        if let Some(hidden) = &subject.hidden {
            answer["hidden"] = hidden.iter().map(hidden_op).collect();
            answer["top"] = numbers(layout.logical_dims());
        }
        self.answers.line(&answer)
    }

    /// Reports the reasons of unknown members.
    pub(super) fn unknown(&mut self, facts: UnknownMembers, of: &str) {
        for (reason, keys) in facts.missing {
            self.remark(format!("cannot compute {} of `{of}`: {reason}", keys.join(", ")));
        }
    }

    /// Answers with the known members of a layout that counts bytes. The strides of such a layout are not whole numbers
    /// of elements of `size` bytes.
    fn summary_in_bytes(&mut self, layout: &Layout, of: &str, size: i64) -> io::Result<()> {
        let mut facts = UnknownMembers::default();
        let range = facts.note("min_offset", layout.offset_range()).flatten();
        let bytes = layout.size_with_elements_of(Bytes::new(size)).map(Bytes::get);
        let bytes = facts.note("size_bytes", bytes);
        self.unknown(facts, of);
        self.remark(format!(
            "cannot compute `strides`, `span`, `allocation`, `injective`, `vector_width` of `{of}`: its strides are \
             not whole numbers of elements of {size} bytes"
        ));
        self.answers.line(&json!({
            "of": of,
            "logical_shape": lengths(layout.shape().values()),
            "physical_shape": lengths(layout.physical().shape().values()),
            "strides": null,
            "min_offset": range.and_then(|(least, _)| whole(least, size)),
            "max_offset": range.and_then(|(_, most)| whole(most, size)),
            "span": null,
            "allocation": null,
            "size_bytes": bytes,
            "packed": false,
            "injective": null,
            "vector_width": null,
        }))
    }
}

/// Returns the bounds of the coordinates on an axis; `None` if no index has a slot.
fn axis_summary(range: Option<AxisRange>) -> Value {
    json!({
        "min": range.map(|range| range.min),
        "max": range.map(|range| range.max),
        "extent": range.map_or(Some(0), AxisRange::extent),
    })
}

/// Returns the share of the slots that are in use, 1 for all.
fn coverage(coverage: Coverage) -> Value {
    if coverage.used == coverage.slots {
        return json!(1);
    }
    json!(coverage.share())
}

/// The unknown members, grouped by reason.
#[derive(Default)]
pub(super) struct UnknownMembers {
    missing: IndexMap<String, Vec<String>>,
}

impl UnknownMembers {
    /// Returns a member, or notes the reason why it is unknown.
    pub(super) fn note<T, E: ToString>(&mut self, key: &str, fact: Result<T, E>) -> Option<T> {
        match fact {
            Ok(fact) => Some(fact),
            Err(reason) => {
                self.missing.entry(reason.to_string()).or_default().push(format!("`{key}`"));
                None
            }
        }
    }
}

/// Returns an offset in bytes in elements of `size` bytes; `None` if it is no whole number.
fn whole(offset: Elems, size: i64) -> Option<i64> {
    (offset.get() % size == 0).then_some(offset.get() / size)
}

/// Writes lengths; a dynamic one is `null`.
pub(super) fn lengths<'a>(lengths: impl Iterator<Item = &'a Len>) -> Value {
    lengths.map(|length| length.get()).collect()
}

fn numbers(dims: &[DimId]) -> Value {
    dims.iter().map(|dim| dim.number()).collect()
}

fn hidden_op(op: &HiddenOp) -> Value {
    json!({ "op": op.name, "lower": numbers(&op.operands), "upper": numbers(&op.results) })
}
