//! A tile of hardware slots that grows dim by dim, and its fit to the lengths of a tensor.
//!
//! A tile has a list of basis vectors on each axis. Each further part of the tile continues each dim where the tile ends
//! so far. At the end the tile is repeated along the dims that are longer than it, and folded along those that are shorter.

use layout::{AxisBases, AxisName};

use super::cga::Blocks;
use super::lengths::{Lengths, bit_length, fold_vector};

/// The greatest number of bits of a dim of a tile. A tensor has fewer.
const MOST_BITS: u32 = 62;

/// A tile that grows.
pub(super) struct Tile {
    /// By dim: the number of bits of the tile so far.
    bits: Vec<u32>,
    /// The axes with their basis vectors. Repetitions extend the first axis.
    axes: Vec<AxisBases>,
}

impl Tile {
    /// Returns a tile of one element.
    pub(super) fn new(rank: usize, axes: &[AxisName]) -> Tile {
        let axes = axes.iter().map(|axis| AxisBases { axis: axis.clone(), bases: Vec::new() });
        Tile { bits: vec![0; rank], axes: axes.collect() }
    }

    /// Returns a tile of one element on registers, lanes and warps.
    pub(super) fn on_registers(rank: usize) -> Tile {
        Tile::new(rank, &[AxisName::REGISTER, AxisName::LANE, AxisName::WARP])
    }

    /// Returns a tile of one element in shared memory.
    pub(super) fn in_memory(rank: usize) -> Tile {
        Tile::new(rank, &[AxisName::MEMORY])
    }

    /// Returns the length of the tile so far along a dim.
    pub(super) fn length(&self, dim: usize) -> i64 {
        1 << self.bits[dim].min(MOST_BITS)
    }

    fn bases(&mut self, axis: &AxisName) -> &mut Vec<Vec<i64>> {
        let known = self.axes.iter().position(|own| own.axis == *axis);
        let at = known.unwrap_or_else(|| {
            self.axes.push(AxisBases { axis: axis.clone(), bases: Vec::new() });
            self.axes.len() - 1
        });
        &mut self.axes[at].bases
    }

    /// Repeats the tile along a dim, a power of two of times, once for each coordinate on the axis.
    pub(super) fn repeat(&mut self, axis: &AxisName, dim: usize, times: i64) {
        self.repeat_shifted(axis, dim, times, (dim, |_| 0));
    }

    /// Repeats the tile along a dim as [`repeat`](Self::repeat) does. The repetition at a power of two of a distance along
    /// the dim is permuted: `shift` of the distance is added to the index of another dim by exclusive or.
    pub(super) fn repeat_shifted(
        &mut self,
        axis: &AxisName,
        dim: usize,
        times: i64,
        (other, shift): (usize, impl Fn(i64) -> i64),
    ) {
        for _ in 0..times.max(1).ilog2() {
            // A dim of more bits is folded to the tensor, whatever its basis.
            let distance = self.length(dim);
            let mut basis = vec![0; self.bits.len()];
            basis[dim] = distance;
            basis[other] ^= shift(distance);
            self.bits[dim] += 1;
            self.bases(axis).push(basis);
        }
    }

    /// Repeats the tile along all dims of `order`, the fastest first, by the numbers in `times` of each dim.
    pub(super) fn repeat_all(&mut self, axis: &AxisName, times: &[i64], order: &[usize]) {
        order.iter().for_each(|&dim| self.repeat(axis, dim, times[dim]));
    }

    /// Copies the tile a power of two of times, once for each coordinate on the axis.
    pub(super) fn copy(&mut self, axis: &AxisName, times: i64) {
        let zero = vec![0; self.bits.len()];
        let copies = times.max(1).ilog2() as usize;
        self.bases(axis).extend(std::iter::repeat_n(zero, copies));
    }

    /// Repeats the tile along the dims that basis vectors move, which count tiles. Each component is below 2^31 or a power
    /// of two. If its distance in elements does not fit 64 bits, it is outside of all tensors.
    pub(super) fn extend(&mut self, parts: &[AxisBases]) {
        let bits: Vec<u32> = self.bits.iter().map(|bits| (*bits).min(31)).collect();
        for AxisBases { axis, bases } in parts {
            for vector in bases {
                let basis = vector.iter().zip(&bits).map(|(part, bits)| part << bits).collect();
                self.bases(axis).push(basis);
            }
        }
        for vector in parts.iter().flat_map(|part| &part.bases) {
            for ((own, part), start) in self.bits.iter_mut().zip(vector).zip(&bits) {
                *own = (*own).max(start + bit_length(*part));
            }
        }
    }

    /// Repeats the tile on the first axis along the dims of `order` until it has these numbers of bits. A dim that has more
    /// is not changed.
    pub(super) fn grow_to(&mut self, bits: &[u32], order: &[usize]) {
        let first = self.axes[0].axis.clone();
        for &dim in order {
            self.repeat(&first, dim, 1 << bits[dim].saturating_sub(self.bits[dim]));
        }
    }

    /// Returns the bases of a tensor whose blocks this tile covers: repeated along the dims of `order`, the fastest first,
    /// and folded where it is longer than the tensor.
    pub(super) fn fit(
        mut self,
        lengths: &Lengths,
        blocks: &Blocks,
        order: &[usize],
    ) -> Vec<AxisBases> {
        let (block_bases, block_bits) = blocks.fit(lengths);
        let bits: Vec<u32> =
            lengths.bits.iter().zip(&block_bits).map(|(bits, own)| bits - own).collect();
        self.grow_to(&bits, order);
        self.fold(&bits);
        let shifted = |basis: Vec<i64>| {
            basis.into_iter().zip(&bits).map(|(part, bits)| part << bits).collect::<Vec<i64>>()
        };
        let is_register = self.axes.iter().any(|axis| axis.axis == AxisName::REGISTER);
        let bases: Vec<Vec<i64>> = block_bases.into_iter().map(shifted).collect();
        // Memory of one block has no other axis.
        if is_register || !bases.is_empty() {
            self.bases(&AxisName::BLOCK).extend(bases);
        }
        self.axes.sort_by(|a, b| a.axis.cmp(&b.axis));
        self.axes
    }

    /// Sets the components to zero that are outside of dims of these numbers of bits. A basis that becomes zero holds
    /// copies.
    fn fold(&mut self, bits: &[u32]) {
        let vectors = self.axes.iter_mut().flat_map(|axis| &mut axis.bases);
        vectors.for_each(|basis| fold_vector(basis, bits));
    }

    /// Returns the tile without the registers that are outside of dims of these numbers of bits.
    pub(super) fn without_outer_registers(mut self, bits: &[u32]) -> Tile {
        let is_inside =
            |basis: &Vec<i64>| basis.iter().zip(bits).all(|(part, bits)| part >> bits == 0);
        self.bases(&AxisName::REGISTER).retain(is_inside);
        self
    }

    /// Returns the bases of the tile as they are.
    pub(super) fn into_bases(self) -> Vec<AxisBases> {
        self.axes
    }
}

/// Removes the basis vectors of registers that are zero. Lanes, warps and blocks hold copies, but registers do not.
pub(super) fn drop_copied_registers(axes: &mut [AxisBases]) {
    for own in axes.iter_mut().filter(|own| own.axis == AxisName::REGISTER) {
        own.bases.retain(|basis| basis.iter().any(|part| *part != 0));
    }
}
