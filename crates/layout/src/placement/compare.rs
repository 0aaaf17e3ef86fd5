//! Equality of placements: of the sets of slots of each index, however copies are spelled.
//!
//! Placements over bits are compared by ranks, at any size. If each coordinate is a sum of a term of the index and a term of
//! the copies, the slots of an index are the same set, moved by a function of the index: the sets are compared once, and
//! the functions as layouts are. Else all indices are compared.

use std::collections::BTreeSet;

use super::axis::{AxisName, Combine};
use super::bits::BitPlacement;
use super::form::Placement;
use super::slots::Slot;
use crate::normal::CompareError;
use crate::pipeline::Layout;
use crate::space::{Elems, LogicalIndex};
use crate::stride::AddressError;

/// The first index, in row-major order, whose slots differ in two placements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlacementDifference {
    /// The index.
    pub at: LogicalIndex,
    /// Its slots in the first placement; empty if the index is invalid there.
    pub a: Vec<Slot>,
    /// Its slots in the second placement.
    pub b: Vec<Slot>,
}

impl Placement {
    /// Returns the first index whose slots differ in this placement and another; `None` if both are equal. An axis that
    /// one of them does not use has coordinate 0 there. The numbers of parts do not matter, only which slots belong to one.
    ///
    /// # Errors
    /// The shapes differ. Or normal forms do not decide, and there are too many indices and copies.
    pub fn difference(
        &self,
        other: &Placement,
    ) -> Result<Option<PlacementDifference>, CompareError> {
        if self.shape() != other.shape() {
            return Err(CompareError::Shapes(self.shape().clone(), other.shape().clone()));
        }
        if self.combined() != other.combined() {
            let zero = vec![0; self.shape().len()];
            return Ok(Some(self.difference_at(other, &zero)?));
        }
        if let Some((a, b)) = self.bits().zip(other.bits())
            && let Some([a, b]) = BitPlacement::aligned(&a, &b)
        {
            let first = a.first_difference(&b);
            return Ok(first.map(|at| self.difference_at(other, &at)).transpose()?);
        }
        if let Some(decided) = self.difference_of_sums(other)? {
            return Ok(decided.map(|at| self.difference_at(other, &at)).transpose()?);
        }
        let axes = common_axes(self, other);
        let mut first: Option<Vec<i64>> = None;
        // An index without a slot in one placement may have some in the other.
        for (a, b) in [(self, other), (other, self)] {
            a.each_index(|index, slots| {
                let others = b.slots_of_inside(index)?;
                let differs = families(a, &slots, &axes) != families(b, &others, &axes);
                let is_earlier = first.as_ref().is_none_or(|known| index < &known[..]);
                if differs && is_earlier {
                    first = Some(index.to_vec());
                }
                Ok::<bool, AddressError>(!differs)
            })?;
        }
        Ok(first.map(|at| self.difference_at(other, &at)).transpose()?)
    }

    /// Returns the ways to combine parts, if there is more than one part.
    pub(super) fn combined(&self) -> Vec<Combine> {
        let parts = self.parts().into_iter().filter(|(length, _)| *length > 1);
        let mut ways: Vec<_> = parts.map(|(_, way)| way).collect();
        ways.dedup();
        ways
    }

    fn difference_at(
        &self,
        other: &Placement,
        at: &[i64],
    ) -> Result<PlacementDifference, AddressError> {
        let at = LogicalIndex::new(at.iter().copied())?;
        let a = self.slots_of(&at)?;
        let b = other.slots_of(&at)?;
        Ok(PlacementDifference { at, a, b })
    }

    /// Returns the first index whose slots differ, if all coordinates are sums of a term of the index and a term of the
    /// copies; `Some(None)` if all slots are equal. `None` if a coordinate is not such a sum, or index zero is invalid.
    fn difference_of_sums(
        &self,
        other: &Placement,
    ) -> Result<Option<Option<Vec<i64>>>, CompareError> {
        if !self.is_separable() || !other.is_separable() {
            return Ok(None);
        }
        let zero = vec![0; self.shape().len()];
        let axes = common_axes(self, other);
        let a = families(self, &self.slots_of_inside(&zero)?, &axes);
        let b = families(other, &other.slots_of_inside(&zero)?, &axes);
        if a != b {
            return Ok(Some(Some(zero)));
        }
        if a.is_empty() {
            return Ok(None);
        }
        // At index zero the sets are equal, so they are at each index to which both functions move them equally far.
        let mut first: Option<Vec<i64>> = None;
        for axis in &axes {
            let a = self.moved_on(axis)?;
            let b = other.moved_on(axis)?;
            if let Some(difference) = a.difference(&b)? {
                let at: Vec<i64> = difference.at.values().copied().collect();
                first = Some(first.map_or(at.clone(), |first| first.min(at)));
            }
        }
        Ok(Some(first))
    }

    /// Returns the coordinates of the first copies and parts on an axis, which the placement may not use.
    pub(super) fn first_on(&self, axis: &AxisName) -> Result<Layout, AddressError> {
        let dims: Vec<usize> = (0..self.shape().len()).collect();
        // Without the axis all coordinates are 0, but the index may be invalid.
        self.on_any(axis).map_err(|_| AddressError::Overflow)?.restricted_to(&dims)
    }

    /// Returns the coordinates on an axis over the index alone, relative to those of index zero.
    fn moved_on(&self, axis: &AxisName) -> Result<Layout, AddressError> {
        let layout = self.first_on(axis)?;
        let zero = LogicalIndex::new(vec![0; self.shape().len()])?;
        let start = layout.offset_of(&zero)?.ok_or(AddressError::TooManySteps)?;
        let back = start.get().checked_neg().ok_or(AddressError::Overflow)?;
        layout.translated(Elems::new(back)).map_err(|_| AddressError::Overflow)
    }
}

/// Returns the axes that one of two placements uses, innermost first.
pub(super) fn common_axes(a: &Placement, b: &Placement) -> Vec<AxisName> {
    let axes: BTreeSet<AxisName> = a.axes().chain(b.axes()).cloned().collect();
    axes.into_iter().collect()
}

/// Returns the slots by part, as coordinates on axes that a placement may not use. Slots of one part are neighbors.
pub(super) fn slots_by_part(
    placement: &Placement,
    slots: &[Slot],
    axes: &[AxisName],
) -> Vec<(i64, Vec<i64>)> {
    let on = |slot: &Slot| axes.iter().map(|axis| placement.coordinate(slot, axis)).collect();
    let mut parts: Vec<(i64, Vec<i64>)> = slots.iter().map(|slot| (slot.part, on(slot))).collect();
    parts.sort();
    parts
}

/// Returns the sets of slots of the parts, without their numbers.
fn families(placement: &Placement, slots: &[Slot], axes: &[AxisName]) -> BTreeSet<Vec<Vec<i64>>> {
    let parts = slots_by_part(placement, slots, axes);
    let parts = parts.chunk_by(|a, b| a.0 == b.0);
    parts.map(|part| part.iter().map(|(_, slot)| slot.clone()).collect()).collect()
}
