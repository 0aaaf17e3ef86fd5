//! Division: a layout as tiles, and the positions of the tiles.

use super::compose::{first_fastest, from_flat_modes, substitute_sum};
use super::fault::AlgebraFault;
use super::tiler::Tiler;
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::DimId;
use crate::transform::Pad;

/// The dims of one divided dim: those of a tile, and those of the positions of the tiles.
struct TiledDim {
    tile: Vec<DimId>,
    rest: Vec<DimId>,
}

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
        self.divided(tiler, |builder, parts, others| {
            let mut dims = Vec::new();
            if let ([part], Tiler::Whole(_)) = (&parts[..], tiler) {
                dims.push(first_fastest(builder, &part.tile)?);
                dims.push(first_fastest(builder, &part.rest)?);
            } else {
                for part in &parts {
                    let both = [&part.tile[..], &part.rest[..]].concat();
                    dims.push(first_fastest(builder, &both)?);
                }
            }
            dims.extend(others);
            Ok(dims)
        })
    }

    /// Returns CuTe's `zipped_divide`: one dim of the indices within a tile, and one dim of all tiles.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub fn zipped_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, |builder, parts, others| {
            let tile = first_fastest(builder, &all(&parts, |part| &part.tile))?;
            let rest = [&all(&parts, |part| &part.rest)[..], others].concat();
            Ok(vec![tile, first_fastest(builder, &rest)?])
        })
    }

    /// Returns CuTe's `tiled_divide`: one dim of the indices within a tile, and a dim of the tiles for each mode of the
    /// tiler. A tiler of one layout has a dim for each mode of its complement.
    ///
    /// # Errors
    /// As [`logical_divide`](Self::logical_divide).
    pub fn tiled_divide(&self, tiler: &Tiler) -> Result<Layout, AlgebraFault> {
        self.divided(tiler, |builder, parts, others| {
            let mut dims = vec![first_fastest(builder, &all(&parts, |part| &part.tile))?];
            match (&parts[..], tiler) {
                ([part], Tiler::Whole(_)) => dims.extend(&part.rest),
                _ => {
                    for part in &parts {
                        dims.push(first_fastest(builder, &part.rest)?);
                    }
                }
            }
            dims.extend(others);
            Ok(dims)
        })
    }

    /// Divides the layout and returns it with the logical dims that `group` makes of the divisions and of the other dims.
    fn divided(
        &self,
        tiler: &Tiler,
        group: impl FnOnce(
            &mut LayoutBuilder,
            Vec<TiledDim>,
            &[DimId],
        ) -> Result<Vec<DimId>, AlgebraFault>,
    ) -> Result<Layout, AlgebraFault> {
        let lengths = self.static_lengths()?;
        let mut builder = LayoutBuilder::from_layout(self);
        let dims = builder.base_dims().to_vec();
        let (parts, others) = match tiler {
            Tiler::Whole(tile) => {
                let whole = first_fastest(&mut builder, &dims)?;
                (vec![divide(&mut builder, whole, self.size()?, tile)?], &[][..])
            }
            Tiler::ByMode(tiles) if tiles.len() > dims.len() => {
                return Err(AlgebraFault::Rank { tiler: tiles.len(), dims: dims.len() });
            }
            Tiler::ByMode(tiles) => {
                let mut parts = Vec::new();
                for ((tile, &length), &dim) in tiles.iter().zip(&lengths).zip(&dims) {
                    parts.push(divide(&mut builder, dim, length, tile)?);
                }
                (parts, &dims[tiles.len()..])
            }
        };
        let logical = group(&mut builder, parts, others)?;
        Ok(builder.finish(&logical)?.simplified())
    }
}

/// Returns the dims of all parts.
fn all(parts: &[TiledDim], of: impl Fn(&TiledDim) -> &Vec<DimId>) -> Vec<DimId> {
    parts.iter().flat_map(|part| of(part).iter().copied()).collect()
}

/// Divides a dim of a length into tiles.
fn divide(
    builder: &mut LayoutBuilder,
    dim: DimId,
    length: i64,
    tile: &Layout,
) -> Result<TiledDim, AlgebraFault> {
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
    Ok(TiledDim { tile: dims.next().unwrap_or_default(), rest: dims.next().unwrap_or_default() })
}
