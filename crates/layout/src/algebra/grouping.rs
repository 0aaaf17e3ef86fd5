//! The logical dims of divisions and products, from the dims of tiles and of the positions of tiles.

use super::nested::{Nested, unmerged};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::Insert;

/// The dims of one tiled dim: those of a tile, and those of the positions of the tiles. A dim that the tiler does not
/// reach has no tile.
pub(super) struct TiledDim {
    pub(super) tile: Option<Nested<DimId>>,
    pub(super) rest: Nested<DimId>,
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
    /// A dim for each mode of the tiles, and a dim for each mode of the positions.
    Flat,
    /// A dim for each mode of the tile and the mode of the positions with its number.
    Blocked,
    /// The same, with the mode of the positions the faster one.
    Raked,
}

impl Nested<TiledDim> {
    /// Returns the dims of the tiles, with the nesting of the tiler; `None` if the tiler reaches no dim here.
    fn tiles(&self) -> Option<Nested<DimId>> {
        match self {
            Nested::Leaf(dim) => dim.tile.clone(),
            Nested::Tuple(dims) => {
                Some(Nested::Tuple(dims.iter().filter_map(Nested::tiles).collect()))
            }
        }
    }

    /// Returns the dims of the positions, and the other dims.
    fn rests(&self) -> Nested<DimId> {
        match self {
            Nested::Leaf(dim) => dim.rest.clone(),
            Nested::Tuple(dims) => Nested::Tuple(dims.iter().map(Nested::rests).collect()),
        }
    }

    /// Returns the dims of each tile with those of its positions.
    fn pairs(&self) -> Nested<DimId> {
        match self {
            Nested::Leaf(TiledDim { tile: None, rest }) => rest.clone(),
            Nested::Leaf(TiledDim { tile: Some(tile), rest }) => {
                Nested::Tuple(vec![tile.clone(), rest.clone()])
            }
            Nested::Tuple(dims) => Nested::Tuple(dims.iter().map(Nested::pairs).collect()),
        }
    }
}

impl Grouping {
    /// Returns the layout of a builder whose logical dims are grouped tiled dims.
    ///
    /// # Errors
    /// A merged dim is too long, or there are too many dims.
    pub(super) fn finish(
        self,
        mut builder: LayoutBuilder,
        dims: &Nested<TiledDim>,
    ) -> Result<Layout, LayoutFault> {
        let tiles = dims.tiles().unwrap_or(Nested::Tuple(Vec::new()));
        let rests = dims.rests();
        let groups = match self {
            Grouping::Logical => dims.pairs().into_items(),
            Grouping::Zipped | Grouping::Tiled | Grouping::Flat => vec![tiles, rests],
            Grouping::Blocked => zipped(&mut builder, tiles.into_items(), rests.into_items())?,
            Grouping::Raked => zipped(&mut builder, rests.into_items(), tiles.into_items())?,
        };
        let mut logical = Vec::new();
        for group in groups {
            logical.push(group.merged(&mut builder)?);
        }
        let grouped = builder.finish(&logical)?.simplified();
        match self {
            Grouping::Tiled => grouped.unpacked(1),
            Grouping::Flat => grouped.unpacked(0),
            _ => Ok(grouped),
        }
    }
}

impl Layout {
    /// Returns the layout with a dim for each part of the dims from number `first`.
    fn unpacked(&self, first: usize) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::from_layout(self);
        let mut logical = Vec::new();
        for (at, (&dim, profile)) in self.logical_dims().iter().zip(self.profile()).enumerate() {
            match profile {
                Nested::Tuple(parts) if at >= first => {
                    logical.extend(unmerged(&mut builder, dim, &parts)?);
                }
                _ => logical.push(dim),
            }
        }
        Ok(builder.finish(&logical)?.simplified())
    }
}

/// Returns a tuple of the faster and the slower item at each place. CuTe extends the shorter list by modes of length 1.
fn zipped(
    builder: &mut LayoutBuilder,
    mut faster: Vec<Nested<DimId>>,
    mut slower: Vec<Nested<DimId>>,
) -> Result<Vec<Nested<DimId>>, LayoutFault> {
    let count = faster.len().max(slower.len());
    for list in [&mut faster, &mut slower] {
        while list.len() < count {
            list.push(Nested::Leaf(builder.apply(Insert { length: 1 }, &[])?[0]));
        }
    }
    Ok(faster.into_iter().zip(slower).map(|(fast, slow)| Nested::Tuple(vec![fast, slow])).collect())
}
