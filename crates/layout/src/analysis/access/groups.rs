//! The groups of an access in order, and the memory that each touches.

use super::lanes::Access;
use crate::pipeline::{Evaluator, Layout};
use crate::space::{Dim, LogicalIndex, Shape};
use crate::stride::AddressError;

/// The lane that touches an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementLane {
    /// The number of the group.
    pub group: u64,
    /// The number of the lane in its group.
    pub lane: i64,
}

/// The groups of an access, by the indices of the other dims in row-major order, then by lane number.
pub(super) struct LaneGroups<'a> {
    evaluator: Evaluator<'a>,
    /// The dims of the lanes, each with its length, the last one fastest.
    stepped: Vec<(usize, i64)>,
    others: Vec<(usize, i64)>,
    lanes: i64,
    words: i64,
    /// The number of lane numbers for one index of the other dims.
    round: i64,
    groups_of_round: i64,
    index: Vec<i64>,
    footprint: GroupFootprint,
}

impl<'a> LaneGroups<'a> {
    /// Returns the groups of an access. The access has been checked against the layout, so all lengths are static.
    pub(super) fn new(layout: &'a Layout, access: &Access) -> LaneGroups<'a> {
        let shape = layout.shape();
        let stepped: Vec<_> = access.dims.iter().map(|&dim| with_length(shape, dim)).collect();
        let others = shape.dims().filter(|dim| !access.dims.contains(dim));
        let others = others.map(|dim| with_length(shape, dim)).collect();
        let round = product(&stepped);
        LaneGroups {
            evaluator: layout.evaluator(),
            lanes: access.lanes.min(round),
            words: access.words(),
            groups_of_round: (round - 1) / access.lanes + 1,
            round,
            index: vec![0; shape.len()],
            footprint: GroupFootprint { elem_bits: access.elem.bits().get(), touched: Vec::new() },
            stepped,
            others,
        }
    }

    /// Returns the number of groups.
    pub(super) fn count(&self) -> u64 {
        // Each group has an index of its own, and there are fewer than 2^63 indices.
        self.groups_of_round.unsigned_abs() * product(&self.others).unsigned_abs()
    }

    /// Returns the number of words that a full group touches.
    pub(super) fn cost(&self) -> u64 {
        self.lanes.unsigned_abs() * self.words.unsigned_abs()
    }

    /// Returns the logical index of a group's first lane.
    pub(super) fn first_index(&mut self, group: u64) -> LogicalIndex {
        let first = self.enter(group);
        digits(first, &self.stepped, &mut self.index);
        LogicalIndex::new(self.index.iter().copied()).expect("a layout has at most 64 dims")
    }

    /// Returns the number of logical dims.
    pub(super) fn rank(&self) -> usize {
        self.index.len()
    }

    /// Returns the group and the lane of a logical index inside the lengths, in groups of `lanes` lanes.
    pub(super) fn lane_of(&self, index: &[i64], lanes: i64) -> ElementLane {
        let round = number(index, &self.others);
        let number = number(index, &self.stepped);
        let group = round * self.groups_of_round + number / lanes;
        ElementLane { group: group.unsigned_abs(), lane: number % lanes }
    }

    /// Returns the memory that a group touches.
    pub(super) fn footprint(&mut self, group: u64) -> Result<&GroupFootprint, AddressError> {
        let first = self.enter(group);
        self.footprint.touched.clear();
        for lane in 0..self.lanes.min(self.round - first) {
            digits(first + lane, &self.stepped, &mut self.index);
            if let Some(offset) = self.evaluator.offset_of_inside(self.index.iter().copied())? {
                self.footprint.touch(lane, offset.get())?;
            }
        }
        Ok(&self.footprint)
    }

    /// Sets the other dims for a group, and returns the number of its first lane.
    fn enter(&mut self, group: u64) -> i64 {
        let group = i64::try_from(group).expect("groups are no more than indices");
        digits(group / self.groups_of_round, &self.others, &mut self.index);
        group % self.groups_of_round * self.lanes
    }
}

fn with_length(shape: &Shape, dim: Dim) -> (usize, i64) {
    let length = shape[dim].get();
    (dim.index(), length.expect("the access was checked: all lengths are static"))
}

/// Returns the product of lengths. It is at most the number of logical indices, which is below 2^63.
fn product(dims: &[(usize, i64)]) -> i64 {
    dims.iter().map(|&(_, length)| length).product()
}

/// Writes the mixed-radix digits of a number into the components of an index.
fn digits(mut number: i64, dims: &[(usize, i64)], index: &mut [i64]) {
    for &(dim, length) in dims.iter().rev() {
        index[dim] = number % length;
        number /= length;
    }
}

/// Returns the number whose mixed-radix digits are the components of an index.
fn number(index: &[i64], dims: &[(usize, i64)]) -> i64 {
    dims.iter().fold(0, |number, &(dim, length)| number * length + index[dim])
}

/// The bits of memory that each valid lane of a group touches.
#[derive(Debug)]
pub(super) struct GroupFootprint {
    elem_bits: i64,
    /// For each lane, its number and the address of its first bit.
    touched: Vec<(i64, i64)>,
}

impl GroupFootprint {
    fn touch(&mut self, lane: i64, offset: i64) -> Result<(), AddressError> {
        let first = offset.checked_mul(self.elem_bits).ok_or(AddressError::Overflow)?;
        first.checked_add(self.elem_bits).ok_or(AddressError::Overflow)?;
        self.touched.push((lane, first));
        Ok(())
    }

    /// Returns the aligned units of this many bits that are touched, sorted and without duplicates.
    pub(super) fn units(&self, bits: i64) -> Vec<i64> {
        units(&self.touched, self.elem_bits, bits)
    }

    /// Returns the number of touched bits, each counted once.
    pub(super) fn bits(&self) -> u64 {
        let mut starts: Vec<i64> = self.touched.iter().map(|&(_, first)| first).collect();
        starts.sort_unstable();
        starts.dedup();
        // Offsets are whole elements, so two elements are either the same or disjoint.
        starts.len() as u64 * self.elem_bits.unsigned_abs()
    }

    /// Returns the greatest number of words in one bank during one phase.
    pub(super) fn degree(&self, access: &Access) -> u64 {
        self.phases(access)
            .map(|lanes| {
                let banks = self.banks(lanes, access);
                banks.chunk_by(|a, b| a == b).map(|same| same.len() as u64).max().unwrap_or(0)
            })
            .max()
            .unwrap_or(0)
    }

    /// Returns, for each valid lane, the greatest number of words in one of its banks during its phase.
    pub(super) fn degrees(&self, access: &Access) -> Vec<(i64, u64)> {
        let mut degrees = Vec::with_capacity(self.touched.len());
        for lanes in self.phases(access) {
            let banks = self.banks(lanes, access);
            for touched in lanes {
                let own = self.banks(std::slice::from_ref(touched), access);
                degrees.push((
                    touched.0,
                    own.iter()
                        .map(|bank| {
                            let first = banks.partition_point(|other| other < bank);
                            banks[first..].iter().take_while(|&other| other == bank).count() as u64
                        })
                        .max()
                        .unwrap_or(0),
                ));
            }
        }
        degrees
    }

    /// Returns the lanes of each phase.
    fn phases(&self, access: &Access) -> impl Iterator<Item = &[(i64, i64)]> {
        let phase = access.phase();
        self.touched.chunk_by(move |(a, _), (b, _)| a / phase == b / phase)
    }

    /// Returns the bank of each different word that some lanes touch, sorted.
    fn banks(&self, lanes: &[(i64, i64)], access: &Access) -> Vec<i64> {
        let words = units(lanes, self.elem_bits, 8 * access.bank_bytes);
        let mut banks: Vec<i64> = words.iter().map(|word| word.rem_euclid(access.banks)).collect();
        banks.sort_unstable();
        banks
    }
}

fn units(touched: &[(i64, i64)], elem_bits: i64, bits: i64) -> Vec<i64> {
    let spans = touched
        .iter()
        .map(|&(_, first)| first.div_euclid(bits)..=(first + elem_bits - 1).div_euclid(bits));
    let mut units: Vec<i64> = spans.flatten().collect();
    units.sort_unstable();
    units.dedup();
    units
}
