//! Tensor cores of NVIDIA: accumulators and operands of `mma` (version 2) and `wgmma` (version 3).
//!
//! A tile of 8 rows of 4 lanes repeats in registers to the shape of the instruction. Each lane has `width` consecutive
//! elements of the inner dim.

use layout::{AxisBases, AxisName, NotationFault};

use super::attribute::Encoding;
use super::cga::{Blocks, check_count, check_with_blocks};
use super::lengths::{Lengths, row_major};
use super::operand::{Operand, Parent};
use super::tile::Tile;

/// The number of lanes along the inner and the outer dim of a tile.
const LANES: (i64, i64) = (4, 8);

/// The parameters of an encoding of accumulators.
pub(super) struct NvidiaMma {
    version: i64,
    warps: Vec<i64>,
    instruction: Vec<i64>,
    blocks: Blocks,
}

impl NvidiaMma {
    /// Reads the attributes.
    ///
    /// # Errors
    /// An attribute is missing, unknown or invalid, or the version is neither 2 nor 3.
    pub(super) fn of(encoding: &Encoding) -> Result<NvidiaMma, NotationFault> {
        check_with_blocks(
            encoding,
            &["versionMajor", "versionMinor", "warpsPerCTA", "instrShape"],
        )?;
        let version = encoding.integer("versionMajor")?;
        if version != 2 && version != 3 {
            let message =
                format!("`versionMajor` of `#ttg.nvidia_mma` must be 2 or 3, but is {version}");
            return Err(encoding.fault("versionMajor", message));
        }
        encoding.integer_or("versionMinor", 0)?;
        let warps = encoding.powers("warpsPerCTA")?;
        let instruction = encoding.integers("instrShape")?;
        let rank = warps.len();
        if rank < 2 || (version == 3 && rank != 2) {
            let expected = if version == 3 { "2 dims" } else { "at least 2 dims" };
            let message =
                format!("`warpsPerCTA` of version {version} must have {expected}, but has {rank}");
            return Err(encoding.fault("warpsPerCTA", message));
        }
        check_count(
            encoding,
            "instrShape",
            instruction.len(),
            if version == 3 { 3 } else { rank },
        )?;
        let blocks = Blocks::of(encoding, rank)?;
        let tile = if version == 3 { &instruction[..2] } else { &instruction[..] };
        let mma = NvidiaMma { version, warps, instruction: tile.to_vec(), blocks };
        mma.check_instruction(encoding)?;
        Ok(mma)
    }

    /// Checks that the shape of the instruction is a power of two of tiles.
    fn check_instruction(&self, encoding: &Encoding) -> Result<(), NotationFault> {
        let rank = self.warps.len();
        for (dim, &length) in self.instruction.iter().enumerate() {
            let least = if dim + 2 >= rank { 8 } else { 1 };
            if length % least != 0
                || (length / least).count_ones() != 1
                || (least == 1 && length > 1)
            {
                let message = match least {
                    1 => format!("`instrShape` must be 1 along dim {dim}, but is {length}"),
                    _ => format!(
                        "`instrShape` must be 8 times a power of two along dim {dim}, but is {length}"
                    ),
                };
                return Err(encoding.fault("instrShape", message));
            }
        }
        Ok(())
    }

    /// Returns the order of warps, the fastest dim first. Version 3 counts them along the columns first.
    fn warp_order(&self) -> Vec<usize> {
        let mut order = row_major(self.warps.len());
        if self.version == 3 {
            order.swap(0, 1);
        }
        order
    }
}

impl Parent for NvidiaMma {
    fn rank(&self) -> usize {
        self.warps.len()
    }

    fn accumulators(&self, mut tile: Tile, lengths: &Lengths) -> Vec<AxisBases> {
        let rank = self.rank();
        let order = row_major(rank);
        let shape = (self.instruction[rank - 2], self.instruction[rank - 1]);
        add_tile(&mut tile, (order[1], order[0]), shape, 2);
        tile.repeat_all(&AxisName::WARP, &self.warps, &self.warp_order());
        tile.fit(lengths, &self.blocks, &order)
    }

    fn operand(
        &self,
        operand: &Operand<'_>,
        mut tile: Tile,
        lengths: &Lengths,
    ) -> Result<Vec<AxisBases>, NotationFault> {
        let rank = self.rank();
        if self.version == 3 && !operand.is_a {
            let message = "`opIdx` must be 0 for version 3 of `#ttg.nvidia_mma`, which reads operand 1 from shared memory, but is 1";
            return Err(operand.encoding.fault("opIdx", message));
        }
        let width = operand.width()?;
        let order = operand.order(rank);
        let (k, other) = (order[0], order[1]);
        // An instruction has 16 rows of `a`, 8 columns of `b`, and two tiles along K. The `f64` instruction of 8 rows has
        // one.
        let rows = self.instruction[rank - 2].min(16);
        let others = if operand.is_a { rows } else { 8 };
        add_tile(&mut tile, (other, k), (others, rows / 2 * width), width);
        let warps = (&self.warps[..], &self.warp_order()[..]);
        Operand::repeat_across(&mut tile, &AxisName::WARP, warps, k);
        Ok(tile.fit(lengths, &self.blocks.clone().without(k), &order))
    }
}

/// Adds a tile of an instruction: the outer and the inner dim, with their lengths. Each lane has `width` consecutive elements
/// of the inner dim.
fn add_tile(
    tile: &mut Tile,
    (outer, inner): (usize, usize),
    (rows, columns): (i64, i64),
    width: i64,
) {
    tile.repeat(&AxisName::REGISTER, inner, width);
    tile.repeat(&AxisName::LANE, inner, LANES.0);
    tile.repeat(&AxisName::LANE, outer, LANES.1);
    tile.repeat(&AxisName::REGISTER, outer, rows / LANES.1);
    tile.repeat(&AxisName::REGISTER, inner, columns / LANES.0 / width);
}
