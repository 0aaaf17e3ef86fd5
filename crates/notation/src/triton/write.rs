//! The writer: `#ttg.linear` onto registers, lanes, warps and blocks, `#ttg.shared_linear` in shared memory.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use layout::{
    AddressError, AxisBases, AxisName, IndexSpace, LogicalIndex, Placement, Slot, axis_list,
    bases_of_slots, joined,
};

use super::lengths::{Lengths, bit_length};
use crate::element::ElementType;
use crate::subject::list;
use crate::suffix::suffix;
use crate::witness::Witness;

/// The axes of `#ttg.linear`.
static REGISTERS: [AxisName; 4] =
    [AxisName::REGISTER, AxisName::LANE, AxisName::WARP, AxisName::BLOCK];

/// The maximum number of indices that are evaluated for a witness.
const MAX_CHECKED: usize = crate::limits::SEARCHED_INDICES as usize;

/// The alignment of shared memory that is written, in bytes: that of a vector.
const ALIGNMENT: i64 = 16;

/// Writes a placement that is a linear map over bits from slots to indices.
///
/// # Errors
/// The placement has other axes, or is not a linear map: an index up to which, in row-major order, each text differs.
pub(super) fn write(placement: &Placement, elem: Option<ElementType>) -> Result<String, Witness> {
    let lengths: Vec<i64> = placement.shape().values().filter_map(|length| length.get()).collect();
    let is_memory = placement.axes().any(AxisName::is_memory);
    check_axes(placement, is_memory, &lengths)?;
    let bases = match placement.bases() {
        Some(bases) => bases,
        None => evaluated(placement, &lengths)?,
    };
    let list_of = |axis: &AxisName| {
        let own = bases.iter().find(|known| known.axis == *axis);
        let vectors = own.into_iter().flat_map(|own| &own.bases);
        format!("[{}]", joined(vectors.map(|basis| format!("[{}]", joined(basis, ", "))), ", "))
    };
    let body = if is_memory {
        let blocks = list_of(&AxisName::BLOCK);
        let blocks = if blocks == "[]" { String::new() } else { format!(", block = {blocks}") };
        let offsets = list_of(&AxisName::MEMORY);
        format!("#ttg.shared_linear<{{offset = {offsets}{blocks}}}, alignment = {ALIGNMENT}>")
    } else {
        bases.iter().try_for_each(check_bases)?;
        let lists = REGISTERS.iter().map(|axis| format!("{axis} = {}", list_of(axis)));
        format!("#ttg.linear<{{{}}}>", joined(lists, ", "))
    };
    Ok(format!("{body}[{}]{}", list(&lengths), suffix(elem)))
}

fn check_axes(placement: &Placement, is_memory: bool, lengths: &[i64]) -> Result<(), Witness> {
    let memory = [AxisName::MEMORY, AxisName::BLOCK];
    let known: &[AxisName] = if is_memory { &memory } else { &REGISTERS };
    match placement.axes().find(|axis| !known.contains(axis)) {
        Some(axis) => {
            let names = axis_list(known);
            let reason =
                format!("it is placed on axis `{axis}`, but `triton` has only {names} here");
            Err(Witness::at(vec![0; lengths.len()], reason))
        }
        None => Ok(()),
    }
}

/// Checks that each bit of a coordinate moves at most one dim, by a power of two, as TritonGPU requires of registers.
fn check_bases(axis: &AxisBases) -> Result<(), Witness> {
    for (bit, basis) in axis.bases.iter().enumerate() {
        let moved: u32 = basis.iter().map(|part| part.count_ones()).sum();
        if moved > 1 {
            let reason = format!(
                "bit {bit} of `{}` moves {moved} bits of the index, but at most one in an encoding onto registers",
                axis.axis
            );
            return Err(Witness::at(basis.clone(), reason));
        }
    }
    Ok(())
}

/// Returns the bases of a placement that the core does not know as a map over bits, from the slots of the bits of the
/// index.
///
/// # Errors
/// The placement is not a linear map over bits from all slots to the indices.
fn evaluated(placement: &Placement, lengths: &[i64]) -> Result<Vec<AxisBases>, Witness> {
    let zero = vec![0; lengths.len()];
    Lengths::new(lengths, 0..0).map_err(|fault| Witness::at(zero.clone(), fault.message))?;
    if placement.slots_per_index().1 > 1 {
        return Err(Witness::at(zero, "it is combined of several parts"));
    }
    let mut least = LeastSlots::new(placement);
    if let Some(witness) = difference(&mut least, lengths)? {
        return Err(witness);
    }
    if let Ok(Some(coverage)) = placement.coverage()
        && coverage.used < coverage.slots
    {
        // Each text differs at some index, and this is the last one.
        let last = lengths.iter().map(|length| length - 1).collect();
        let reason = format!(
            "up to it, only {} of {} slots hold an index, but all do in an encoding",
            coverage.used, coverage.slots
        );
        return Err(Witness::at(last, reason));
    }
    let undecided = || Witness {
        at: Some(vec![0; lengths.len()]),
        ..Witness::undecided("it is not known to be a linear map over bits")
    };
    let bases = inverted(&mut least, lengths)?.ok_or_else(undecided)?;
    let candidate = Placement::of_bases(lengths, &bases).map_err(|_| undecided())?;
    match placement.difference(&candidate) {
        Ok(None) => Ok(bases),
        Ok(Some(differs)) => {
            let reason = "its slots are not the exclusive or of those of the bits of the index";
            Err(Witness::at(differs.at.values().copied().collect(), reason))
        }
        Err(_) => Err(undecided()),
    }
}

/// The least slots of the indices of one bit, each evaluated once.
struct LeastSlots<'a> {
    placement: &'a Placement,
    /// By dim and bit; `None` if the index has no slot.
    known: BTreeMap<(usize, u32), Option<Vec<i64>>>,
}

impl LeastSlots<'_> {
    fn new(placement: &Placement) -> LeastSlots<'_> {
        LeastSlots { placement, known: BTreeMap::new() }
    }

    /// Returns the coordinates of the least slot of a power of two along a dim; `None` if it has no slot.
    fn of(&mut self, dim: usize, bit: u32) -> Result<Option<&[i64]>, AddressError> {
        let slot = match self.known.entry((dim, bit)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => {
                let mut index = vec![0; self.placement.shape().len()];
                index[dim] = 1 << bit;
                new.insert(slots_of(self.placement, index)?.pop_first())
            }
        };
        Ok(slot.as_deref())
    }
}

/// Returns the bases of the linear map whose inverse has the slots of the bits of the index, and those of index zero as
/// copies; `None` if it has too many bits, or a bit of a slot does not count.
fn inverted(
    least: &mut LeastSlots<'_>,
    lengths: &[i64],
) -> Result<Option<Vec<AxisBases>>, AddressError> {
    let Some(ranges) = least.placement.ranges()? else { return Ok(None) };
    let ranges = ranges.into_iter();
    let axes: Vec<(AxisName, usize)> =
        ranges.map(|(axis, range)| (axis, bit_length(range.max) as usize)).collect();
    if axes.iter().map(|(_, bits)| bits).sum::<usize>() >= u64::BITS as usize {
        return Ok(None);
    }
    let mask = |slot: &[i64]| {
        let parts = slot.iter().zip(&axes).rev();
        parts.fold(0u64, |mask, (part, (_, bits))| mask << bits | part.unsigned_abs())
    };
    let zeros = slots_of(least.placement, vec![0; lengths.len()])?;
    let mut slots: Vec<(u64, u64)> = zeros.iter().map(|slot| (mask(slot), 0)).collect();
    let mut index_bit = 0;
    for (dim, length) in lengths.iter().enumerate() {
        for bit in 0..length.ilog2() {
            slots.extend(least.of(dim, bit)?.map(|slot| (mask(slot), 1 << index_bit)));
            index_bit += 1;
        }
    }
    Ok(bases_of_slots(&axes, slots, lengths))
}

/// Returns the first index, among the first of all, whose slots are not those of a linear map, or are those of index zero.
fn difference(
    least: &mut LeastSlots<'_>,
    lengths: &[i64],
) -> Result<Option<Witness>, AddressError> {
    let placement = least.placement;
    let zeros = slots_of(placement, vec![0; lengths.len()])?;
    let Some(start) = zeros.first() else {
        return Ok(Some(Witness::without_slot(vec![0; lengths.len()])));
    };
    if start.iter().any(|coordinate| *coordinate != 0) {
        let reason = "no slot of it is at 0 on all axes, but one is in an encoding";
        return Ok(Some(Witness::at(vec![0; lengths.len()], reason)));
    }
    for index in IndexSpace::below(lengths.iter().copied()).iter().take(MAX_CHECKED) {
        let found = slots_of(placement, index.clone())?;
        let Some(own) = found.first() else { return Ok(Some(Witness::without_slot(index))) };
        let shifted: BTreeSet<Vec<i64>> = zeros.iter().map(|zero| combined(zero, own)).collect();
        let is_zero = index.iter().all(|part| *part == 0);
        if !is_zero && zeros.contains(own) {
            let reason = format!("its slot {own:?} holds index 0, too");
            return Ok(Some(Witness::at(index, reason)));
        }
        if shifted != found || !contains_sum(least, &index, &found)? {
            let reason = "its slots are not the exclusive or of those of the bits of the index";
            return Ok(Some(Witness::at(index, reason)));
        }
    }
    Ok(None)
}

/// Returns `true` if the slots of an index contain the exclusive or of those of its bits.
fn contains_sum(
    least: &mut LeastSlots<'_>,
    index: &[i64],
    found: &BTreeSet<Vec<i64>>,
) -> Result<bool, AddressError> {
    let mut sum: Option<Vec<i64>> = None;
    for (dim, &part) in index.iter().enumerate() {
        for bit in (0..62).filter(|bit| part >> bit & 1 == 1) {
            let Some(own) = least.of(dim, bit)? else { return Ok(false) };
            sum = Some(sum.map_or_else(|| own.to_vec(), |sum| combined(&sum, own)));
        }
    }
    Ok(sum.is_none_or(|sum| found.contains(&sum)))
}

fn combined(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

fn slots_of(placement: &Placement, index: Vec<i64>) -> Result<BTreeSet<Vec<i64>>, AddressError> {
    let index = LogicalIndex::new(index).map_err(AddressError::from)?;
    let slots: Vec<Slot> = placement.slots_of(&index)?;
    Ok(slots.into_iter().map(|slot| slot.coordinates).collect())
}
