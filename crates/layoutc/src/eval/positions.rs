//! Positions of elements, and the elements in slots.

use super::answers::ElementPosition;
use super::queries::{Batch, Query, QueryKind};
use super::query_run::QueryRun;
use compiler::{QueriedLayout, QueriedSubject};
use ir::layout::{
    AddressError, Bytes, Elems, IndexSpace, Layout, LogicalIndex, Nested, RankError, joined,
};
use ir::source::Span;
use passes::QueryError;
use std::io;

impl QueryRun<'_, '_, '_> {
    /// Answers each query of a batch.
    pub(super) fn batch(&mut self, batch: &Batch<'_>) -> io::Result<()> {
        for (line, span) in batch.lines() {
            match batch.read(line) {
                Ok(query) => match self.subject_of(&query) {
                    Ok(subject) => {
                        let field = query.field.as_deref();
                        self.query(&subject, &query.of, query.question, field, span)?;
                    }
                    Err(fault) => self.fault(span, fault)?,
                },
                Err(fault) => self.fault(span, fault)?,
            }
        }
        Ok(())
    }

    fn subject_of(&mut self, query: &Query<'_>) -> Result<QueriedSubject, QueryError> {
        match &query.with {
            Some(values) => self.symbols.subject_with(&query.of, values),
            None => self.symbols.subject(&query.of),
        }
    }

    fn query(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        question: QueryKind,
        field: Option<&str>,
        span: Span,
    ) -> io::Result<()> {
        if let QueryKind::SlotOnAxes(slot) = &question {
            return self.slot_on_axes(subject, of, slot, span);
        }
        match subject {
            QueriedSubject::Records(it) => self.query_of_records((it, of), question, field, span),
            _ if field.is_some() || matches!(question, QueryKind::Bit(_)) => {
                self.without_fields(of, span)
            }
            QueriedSubject::Layout(layout) => self.query_of_layout(layout, of, question, span),
            QueriedSubject::Placement(it) => match question {
                QueryKind::At(index) => self.slots_at((it, of), index, span),
                QueryKind::AtNested(at) => self.slots_at_coordinate((it, of), &at, span),
                _ => self.no_offsets((it, of), span),
            },
            QueriedSubject::Map(map) => match question {
                QueryKind::At(index) => self.at_of_map((map, of), index, span),
                _ => self.fault(span, map.unsupported(of)),
            },
            QueriedSubject::Symbolic(symbols) => self.fault(span, symbols.without_values(of)),
        }
    }

    fn query_of_layout(
        &mut self,
        subject: &QueriedLayout,
        of: &str,
        question: QueryKind,
        span: Span,
    ) -> io::Result<()> {
        match question {
            QueryKind::At(index) if subject.is_index(&index) => {
                let index = LogicalIndex::new(index).map_err(AddressError::from);
                self.at(subject, of, index, span)
            }
            QueryKind::At(at) => {
                let at: Vec<Nested<i64>> = at.into_iter().map(Nested::Leaf).collect();
                self.at_coordinate_of(subject, of, &at, span)
            }
            QueryKind::AtNested(at) => self.at_coordinate_of(subject, of, &at, span),
            QueryKind::Slot(slot) => self.slot(subject, of, slot, span),
            QueryKind::SlotOnAxes(_) | QueryKind::Bit(_) => Ok(()),
        }
    }

    /// Answers with the position or the slots of the element at a coordinate.
    pub(super) fn at_coordinate(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        at: &[Nested<i64>],
        span: Span,
    ) -> io::Result<()> {
        match subject {
            QueriedSubject::Layout(layout) => self.at_coordinate_of(layout, of, at, span),
            QueriedSubject::Placement(it) => self.slots_at_coordinate((it, of), at, span),
            QueriedSubject::Records(it) => self.bits_at_coordinate((it, of), at, None, span),
            QueriedSubject::Map(map) => {
                let numbers: Option<Vec<i64>> =
                    at.iter().map(|item| item.leaf().copied()).collect();
                match numbers {
                    Some(index) => self.at_of_map((map, of), index, span),
                    None => self.fault(span, map.unsupported(of)),
                }
            }
            QueriedSubject::Symbolic(symbols) => self.fault(span, symbols.without_values(of)),
        }
    }

    /// Answers with the position of the element at a coordinate.
    fn at_coordinate_of(
        &mut self,
        subject: &QueriedLayout,
        of: &str,
        at: &[Nested<i64>],
        span: Span,
    ) -> io::Result<()> {
        match subject.index_of(at) {
            Ok(index) => {
                let index = LogicalIndex::new(index).map_err(AddressError::from);
                self.at(subject, of, index, span)
            }
            Err(fault) => {
                self.fault(span, QueryError::new(format!("invalid index of `{of}`: {fault}")))
            }
        }
    }

    /// Answers with the position of the element at an index.
    fn at(
        &mut self,
        subject: &QueriedLayout,
        of: &str,
        index: Result<LogicalIndex, AddressError>,
        span: Span,
    ) -> io::Result<()> {
        let layout = &subject.layout;
        let place = index.and_then(|index| {
            let offset = layout.offset_of(&index)?;
            let place = match subject.in_bytes {
                None => ElementPosition::new(offset, layout.elem())?,
                Some(size) => ElementPosition::of_byte(offset.map(Elems::get), size),
            };
            Ok((index, place))
        });
        match place {
            Ok((index, place)) => self.answers.element_position(of, &index, place),
            Err(AddressError::Declared) => self.fault(span, declared(of, layout)),
            Err(error) => self.fault(span, index_fault(of, error)),
        }
    }

    /// Answers with the index whose element is in a slot.
    fn slot(&mut self, subject: &QueriedLayout, of: &str, slot: i64, span: Span) -> io::Result<()> {
        match subject.owners_of(slot) {
            Ok(owners) => self.answers.owners(of, slot, &owners),
            Err(error) => self.fault(span, slot_fault((of, &subject.layout), slot, error)),
        }
    }

    /// Answers with the index whose element is in a slot, and reports a slot that the memory does not have.
    pub(super) fn known_slot(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        slot: i64,
    ) -> io::Result<()> {
        let subject = match subject {
            QueriedSubject::Layout(layout) => layout,
            QueriedSubject::Placement(it) => return self.no_offsets((it, of), Span::NONE),
            QueriedSubject::Records(_) => return self.bits_only(of, Span::NONE),
            other => return self.no_layout(other, of, Span::NONE),
        };
        self.slot(subject, of, slot, Span::NONE)?;
        if let Ok(slots) = slots(subject)
            && !slots.contains(&slot)
        {
            self.answers.flush()?;
            let last = slots.end - 1;
            self.remark(format!(
                "slot {slot} is outside of the memory of `{of}`, whose slots are {} to {last}",
                slots.start
            ));
        }
        Ok(())
    }

    /// Answers with the positions of all indices, in row-major order.
    pub(super) fn all(&mut self, subject: &QueriedSubject, of: &str) -> io::Result<()> {
        let subject = match subject {
            QueriedSubject::Layout(layout) => layout,
            QueriedSubject::Placement(it) => return self.slots_of_all(it, of),
            QueriedSubject::Records(it) => return self.bits_of_all((it, of), None),
            QueriedSubject::Map(map) => return self.all_of_map((map, of)),
            other => return self.no_layout(other, of, Span::NONE),
        };
        let lengths = subject.layout.shape().values().map(|length| length.get());
        let Some(lengths) = lengths.collect::<Option<Vec<i64>>>() else {
            let message = format!("the indices of `{of}` cannot be enumerated: a dim is dynamic");
            return self.fault(Span::NONE, QueryError::new(message));
        };
        let space = IndexSpace::below(lengths);
        let mut index = space.first();
        loop {
            let at = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from);
            self.at(subject, of, at, Span::NONE)?;
            if !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Answers for all slots of the allocation, or of all axes. The first slot is 0, or the least offset if that is
    /// negative.
    pub(super) fn all_slots(&mut self, subject: &QueriedSubject, of: &str) -> io::Result<()> {
        let subject = match subject {
            QueriedSubject::Layout(layout) => layout,
            QueriedSubject::Placement(it) => return self.owners_of_all(it, of),
            QueriedSubject::Records(it) => return self.owners_of_all_bits((it, of), None),
            other => return self.no_layout(other, of, Span::NONE),
        };
        match slots(subject) {
            Ok(mut slots) => slots.try_for_each(|slot| self.slot(subject, of, slot, Span::NONE)),
            Err(error) => {
                let message = format!("the slots of `{of}` cannot be counted: {error}");
                self.fault(Span::NONE, QueryError::new(message))
            }
        }
    }
}

/// Returns the error of a query of a slot.
pub(super) fn slot_fault(
    (of, layout): (&str, &Layout),
    slot: i64,
    error: AddressError,
) -> QueryError {
    match error {
        AddressError::Declared => declared(of, layout),
        error => QueryError::new(format!("slot {slot} of `{of}`: {error}")),
    }
}

/// Returns the error of a position that depends on tables whose values are declared.
fn declared(of: &str, layout: &Layout) -> QueryError {
    let tables = joined(layout.declared_tables().iter().map(|table| format!("`{table}`")), ", ");
    QueryError::new(format!(
        "`{of}` has no known offsets: the values of {tables} are declared, not given"
    ))
    .note("give the values, such as `dense<[7, 3]> : tensor<2xi32>`")
}

/// Returns the error of an index that has no position.
pub(super) fn index_fault(of: &str, error: AddressError) -> QueryError {
    QueryError::new(match error {
        AddressError::Rank(RankError::Mismatch { expected, found }) => {
            format!("the index has rank {found}, but `{of}` has rank {expected}")
        }
        _ => format!("invalid index of `{of}`: {error}"),
    })
}

fn slots(subject: &QueriedLayout) -> Result<std::ops::Range<i64>, AddressError> {
    let unit = subject.in_bytes.unwrap_or(1);
    let least = subject.layout.offset_range()?.map_or(0, |(least, _)| least.get());
    let start = least.min(0).div_euclid(unit);
    let count = match subject.in_bytes {
        None => subject.layout.allocation()?.get(),
        Some(size) => subject.layout.size_with_elements_of(Bytes::new(size))?.get(),
    };
    let count = count / unit + i64::from(count % unit != 0);
    Ok(start..start.checked_add(count).ok_or(AddressError::Overflow)?)
}
