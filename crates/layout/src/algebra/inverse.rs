//! Inverses: from offsets to indices in one dimension.

use rustc_hash::FxHashMap;

use super::compose::from_flat_modes;
use super::fault::AlgebraFault;
use crate::domain::{Branches, Budget, LinearTerm, Range, solve_sum};
use crate::normal::{IndexDigit, MAX_LISTED, MixedRadix, RadixDigit, coalesced};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{Elems, LogicalIndex};
use crate::stride::AddressError;
use crate::transform::Slice;

impl Layout {
    /// Returns a right inverse: a layout whose offset at j is an index of this layout, in one dimension, that has offset
    /// j. It holds for all j below its size. Its modes follow those of this layout by increasing stride, up to the first
    /// stride that leaves a gap; a mode of stride 0 ends them at once, as in CuTe's reference implementation. An injective
    /// layout is inverted up to the least offset that no index has.
    ///
    /// # Errors
    /// No index has offset 0. A length is dynamic, or a layout that has no modes has no left inverse.
    pub fn right_inverse(&self) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        if let Some(form) = self
            .modes()
            .filter(|form| form.offset == 0 && form.flat().iter().all(|mode| mode.stride >= 0))
        {
            return Ok(from_flat_modes(0, run_of(&form))?);
        }
        if self.owners_of(Elems::ZERO)?.count == 0 {
            return Err(AlgebraFault::Uncovered { at: 0 });
        }
        let inverse = self.left_inverse()?;
        let size = inverse.size()?;
        if size == self.size()? {
            return Ok(inverse);
        }
        for offset in 0..size.min(MAX_LISTED) {
            if inverse.offset_of_one(offset).map(|it| it.is_none())? {
                let mut builder = LayoutBuilder::from_layout(&inverse);
                let dims = builder.base_dims().to_vec();
                let run = builder.apply(Slice { begin: 0, end: offset }, &dims)?;
                return Ok(builder.finish(&run)?.simplified());
            }
        }
        Err(AddressError::TooManySteps.into())
    }

    /// Returns the offset at an index of a layout of one dim.
    fn offset_of_one(&self, index: i64) -> Result<Option<Elems>, AddressError> {
        self.offset_of(&LogicalIndex::new([index])?)
    }

    /// Returns the left inverse: a layout whose offset at `self(c)` is the index c, in one dimension. If the offsets have
    /// gaps, it has one dim, from 0 to the greatest offset, and is not valid in the gaps. Otherwise it is the right
    /// inverse.
    ///
    /// # Errors
    /// Two indices share an offset, an offset is negative, or no index is valid. A length is dynamic, or the inverse
    /// exceeds the limit on steps.
    pub fn left_inverse(&self) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        let Some((low, high)) = self.offset_range()? else { return Err(AlgebraFault::Empty) };
        if low.get() < 0 {
            return Err(AlgebraFault::Negative { at: self.first_at(low)?, offset: low.get() });
        }
        if !self.is_injective()? {
            return Err(self.shared_offset()?);
        }
        let span = high.get().checked_add(1).ok_or(AddressError::Overflow)?;
        let inverse = self.inverse_layout(span)?.simplified();
        match inverse.modes() {
            Some(form) => Ok(from_flat_modes(form.offset, form.flat())?),
            None => Ok(inverse),
        }
    }

    /// Returns the fault of two indices that share an offset.
    fn shared_offset(&self) -> Result<AlgebraFault, AlgebraFault> {
        let (first, second) = match self.modes().and_then(|form| shared_indices(&form)) {
            Some(found) => found,
            None => self.listed_pair()?,
        };
        let [first, second] = [first, second].map(LogicalIndex::new);
        let first = first.map_err(AddressError::from)?;
        let second = second.map_err(AddressError::from)?;
        let offset = self.offset_of(&first)?.map_or(0, |offset| offset.get());
        Ok(AlgebraFault::Shared { first, second, offset })
    }

    /// Returns the first two indices that share an offset, from the list of all offsets.
    fn listed_pair(&self) -> Result<(Vec<i64>, Vec<i64>), AlgebraFault> {
        let mut owners: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
        let pair = self.find_offset(|index, offset| {
            Some((owners.insert(offset, index.to_vec())?, index.to_vec()))
        })?;
        pair.ok_or(AlgebraFault::Empty)
    }
}

/// Returns the modes of the right inverse of modes.
fn run_of(form: &MixedRadix) -> Vec<RadixDigit> {
    let mut weight = 1;
    let mut modes = Vec::new();
    for mode in form.flat() {
        modes.push((mode, weight));
        weight *= mode.length;
    }
    modes.sort_by_key(|&(mode, _)| (mode.stride, mode.length));
    let mut end = 1;
    let mut inverse = Vec::new();
    for (mode, weight) in modes {
        if mode.stride != end {
            break;
        }
        inverse.push(RadixDigit { length: mode.length, stride: weight });
        end *= mode.length;
    }
    coalesced(inverse)
}

/// Returns two indices with the same offset; `None` if a bounded search finds none.
fn shared_indices(form: &MixedRadix) -> Option<(Vec<i64>, Vec<i64>)> {
    let terms: Vec<(IndexDigit, i64)> = form.terms().collect();
    let mut difference = vec![0; terms.len()];
    if let Some(still) = terms.iter().position(|&(_, stride)| stride == 0) {
        difference[still] = 1;
    } else {
        let sum = terms.iter().map(|&(digit, factor)| LinearTerm {
            factor,
            range: Range { low: 1 - digit.length, high: digit.length - 1 },
        });
        let mut zeros = Branches::default();
        // Branches that were found before the budget ended are solutions, too.
        let _ = solve_sum(0, &sum.collect::<Vec<_>>(), &mut Budget::default(), &mut zeros);
        let starts = (0..zeros.count()).map(|at| zeros.get(at).iter().map(|it| it.start));
        difference =
            starts.map(Iterator::collect::<Vec<i64>>).find(|it| it.iter().any(|&it| it != 0))?;
    }
    let mut first = vec![0; form.dims.len()];
    let mut second = first.clone();
    for (&(IndexDigit { dim, weight, .. }, _), &step) in terms.iter().zip(&difference) {
        first[dim] += weight * (-step).max(0);
        second[dim] += weight * step.max(0);
    }
    Some((first, second))
}
