//! Division: a layout as tiles, and the positions of the tiles.

use super::compose::{from_flat_modes, substitute_sum};
use super::fault::AlgebraFault;
use super::grouping::{Grouping, TiledDim};
use super::nested::{Nested, first_fastest};
use super::tiler::{Tiler, tiled_modes};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::DimId;
use crate::transform::Pad;

impl Layout {
    /// Returns CuTe's `logical_divide`: the layout as a dim of the indices within a tile and a dim of the tiles. The tile
    /// is composed with this layout, and the tiles are at the tile's complement. A tiler by mode divides each logical dim,
    /// whose tile is then its faster part. If the tiles do not divide the layout, the indices beyond its end are not
    /// valid.
    ///
    /// # Errors
    /// A tile leaves this layout, its modes overlap, or some index is in no tile. Or a length is dynamic, or a number
    /// does not fit 64 bits.
    pub fn logical_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, Grouping::Logical)
    }

    /// Returns CuTe's `zipped_divide`: one dim of the indices within a tile, and one dim of all tiles.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub fn zipped_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, Grouping::Zipped)
    }

    /// Returns CuTe's `tiled_divide`: one dim of the indices within a tile, and a dim of the tiles for each mode of the
    /// tiler. A tiler of one layout has a dim for each mode of its complement.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub fn tiled_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, Grouping::Tiled)
    }

    /// Returns CuTe's `flat_divide`: a dim for each mode of a tile, and a dim of the tiles for each mode of the tiler.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub fn flat_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, Grouping::Flat)
    }

    /// Divides the layout, and groups its dims.
    fn divided(&self, tiler: &Tiler, grouping: Grouping) -> Result<Layout, AlgebraFault> {
        self.static_lengths()?;
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        let tiled = match tiler {
            Tiler::Whole(tile) => {
                let whole = first_fastest(&mut builder, &dims)?;
                Nested::Leaf(divide(&mut builder, whole, tile)?)
            }
            Tiler::ByMode(tilers) => {
                let modes = tiled_modes(&mut builder, &dims, &self.profile(), tilers)?;
                modes.try_map(&mut |mode| match mode.tile {
                    Some(tile) => divide(&mut builder, mode.dim, tile),
                    None => Ok(TiledDim { tile: None, rest: Nested::Leaf(mode.dim) }),
                })?
            }
        };
        Ok(grouping.finish(builder, &tiled)?)
    }
}

/// Divides a dim of static length into tiles.
fn divide(
    builder: &mut LayoutBuilder,
    dim: DimId,
    tile: &Layout,
) -> Result<TiledDim, AlgebraFault> {
    let length = builder.length(dim).get().unwrap_or(1);
    tile.check_inside(length)?;
    let Some((low, high)) = tile.offset_range()? else { return Err(AlgebraFault::Empty) };
    if low.get() > 0 {
        return Err(AlgebraFault::Uncovered { at: 0 });
    }
    let found = tile.repetitions(length, 1)?;
    if let Some(at) = found.hole.filter(|&hole| hole < length) {
        return Err(AlgebraFault::Uncovered { at });
    }
    let rest = from_flat_modes(0, found.modes)?;
    let last = rest.offset_range()?.map_or(0, |(_, last)| last.get());
    // Both numbers are less than 2^62 unless the dim is longer than memory can be.
    let beyond = last.saturating_add(high.get()).saturating_add(1).saturating_sub(length);
    let dim = match beyond {
        1.. => builder.apply(Pad { low: 0, high: beyond }, &[dim])?[0],
        _ => dim,
    };
    let mut dims = substitute_sum(builder, dim, &[tile, &rest])?.into_iter();
    let tile = Some(tile.as_mode(dims.next().unwrap_or_default()));
    Ok(TiledDim { tile, rest: Nested::of_items(dims.next().unwrap_or_default()) })
}
