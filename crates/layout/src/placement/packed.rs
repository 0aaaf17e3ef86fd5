//! A placement as a layout in memory, whose offset is the number of a slot.
//!
//! The coordinates of a slot are the digits of a number in mixed radix. So the questions about slots are those about offsets.

use super::axis::AxisName;
use crate::index::Exprs;
use crate::pipeline::Layout;
use crate::space::{Elems, MemStrides};
use crate::stride::{AddressError, PhysicalLayout, narrow};

/// The bounds of the coordinates on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisRange {
    /// The least coordinate.
    pub min: i64,
    /// The greatest coordinate.
    pub max: i64,
}

impl AxisRange {
    /// Returns the number of coordinates from the lesser of 0 and the least, up to the greatest; `None` if it does not fit
    /// 64 bits.
    pub fn extent(self) -> Option<i64> {
        self.max.checked_sub(self.min.min(0))?.checked_add(1)
    }
}

/// The layouts of the coordinates by axis, over the index, then the numbers of copies and parts.
pub(super) type Coordinates = [(AxisName, Layout)];

/// Returns the bounds of the coordinates on each axis; `None` if no index has a slot.
///
/// # Errors
/// Exact bounds exceed the limit on steps.
pub(super) fn ranges(coordinates: &Coordinates) -> Result<Option<Vec<AxisRange>>, AddressError> {
    let range = |(_, layout): &(AxisName, Layout)| {
        let ends = layout.offset_range().transpose()?;
        Some(ends.map(|(min, max)| AxisRange { min: min.get(), max: max.get() }))
    };
    coordinates.iter().map(range).collect::<Option<Result<Vec<_>, _>>>().transpose()
}

/// A placement whose slots are numbers.
#[derive(Clone, Debug)]
pub(super) struct PackedSlots {
    /// The layout from an index, then the numbers of copies and parts, to the number of a slot.
    pub(super) layout: Layout,
    /// By axis: the range of the coordinates, and the distance between the numbers of slots with adjacent coordinates.
    axes: Vec<(AxisRange, i64)>,
}

impl PackedSlots {
    /// Returns the placement with these coordinates, which are layouts of the same transforms; `None` if no index has a
    /// slot.
    ///
    /// # Errors
    /// The bounds of coordinates exceed the limit on steps, or the number of slots does not fit 64 bits.
    pub(super) fn new(
        function: &Layout,
        coordinates: &Coordinates,
    ) -> Result<Option<PackedSlots>, AddressError> {
        let Some(ranges) = ranges(coordinates)? else { return Ok(None) };
        let mut axes = Vec::new();
        let mut next = 1i64;
        let mut offset = 0i128;
        let mut strides = vec![0i128; function.base_dims().len()];
        for (range, (_, layout)) in ranges.into_iter().zip(coordinates) {
            let weight = i128::from(next);
            let physical = layout.physical();
            offset += weight * (i128::from(physical.offset().get()) - i128::from(range.min));
            for (sum, stride) in strides.iter_mut().zip(physical.strides().values()) {
                *sum += weight * i128::from(stride.get());
            }
            axes.push((range, next));
            let count = range.max.checked_sub(range.min).and_then(|last| last.checked_add(1));
            next = count.and_then(|count| next.checked_mul(count)).ok_or(AddressError::Overflow)?;
        }
        let strides = strides.into_iter().map(narrow).collect::<Result<Vec<Elems>, _>>()?;
        let shape = function.mem_shape().clone();
        let memory = PhysicalLayout::new(shape, MemStrides::new(strides)?, narrow(offset)?, None)?;
        let layout = function.with_memory(memory).map_err(|_| AddressError::Overflow)?;
        Ok(Some(PackedSlots { layout, axes }))
    }

    /// Returns the number of slots in use if every index, copy and part has one of its own; `None` if some have none, or it
    /// is not known that they differ.
    pub(super) fn distinct_slots(&self) -> Option<u128> {
        let mut exprs = Exprs::new();
        let is_total = self.layout.to_exprs(&mut exprs).predicates.is_empty();
        let lengths = self.layout.shape().static_lengths()?;
        let count = lengths.into_iter().map(|length| u128::from(length.unsigned_abs())).product();
        (is_total && self.layout.is_injective() == Ok(true)).then_some(count)
    }

    /// Returns the number of a slot with a coordinate for each axis; `None` if one is outside of its range.
    pub(super) fn number(&self, coordinates: &[i64]) -> Option<Elems> {
        let mut number = 0i64;
        for (&(range, weight), at) in self.axes.iter().zip(coordinates) {
            if !(range.min..=range.max).contains(at) {
                return None;
            }
            number = number.checked_add(at.checked_sub(range.min)?.checked_mul(weight)?)?;
        }
        Some(Elems::new(number))
    }
}
