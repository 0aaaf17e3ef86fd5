//! The normal form of placements over bits: all coordinates as one affine map over GF(2).
//!
//! Placements of GPU tiles have lengths that are powers of two, and their coordinates are exclusive ors of bits of the
//! index and of the number of the copy. Then each question is one of ranks, at any size: two placements are equal if their
//! copies span the same space and their maps differ by members of it. No slot has two owners if the rank of all columns is
//! the number of index bits plus the rank of the copies.

use super::axis::AxisName;
use super::form::Placement;
use crate::normal::{IndexDigit, VectorSpace, add_tracked, reduced, transposed};

/// The maximum number of bits of all coordinates together.
const MAX_BITS: usize = crate::limits::MATRIX_SIDE as usize;

/// A placement as an affine map over bits. The bits of a slot are those of its coordinates, from the innermost axis.
#[derive(Clone, Debug)]
pub(super) struct BitPlacement {
    /// The axes with the number of bits of each, innermost first.
    axes: Vec<(AxisName, usize)>,
    /// The lengths of the dims of the index.
    lengths: Vec<i64>,
    /// The image of each bit of the index, by dim, the lowest bit of each dim first.
    index: Vec<u64>,
    /// The images of the bits of the copies.
    copies: Vec<u64>,
    /// The images of the bits of the parts.
    parts: Vec<u64>,
    /// The image of zero.
    constant: u64,
}

impl Placement {
    /// Returns the placement as a map over bits; `None` if a length is not a power of two, a coordinate is not an
    /// exclusive or of bits, or there are too many bits.
    pub(super) fn bits(&self) -> Option<BitPlacement> {
        let lengths = self.function().shape().static_lengths()?;
        if lengths.iter().any(|length| length.count_ones() != 1) {
            return None;
        }
        let dims = lengths.iter().copied().enumerate();
        let digits: Vec<IndexDigit> = dims
            .filter(|&(_, length)| length > 1)
            .map(|(dim, length)| IndexDigit { dim, weight: 1, length })
            .collect();
        let columns: usize = lengths.iter().map(|length| length.trailing_zeros() as usize).sum();
        let mut images = vec![0u64; columns];
        let mut constant = 0;
        let mut axes = Vec::new();
        let mut used = 0;
        for (axis, layout) in self.coordinates() {
            let (matrix, own) = layout.bit_form_over(&digits)?.affine_map()?;
            let bits = matrix.rows().len();
            if used + bits > MAX_BITS {
                return None;
            }
            if bits > 0 {
                let columns = transposed(matrix.rows(), columns);
                images.iter_mut().zip(columns).for_each(|(image, own)| *image |= own << used);
                constant |= own << used;
            }
            axes.push((axis.clone(), bits));
            used += bits;
        }
        let rank = self.shape().len();
        let bits_of = |dims: &[i64]| -> usize {
            dims.iter().map(|length| length.trailing_zeros() as usize).sum()
        };
        let parts = images.split_off(bits_of(&lengths[..self.first_part()]));
        let copies = images.split_off(bits_of(&lengths[..rank]));
        let lengths = lengths[..rank].to_vec();
        Some(BitPlacement { axes, lengths, index: images, copies, parts, constant })
    }
}

impl BitPlacement {
    /// Returns two placements with the same bits of each axis of either; `None` if there are too many bits.
    pub(super) fn aligned(a: &BitPlacement, b: &BitPlacement) -> Option<[BitPlacement; 2]> {
        let mut axes: Vec<(AxisName, usize)> = Vec::new();
        for (axis, bits) in a.axes.iter().chain(&b.axes) {
            match axes.iter_mut().find(|(known, _)| known == axis) {
                Some((_, known)) => *known = (*known).max(*bits),
                None => axes.push((axis.clone(), *bits)),
            }
        }
        axes.sort();
        let bits: usize = axes.iter().map(|(_, bits)| bits).sum();
        (bits <= MAX_BITS).then(|| [a.spread(&axes), b.spread(&axes)])
    }

    /// Returns the same map with more axes or more bits of an axis.
    fn spread(&self, axes: &[(AxisName, usize)]) -> BitPlacement {
        let moved = |image: &u64| {
            let mut from = 0;
            let own = self.axes.iter().map(|(axis, bits)| {
                let before = axes.iter().take_while(|(known, _)| known != axis);
                let to: usize = before.map(|(_, bits)| bits).sum();
                let field = low_bits(image.checked_shr(from as u32).unwrap_or(0), *bits);
                from += bits;
                field.checked_shl(to as u32).unwrap_or(0)
            });
            own.fold(0, |all, field| all | field)
        };
        BitPlacement {
            axes: axes.to_vec(),
            lengths: self.lengths.clone(),
            index: self.index.iter().map(moved).collect(),
            copies: self.copies.iter().map(moved).collect(),
            parts: self.parts.iter().map(moved).collect(),
            constant: moved(&self.constant),
        }
    }

    /// Returns the slots of all copies, relative to the first.
    pub(super) fn copies(&self) -> VectorSpace {
        VectorSpace::spanned_by(self.copies.iter().copied())
    }

    /// Returns `true` if parts have slots of their own.
    pub(super) fn has_parts(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Returns the binary logarithm of the number of slots in use.
    pub(super) fn used_bits(&self) -> usize {
        let all = self.index.iter().chain(&self.copies).chain(&self.parts);
        VectorSpace::spanned_by(all.copied()).dimension()
    }

    /// Returns `true` if no slot has two owners.
    pub(super) fn is_injective(&self) -> bool {
        let held = self.copies.iter().chain(&self.parts);
        let held = VectorSpace::spanned_by(held.copied()).dimension();
        self.used_bits() == self.index.len() + held
    }

    /// Returns the first index, in row-major order, whose families of slots differ; `None` if all are equal. The
    /// placements are [`aligned`](Self::aligned).
    pub(super) fn first_difference(&self, other: &BitPlacement) -> Option<Vec<i64>> {
        let zero = vec![0; self.lengths.len()];
        let all = |map: &BitPlacement| {
            VectorSpace::spanned_by(map.copies.iter().chain(&map.parts).copied())
        };
        let held = all(self);
        if self.copies() != other.copies()
            || held != all(other)
            || !held.contains(self.constant ^ other.constant)
        {
            return Some(zero);
        }
        // The indices at which both agree are a space of vectors. The least number outside of it is a single bit: the
        // lowest, in row-major order, that is outside.
        let mut at = self.index.len();
        for (dim, &length) in self.lengths.iter().enumerate().rev() {
            let bits = length.trailing_zeros() as usize;
            at -= bits;
            for bit in 0..bits {
                if !held.contains(self.index[at + bit] ^ other.index[at + bit]) {
                    let mut index = zero;
                    index[dim] = 1 << bit;
                    return Some(index);
                }
            }
        }
        None
    }

    /// Returns the number of slots of the target `other` that have a source in this placement with equal coordinates on
    /// all axes outside of the first `inner` axes. The placements are [`aligned`](Self::aligned), without parts.
    pub(super) fn reached(&self, other: &BitPlacement, inner: usize) -> u128 {
        let skipped: usize = self.axes[..inner].iter().map(|(_, bits)| bits).sum();
        let outer = |image: u64| image.checked_shr(skipped as u32).unwrap_or(0);
        let own = self.copies.iter().map(|&copy| outer(copy));
        let own = VectorSpace::spanned_by(own);
        let mut all = own.clone();
        let moves = self.index.iter().zip(&other.index).map(|(a, b)| a ^ b);
        moves.chain(other.copies.iter().copied()).for_each(|image| {
            all.insert(outer(image));
        });
        if !all.contains(outer(self.constant ^ other.constant)) {
            return 0;
        }
        let bits =
            self.index.len() + other.copies().dimension() + own.dimension() - all.dimension();
        1 << bits
    }

    /// Returns the index that each bit of a slot adds, the bits of the first dim the lowest; `None` if the slot zero does
    /// not hold the index zero, or a slot holds no index.
    pub(super) fn indices_of_slot_bits(&self) -> Option<Vec<u64>> {
        if self.constant != 0 {
            return None;
        }
        // The slots of columns, each with its index. Copies have the index zero.
        let copies = self.copies.iter().map(|&copy| (copy, 0));
        let columns = self.index.iter().enumerate().map(|(bit, &slot)| (slot, 1 << bit));
        let bits = self.axes.iter().map(|(_, bits)| bits).sum();
        indices_of_bits(copies.chain(columns), bits)
    }

    /// Returns the axes with the numbers of their bits, innermost first.
    pub(super) fn axes_with_bits(&self) -> impl Iterator<Item = (&AxisName, usize)> {
        self.axes.iter().map(|(axis, bits)| (axis, *bits))
    }

    /// Returns the axes, innermost first.
    pub(super) fn axes(&self) -> impl ExactSizeIterator<Item = &AxisName> {
        self.axes.iter().map(|(axis, _)| axis)
    }
}

/// Returns the index that each bit of a slot adds in the linear map that holds these indices in these slots, all as bits;
/// `None` if a bit is not a sum of the slots, or there are more than 64 bits.
pub(super) fn indices_of_bits(
    slots: impl Iterator<Item = (u64, u64)>,
    bits: usize,
) -> Option<Vec<u64>> {
    let mut known: Vec<(u64, u64)> = Vec::new();
    for slot in slots {
        add_tracked(&mut known, slot);
    }
    let index = |bit| match reduced(&known, (1u64.checked_shl(bit)?, 0)) {
        (0, index) => Some(index),
        _ => None,
    };
    (0..u32::try_from(bits).ok()?).map(index).collect()
}

/// Returns the lowest bits of a number.
fn low_bits(value: u64, bits: usize) -> u64 {
    if bits >= u64::BITS as usize { value } else { value & ((1 << bits) - 1) }
}
