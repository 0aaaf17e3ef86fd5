//! Properties of placements: ranges of coordinates, copies, owners, coverage. Each is exact, or an error if it costs too
//! much.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::axis::AxisName;
use super::form::Placement;
use super::packed::{AxisRange, ranges};
use super::slots::Slot;
use crate::domain::BudgetExceeded;
use crate::normal::Owners;
use crate::space::{IndexSpace, LogicalIndex};
use crate::stride::AddressError;

/// The maximum number of slots that are enumerated.
const MAX_ENUMERATED: u128 = crate::limits::COMPARED_INDICES as u128;

/// The maximum number of owners of a slot that are listed.
const MAX_OWNERS: u128 = crate::limits::SLOTS as u128;

/// The numbers of slots of a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coverage {
    /// The slots that hold an index.
    pub used: u128,
    /// All slots: the product of the extents of the axes.
    pub slots: u128,
}

impl Coverage {
    /// Returns the part of all slots that is in use, from 0 to 1.
    pub fn share(self) -> f64 {
        self.used as f64 / self.slots as f64
    }
}

impl Placement {
    /// Returns the bounds of the coordinates on each axis, innermost first; `None` if no index has a slot.
    ///
    /// # Errors
    /// Exact bounds exceed the limit on steps.
    pub fn ranges(&self) -> Result<Option<Vec<(AxisName, AxisRange)>>, AddressError> {
        let found = ranges(self.coordinates())?;
        Ok(found.map(|ranges| self.axes().cloned().zip(ranges).collect()))
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
        // If sums separate the index, the slots of all indices are one set, moved.
        if self.is_separable() {
            let slots = self.slots_of_inside(&vec![0; self.shape().len()])?;
            if !slots.is_empty() {
                return Ok(slots_per_part(slots));
            }
        }
        let mut counts = BTreeSet::new();
        self.each_index(|_, slots| {
            counts.insert(slots_per_part(slots));
            Ok::<bool, AddressError>(counts.len() < 2 && !counts.contains(&None))
        })?;
        Ok(if counts.len() == 1 { counts.pop_first().flatten() } else { None })
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
            Ok::<bool, AddressError>(is_injective)
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
            Ok::<bool, AddressError>(true)
        })?;
        Ok(Some(Coverage { used: used.len() as u128, slots }))
    }

    /// Returns the indices that a slot holds, each counted once, whatever its number of copies. The coordinate on an axis
    /// that is not given is 0.
    ///
    /// # Errors
    /// The search exceeds the limit on steps.
    pub fn owners_of(&self, slot: &[(AxisName, i64)]) -> Result<Owners, AddressError> {
        let is_foreign = |(axis, at): &(AxisName, i64)| *at != 0 && self.on(axis).is_none();
        if slot.iter().any(is_foreign) {
            return Ok(Owners { first: None, count: 0 });
        }
        let given =
            |axis: &AxisName| slot.iter().find(|(known, _)| known == axis).map_or(0, |(_, at)| *at);
        self.owners_at(&self.axes().map(given).collect::<Vec<i64>>())
    }

    /// Returns the indices that the slot with these coordinates holds, one coordinate for each of its axes.
    ///
    /// # Errors
    /// As [`owners_of`](Self::owners_of).
    pub fn owners_at(&self, coordinates: &[i64]) -> Result<Owners, AddressError> {
        let found = self.packed()?.and_then(|packed| Some((packed, packed.number(coordinates)?)));
        let Some((packed, number)) = found else { return Ok(Owners { first: None, count: 0 }) };
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
        Ok(Owners { first, count })
    }

    /// Calls a function for each index that has a slot, in row-major order, until it returns `false`.
    ///
    /// # Errors
    /// There are too many indices and copies, or a coordinate does not fit 64 bits. Or the function fails.
    pub(super) fn each_index<E: From<AddressError>>(
        &self,
        mut visit: impl FnMut(&[i64], Vec<Slot>) -> Result<bool, E>,
    ) -> Result<(), E> {
        let lengths = self.shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let space = IndexSpace::below(lengths);
        let (copies, parts) = self.slots_per_index();
        let per_index = u128::from(copies.unsigned_abs()) * u128::from(parts.unsigned_abs());
        if space.count().checked_mul(per_index).is_none_or(|count| count > MAX_ENUMERATED) {
            return Err(AddressError::TooManySteps.into());
        }
        let mut index = space.first();
        loop {
            let slots = self.slots_of_inside(&index)?;
            if (!slots.is_empty() && !visit(&index, slots)?) || !space.advance(&mut index) {
                return Ok(());
            }
        }
    }

    /// Returns `true` if each coordinate is a sum of one term of the index and one term of the numbers of copies and parts.
    pub(super) fn is_separable(&self) -> bool {
        let rank = self.shape().len();
        self.coordinates().iter().all(|(_, layout)| {
            let mut terms = layout.connected_dims().into_iter();
            terms.all(|dims| {
                dims.iter().all(|&dim| dim < rank) || dims.iter().all(|&dim| dim >= rank)
            })
        })
    }
}

/// Returns the number of slots of each part; `None` if it is not the same for all.
fn slots_per_part(mut slots: Vec<Slot>) -> Option<u64> {
    slots.sort_by_key(|slot| slot.part);
    let mut counts = slots.chunk_by(|a, b| a.part == b.part).map(<[Slot]>::len);
    let first = counts.next()?;
    counts.all(|count| count == first).then_some(first as u64)
}
