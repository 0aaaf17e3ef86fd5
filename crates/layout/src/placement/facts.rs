//! Properties of placements: ranges of coordinates, copies, owners, coverage. Each is exact, or an error if it costs too
//! much.
//!
//! A slot is one number: its coordinates are the digits of a number in mixed radix. So a placement is also a layout in
//! memory, and the questions about slots are those about offsets.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::axis::AxisName;
use super::form::Placement;
use super::slots::Slot;
use crate::domain::BudgetExceeded;
use crate::index::Exprs;
use crate::pipeline::Layout;
use crate::space::{Elems, IndexSpace, LogicalIndex, MemStrides};
use crate::stride::{AddressError, PhysicalLayout};

/// The maximum number of slots that are enumerated.
const MAX_ENUMERATED: u128 = crate::limits::COMPARED_INDICES as u128;

/// The maximum number of owners of a slot that are listed.
const MAX_OWNERS: u128 = crate::limits::SLOTS as u128;

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

/// The numbers of slots of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The slots that hold an index.
    pub used: u128,
    /// All slots: the product of the extents of the axes.
    pub slots: u128,
}

/// The owners of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlotOwners {
    /// The lexicographically least index that the slot holds; `None` if it holds none.
    pub first: Option<LogicalIndex>,
    /// The number of indices, each counted once, whatever its number of copies.
    pub count: u64,
}

impl Placement {
    /// Returns the bounds of the coordinates on each axis, innermost first; `None` if no index has a slot.
    ///
    /// # Errors
    /// Exact bounds exceed the limit on steps.
    pub fn ranges(&self) -> Result<Option<Vec<(AxisName, AxisRange)>>, AddressError> {
        let mut ranges = Vec::new();
        for axis in self.axes() {
            let Some(layout) = self.on(axis) else { continue };
            let Some((min, max)) = layout.offset_range()? else { return Ok(None) };
            ranges.push((axis.clone(), AxisRange { min: min.get(), max: max.get() }));
        }
        Ok(Some(ranges))
    }

    /// Returns the number of slots of each index, of one part; `None` if it is not the same for all indices that have a
    /// slot.
    ///
    /// # Errors
    /// There are too many indices to compare.
    pub fn copies(&self) -> Result<Option<u64>, AddressError> {
        if let Some(bits) = self.bits() {
            return Ok(Some(1 << bits.copies().dimension()));
        }
        let mut counts = BTreeSet::new();
        let mut count = |slots: &[Slot]| {
            for part in slots.chunk_by(|a, b| a.part == b.part) {
                counts.insert(part.len() as u64);
            }
            counts.len() < 2
        };
        self.each_representative(|_, mut slots| {
            slots.sort_by_key(|slot| slot.part);
            count(&slots)
        })?;
        Ok(if counts.len() == 1 { counts.pop_first() } else { None })
    }

    /// Returns `true` if no slot holds two indices.
    ///
    /// # Errors
    /// The decision exceeds the limit on steps.
    pub fn is_injective(&self) -> Result<bool, AddressError> {
        if let Some(bits) = self.bits() {
            return Ok(bits.is_injective());
        }
        let Some(packed) = self.packed()? else { return Ok(true) };
        let decided = packed.layout.is_injective();
        if decided == Ok(true) || self.slots_per_index() == (1, 1) {
            return decided;
        }
        let mut owners: FxHashMap<Vec<i64>, Vec<i64>> = FxHashMap::default();
        let mut is_injective = true;
        self.each_index(|index, slots| {
            for slot in slots {
                let owner = owners.entry(slot.coordinates).or_insert_with(|| index.to_vec());
                is_injective &= owner == index;
            }
            is_injective
        })?;
        Ok(is_injective)
    }

    /// Returns the numbers of slots in use and of all slots; `None` if no index has a slot.
    ///
    /// # Errors
    /// There are too many slots to count.
    pub fn coverage(&self) -> Result<Option<Coverage>, AddressError> {
        let Some(ranges) = self.ranges()? else { return Ok(None) };
        let mut slots = 1u128;
        for (_, range) in &ranges {
            let extent = range.extent().ok_or(AddressError::Overflow)?;
            slots =
                slots.checked_mul(extent.unsigned_abs().into()).ok_or(AddressError::Overflow)?;
        }
        if let Some(bits) = self.bits() {
            return Ok(Some(Coverage { used: 1 << bits.used_bits(), slots }));
        }
        if let Some(packed) = self.packed()?
            && let Some(used) = packed.distinct_slots()
        {
            return Ok(Some(Coverage { used, slots }));
        }
        let mut used = rustc_hash::FxHashSet::default();
        self.each_index(|_, slots| {
            used.extend(slots.into_iter().map(|slot| slot.coordinates));
            true
        })?;
        Ok(Some(Coverage { used: used.len() as u128, slots }))
    }

    /// Returns the indices that a slot holds. The coordinate on an axis that is not given is 0.
    ///
    /// # Errors
    /// The search exceeds the limit on steps.
    pub fn owners_of(&self, slot: &[(AxisName, i64)]) -> Result<SlotOwners, AddressError> {
        let nothing = SlotOwners { first: None, count: 0 };
        let given =
            |axis: &AxisName| slot.iter().find(|(known, _)| known == axis).map_or(0, |(_, at)| *at);
        let is_foreign = |(axis, at): &(AxisName, i64)| *at != 0 && self.on(axis).is_none();
        let Some(packed) = self.packed()?.filter(|_| !slot.iter().any(is_foreign)) else {
            return Ok(nothing);
        };
        let Some(number) = packed.number(|axis| given(axis)) else { return Ok(nothing) };
        let rank = self.shape().len();
        let mut owners: BTreeSet<Vec<i64>> = BTreeSet::new();
        packed.layout.each_owner_set(number, &mut |sets| {
            // Copies and parts are the last dims.
            let counts: Vec<i64> = sets[..rank].iter().map(|set| set.count).collect();
            let space = IndexSpace::below(counts);
            if space.count() > MAX_OWNERS {
                return Err(BudgetExceeded);
            }
            for number in space.iter() {
                let index = sets.iter().zip(&number).map(|(set, &at)| set.start + at * set.step);
                owners.insert(index.collect());
            }
            if owners.len() as u128 > MAX_OWNERS { Err(BudgetExceeded) } else { Ok(()) }
        })?;
        let count = owners.len() as u64;
        let first = owners.pop_first().map(LogicalIndex::new).transpose()?;
        Ok(SlotOwners { first, count })
    }

    /// Returns the placement as a layout in memory, whose offset is the number of the slot; `None` if no index has a slot.
    pub(super) fn packed(&self) -> Result<Option<PackedSlots>, AddressError> {
        let Some(ranges) = self.ranges()? else { return Ok(None) };
        let mut weight = 1i64;
        let mut axes = Vec::new();
        for (axis, range) in ranges {
            axes.push((axis, range, weight));
            let count = range.max.checked_sub(range.min).and_then(|last| last.checked_add(1));
            let next = count.and_then(|count| weight.checked_mul(count));
            weight = next.ok_or(AddressError::Overflow)?;
        }
        let mut offset = 0i128;
        let base = self.function().base_dims().len();
        let mut strides = vec![0i128; base];
        for (axis, range, weight) in &axes {
            let Some(layout) = self.on(axis) else { continue };
            let physical = layout.physical();
            offset +=
                i128::from(*weight) * (i128::from(physical.offset().get()) - i128::from(range.min));
            for (sum, stride) in strides.iter_mut().zip(physical.strides().values()) {
                *sum += i128::from(*weight) * i128::from(stride.get());
            }
        }
        let narrow = |value: i128| i64::try_from(value).map_err(|_| AddressError::Overflow);
        let strides = strides.into_iter().map(|stride| narrow(stride).map(Elems::new));
        let strides = MemStrides::new(strides.collect::<Result<Vec<_>, _>>()?)?;
        let shape = self.function().mem_shape().clone();
        let memory = PhysicalLayout::new(shape, strides, Elems::new(narrow(offset)?), None)?;
        let layout = self.function().with_memory(memory).map_err(|_| AddressError::Overflow)?;
        Ok(Some(PackedSlots { layout, axes }))
    }

    /// Calls a function for each index that has a slot, in row-major order, until it returns `false`.
    ///
    /// # Errors
    /// There are too many indices and copies, or a coordinate does not fit 64 bits.
    pub(super) fn each_index(
        &self,
        mut visit: impl FnMut(&[i64], Vec<Slot>) -> bool,
    ) -> Result<(), AddressError> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let space = IndexSpace::below(lengths);
        let (copies, parts) = self.slots_per_index();
        let per_index = u128::from(copies.unsigned_abs()) * u128::from(parts.unsigned_abs());
        if space.count().checked_mul(per_index).is_none_or(|count| count > MAX_ENUMERATED) {
            return Err(AddressError::TooManySteps);
        }
        let mut index = space.first();
        loop {
            let slots = self.slots_of_inside(&index)?;
            if (!slots.is_empty() && !visit(&index, slots)) || !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Calls a function for indices, until it returns `false`: for one index if the slots of all others are the same, moved
    /// by a constant, else for each.
    fn each_representative(
        &self,
        mut visit: impl FnMut(&[i64], Vec<Slot>) -> bool,
    ) -> Result<(), AddressError> {
        if self.is_separable() {
            let zero = vec![0; self.shape().len()];
            let slots = self.slots_of_inside(&zero)?;
            if !slots.is_empty() {
                visit(&zero, slots);
                return Ok(());
            }
        }
        self.each_index(visit)
    }

    /// Returns `true` if each coordinate is a sum of one term of the index and one term of the numbers of copies and parts.
    pub(super) fn is_separable(&self) -> bool {
        let rank = self.shape().len();
        let mut layouts = self.axes().filter_map(|axis| self.on(axis));
        layouts.all(|layout| {
            let mut terms = layout.connected_dims().into_iter();
            terms.all(|dims| {
                dims.iter().all(|&dim| dim < rank) || dims.iter().all(|&dim| dim >= rank)
            })
        })
    }
}

/// A placement whose slots are numbers.
pub(super) struct PackedSlots {
    /// The layout from an index, then the numbers of copies and parts, to the number of a slot.
    pub(super) layout: Layout,
    /// The axes, the ranges of their coordinates, and the distance between the numbers of slots with adjacent coordinates.
    axes: Vec<(AxisName, AxisRange, i64)>,
}

impl PackedSlots {
    /// Returns the number of slots in use if every index, copy and part has one of its own; `None` if some have none, or it
    /// is not known that they differ.
    fn distinct_slots(&self) -> Option<u128> {
        let mut exprs = Exprs::new();
        let is_total = self.layout.to_exprs(&mut exprs).predicates.is_empty();
        let lengths = self.layout.shape().static_lengths()?;
        let count = lengths.into_iter().map(|length| u128::from(length.unsigned_abs())).product();
        (is_total && self.layout.is_injective() == Ok(true)).then_some(count)
    }

    /// Returns the number of a slot; `None` if a coordinate is outside of its range.
    fn number(&self, coordinate: impl Fn(&AxisName) -> i64) -> Option<Elems> {
        let mut number = 0i64;
        for (axis, range, weight) in &self.axes {
            let at = coordinate(axis);
            if !(range.min..=range.max).contains(&at) {
                return None;
            }
            number = number.checked_add(at.checked_sub(range.min)?.checked_mul(*weight)?)?;
        }
        Some(Elems::new(number))
    }
}
