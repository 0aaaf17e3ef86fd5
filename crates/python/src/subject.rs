//! The function of a layout of Python: one in memory, or a placement onto named axes.

use crate::diagnostics::bad_argument;
use compiler::ir::layout::{
    AddressError, AxisName, AxisRange, CompareError, Elems, Layout, LogicalIndex, NotationFault,
    Owners, Placement, Shape, Slot, axis_list,
};
use compiler::notation::{
    self, ElementType, NotatedLayout, NotatedPlacement, NotatedSubject, Witness,
};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The function of a layout.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    /// One offset for each index.
    Memory(Box<NotatedLayout>),
    /// Slots on axes other than `m`, or several slots for an index.
    Placed(Box<NotatedPlacement>),
}

impl Subject {
    /// Reads a notation.
    ///
    /// # Errors
    /// The text denotes neither a layout nor a placement.
    pub(crate) fn read(text: &str, elem: Option<ElementType>) -> Result<Subject, NotationFault> {
        Ok(match notation::read_subject(text, elem)? {
            NotatedSubject::Layout(notated) => Subject::Memory(Box::new(notated)),
            NotatedSubject::Placement(placed) => Subject::Placed(Box::new(placed)),
            NotatedSubject::Symbolic(_) | NotatedSubject::Records(_) => {
                Subject::Memory(Box::new(notation::read(text, elem)?))
            }
        })
    }

    /// Returns the lengths of the index.
    pub(crate) fn shape(&self) -> &Shape {
        match self {
            Subject::Memory(notated) => notated.layout.shape(),
            Subject::Placed(placed) => placed.placement.shape(),
        }
    }

    /// Returns the layout in memory, which a member needs.
    ///
    /// # Errors
    /// This is a placement: a message with its axes.
    pub(crate) fn memory(&self, member: &str) -> Result<&Layout, String> {
        match self {
            Subject::Memory(notated) => Ok(&notated.layout),
            Subject::Placed(placed) => {
                let axes = axis_list(placed.placement.axes());
                Err(format!(
                    "`{member}` needs one offset for each index, but this is a placement on the axes {axes}; use `slots`"
                ))
            }
        }
    }

    /// Returns the placement; that of a layout in memory is on the axis `m`.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(crate) fn placement(&self) -> Result<Cow<'_, Placement>, String> {
        match self {
            Subject::Memory(notated) => {
                Placement::of_layout(&notated.layout).map(Cow::Owned).map_err(|fault| fault.message)
            }
            Subject::Placed(placed) => Ok(Cow::Borrowed(&placed.placement)),
        }
    }

    /// Returns the placement for a member.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(crate) fn placement_for(
        &self,
        py: Python<'_>,
        member: &str,
    ) -> PyResult<Cow<'_, Placement>> {
        let placement = self.placement();
        placement.map_err(|message| bad_argument(py, format!("`{member}`: {message}")))
    }

    /// Returns the element type; `None` if it is unknown.
    pub(crate) fn elem(&self) -> Option<ElementType> {
        match self {
            Subject::Memory(notated) => notated.elem,
            Subject::Placed(placed) => placed.elem,
        }
    }

    /// Returns `true` if no slot holds two indices.
    ///
    /// # Errors
    /// The decision exceeds the limit on steps.
    pub(crate) fn is_injective(&self) -> Result<bool, AddressError> {
        match self {
            Subject::Memory(notated) => notated.layout.is_injective(),
            Subject::Placed(placed) => placed.placement.is_injective(),
        }
    }

    /// Returns `true` if both are the same function.
    ///
    /// # Errors
    /// The shapes differ, or the question is undecided.
    pub(crate) fn is_same(&self, other: &Subject) -> Result<bool, CompareError> {
        if let (Subject::Memory(a), Subject::Memory(b)) = (self, other) {
            return Ok(a.layout.difference(&b.layout)?.is_none());
        }
        // A layout with a dynamic length has another shape than any placement.
        let shapes = || CompareError::Shapes(self.shape().clone(), other.shape().clone());
        let a = self.placement().map_err(|_| shapes())?;
        let b = other.placement().map_err(|_| shapes())?;
        Ok(a.difference(&b)?.is_none())
    }

    /// Returns the text in a notation.
    ///
    /// # Errors
    /// The notation cannot express the layout.
    pub(crate) fn write(&self, name: &str) -> Result<String, Witness> {
        match self {
            Subject::Memory(notated) => notation::write(name, &notated.layout, notated.elem),
            Subject::Placed(placed) => {
                notation::write_placement(name, &placed.placement, placed.elem)
            }
        }
    }

    /// Returns an index of Python; `None` if a component does not fit 64 bits, so that it is below no length.
    ///
    /// # Errors
    /// The rank is wrong, or a component is no integer.
    pub(crate) fn index_of(
        &self,
        py: Python<'_>,
        index: &[Bound<'_, PyAny>],
    ) -> PyResult<Option<LogicalIndex>> {
        let components: Vec<Option<i64>> = index.iter().map(fitting).collect::<PyResult<_>>()?;
        let rank = self.shape().len();
        if components.len() != rank {
            let message = format!("expected an index of {rank} components, found ");
            return Err(bad_argument(py, format!("{message}{}", components.len())));
        }
        let Some(components) = components.into_iter().collect::<Option<Vec<i64>>>() else {
            return Ok(None);
        };
        let index = LogicalIndex::new(components).map_err(AddressError::Rank);
        index.map(Some).map_err(|error| bad_argument(py, error.to_string()))
    }

    /// Returns the slots of an index.
    ///
    /// # Errors
    /// The rank is wrong, or there are too many copies to list.
    pub(crate) fn slots<'py>(
        &self,
        py: Python<'py>,
        index: &[Bound<'py, PyAny>],
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let Some(index) = self.index_of(py, index)? else { return Ok(Vec::new()) };
        let placement = self.placement_for(py, "slots")?;
        let slots = placement.slots_of(&index);
        let slots = slots.map_err(|error| bad_argument(py, error.to_string()))?;
        let has_parts = !placement.parts().is_empty();
        slots
            .into_iter()
            .map(|slot| {
                // Outermost first, as pictures and texts of slots are.
                let dict = PyDict::new(py);
                let axes: Vec<&AxisName> = placement.axes().collect();
                for (axis, at) in axes.into_iter().zip(slot.coordinates).rev() {
                    dict.set_item(axis.as_str(), at)?;
                }
                if has_parts {
                    dict.set_item(Slot::PART, slot.part)?;
                }
                Ok(dict)
            })
            .collect()
    }

    /// Returns the indices of a slot that is given by axis.
    ///
    /// # Errors
    /// A name is not an identifier, or the search exceeds the limit on steps.
    pub(crate) fn slot_owners(
        &self,
        py: Python<'_>,
        slot: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Owners> {
        let placement = self.placement_for(py, "owners")?;
        let mut coordinates = Vec::new();
        for (name, at) in slot.into_iter().flatten() {
            let name: String = name.extract()?;
            let axis = AxisName::new(&name)
                .ok_or_else(|| bad_argument(py, format!("invalid name `{name}` of an axis")))?;
            // A coordinate that does not fit 64 bits is on no axis.
            coordinates.push((axis, fitting(&at)?.unwrap_or(i64::MAX)));
        }
        let owners = py.detach(|| placement.owners_of(&coordinates));
        owners.map_err(|error| bad_argument(py, error.to_string()))
    }

    /// Returns the number of parts of each value.
    pub(crate) fn parts(&self) -> i64 {
        match self {
            Subject::Memory(_) => 1,
            Subject::Placed(placed) => placed.placement.slots_per_index().1,
        }
    }

    /// Returns the bounds of the coordinates by axis. They are `None` if no index has a slot.
    ///
    /// # Errors
    /// A length is dynamic, or the bounds exceed the limit on steps.
    pub(crate) fn axes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let placement = self.placement_for(py, "axes")?;
        let ranges = py.detach(|| placement.ranges());
        let ranges = ranges.map_err(|error| bad_argument(py, error.to_string()))?;
        let axes = PyDict::new(py);
        for axis in placement.axes() {
            let range = ranges.iter().flatten().find(|(known, _)| known == axis);
            let range = range.map(|(_, range)| *range);
            let bounds = PyDict::new(py);
            bounds.set_item("min", range.map(|range| range.min))?;
            bounds.set_item("max", range.map(|range| range.max))?;
            bounds.set_item("extent", range.map_or(Some(0), AxisRange::extent))?;
            axes.set_item(axis.as_str(), bounds)?;
        }
        Ok(axes)
    }

    /// Returns what a conversion to another layout must move.
    ///
    /// # Errors
    /// The shapes differ, an index has no source, or the question exceeds the limits.
    pub(crate) fn moves<'py>(
        &self,
        py: Python<'py>,
        other: &Subject,
    ) -> PyResult<Bound<'py, PyDict>> {
        let source = self.placement_for(py, "moves")?;
        let target = other.placement_for(py, "moves")?;
        let moves = py.detach(|| source.moves_to(&target));
        let moves = moves.map_err(|error| bad_argument(py, error.to_string()))?;
        let slots = PyDict::new(py);
        for (axis, count) in &moves.slots {
            slots.set_item(axis.as_ref().map_or("none", AxisName::as_str), *count)?;
        }
        let found = PyDict::new(py);
        found.set_item("class", moves.class().map_or("none", AxisName::as_str))?;
        found.set_item("slots", slots)?;
        let elem = self.elem().or(other.elem());
        found.set_item("bytes", elem.and_then(|elem| moves.bytes(elem.size())))?;
        Ok(found)
    }

    /// Returns a hash of the function.
    pub(crate) fn hash(&self) -> u64 {
        let rank = self.shape().len();
        let mut hasher = DefaultHasher::new();
        self.shape().values().for_each(|length| length.get().hash(&mut hasher));
        for dim in 0..=rank {
            let index = LogicalIndex::new((0..rank).map(|at| i64::from(at == dim)));
            index.ok().map(|index| self.slots_for_hash(&index)).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns the slots of an index. An axis with coordinate 0 is left out, as equal functions need not use it.
    fn slots_for_hash(&self, index: &LogicalIndex) -> Vec<Vec<(String, i64)>> {
        match self {
            Subject::Memory(notated) => {
                let found = notated.layout.offset_of(index).ok().flatten().map(Elems::get);
                let slot = |offset| {
                    if offset == 0 { vec![] } else { vec![(AxisName::MEMORY.to_string(), offset)] }
                };
                found.map(slot).into_iter().collect()
            }
            Subject::Placed(placed) => {
                let slots = placed.placement.slots_of(index).unwrap_or_default().into_iter();
                let used = slots.map(|slot| {
                    let on_axes = placed.placement.axes().zip(slot.coordinates);
                    let used = on_axes.filter(|(_, at)| *at != 0);
                    used.map(|(axis, at)| (axis.to_string(), at)).collect()
                });
                let mut used: Vec<Vec<(String, i64)>> = used.collect();
                used.sort();
                used.dedup();
                used
            }
        }
    }
}

/// Returns an integer of Python; `None` if it does not fit 64 bits.
pub(crate) fn fitting(number: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    match number.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(number.py()) => Ok(None),
        Err(error) => Err(error),
    }
}
