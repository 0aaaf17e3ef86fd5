//! Product: copies of a layout at the offsets of its complement.

use super::compose::{from_flat_modes, substitute_sum};
use super::fault::AlgebraFault;
use super::grouping::{Grouping, TiledDim};
use super::nested::Nested;
use super::tiler::{Tiler, tiled_modes};
use crate::normal::{MixedRadix, RadixDigit};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::stride::AddressError;
use crate::transform::{Freeze, Offset};

impl Layout {
    /// Returns CuTe's `logical_product`: this layout as a dim, and its copies as a dim. Copy b is moved by the offset that
    /// the complement of this layout has at the index `copies(b)`. A tiler by mode repeats each logical dim, whose own
    /// index is then the faster part; such copies may collide, as in CuTe.
    ///
    /// # Errors
    /// The modes of this layout overlap. Or a length is dynamic, or a number does not fit 64 bits.
    pub fn logical_product(&self, copies: &Tiler) -> Result<Layout, AlgebraFault> {
        self.repeated(copies, Grouping::Logical)
    }

    /// Returns CuTe's `zipped_product`: one dim of this layout, and one dim of all copies.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub fn zipped_product(&self, copies: &Tiler) -> Result<Layout, AlgebraFault> {
        self.repeated(copies, Grouping::Zipped)
    }

    /// Returns CuTe's `tiled_product`: one dim of this layout, and a dim of the copies for each mode of the tiler. A tiler
    /// of one layout has a dim for each of its logical dims.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub fn tiled_product(&self, copies: &Tiler) -> Result<Layout, AlgebraFault> {
        self.repeated(copies, Grouping::Tiled)
    }

    /// Returns CuTe's `flat_product`: a dim for each mode of this layout, and a dim of the copies for each mode of the
    /// tiler.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub fn flat_product(&self, copies: &Tiler) -> Result<Layout, AlgebraFault> {
        self.repeated(copies, Grouping::Flat)
    }

    /// Returns CuTe's `blocked_product`: each dim of this layout, merged with the dim of the copies that has its number.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub fn blocked_product(&self, copies: &Layout) -> Result<Layout, AlgebraFault> {
        self.repeated(&Tiler::Whole(copies.clone()), Grouping::Blocked)
    }

    /// Returns CuTe's `raked_product`: as [`blocked_product`](Self::blocked_product), with the copies the faster parts.
    ///
    /// # Errors
    /// As [`logical_product`](Self::logical_product).
    pub fn raked_product(&self, copies: &Layout) -> Result<Layout, AlgebraFault> {
        self.repeated(&Tiler::Whole(copies.clone()), Grouping::Raked)
    }

    /// Returns CuTe's `tile_to_shape`: the blocked product with the copies that fill a shape. `order` has the position of
    /// each dim among the copies, the lowest the fastest.
    ///
    /// # Errors
    /// The lengths are fewer than the dims of this layout, or no multiples of theirs. Or as
    /// [`logical_product`](Self::logical_product).
    pub fn tile_to_shape(&self, lengths: &[i64], order: &[i64]) -> Result<Layout, AlgebraFault> {
        let own = self.static_lengths()?;
        if lengths.len() < own.len() || lengths.len() != order.len() {
            return Err(LayoutFault::new(format!(
                "the shape has {} dims, its order {} and the block {}",
                lengths.len(),
                order.len(),
                own.len()
            ))
            .into());
        }
        let mut copies = MixedRadix::linear(lengths, &vec![0; lengths.len()], 0);
        for (at, length) in copies.lengths.iter_mut().enumerate() {
            let block = own.get(at).copied().unwrap_or(1);
            if *length < 1 || *length % block != 0 {
                let message = format!(
                    "length {length} of dim d{at} must be a multiple of the length {block} of the block"
                );
                return Err(LayoutFault::new(message).into());
            }
            *length /= block;
        }
        let mut fastest_first: Vec<usize> = (0..lengths.len()).collect();
        fastest_first.sort_by_key(|&at| order[at]);
        let mut stride = 1;
        for at in fastest_first {
            let length = copies.lengths[at];
            copies.dims[at] = vec![RadixDigit { length, stride }];
            stride = length.checked_mul(stride).ok_or(AddressError::Overflow)?;
        }
        self.blocked_product(&copies.layout(None)?)
    }

    /// Repeats the layout, and groups its dims and those of the copies.
    fn repeated(&self, copies: &Tiler, grouping: Grouping) -> Result<Layout, AlgebraFault> {
        let mut parts = vec![self.clone()];
        let tree = match copies {
            Tiler::Whole(copies) => {
                parts.push(self.copies(copies)?);
                Nested::Leaf(Some(copies))
            }
            Tiler::ByMode(tilers) => {
                self.static_lengths()?;
                let mut builder = LayoutBuilder::from_layout(self);
                let dims = builder.base_dims().to_vec();
                let modes = tiled_modes(&mut builder, &dims, &self.profile(), tilers)?;
                let mut dims = Vec::new();
                let mut tiles = Vec::new();
                let tree = modes.map(&mut |mode| {
                    dims.push(mode.dim);
                    tiles.push(mode.tile);
                    mode.tile
                });
                parts[0] = builder.finish(&dims)?;
                for (at, copies) in tiles.into_iter().enumerate() {
                    if let Some(copies) = copies {
                        parts.push(parts[0].along(at)?.copies(copies)?);
                    }
                }
                tree
            }
        };
        let (mut builder, whole) = memory_of(&parts)?;
        let parts: Vec<&Layout> = parts.iter().collect();
        let mut dims = substitute_sum(&mut builder, whole, &parts)?.into_iter();
        let block = dims.next().unwrap_or_default();
        let own: Vec<Nested<DimId>> = match copies {
            Tiler::Whole(_) => vec![self.as_mode(block)],
            Tiler::ByMode(_) => block.into_iter().map(Nested::Leaf).collect(),
        };
        let mut own = own.into_iter();
        let tiled = tree.map(&mut |copies| {
            let own = own.next().unwrap_or(Nested::Tuple(Vec::new()));
            match copies {
                Some(copies) => {
                    let rest = copies.as_mode(dims.next().unwrap_or_default());
                    TiledDim { tile: Some(own), rest }
                }
                None => TiledDim { tile: None, rest: own },
            }
        });
        Ok(self.with_elem_of(grouping.finish(builder, &tiled)?))
    }

    /// Returns the offsets by which the copies of this layout are moved: its complement composed with `copies`.
    fn copies(&self, copies: &Layout) -> Result<Layout, AlgebraFault> {
        let last = copies.offset_range()?.map_or(0, |(_, last)| last.get());
        let cosize = last.checked_add(1).ok_or(AddressError::Overflow)?.max(1);
        let target = self.size()?.checked_mul(cosize).ok_or(AddressError::Overflow)?;
        let positions = from_flat_modes(0, self.repetitions(target, cosize)?.modes)?;
        positions.compose(&Tiler::Whole(copies.clone()))
    }

    /// Returns the layout of one logical dim, with all other indices zero.
    fn along(&self, at: usize) -> Result<Layout, AlgebraFault> {
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        for (_, &other) in dims.iter().enumerate().filter(|&(other, _)| other != at) {
            builder.apply(Freeze { at: 0 }, &[other])?;
        }
        Ok(builder.finish(&[dims[at]])?)
    }
}

/// Returns a builder over memory of one dim that holds all sums of an offset of each layout, and a dim whose index is the
/// sum.
fn memory_of(parts: &[Layout]) -> Result<(LayoutBuilder, DimId), AlgebraFault> {
    let mut low = 0i64;
    let mut high = 0i64;
    for part in parts {
        let Some((first, last)) = part.offset_range()? else { return Err(AlgebraFault::Empty) };
        low = low.checked_add(first.get()).ok_or(AddressError::Overflow)?;
        high = high.checked_add(last.get()).ok_or(AddressError::Overflow)?;
    }
    let begin = low.min(0);
    let length = high.checked_sub(begin).and_then(|length| length.checked_add(1));
    let length = length.ok_or(AddressError::Overflow)?;
    let mut builder = LayoutBuilder::strided(&[length], &[1], begin)?;
    let memory = builder.base_dims().to_vec();
    let whole = match begin {
        0 => memory[0],
        _ => builder
            .apply(Offset { by: begin.checked_neg().ok_or(AddressError::Overflow)? }, &memory)?[0],
    };
    Ok((builder, whole))
}
