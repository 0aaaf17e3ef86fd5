//! Operands of a dot: `a`, of M rows and K columns, and `b`, of K rows and N columns.

use layout::{AxisBases, AxisName, NotationFault};

use super::attribute::Encoding;
use super::lengths::{Lengths, row_major};
use super::tile::Tile;

/// An encoding of the result of a dot, which an operand of the dot has as its parent.
pub(super) trait Parent {
    /// Returns the number of dims.
    fn rank(&self) -> usize;

    /// Returns the bases of the result of a tensor of as many dims, from a tile of one element.
    fn accumulators(&self, tile: Tile, lengths: &Lengths) -> Vec<AxisBases>;

    /// Returns the bases of an operand of as many dims, from a tile of one element.
    ///
    /// # Errors
    /// An attribute of the operand is missing or invalid for this parent.
    fn operand(
        &self,
        operand: &Operand<'_>,
        tile: Tile,
        lengths: &Lengths,
    ) -> Result<Vec<AxisBases>, NotationFault>;
}

/// An operand of a dot.
pub(super) struct Operand<'a> {
    /// The encoding of the operand.
    pub(super) encoding: &'a Encoding,
    /// `true` for `a`, `false` for `b`.
    pub(super) is_a: bool,
}

impl<'a> Operand<'a> {
    /// Reads the attributes other than the parent.
    ///
    /// # Errors
    /// An attribute is missing, unknown or invalid.
    pub(super) fn of(encoding: &'a Encoding) -> Result<Operand<'a>, NotationFault> {
        encoding.check(&["opIdx", "parent", "kWidth"])?;
        let number = encoding.integer("opIdx")?;
        if number > 1 {
            return Err(encoding.fault("opIdx", format!("`opIdx` must be 0 or 1, but is {number}")));
        }
        Ok(Operand { encoding, is_a: number == 0 })
    }

    /// Returns the number of consecutive elements along K of a lane.
    ///
    /// # Errors
    /// It is missing, or not a power of two.
    pub(super) fn width(&self) -> Result<i64, NotationFault> {
        self.encoding.power("kWidth")
    }

    /// Returns the order in which a tile repeats, the fastest first: K, the other dim of the matrix, then batches.
    pub(super) fn order(&self, rank: usize) -> Vec<usize> {
        let mut order = row_major(rank);
        if !self.is_a {
            order.swap(0, 1);
        }
        order
    }

    /// Repeats a tile along all dims of `order`, the fastest first. Coordinates that differ along K hold copies.
    pub(super) fn repeat_across(
        tile: &mut Tile,
        axis: &AxisName,
        (times, order): (&[i64], &[usize]),
        k: usize,
    ) {
        for &dim in order {
            if dim == k {
                tile.copy(axis, times[dim]);
            } else {
                tile.repeat(axis, dim, times[dim]);
            }
        }
    }
}
