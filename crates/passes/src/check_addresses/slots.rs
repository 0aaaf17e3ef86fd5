//! The comparison of an inverse with its layout, slot by slot.

use super::compare::{
    AddressDifference, Comparison, ComparisonReport, Coverage, DifferenceKind, DifferencePlace,
    MOST, SAMPLES, SEED, SplitMix64, count,
};
use super::oracle::OracleMachine;
use ir::layout::{Elems, LogicalIndex, Range};

/// Compares at all slots, or at the ends and samples.
///
/// # Errors
/// The first difference.
pub(super) fn run(
    comparison: &Comparison<'_>,
    slots: Range,
) -> Result<ComparisonReport, AddressDifference> {
    let mut comparator = SlotComparator::new(comparison);
    let total = count(&slots);
    let coverage = if total <= MOST {
        (slots.low..=slots.high).try_for_each(|slot| comparator.compare(slot))?;
        Coverage::All
    } else {
        comparator.samples(slots)?;
        Coverage::Some(total)
    };
    Ok(ComparisonReport { compared: comparator.compared, coverage, wraps: comparator.wraps })
}

/// Compares at the slots that a solver reported: the first of these values, and the slot of the index that the other
/// values are.
///
/// # Errors
/// The difference.
pub(super) fn at(
    comparison: &Comparison<'_>,
    slots: Range,
    values: &[i64],
) -> Result<(), AddressDifference> {
    let Some((&slot, index)) = values.split_first() else { return Ok(()) };
    let mut comparator = SlotComparator::new(comparison);
    let of_index = comparator.slot_of(index);
    let reported = [Some(slot), of_index].into_iter().flatten();
    let mut inside = reported.filter(|slot| (slots.low..=slots.high).contains(slot));
    inside.try_for_each(|slot| comparator.compare(slot))
}

/// The evaluators of both sides.
struct SlotComparator<'a> {
    comparison: &'a Comparison<'a>,
    machine: OracleMachine<'a>,
    compared: u64,
    wraps: bool,
}

impl<'a> SlotComparator<'a> {
    fn new(comparison: &'a Comparison<'a>) -> SlotComparator<'a> {
        let machine = OracleMachine::new(comparison.function);
        SlotComparator { comparison, machine, compared: 0, wraps: false }
    }

    /// Compares at the first and the last slots, at random slots, and at the slots of random indices and next to them.
    fn samples(&mut self, slots: Range) -> Result<(), AddressDifference> {
        let mut random = SplitMix64(SEED);
        for near in 0..16 {
            self.compare(slots.low + near)?;
            self.compare(slots.high - near)?;
        }
        let lengths = self.comparison.claim.attr.signature.lengths.clone();
        for sample in 0..SAMPLES {
            let slot = if sample % 2 == 0 {
                Some(slots.low + random.below(slots.high - slots.low))
            } else {
                let index: Vec<i64> = lengths.iter().map(|&it| random.below(it)).collect();
                self.slot_of(&index).map(|slot| slot + random.below(3) - 1)
            };
            if let Some(slot) = slot.filter(|slot| (slots.low..=slots.high).contains(slot)) {
                self.compare(slot)?;
            }
        }
        Ok(())
    }

    /// Returns the slot of an index; `None` if the index is invalid.
    fn slot_of(&self, index: &[i64]) -> Option<i64> {
        let index = LogicalIndex::new(index.iter().copied()).ok()?;
        let slot = self.comparison.layout.offset_of(&index).ok()??;
        Some(slot.get())
    }

    fn compare(&mut self, slot: i64) -> Result<(), AddressDifference> {
        self.compared += 1;
        self.compare_at(slot)
            .map_err(|kind| AddressDifference { at: DifferencePlace::Slot(slot), kind })
    }

    fn compare_at(&mut self, slot: i64) -> Result<(), DifferenceKind> {
        let width = self.comparison.function.inputs[0];
        self.machine
            .run(&[slot.cast_unsigned() & (u64::MAX >> (64 - width))])
            .map_err(DifferenceKind::Trap)?;
        self.wraps |= self.machine.wrapped.is_some();
        let rank = self.comparison.layout.shape().len();
        let word = |place| self.machine.result(place).unwrap_or(0);
        let (got, is_owned) = ((0..rank).map(word).collect::<Vec<u64>>(), word(rank) == 1);
        let owners = self.comparison.layout.owners_of(Elems::new(slot));
        let right = owners.map_err(DifferenceKind::NoAddress)?.first;
        match right.map(|index| index.values().copied().collect::<Vec<i64>>()) {
            None if is_owned => Err(DifferenceKind::OnlyReported(got)),
            None => Ok(()),
            Some(right) if !is_owned => Err(DifferenceKind::OnlyOwned(right)),
            Some(right) if same(&got, &right) => Ok(()),
            Some(right) => Err(DifferenceKind::Owner(got, right)),
        }
    }
}

/// Returns `true` if words are the components of an index, which are not negative.
fn same(words: &[u64], index: &[i64]) -> bool {
    words.iter().zip(index).all(|(&word, component)| word == component.unsigned_abs())
}
