//! Slots of placements: the slots of an index, and the indices in a slot.

use super::positions::slot_fault;
use super::query_run::QueryRun;
use compiler::{QueriedLayout, QueriedSubject};
use ir::layout::{
    AddressError, AxisName, IndexSpace, LogicalIndex, Nested, Placement, Slot, axis_list,
};
use ir::source::Span;
use passes::QueryError;
use serde_json::{Map, Value};
use std::io;

/// A slot as a query names it: a coordinate for some of the axes; those of the others are 0.
pub(super) type NamedSlot = [(String, i64)];

/// The keys of the slots of a placement in JSON, sorted, each with its position among the coordinates. That of the number of
/// the part follows them.
pub(super) struct SlotKeys(Vec<(String, usize)>);

impl SlotKeys {
    pub(super) fn new(placement: &Placement) -> SlotKeys {
        let axes = placement.axes().map(AxisName::to_string);
        let part = (!placement.parts().is_empty()).then(|| Slot::PART.to_owned());
        let mut keys: Vec<(String, usize)> =
            axes.chain(part).enumerate().map(|(at, key)| (key, at)).collect();
        keys.sort();
        SlotKeys(keys)
    }

    /// Returns a slot as a JSON object.
    pub(super) fn value(&self, slot: &Slot) -> Value {
        let number = |at: usize| slot.coordinates.get(at).copied().unwrap_or(slot.part);
        let members = self.0.iter().map(|(key, at)| (key.clone(), number(*at).into()));
        Value::Object(members.collect())
    }

    /// Returns slots as a JSON list.
    pub(super) fn values(&self, slots: &[Slot]) -> Value {
        slots.iter().map(|slot| self.value(slot)).collect()
    }
}

impl QueryRun<'_, '_, '_> {
    /// Answers with the slots of a coordinate, which has a number for each dim.
    pub(super) fn slots_at_coordinate(
        &mut self,
        (placement, of): (&Placement, &str),
        at: &[Nested<i64>],
        span: Span,
    ) -> io::Result<()> {
        let numbers: Option<Vec<i64>> = at.iter().map(|item| item.leaf().copied()).collect();
        match numbers {
            Some(numbers) => self.slots_at((placement, of), numbers, span),
            None => {
                let message =
                    format!("the index of the placement `{of}` must be a list of numbers");
                self.fault(span, QueryError::new(message))
            }
        }
    }

    /// Answers with the slots of an index.
    pub(super) fn slots_at(
        &mut self,
        (placement, of): (&Placement, &str),
        index: Vec<i64>,
        span: Span,
    ) -> io::Result<()> {
        let index = LogicalIndex::new(index).map_err(AddressError::from);
        let found = index.and_then(|index| Ok((placement.slots_of(&index)?, index)));
        match found {
            Ok((slots, index)) => {
                let keys = SlotKeys::new(placement);
                self.answers.slots(of, &index, &keys.values(&slots))
            }
            Err(error) => self.fault(span, super::positions::index_fault(of, error)),
        }
    }

    /// Answers with the slots of all indices, in row-major order.
    pub(super) fn slots_of_all(&mut self, placement: &Placement, of: &str) -> io::Result<()> {
        let lengths = placement.shape().values().filter_map(|length| length.get());
        let space = IndexSpace::below(lengths);
        let mut index = space.first();
        loop {
            self.slots_at((placement, of), index.clone(), Span::NONE)?;
            if !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Answers with the index in a slot that is given by axis.
    pub(super) fn slot_on_axes(
        &mut self,
        subject: &QueriedSubject,
        of: &str,
        slot: &NamedSlot,
        span: Span,
    ) -> io::Result<()> {
        match subject {
            QueriedSubject::Layout(layout) => self.slot_in_memory((layout, of), slot, span),
            QueriedSubject::Placement(placement) => {
                self.owners_on_axes((placement, of), slot, span)
            }
            QueriedSubject::Records(_) => self.bits_only(of, span),
            other => self.no_layout(other, of, span),
        }
    }

    fn slot_in_memory(
        &mut self,
        (layout, of): (&QueriedLayout, &str),
        slot: &NamedSlot,
        span: Span,
    ) -> io::Result<()> {
        let offset = match coordinates(of, &[&AxisName::MEMORY], slot) {
            Ok(at) => at.first().copied().unwrap_or(0),
            Err(fault) => return self.fault(span, fault),
        };
        match layout.owners_of(offset) {
            Ok(owners) => {
                let slot = object([(AxisName::MEMORY.to_string(), offset)]);
                self.answers.slot_owners(of, &slot, &owners)
            }
            Err(error) => self.fault(span, slot_fault((of, &layout.layout), offset, error)),
        }
    }

    fn owners_on_axes(
        &mut self,
        (placement, of): (&Placement, &str),
        slot: &NamedSlot,
        span: Span,
    ) -> io::Result<()> {
        let axes: Vec<&AxisName> = placement.axes().collect();
        let at = match coordinates(of, &axes, slot) {
            Ok(at) => at,
            Err(fault) => return self.fault(span, fault),
        };
        self.owners_at((placement, of), &at, span)
    }

    /// Answers with the index in the slot at these coordinates, one for each axis.
    fn owners_at(
        &mut self,
        (placement, of): (&Placement, &str),
        at: &[i64],
        span: Span,
    ) -> io::Result<()> {
        let names = placement.axes().map(AxisName::to_string);
        let mut members: Vec<(String, i64)> = names.zip(at.iter().copied()).collect();
        members.sort();
        let members = object(members);
        match placement.owners_at(at) {
            Ok(owners) => self.answers.slot_owners(of, &members, &owners),
            Err(error) => {
                self.fault(span, QueryError::new(format!("slot {members} of `{of}`: {error}")))
            }
        }
    }

    /// Answers for all slots, in the order of their coordinates from the innermost axis. The coordinates on an axis are
    /// those from 0, or the least if that is negative, to the greatest.
    pub(super) fn owners_of_all(&mut self, placement: &Placement, of: &str) -> io::Result<()> {
        let ranges = match placement.ranges() {
            Ok(ranges) => ranges.unwrap_or_default(),
            Err(error) => {
                let message = format!("the slots of `{of}` cannot be counted: {error}");
                return self.fault(Span::NONE, QueryError::new(message));
            }
        };
        if ranges.len() < placement.axes().len() {
            return Ok(());
        }
        let bounds = ranges.iter().map(|(_, range)| (range.min.min(0), range.max));
        for at in IndexSpace::new(bounds).iter() {
            self.owners_at((placement, of), &at, Span::NONE)?;
        }
        Ok(())
    }

    /// Reports a query of an offset, which a placement does not have.
    pub(super) fn no_offsets(
        &mut self,
        (placement, of): (&Placement, &str),
        span: Span,
    ) -> io::Result<()> {
        let names = axis_list(placement.axes());
        let members: Vec<String> = placement.axes().map(|axis| format!("\"{axis}\":0")).collect();
        let fault = QueryError::new(format!("`{of}` is a placement on {names}, without offsets"));
        let query = format!("a query of a slot is `{{\"slot\":{{{}}}}}`", members.join(","));
        self.fault(span, fault.note(query))
    }
}

/// Returns the coordinate of a named slot on each axis.
///
/// # Errors
/// The slot names another axis, or an axis twice.
fn coordinates(of: &str, axes: &[&AxisName], slot: &NamedSlot) -> Result<Vec<i64>, QueryError> {
    let mut found: Vec<Option<i64>> = vec![None; axes.len()];
    for (name, at) in slot {
        let Some(number) = axes.iter().position(|axis| axis.as_str() == name) else {
            let known = axis_list(axes.iter().copied());
            let message = format!("`{of}` has no axis `{name}`; its axes are {known}");
            return Err(QueryError::new(message));
        };
        if found[number].replace(*at).is_some() {
            return Err(QueryError::new(format!(
                "the slot has two coordinates on the axis `{name}`"
            )));
        }
    }
    Ok(found.into_iter().map(|at| at.unwrap_or(0)).collect())
}

fn object(members: impl IntoIterator<Item = (String, i64)>) -> Value {
    let members = members.into_iter().map(|(key, at)| (key, at.into()));
    Value::Object(members.collect::<Map<String, Value>>())
}
