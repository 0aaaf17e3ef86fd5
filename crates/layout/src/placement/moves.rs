//! What a conversion from one placement to another must move.
//!
//! Each slot of the target takes its value from the nearest slot of the same index in the source. The class of the slot is
//! the outermost axis on which both differ; the class of the conversion is the greatest of all slots. Over bits the slots
//! of each class are counted by ranks: a slot is reached without the axes outside of a level if the difference of both maps
//! is a member of the copies of the source there. Over digits they are counted by digits.

use super::axis::AxisName;
use super::bits::BitPlacement;
use super::compare::{common_axes, slots_by_part};
use super::form::Placement;
use crate::normal::CompareError;
use crate::space::{ElemSize, LogicalIndex};
use crate::stride::AddressError;

/// The moves of a conversion between placements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moves {
    /// The number of slots of the target by class, from the innermost: `None` for slots that already hold their value,
    /// else the outermost axis on which the slot and its nearest source differ. Each number is above zero.
    pub slots: Vec<(Option<AxisName>, u128)>,
}

impl Moves {
    /// Returns the outermost axis on which some slot differs from its source; `None` if nothing moves.
    pub fn class(&self) -> Option<&AxisName> {
        self.slots.last().and_then(|(axis, _)| axis.as_ref())
    }

    /// Returns the number of slots whose value comes from another slot.
    pub fn moved(&self) -> u128 {
        self.slots.iter().filter(|(axis, _)| axis.is_some()).map(|(_, count)| count).sum()
    }

    /// Returns the bytes of the slots whose value comes from another slot, rounded up; `None` if their bits do not fit 128
    /// bits.
    pub fn bytes(&self, elem: ElemSize) -> Option<u128> {
        let bits = u128::from(elem.bits().get().unsigned_abs());
        Some(self.moved().checked_mul(bits)?.div_ceil(8))
    }
}

/// The reason why the moves of a conversion cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MoveError {
    /// The placements cannot be compared.
    Compare(CompareError),
    /// The target holds this index, but the source does not.
    NoSource(LogicalIndex),
    /// The moves are known, but no plan for them: the reason.
    NoPlan(String),
}

impl_error!(MoveError {
    Self::Compare(error) => "{error}",
    Self::NoSource(index) => "the target holds index {index}, but the source does not",
    Self::NoPlan(reason) => "{reason}",
});

impl_from! { MoveError { Compare(CompareError) } }

impl From<AddressError> for MoveError {
    fn from(error: AddressError) -> MoveError {
        MoveError::Compare(error.into())
    }
}

impl Placement {
    /// Returns what a conversion to another placement must move. A value in parts is combined first, so all its parts are
    /// needed; in a target with parts, the first part takes the value, and the others need none.
    ///
    /// # Errors
    /// The shapes differ, the target holds an index that the source does not, or there are too many indices and copies
    /// without a form over bits or digits.
    pub fn moves_to(&self, target: &Placement) -> Result<Moves, MoveError> {
        if self.shape() != target.shape() {
            let shapes = CompareError::Shapes(self.shape().clone(), target.shape().clone());
            return Err(shapes.into());
        }
        if let Some((a, b)) = self.bits().zip(target.bits())
            && !a.has_parts()
            && !b.has_parts()
            && let Some([a, b]) = BitPlacement::aligned(&a, &b)
        {
            return Ok(moves_of_bits(&a, &b));
        }
        let axes = common_axes(self, target);
        if let Some(reached) = self.reached_by_digits(target, &axes) {
            return Ok(moves_of_levels(axes.iter(), &reached));
        }
        self.moves_of_indices(target, &axes)
    }

    /// Compares the slots of all indices.
    fn moves_of_indices(&self, target: &Placement, axes: &[AxisName]) -> Result<Moves, MoveError> {
        let mut counts = vec![0u128; axes.len() + 1];
        target.each_index(|index, slots| {
            let sources = self.slots_of_inside(index)?;
            if sources.is_empty() {
                let index = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from)?;
                return Err(MoveError::NoSource(index));
            }
            let sources = slots_by_part(self, &sources, axes);
            for (part, at) in slots_by_part(target, &slots, axes) {
                let level = if part == 0 { farthest_part(&sources, &at) } else { 0 };
                counts[level] += 1;
            }
            Ok(true)
        })?;
        Ok(of_levels(axes.iter(), counts))
    }
}

/// Returns the level of the farthest part, each from its nearest slot: one above the position of the outermost axis that
/// differs, 0 if none does.
fn farthest_part(parts: &[(i64, Vec<i64>)], at: &[i64]) -> usize {
    let nearest = |part: &[(i64, Vec<i64>)]| {
        let levels = part.iter().map(|(_, source)| {
            source.iter().zip(at).rposition(|(a, b)| a != b).map_or(0, |axis| axis + 1)
        });
        levels.min().unwrap_or(0)
    };
    parts.chunk_by(|a, b| a.0 == b.0).map(nearest).max().unwrap_or(0)
}

fn moves_of_bits(source: &BitPlacement, target: &BitPlacement) -> Moves {
    let axes = source.axes().len();
    // With the first `inner` axes free, this many slots are reached.
    let reached: Vec<u128> = (0..=axes).map(|inner| source.reached(target, inner)).collect();
    moves_of_levels(source.axes(), &reached)
}

/// Returns the moves from the numbers of slots that are reached with more and more axes free.
fn moves_of_levels<'a>(axes: impl Iterator<Item = &'a AxisName>, reached: &[u128]) -> Moves {
    let before = std::iter::once(0).chain(reached.iter().copied());
    let counts = reached.iter().zip(before).map(|(all, inner)| all - inner).collect();
    of_levels(axes, counts)
}

fn of_levels<'a>(axes: impl Iterator<Item = &'a AxisName>, counts: Vec<u128>) -> Moves {
    let names = std::iter::once(None).chain(axes.map(|axis| Some(axis.clone())));
    Moves { slots: names.zip(counts).filter(|(_, count)| *count > 0).collect() }
}
