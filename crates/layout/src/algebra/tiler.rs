//! Tilers: the second operand of composition, division and product.

use super::fault::AlgebraFault;
use super::nested::{Nested, unmerged};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::DimId;

/// A layout, or a tiler for each of the first logical dims of another layout (CuTe's `<A,B>`).
#[derive(Clone, Debug)]
pub enum Tiler {
    /// One layout, for the indices of all logical dims as one dimension.
    Whole(Layout),
    /// A tiler for each of the first logical dims. The other dims are unchanged. A tiler by mode of a dim applies to the
    /// parts of the dim.
    ByMode(Vec<Tiler>),
}

/// A dim of a layout, with the tile of a tiler by mode; `None` if the tiler does not reach it.
#[derive(Clone, Copy)]
pub(super) struct TiledMode<'a> {
    pub(super) dim: DimId,
    pub(super) tile: Option<&'a Layout>,
}

/// Returns the dims that the tilers of a tiler by mode apply to, and the other dims, with the nesting of the tiler. A
/// nested tiler unmerges the parts of its dim.
///
/// # Errors
/// A tiler has more modes than there are dims, or parts of a dim.
pub(super) fn tiled_modes<'a>(
    builder: &mut LayoutBuilder,
    dims: &[DimId],
    profile: &[Nested<i64>],
    tilers: &'a [Tiler],
) -> Result<Nested<TiledMode<'a>>, AlgebraFault> {
    if tilers.len() > dims.len() {
        return Err(AlgebraFault::Rank { tiler: tilers.len(), dims: dims.len() });
    }
    let mut modes = Vec::new();
    for (at, &dim) in dims.iter().enumerate() {
        modes.push(match tilers.get(at) {
            None => Nested::Leaf(TiledMode { dim, tile: None }),
            Some(Tiler::Whole(tile)) => Nested::Leaf(TiledMode { dim, tile: Some(tile) }),
            Some(Tiler::ByMode(inner)) => match &profile[at] {
                whole @ Nested::Leaf(_) => {
                    tiled_modes(builder, &[dim], std::slice::from_ref(whole), inner)?
                }
                Nested::Tuple(parts) => {
                    let dims = unmerged(builder, dim, parts)?;
                    tiled_modes(builder, &dims, parts, inner)?
                }
            },
        });
    }
    Ok(Nested::Tuple(modes))
}
