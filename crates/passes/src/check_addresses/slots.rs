//! The comparison of an inverse with its layout, slot by slot.

use super::compare::{
    AddressDifference, Comparison, ComparisonReport, Coverage, DifferenceKind, DifferencePosition,
    MOST, SAMPLES, SEED, SplitMix64, count, report,
};
use super::oracle::OracleMachine;
use ir::layout::{AddressError, Elems, IndexSpace, Layout, LogicalIndex, Range};
use ir::progress::Progress;

/// Compares at every slot, or at the ends and samples.
///
/// # Errors
/// The first difference.
pub(super) fn run(
    comparison: &Comparison<'_>,
    slots: Range,
    progress: &mut dyn Progress,
) -> Result<ComparisonReport, AddressDifference> {
    let mut comparator = SlotComparator::new(comparison);
    let lengths = &comparison.claim.attr.signature.lengths;
    let space = IndexSpace::below(lengths.iter().copied());
    let coverage = match count(&slots) {
        total if total <= MOST && space.count() <= MOST => {
            comparator.owners = Some(owners(comparison.layout, &space, slots)?);
            let total = u64::try_from(total).unwrap_or(u64::MAX);
            (slots.low..=slots.high).try_for_each(|slot| {
                report(comparator.compared, total, "slots", progress);
                comparator.compare(slot)
            })?;
            Coverage::All
        }
        total => {
            comparator.samples(slots)?;
            Coverage::Some(total)
        }
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

/// The number of the least index of each slot plus 1, by the distance from the first slot; 0 for a slot without index.
/// Indices are numbered in lexicographic order.
type SlotOwners = Vec<u32>;

/// Returns the least index of each slot, from the offsets of all indices.
fn owners(
    layout: &Layout,
    space: &IndexSpace,
    slots: Range,
) -> Result<SlotOwners, AddressDifference> {
    let mut owners = vec![0; usize::try_from(count(&slots)).unwrap_or(0)];
    let mut evaluator = layout.evaluator();
    for (number, index) in (1..).zip(space.iter()) {
        let offset = LogicalIndex::new(index.iter().copied()).map_err(AddressError::from);
        let offset = offset.and_then(|index| evaluator.offset_of(&index));
        let offset = offset.map_err(|error| AddressDifference {
            at: DifferencePosition::Index(index.clone(), None),
            kind: DifferenceKind::NoAddress(error),
        })?;
        let place = offset.and_then(|offset| usize::try_from(offset.get() - slots.low).ok());
        match place.and_then(|place| owners.get_mut(place)) {
            Some(owner) if *owner == 0 => *owner = number,
            _ => {}
        }
    }
    Ok(owners)
}

/// The evaluators of both sides.
struct SlotComparator<'a> {
    comparison: &'a Comparison<'a>,
    /// `None` if the index of a slot is searched.
    owners: Option<SlotOwners>,
    machine: OracleMachine<'a>,
    compared: u64,
    wraps: bool,
}

impl<'a> SlotComparator<'a> {
    fn new(comparison: &'a Comparison<'a>) -> SlotComparator<'a> {
        let machine = OracleMachine::new(comparison.function);
        SlotComparator { comparison, owners: None, machine, compared: 0, wraps: false }
    }

    /// Compares at the first and the last slots, at random slots, and at the slots of random indices and next to them.
    fn samples(&mut self, slots: Range) -> Result<(), AddressDifference> {
        let mut random = SplitMix64(SEED);
        for near in 0..16 {
            self.compare(slots.low + near)?;
            self.compare(slots.high - near)?;
        }
        let lengths = self.comparison.claim.attr.signature.lengths.clone();
        for sample in 0..SAMPLES / 4 {
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
            .map_err(|kind| AddressDifference { at: DifferencePosition::Slot(slot), kind })
    }

    /// Returns the least index of a slot of the layout.
    fn owner(&self, slot: i64) -> Result<Option<Vec<i64>>, DifferenceKind> {
        if let Some(owners) = &self.owners {
            let place = slot - self.comparison.claim.slots().map_or(0, |slots| slots.low);
            let owner = usize::try_from(place).ok().and_then(|place| owners.get(place));
            return Ok(owner.and_then(|owner| Some(self.numbered(owner.checked_sub(1)?))));
        }
        let owners = self.comparison.layout.owners_of(Elems::new(slot));
        let first = owners.map_err(DifferenceKind::NoAddress)?.first;
        Ok(first.map(|index| index.values().copied().collect()))
    }

    /// Returns the index with a number in lexicographic order.
    fn numbered(&self, number: u32) -> Vec<i64> {
        let mut rest = i64::from(number);
        let lengths = &self.comparison.claim.attr.signature.lengths;
        let mut index: Vec<i64> = lengths
            .iter()
            .rev()
            .map(|length| {
                let component = rest % length;
                rest /= length;
                component
            })
            .collect();
        index.reverse();
        index
    }

    fn compare_at(&mut self, slot: i64) -> Result<(), DifferenceKind> {
        let width = self.comparison.function.inputs[0];
        self.machine
            .run(&[slot.cast_unsigned() & (u64::MAX >> (64 - width))])
            .map_err(DifferenceKind::Trap)?;
        self.wraps |= self.machine.wrapped.is_some();
        let rank = self.comparison.layout.shape().len();
        let words = (0..=rank).map(|place| self.machine.result(place).unwrap_or(0));
        let mut got: Vec<u64> = words.collect();
        let is_owned = got.pop() == Some(1);
        match self.owner(slot)? {
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
