//! The slots of an index.

use super::axis::AxisName;
use super::form::Placement;
use crate::domain::Concrete;
use crate::space::{IndexSpace, LogicalIndex};
use crate::stride::AddressError;

/// The maximum number of slots of one index that are listed.
const MAX_SLOTS: i64 = crate::limits::SLOTS as i64;

/// One slot of an index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The coordinates on the axes of the placement, innermost first.
    pub coordinates: Vec<i64>,
    /// The number of the part that the slot holds, in row-major order of the dims of parts; 0 without parts.
    pub part: i64,
}

impl Slot {
    /// The name of the number of the part beside the names of axes.
    pub const PART: &'static str = "part";
}

impl Placement {
    /// Returns the coordinate of one of its slots on an axis; 0 if the placement does not use the axis.
    pub fn coordinate(&self, slot: &Slot, axis: &AxisName) -> i64 {
        let at = self.axes().position(|known| known == axis);
        at.map_or(0, |at| slot.coordinates[at])
    }

    /// Returns the slots of an index, without repetitions, sorted by the coordinates from the innermost axis. There are
    /// none if the index is invalid: a component is outside its length, or a predicate does not hold.
    ///
    /// # Errors
    /// The index has another rank, an index has too many copies to list, or a coordinate does not fit 64 bits.
    pub fn slots_of(&self, index: &LogicalIndex) -> Result<Vec<Slot>, AddressError> {
        match self.shape().check_index(index) {
            Err(AddressError::OutOfRange { .. }) => return Ok(Vec::new()),
            checked => checked?,
        }
        let index: Vec<i64> = index.values().copied().collect();
        self.slots_of_inside(&index)
    }

    /// Returns the slots of an index that is inside the lengths.
    pub(super) fn slots_of_inside(&self, index: &[i64]) -> Result<Vec<Slot>, AddressError> {
        let (copies, parts) = self.slots_per_index();
        if copies.checked_mul(parts).is_none_or(|count| count > MAX_SLOTS) {
            return Err(AddressError::TooManySteps);
        }
        let rank = index.len();
        let lengths = self.function().shape().static_lengths().ok_or(AddressError::Unresolved)?;
        let space = IndexSpace::below(lengths[rank..].to_vec());
        let first_part = self.first_part();
        let mut evaluator = self.function().evaluator();
        let mut slots = Vec::new();
        let mut number = space.first();
        loop {
            let mut numbers = Concrete::default();
            evaluator.fill(index.iter().chain(&number).copied(), &mut numbers);
            if numbers.is_unknown {
                return Err(AddressError::Declared);
            }
            if !numbers.is_invalid {
                let part = lengths[first_part..].iter().zip(&number[first_part - rank..]);
                slots.push(Slot {
                    coordinates: self.coordinates_at(&evaluator.values)?,
                    part: part.fold(0, |part, (length, at)| part * length + at),
                });
            }
            if !space.advance(&mut number) {
                break;
            }
        }
        slots.sort_unstable();
        slots.dedup();
        Ok(slots)
    }

    /// Returns the coordinates on all axes from the values of all dims.
    fn coordinates_at(&self, values: &[i64]) -> Result<Vec<i64>, AddressError> {
        let base = self.function().base_dims();
        let physical: Vec<i64> = base.iter().map(|dim| values[dim.number()]).collect();
        let mut numbers = Concrete::default();
        let layouts = self.coordinates().iter().map(|(_, layout)| layout.physical());
        let coordinates =
            layouts.map(|memory| memory.offset_over(&physical, &mut numbers)).collect();
        if numbers.overflow { Err(AddressError::Overflow) } else { Ok(coordinates) }
    }
}
