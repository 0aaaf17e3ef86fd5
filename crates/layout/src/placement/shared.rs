//! The plan of a conversion through shared memory: a layout in which neither the stores nor the loads of a subgroup have
//! bank conflicts.
//!
//! Let the registers that one thread stores or loads at once be a vector, and let a phase be the lanes that memory serves
//! at once: together they touch as many words as there are banks. All of them are spaces of indices over bits. The bank of
//! a word is a linear map of the index, so what matters is its kernel: a conflict is a member of it that is a difference of
//! two elements of one phase in different words. The kernel is chosen so that it shares nothing else with the phase of the
//! stores nor with that of the loads. Such a kernel always exists: while both spaces are smaller than the whole, some index
//! is in neither, because no space is the union of two smaller ones.

use super::axis::AxisName;
use super::form::Placement;
use super::linear::AxisBases;
use super::section::SlotBits;
use crate::normal::VectorSpace;
use crate::space::ElemSize;

/// The banks of shared memory, as binary logarithms: 32 banks of 4 bytes, vectors of at most 16 bytes.
const BANKS: usize = 5;
const WORD_BITS: usize = 5;
const VECTOR_BITS: usize = 7;

/// A plan through shared memory.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SharedPlan {
    /// By bit of the offset in shared memory, in elements: the index that it adds.
    pub bases: Vec<Vec<i64>>,
    /// The layout in shared memory: on the axis `m`, and on outer axes as the source is.
    pub layout: Placement,
    /// The stores of the source.
    pub stores: SharedAccess,
    /// The loads of the target.
    pub loads: SharedAccess,
}

/// The accesses of one side to shared memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedAccess {
    /// The number of elements that a thread accesses at once.
    pub vector: u64,
    /// The number of accesses of a thread.
    pub count: u64,
    /// The greatest number of words of one bank that a phase accesses: 1 without conflicts.
    pub degree: u64,
}

/// One side of the conversion: spaces of indices.
struct Side {
    /// The registers of a thread.
    registers: VectorSpace,
    /// By bit of the lane: the index that it adds.
    lanes: Vec<u64>,
}

impl Side {
    fn new(bits: &SlotBits) -> Side {
        let indices = |axis| bits.of_axis(axis).map(|bit| bits.indices[bit]);
        Side {
            registers: VectorSpace::spanned_by(indices(&AxisName::REGISTER)),
            lanes: indices(&AxisName::LANE).collect(),
        }
    }

    /// Returns the indices of a phase, for vectors of these indices.
    fn phase(&self, vector: &[u64], element: usize) -> VectorSpace {
        let bytes = element + vector.len();
        let lanes =
            if bytes <= WORD_BITS { BANKS } else { (BANKS + WORD_BITS).saturating_sub(bytes) };
        let lanes = self.lanes.iter().take(lanes);
        VectorSpace::spanned_by(vector.iter().chain(lanes).copied())
    }

    fn access(&self, vector: &[u64], element: usize, map: &OffsetMap) -> SharedAccess {
        let phase = self.phase(vector, element);
        // Elements of an access in one bank: the kernel of the bank on the phase, without what is in the same word.
        let shared = phase.meet(&map.kernel).dimension() - phase.meet(&map.word).dimension();
        SharedAccess {
            vector: 1 << vector.len(),
            count: 1 << (self.registers.dimension() - vector.len()),
            degree: 1 << shared,
        }
    }
}

/// The map from indices to offsets in shared memory.
struct OffsetMap {
    /// By bit of the offset: the index.
    columns: Vec<u64>,
    /// The indices of one word.
    word: VectorSpace,
    /// The indices with the bank of index zero.
    kernel: VectorSpace,
}

impl SharedPlan {
    /// Returns the plan of a conversion between subgroups of one block; `None` if the size of an element is no power of two
    /// from 1 to 16 bytes, or the blocks hold different indices.
    pub(super) fn new(
        (source, target): (&SlotBits, &SlotBits),
        lengths: &[i64],
        elem: ElemSize,
    ) -> Option<SharedPlan> {
        let bits = u64::try_from(elem.bits().get()).ok().filter(|bits| bits.is_power_of_two())?;
        let element = bits.trailing_zeros() as usize;
        let most = VECTOR_BITS.checked_sub(element).filter(|_| element >= 3)?;
        let held = held_by_block(source)?;
        if held != held_by_block(target)? {
            return None;
        }
        let [a, b] = [Side::new(source), Side::new(target)];
        let [stored, loaded] = vectors(&a, &b, most);
        let longest = if stored.len() >= loaded.len() { &stored } else { &loaded };
        let phases = [a.phase(&stored, element), b.phase(&loaded, element)];
        let map = OffsetMap::new(longest, phases, &held, element);
        let stores = a.access(&stored, element, &map);
        let loads = b.access(&loaded, element, &map);
        let bases: Vec<Vec<i64>> =
            map.columns.iter().map(|&index| super::linear::components(index, lengths)).collect();
        let mut axes = vec![AxisBases { axis: AxisName::MEMORY, bases: bases.clone() }];
        for axis in source.axes().filter(|axis| **axis > AxisName::WARP) {
            let own = source.of_axis(axis).map(|bit| source.indices[bit]);
            let own = own.map(|index| super::linear::components(index, lengths)).collect();
            axes.push(AxisBases { axis: axis.clone(), bases: own });
        }
        let layout = Placement::of_bases(lengths, &axes).ok()?.with_elem(elem);
        Some(SharedPlan { bases, layout, stores, loads })
    }
}

/// Returns the indices that the threads of one block hold; `None` if memory is one of the axes.
fn held_by_block(bits: &SlotBits) -> Option<VectorSpace> {
    if bits.axes().any(|axis| axis.is_memory()) {
        return None;
    }
    let inner = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP];
    let indices = inner.iter().flat_map(|axis| bits.of_axis(axis)).map(|bit| bits.indices[bit]);
    Some(VectorSpace::spanned_by(indices))
}

/// Returns the vectors that both sides access at once. Memory is contiguous along the longer one, which begins with the
/// other: what the registers of both sides have in common, and more registers of the side that saves more accesses.
fn vectors(a: &Side, b: &Side, most: usize) -> [Vec<u64>; 2] {
    let mut common = rising(&a.registers.meet(&b.registers));
    common.truncate(most);
    let extended = |side: &Side| {
        let mut space = VectorSpace::spanned_by(common.iter().copied());
        let mut vector = common.clone();
        for index in rising(&side.registers) {
            if vector.len() < most && space.insert(index) {
                vector.push(index);
            }
        }
        vector
    };
    let count = |side: &Side, vector: &[u64]| 1u64 << (side.registers.dimension() - vector.len());
    let (stored, loaded) = (extended(a), extended(b));
    let saved_by_stores = count(a, &stored) + count(b, &common);
    let saved_by_loads = count(a, &common) + count(b, &loaded);
    if saved_by_stores <= saved_by_loads { [stored, common] } else { [common, loaded] }
}

/// Returns the basis of a space by rising highest bit, so that the fastest dims come first.
fn rising(space: &VectorSpace) -> Vec<u64> {
    let mut basis: Vec<u64> = space.basis().collect();
    basis.reverse();
    basis
}

impl OffsetMap {
    /// Returns a map without conflicts of both phases, over the indices `held`.
    fn new(
        vector: &[u64],
        phases: [VectorSpace; 2],
        held: &VectorSpace,
        element: usize,
    ) -> OffsetMap {
        let in_word = WORD_BITS.saturating_sub(element);
        let banks = BANKS - element.saturating_sub(WORD_BITS);
        let mut word = VectorSpace::default();
        let mut columns: Vec<u64> = Vec::new();
        let shared = phases[0].meet(&phases[1]);
        let candidates = vector.iter().copied().chain(shared.basis());
        let candidates = candidates.chain(phases.iter().flat_map(VectorSpace::basis));
        for index in candidates.chain(held.basis()) {
            if columns.len() < in_word && word.insert(index) {
                columns.push(index);
            }
        }
        let mut kernel = word.clone();
        let mut sides = phases.clone().map(|phase| sum(&word, &phase));
        for side in &mut sides {
            for index in held.basis() {
                if side.dimension() < word.dimension() + banks {
                    side.insert(index);
                }
            }
        }
        while let Some(index) = outside(&sides, held) {
            kernel.insert(index);
            sides.iter_mut().for_each(|side| {
                side.insert(index);
            });
        }
        // The bits of the bank begin with the rest of the vector, so that it is contiguous.
        let mut all = kernel.clone();
        let lanes = phases.iter().flat_map(VectorSpace::basis);
        for index in vector.iter().copied().chain(lanes).chain(held.basis()) {
            if all.insert(index) {
                columns.push(index);
            }
        }
        let mut known = VectorSpace::spanned_by(columns.iter().copied());
        columns.extend(kernel.basis().filter(|&index| known.insert(index)));
        OffsetMap { columns, word, kernel }
    }
}

fn sum(a: &VectorSpace, b: &VectorSpace) -> VectorSpace {
    VectorSpace::spanned_by(a.basis().chain(b.basis()))
}

/// Returns an index that is in neither of two spaces; `None` if one of them is the whole.
fn outside(sides: &[VectorSpace; 2], held: &VectorSpace) -> Option<u64> {
    let [a, b] = sides;
    let not_a = held.basis().find(|&index| !a.contains(index))?;
    let not_b = held.basis().find(|&index| !b.contains(index))?;
    // If each is in the other space, their sum is in none.
    [not_a, not_b, not_a ^ not_b].into_iter().find(|&it| !a.contains(it) && !b.contains(it))
}
