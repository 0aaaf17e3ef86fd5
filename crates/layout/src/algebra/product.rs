//! Product: copies of a layout at the offsets of its complement.

use super::compose::{from_flat_modes, substitute_sum};
use super::fault::AlgebraFault;
use super::grouping::{Grouping, TiledDim};
use super::tiler::Tiler;
use crate::pipeline::{Layout, LayoutBuilder};
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

    /// Repeats the layout, and groups its dims and those of the copies.
    fn repeated(&self, copies: &Tiler, grouping: Grouping) -> Result<Layout, AlgebraFault> {
        let mut parts = vec![self.clone()];
        match copies {
            Tiler::Whole(copies) => parts.push(self.copies(copies)?),
            Tiler::ByMode(all) => {
                let rank = self.shape().len();
                if all.len() > rank {
                    return Err(AlgebraFault::Rank { tiler: all.len(), dims: rank });
                }
                for (at, copies) in all.iter().enumerate() {
                    parts.push(self.along(at)?.copies(copies)?);
                }
            }
        }
        let (mut builder, whole) = memory_of(&parts)?;
        let parts: Vec<&Layout> = parts.iter().collect();
        let mut dims = substitute_sum(&mut builder, whole, &parts)?.into_iter();
        let block = dims.next().unwrap_or_default();
        let (tiled, others): (Vec<Vec<DimId>>, _) = match copies {
            Tiler::Whole(_) => (vec![block], Vec::new()),
            Tiler::ByMode(all) => {
                let (own, others) = block.split_at(all.len());
                (own.iter().map(|&dim| vec![dim]).collect(), others.to_vec())
            }
        };
        let tiled = tiled.into_iter().zip(dims).map(|(tile, rest)| TiledDim { tile, rest });
        let tiled: Vec<TiledDim> = tiled.collect();
        let logical = grouping.dims(&mut builder, copies, &tiled, &others)?;
        Ok(self.with_elem_of(builder.finish(&logical)?.simplified()))
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
