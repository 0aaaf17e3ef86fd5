//! The logical dims of divisions and products, from the dims of tiles and of the positions of tiles.

use super::compose::first_fastest;
use super::tiler::Tiler;
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::space::DimId;

/// The dims of one tiled dim: those of a tile, and those of the positions of the tiles.
pub(super) struct TiledDim {
    pub(super) tile: Vec<DimId>,
    pub(super) rest: Vec<DimId>,
}

/// The way in which dims of tiles and of positions become logical dims.
#[derive(Clone, Copy)]
pub(super) enum Grouping {
    /// A dim of the tile and a dim of the positions; one dim of both for each mode of a tiler by mode.
    Logical,
    /// One dim of all tiles, and one dim of all positions and of all other dims.
    Zipped,
    /// One dim of all tiles, and a dim of positions for each mode of the tiler.
    Tiled,
}

impl Grouping {
    /// Returns the logical dims of tiled dims and of the other dims.
    ///
    /// # Errors
    /// A merged dim is too long.
    pub(super) fn dims(
        self,
        builder: &mut LayoutBuilder,
        tiler: &Tiler,
        parts: &[TiledDim],
        others: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let is_whole = matches!(tiler, Tiler::Whole(_));
        let mut dims = Vec::new();
        if !matches!(self, Grouping::Logical) {
            let tiles: Vec<DimId> = parts.iter().flat_map(|part| &part.tile).copied().collect();
            dims.push(first_fastest(builder, &tiles)?);
        }
        match self {
            Grouping::Zipped => {
                let rest = parts.iter().flat_map(|part| &part.rest).chain(others);
                dims.push(first_fastest(builder, &rest.copied().collect::<Vec<_>>())?);
                return Ok(dims);
            }
            Grouping::Tiled if is_whole => dims.extend(parts.iter().flat_map(|part| &part.rest)),
            Grouping::Tiled => {
                for part in parts {
                    dims.push(first_fastest(builder, &part.rest)?);
                }
            }
            Grouping::Logical if is_whole => {
                for part in parts {
                    dims.push(first_fastest(builder, &part.tile)?);
                    dims.push(first_fastest(builder, &part.rest)?);
                }
            }
            Grouping::Logical => {
                for part in parts {
                    dims.push(first_fastest(builder, &[&part.tile[..], &part.rest].concat())?);
                }
            }
        }
        dims.extend(others);
        Ok(dims)
    }
}
