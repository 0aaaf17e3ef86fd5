//! The source of each slot in a conversion between placements over bits: a linear map from slots of the target to slots of
//! the source.
//!
//! A slot of the target may have several sources, if the source has copies. The map prefers the nearest: the slot itself,
//! then slots that differ in the register, then in the lane, and so on. The slots that have a source within a level are a
//! space of vectors, so the map is chosen on a basis of the space of the innermost level first, which the next level
//! extends.

use super::axis::AxisName;
use super::bits::BitPlacement;
use crate::normal::{add_tracked, combination, reduced};

/// A linear map from the bits of a slot of the target to the bits of its source.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// The bits of a slot of the source, by axis.
    pub(super) source: SlotBits,
    /// The bits of a slot of the target, by axis.
    pub(super) target: SlotBits,
    /// By bit of the target: the bits of the source that it changes.
    pub(super) columns: Vec<u64>,
}

/// The bits of a slot: those of each axis, from the innermost, and the index that each adds.
#[derive(Clone, Debug)]
pub(super) struct SlotBits {
    axes: Vec<(AxisName, usize)>,
    /// By bit: the index that it adds, as bits.
    pub(super) indices: Vec<u64>,
}

impl SlotBits {
    /// Returns the bits of a placement; `None` if its map from slots to indices is not linear, or a slot holds no index or
    /// several.
    pub(super) fn of(placement: &BitPlacement) -> Option<SlotBits> {
        if !placement.is_injective() || placement.has_parts() {
            return None;
        }
        let indices = placement.indices_of_slot_bits()?;
        let axes = placement.axes_with_bits().map(|(axis, bits)| (axis.clone(), bits)).collect();
        Some(SlotBits { axes, indices })
    }

    /// Returns the axes, from the innermost.
    pub(super) fn axes(&self) -> impl Iterator<Item = &AxisName> {
        self.axes.iter().map(|(axis, _)| axis)
    }

    /// Returns the positions of the bits of an axis.
    pub(super) fn of_axis(&self, axis: &AxisName) -> std::ops::Range<usize> {
        let before = self.axes.iter().take_while(|(known, _)| known != axis);
        let start: usize = before.map(|(_, bits)| bits).sum();
        let own = self.axes.iter().find(|(known, _)| known == axis).map_or(0, |(_, bits)| *bits);
        start..start + own
    }

    /// Returns the part of a slot on an axis, as a coordinate.
    pub(super) fn coordinate(&self, slot: u64, axis: &AxisName) -> u64 {
        let bits = self.of_axis(axis);
        if bits.is_empty() { 0 } else { (slot >> bits.start) & (u64::MAX >> (64 - bits.len())) }
    }
}

/// A vector with the slots of the target and the source whose sum it is.
type Tracked = (u128, (u64, u64));

impl Section {
    /// Returns the map of the conversion from a source to a target, if every slot of the target has a source from which it
    /// differs on the first axes alone, of the common ones; `None` if some slot has none.
    pub(super) fn new(source: SlotBits, target: SlotBits, axes: &[AxisName]) -> Option<Section> {
        let mut chosen: Vec<Tracked> = Vec::new();
        for inner in 0..=axes.len() {
            for (slot, from) in pairs_within(&source, &target, &axes[..inner]) {
                add_tracked(&mut chosen, (slot.into(), (0, from)));
            }
            if chosen.len() == target.indices.len() {
                break;
            }
        }
        let columns = (0..target.indices.len()).map(|bit| {
            let (left, (_, from)) = reduced(&chosen, (1u128 << bit, (0, 0)));
            (left == 0).then_some(from)
        });
        let columns = columns.collect::<Option<Vec<u64>>>()?;
        Some(Section { source, target, columns })
    }

    /// Returns the source of a slot of the target.
    pub(super) fn apply(&self, slot: u64) -> u64 {
        combination(&self.columns, slot)
    }
}

/// Returns pairs of a slot of the target and a source of it that agree on all but some inner axes. The slots are a basis of
/// all that have such a source.
fn pairs_within(source: &SlotBits, target: &SlotBits, inner: &[AxisName]) -> Vec<(u64, u64)> {
    // The indices that free bits of the source reach.
    let mut free: Vec<Tracked> = Vec::new();
    for axis in inner {
        for bit in source.of_axis(axis) {
            add_tracked(&mut free, (source.indices[bit].into(), (0, 1 << bit)));
        }
    }
    // Each bit of the target is kept outside of the free axes. A bit that the source does not have is a component of its
    // own, above those of the index.
    let mut missing = 64;
    let mut left: Vec<Tracked> = Vec::new();
    let mut pairs = Vec::new();
    for axis in target.axes() {
        let own = source.of_axis(axis);
        let is_free = inner.contains(axis);
        for (at, bit) in target.of_axis(axis).enumerate() {
            let mut vector = u128::from(target.indices[bit]);
            let mut from = 0;
            match own.clone().nth(at) {
                _ if is_free => {}
                Some(kept) => {
                    vector ^= u128::from(source.indices[kept]);
                    from = 1 << kept;
                }
                None => {
                    vector |= 1 << missing;
                    missing += 1;
                }
            }
            let reached = reduced(&free, (vector, (1 << bit, from)));
            let (rest, pair) = reduced(&left, reached);
            if rest == 0 {
                pairs.push(pair);
            } else {
                add_tracked(&mut left, (rest, pair));
            }
        }
    }
    pairs
}
