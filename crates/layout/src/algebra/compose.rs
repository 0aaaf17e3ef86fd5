//! Composition: one layout whose offsets are the indices of another.

use super::fault::AlgebraFault;
use super::nested::first_fastest;
use super::tiler::{Tiler, tiled_modes};
use crate::normal::{BitSwizzle, MixedRadix, RadixDigit, coalesced};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, Elems, LogicalIndex};
use crate::transform::{Embed, Freeze, Insert, Offset, Unmerge};

impl Layout {
    /// Returns the composition of this layout and `inner`: index c has the offset that this layout has at the index
    /// `inner(c)`. An offset of `inner` is an index of this layout in one dimension, whose first logical dim is the
    /// fastest. The result has the logical dims of `inner`; an index is valid if both layouts are valid there. A tiler by
    /// mode is composed with each logical dim.
    ///
    /// # Errors
    /// An offset of `inner` is outside the indices of this layout. Or a length is dynamic, or an offset does not fit 64
    /// bits.
    pub fn compose(&self, inner: &Tiler) -> Result<Layout, AlgebraFault> {
        match inner {
            Tiler::Whole(inner) => self.compose_whole(inner),
            Tiler::ByMode(tilers) => self.compose_by_mode(tilers),
        }
    }

    fn compose_whole(&self, inner: &Layout) -> Result<Layout, AlgebraFault> {
        inner.check_inside(self.size()?)?;
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        let whole = first_fastest(&mut builder, &dims)?;
        let dims = substitute(&mut builder, whole, inner)?;
        Ok(builder.finish(&dims)?.simplified())
    }

    fn compose_by_mode(&self, tilers: &[Tiler]) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        let modes = tiled_modes(&mut builder, &dims, &self.profile(), tilers)?;
        let composed = modes.try_map(&mut |mode| {
            let Some(tile) = mode.tile else { return Ok(mode.dim) };
            tile.check_inside(builder.length(mode.dim).get().unwrap_or(1))?;
            let dims = substitute(&mut builder, mode.dim, tile)?;
            Ok::<DimId, AlgebraFault>(tile.as_mode(dims).merged(&mut builder)?)
        })?;
        let logical = composed.into_items();
        let logical = logical.iter().map(|mode| mode.merged(&mut builder));
        let logical: Vec<DimId> = logical.collect::<Result<_, _>>()?;
        Ok(builder.finish(&logical)?.simplified())
    }

    /// Returns a layout of the same function with one logical dim for each coalesced mode, the first the fastest. A
    /// layout without modes becomes one dim.
    ///
    /// # Errors
    /// A length is dynamic, or there are more than 64 modes.
    pub fn coalesce(&self) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        match self.modes() {
            Some(form) => self.with_flat_modes(form.offset, form.flat()),
            None => self.flattened(),
        }
    }

    /// Returns the coalesced layout without its modes of stride 0, as CuTe's `filter` does.
    ///
    /// # Errors
    /// As [`coalesce`](Self::coalesce).
    pub fn filter(&self) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        let Some(form) = self.modes() else { return self.flattened() };
        let moving = form.flat().into_iter().filter(|mode| mode.stride != 0);
        self.with_flat_modes(form.offset, coalesced(moving))
    }

    fn with_flat_modes(&self, offset: i64, flat: Vec<RadixDigit>) -> Result<Layout, AlgebraFault> {
        Ok(self.with_elem_of(from_flat_modes(offset, flat)?))
    }

    /// Returns a layout with the element size of this one, if it has any.
    pub(super) fn with_elem_of(&self, layout: Layout) -> Layout {
        match self.elem() {
            Some(elem) => layout.with_elem(elem),
            None => layout,
        }
    }

    /// Returns the layout with one logical dim, whose index has the logical indices as its digits, the first the fastest.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(super) fn flattened(&self) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        let whole = first_fastest(&mut builder, &dims)?;
        Ok(builder.finish(&[whole])?)
    }

    /// Returns the logical lengths.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(super) fn static_lengths(&self) -> Result<Vec<i64>, AlgebraFault> {
        self.shape().iter().map(|(dim, len)| len.get().ok_or(AlgebraFault::Dynamic(dim))).collect()
    }

    /// Returns the number of indices.
    ///
    /// # Errors
    /// A length is dynamic.
    pub(super) fn size(&self) -> Result<i64, AlgebraFault> {
        // A layout has less than 2^63 indices.
        Ok(self.static_lengths()?.iter().product())
    }

    /// Returns an error with a witness unless all offsets are indices below `size`.
    pub(super) fn check_inside(&self, size: i64) -> Result<(), AlgebraFault> {
        let Some((low, high)) = self.offset_range()? else { return Ok(()) };
        let outside = [low, high].into_iter().find(|end| !(0..size).contains(&end.get()));
        let Some(end) = outside else { return Ok(()) };
        Err(AlgebraFault::Leaves { at: self.first_at(end)?, offset: end.get(), size })
    }

    /// Returns the first index with an offset that some index has.
    pub(super) fn first_at(&self, offset: Elems) -> Result<LogicalIndex, AlgebraFault> {
        let first = self.owners_of(offset)?.first;
        first.ok_or(AlgebraFault::Empty)
    }

    /// Returns the layout with its offsets permuted by a swizzle: CuTe's `S<bits,base,shift> o layout`.
    ///
    /// # Errors
    /// An offset is negative or does not fit 62 bits, or a length is dynamic.
    pub fn swizzled(&self, swizzle: BitSwizzle) -> Result<Layout, AlgebraFault> {
        if swizzle == BitSwizzle::IDENTITY {
            return Ok(self.clone());
        }
        let Some((low, high)) = self.offset_range()? else { return Err(AlgebraFault::Empty) };
        if low.get() < 0 {
            return Err(AlgebraFault::Negative { at: self.first_at(low)?, offset: low.get() });
        }
        let permutation = swizzle.layout(high.get().saturating_add(1))?;
        Ok(self.with_elem_of(permutation.compose(&Tiler::Whole(self.clone()))?))
    }
}

/// Returns a layout with one logical dim for each mode; one of length 1 if there are none.
pub(super) fn from_flat_modes(offset: i64, flat: Vec<RadixDigit>) -> Result<Layout, LayoutFault> {
    let mut dims: Vec<Vec<RadixDigit>> = flat.into_iter().map(|mode| vec![mode]).collect();
    if dims.is_empty() {
        dims.push(Vec::new());
    }
    MixedRadix::of_modes(offset, dims)?.layout(None)
}

/// Replaces a dim by the logical dims of a layout, whose offsets are indices of the dim.
pub(super) fn substitute(
    builder: &mut LayoutBuilder,
    dim: DimId,
    by: &Layout,
) -> Result<Vec<DimId>, LayoutFault> {
    Ok(substitute_sum(builder, dim, &[by])?.concat())
}

/// Replaces a dim by the logical dims of several layouts, whose offsets add up to indices of the dim. The lengths of the
/// layouts are static.
pub(super) fn substitute_sum(
    builder: &mut LayoutBuilder,
    dim: DimId,
    parts: &[&Layout],
) -> Result<Vec<Vec<DimId>>, LayoutFault> {
    let mut lengths = Vec::new();
    let mut strides = Vec::new();
    let mut begin = 0i64;
    for part in parts {
        let memory = part.physical();
        begin = begin
            .checked_add(memory.offset().get())
            .ok_or_else(|| LayoutFault::new("an offset does not fit 64 bits"))?;
        lengths.extend(memory.shape().values().map(|len| len.get().unwrap_or(1)));
        strides.extend(memory.strides().values().map(|stride| stride.get()));
    }
    let below = match begin {
        0 => dim,
        by => builder.apply(Offset { by }, &[dim])?[0],
    };
    let mut memory = spread(builder, below, lengths, strides)?.into_iter();
    parts
        .iter()
        .map(|part| {
            let own: Vec<DimId> = memory.by_ref().take(part.base_dims().len()).collect();
            builder.append(part, &own)
        })
        .collect()
}

/// Replaces a dim by dims of these lengths, whose indices times the strides add up to its index. If the strides divide
/// each other and nest, the transforms have an inverse.
fn spread(
    builder: &mut LayoutBuilder,
    dim: DimId,
    lengths: Vec<i64>,
    strides: Vec<i64>,
) -> Result<Vec<DimId>, LayoutFault> {
    let Some(digits) = SpreadDigits::from_strides(&lengths, &strides) else {
        return builder.apply(Embed { lengths, strides }, &[dim]);
    };
    let split = builder.apply(Unmerge { lengths: digits.lengths }, &[dim])?;
    let mut results = Vec::new();
    for (at, &length) in lengths.iter().enumerate() {
        results.push(match digits.digits[at] {
            Some(place) => split[place],
            None => builder.apply(Insert { length }, &[])?[0],
        });
    }
    for (place, &gap) in split.iter().enumerate() {
        if !digits.digits.contains(&Some(place)) {
            builder.apply(Freeze { at: 0 }, &[gap])?;
        }
    }
    Ok(results)
}

/// The digits of an index that are the indices of dims.
struct SpreadDigits {
    /// The lengths of the digits, the slowest first.
    lengths: Vec<i64>,
    /// The digit of each dim; `None` for a dim whose stride has no effect.
    digits: Vec<Option<usize>>,
}

impl SpreadDigits {
    /// Returns the digits of dims of these lengths and strides; `None` if the strides do not nest, or do not divide each
    /// other.
    fn from_strides(lengths: &[i64], strides: &[i64]) -> Option<SpreadDigits> {
        let mut order: Vec<usize> =
            (0..lengths.len()).filter(|&at| lengths[at] > 1 && strides[at] != 0).collect();
        order.sort_by_key(|&at| strides[at]);
        // The digits, the fastest first. A digit of length 1 keeps the list nonempty if no dim moves.
        let mut fastest_first = vec![(1, None)];
        let mut block = 1i64;
        for at in order {
            let stride = strides[at];
            if stride < block || stride % block != 0 {
                return None;
            }
            if stride > block {
                fastest_first.push((stride / block, None));
            }
            fastest_first.push((lengths[at], Some(at)));
            block = stride.checked_mul(lengths[at])?;
        }
        let mut places = vec![None; lengths.len()];
        for (place, (_, at)) in fastest_first.iter().rev().enumerate() {
            if let Some(at) = at {
                places[*at] = Some(place);
            }
        }
        Some(SpreadDigits {
            lengths: fastest_first.iter().rev().map(|&(length, _)| length).collect(),
            digits: places,
        })
    }
}
