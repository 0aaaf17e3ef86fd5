//! Complement: the offsets at which a layout can be repeated.
//!
//! The modes of the layout are sorted by stride. They *nest* if each stride is at least the span of the modes below it.
//! The complement then has a mode for each gap between two modes, and a last mode that repeats the whole.

use super::compose::from_flat_modes;
use super::fault::AlgebraFault;
use crate::normal::{IndexDigit, RadixDigit, coalesced};
use crate::pipeline::Layout;
use crate::space::{Elems, LogicalIndex};
use crate::stride::AddressError;

/// The modes of a complement.
pub(super) struct ComplementModes {
    pub(super) modes: Vec<RadixDigit>,
    /// The least offset that is in no repetition; `None` if the repetitions leave no hole.
    pub(super) hole: Option<i64>,
}

impl Layout {
    /// Returns the complement of the offsets of this layout up to `target`, CuTe's layout of repetitions. Its offsets
    /// start at 0 and increase. The sums of an offset of this layout, relative to its least one, and an offset of the
    /// complement are all different, indices that share an offset in this layout aside. The greatest sum is at least
    /// `target - 1`, with as few repetitions as possible.
    ///
    /// # Errors
    /// The modes of this layout overlap, or its offsets are not those of modes. The target is below 1, a length is
    /// dynamic, or an offset does not fit 64 bits.
    pub fn complement(&self, target: i64) -> Result<Layout, AlgebraFault> {
        Ok(from_flat_modes(0, self.repetitions(target, 1)?.modes)?)
    }

    /// Returns the modes of the complement, which has at least `least` indices.
    pub(super) fn repetitions(
        &self,
        target: i64,
        least: i64,
    ) -> Result<ComplementModes, AlgebraFault> {
        if target < 1 {
            return Err(AlgebraFault::Target(target));
        }
        self.static_lengths()?;
        let found = repetitions(&self.sorted_modes()?, target, least);
        found.ok_or(AlgebraFault::Address(AddressError::Overflow))
    }

    /// Returns the modes of the image of this layout, by increasing stride. They nest.
    fn sorted_modes(&self) -> Result<Vec<RadixDigit>, AlgebraFault> {
        let Some(form) = self.modes() else { return self.listed_modes() };
        let mut modes: Vec<_> = form.terms().filter(|&(_, stride)| stride != 0).collect();
        modes.sort_by_key(|&(digit, stride)| (stride, digit.length));
        let mut below = vec![0; form.dims.len()];
        let mut span = 1i64;
        for &(IndexDigit { dim, weight, length }, stride) in &modes {
            let mut at = vec![0; below.len()];
            at[dim] = weight;
            let at = LogicalIndex::new(at).map_err(AddressError::from)?;
            if stride < 0 {
                return Err(AlgebraFault::Negative { at, offset: stride });
            }
            if stride < span {
                let below = LogicalIndex::new(below).map_err(AddressError::from)?;
                return Err(AlgebraFault::Overlaps { at, offset: stride, below, span });
            }
            below[dim] += weight * (length - 1);
            span = stride.saturating_mul(length);
        }
        let modes = modes.into_iter();
        Ok(modes.map(|(digit, stride)| RadixDigit { length: digit.length, stride }).collect())
    }

    /// Returns the modes of the image of a layout that has no modes itself, such as a swizzled one, from the list of its
    /// offsets.
    fn listed_modes(&self) -> Result<Vec<RadixDigit>, AlgebraFault> {
        let mut offsets = Vec::new();
        self.find_offset(|_, offset| {
            offsets.push(offset);
            None::<()>
        })?;
        offsets.sort_unstable();
        offsets.dedup();
        let Some(&least) = offsets.first() else { return Err(AlgebraFault::Empty) };
        modes_of_list(&offsets).map_err(|offset| match self.first_at(Elems::new(offset)) {
            Ok(at) => AlgebraFault::Irregular { at, offset: offset - least },
            Err(fault) => fault,
        })
    }
}

/// Returns the modes whose sums are these increasing offsets, relative to the first, by increasing stride; otherwise the
/// offset that continues no pattern.
fn modes_of_list(offsets: &[i64]) -> Result<Vec<RadixDigit>, i64> {
    let mut modes = Vec::new();
    let mut heads = offsets.to_vec();
    while let [first, second, ..] = heads[..] {
        let stride = second - first;
        let length = (0..)
            .zip(heads.iter().copied())
            .take_while(|&(n, it)| it - first == n * stride)
            .count();
        for (n, &offset) in heads.iter().enumerate() {
            let head = heads[n - n % length];
            if offset - head != stride * (n % length) as i64 {
                return Err(offset);
            }
        }
        if !heads.len().is_multiple_of(length) {
            return Err(heads[heads.len() - 1]);
        }
        modes.push(RadixDigit { length: length as i64, stride });
        heads = heads.into_iter().step_by(length).collect();
    }
    Ok(modes)
}

/// Returns the repetitions of modes that nest, by increasing stride; `None` if a number does not fit 64 bits.
fn repetitions(modes: &[RadixDigit], target: i64, least: i64) -> Option<ComplementModes> {
    let mut found = ComplementModes { modes: Vec::new(), hole: None };
    // The stride of the next repetition, the end of the offsets that are reached so far, and the number of repetitions.
    let mut block = 1i64;
    let mut end = 1i64;
    let mut count = 1i64;
    for mode in modes {
        let gap = mode.stride / block;
        if gap > 1 {
            found.modes.push(RadixDigit { length: gap, stride: block });
            end = end.checked_add((gap - 1).checked_mul(block)?)?;
            count = count.checked_mul(gap)?;
        }
        if mode.stride % block != 0 {
            found.hole = found.hole.or(Some(gap * block));
        }
        block = mode.stride.checked_mul(mode.length)?;
        end = end.checked_add(mode.stride.checked_mul(mode.length - 1)?)?;
    }
    let to_target = if target > end { (target - end - 1) / block + 2 } else { 1 };
    let to_count = (least - 1) / count + 1;
    found.modes.push(RadixDigit { length: to_target.max(to_count), stride: block });
    found.modes = coalesced(found.modes);
    Some(found)
}
