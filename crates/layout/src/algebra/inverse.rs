//! Inverses: from offsets to indices in one dimension.

use rustc_hash::FxHashMap;

use super::compose::from_flat_modes;
use super::fault::AlgebraFault;
use super::modes::{LayoutMode, ModeForm, coalesced};
use crate::domain::{Branches, Budget, LinearTerm, Range, solve_sum};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{Elems, IndexSpace, LogicalIndex};
use crate::stride::AddressError;
use crate::transform::Slice;

/// The maximum number of indices that are listed to find two that share an offset.
const MAX_LISTED: u128 = crate::limits::LISTED_FOR_SHARED_OFFSET as u128;

const MAX_TESTED: i64 = crate::limits::TESTED as i64;

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
        if let Some(form) = self.modes().filter(|form| form.offset == 0 && !form.descends()) {
            return Ok(from_flat_modes(0, form.run())?);
        }
        if self.owners_of(Elems::ZERO)?.count == 0 {
            return Err(AlgebraFault::Uncovered { at: 0 });
        }
        let inverse = self.left_inverse()?;
        let size = inverse.size()?;
        if size == self.size()? {
            return Ok(inverse);
        }
        let is_hole = |offset: &i64| inverse.offset_of_one(*offset).map(|it| it.is_none());
        for offset in 0..size.min(MAX_TESTED) {
            if is_hole(&offset)? {
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
        let inverse = self.inverted(span)?.simplified();
        match inverse.modes() {
            Some(form) => Ok(from_flat_modes(form.offset, form.flat())?),
            None => Ok(inverse),
        }
    }

    /// Returns the inverse of an injective layout over the offsets below `span`.
    fn inverted(&self, span: i64) -> Result<Layout, AlgebraFault> {
        let lengths = self.static_lengths()?;
        let mut weight = 1;
        let indices = lengths.iter().map(|&length| {
            let mode = LayoutMode { length, stride: weight };
            weight *= length;
            vec![mode]
        });
        let indices = Layout::from_modes(&ModeForm { offset: 0, dims: indices.collect() })?;
        let map = match indices.copy_map_to(&self.clone().simplified()) {
            Ok(map) => map,
            Err(_) => match self.bitwise_inverse()? {
                Some(map) => map,
                None => return self.listed_inverse(span),
            },
        };
        let mut builder = LayoutBuilder::from_layout(&map);
        let slots = builder.base_dims().to_vec();
        if map.size()? == span {
            return Ok(map);
        }
        let offsets = builder.apply(Slice { begin: 0, end: span }, &slots)?;
        Ok(builder.finish(&offsets)?)
    }

    /// Returns the inverse of a map over bits and digits, from offsets to indices in one dimension; `None` if the layout is
    /// not such a map.
    fn bitwise_inverse(&self) -> Result<Option<Layout>, AlgebraFault> {
        match self.bit_form().and_then(|form| form.affine_map()) {
            Some((matrix, constant)) => Ok(Some(matrix.inverse_layout(constant)?)),
            None => Ok(self.bit_form_of_powers().and_then(|form| form.inverse_layout())),
        }
    }

    /// Returns the fault of two indices that share an offset.
    fn shared_offset(&self) -> Result<AlgebraFault, AlgebraFault> {
        let (first, second) = match self.modes().and_then(|form| form.shared_indices()) {
            Some(found) => found,
            None => self.listed_pair()?,
        };
        let [first, second] = [first, second].map(LogicalIndex::new);
        let (first, second) =
            (first.map_err(AddressError::from)?, second.map_err(AddressError::from)?);
        let offset = self.offset_of(&first)?.map_or(0, |offset| offset.get());
        Ok(AlgebraFault::Shared { first, second, offset })
    }

    /// Returns the first two indices that share an offset, from the list of all offsets.
    fn listed_pair(&self) -> Result<(Vec<i64>, Vec<i64>), AlgebraFault> {
        let space = IndexSpace::below(self.static_lengths()?);
        if space.count() > MAX_LISTED {
            return Err(AddressError::TooManySteps.into());
        }
        let mut evaluator = self.evaluator();
        let mut owners: FxHashMap<i64, Vec<i64>> = FxHashMap::default();
        for index in space.iter() {
            let Some(offset) = evaluator.offset_of_inside(index.iter().copied())? else { continue };
            if let Some(first) = owners.insert(offset.get(), index.clone()) {
                return Ok((first, index));
            }
        }
        Err(AlgebraFault::Empty)
    }
}

impl ModeForm {
    /// Returns `true` if a stride is negative.
    fn descends(&self) -> bool {
        self.dims.iter().flatten().any(|mode| mode.stride < 0)
    }

    /// Returns the modes of the right inverse.
    fn run(&self) -> Vec<LayoutMode> {
        let mut weight = 1;
        let mut modes = Vec::new();
        for mode in self.flat() {
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
            inverse.push(LayoutMode { length: mode.length, stride: weight });
            end *= mode.length;
        }
        coalesced(inverse)
    }

    /// Returns two indices with the same offset; `None` if a bounded search finds none.
    fn shared_indices(&self) -> Option<(Vec<i64>, Vec<i64>)> {
        let mut places = Vec::new();
        for (dim, modes) in self.dims.iter().enumerate() {
            let mut weight = 1;
            for &mode in modes {
                places.push((dim, weight, mode));
                weight *= mode.length;
            }
        }
        let mut difference = vec![0; places.len()];
        if let Some(still) = places.iter().position(|(.., mode)| mode.stride == 0) {
            difference[still] = 1;
        } else {
            let term = |&(.., mode): &(usize, i64, LayoutMode)| LinearTerm {
                factor: mode.stride,
                range: Range { low: 1 - mode.length, high: mode.length - 1 },
            };
            let terms: Vec<LinearTerm> = places.iter().map(term).collect();
            let mut zeros = Branches::default();
            // Branches that were found before the budget ended are solutions, too.
            let _ = solve_sum(0, &terms, &mut Budget::default(), &mut zeros);
            let starts = (0..zeros.count()).map(|at| zeros.get(at).iter().map(|it| it.start));
            difference = starts
                .map(Iterator::collect::<Vec<i64>>)
                .find(|it| it.iter().any(|&it| it != 0))?;
        }
        let (mut first, mut second) = (vec![0; self.dims.len()], vec![0; self.dims.len()]);
        for (&(dim, weight, _), &step) in places.iter().zip(&difference) {
            first[dim] += weight * (-step).max(0);
            second[dim] += weight * step.max(0);
        }
        Some((first, second))
    }
}
