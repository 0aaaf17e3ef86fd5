//! Matrix cores of AMD: accumulators and operands of `mfma` (64 lanes) and of `wmma` (32 lanes).

use layout::{AxisBases, AxisName, NotationFault};

use super::attribute::Encoding;
use super::cga::{Blocks, check_count, check_single, check_with_blocks};
use super::lengths::{Lengths, row_major};
use super::operand::{Operand, Parent};
use super::tile::{Tile, drop_copied_registers};

/// The number of lanes of `mfma`.
const MFMA_LANES: i64 = 64;

/// The number of lanes of `wmma`.
const WMMA_LANES: i64 = 32;

/// The number of rows and of columns of a result of `wmma`.
const WMMA_SIDE: i64 = 16;

/// The rows and columns of the results of `mfma`.
const MFMA_SHAPES: [(i64, i64); 4] = [(32, 32), (16, 16), (64, 4), (4, 64)];

/// Checks that an encoding has a matrix, and at most a dim of batches.
fn check_matrix(encoding: &Encoding, name: &str, rank: usize) -> Result<(), NotationFault> {
    if rank == 2 || rank == 3 {
        return Ok(());
    }
    let message =
        format!("`{name}` of `#ttg.{}` must have 2 or 3 dims, but has {rank}", encoding.name);
    Err(encoding.fault(name, message))
}

/// The parameters of `#ttg.amd_mfma`.
pub(super) struct Mfma {
    warps: Vec<i64>,
    tiles: Vec<i64>,
    rows: i64,
    columns: i64,
    is_transposed: bool,
    /// The number of consecutive elements of a lane.
    height: i64,
    blocks: Blocks,
}

impl Mfma {
    /// Reads the attributes.
    ///
    /// # Errors
    /// An attribute is missing, unknown or invalid.
    pub(super) fn of(encoding: &Encoding) -> Result<Mfma, NotationFault> {
        let own = [
            "version",
            "versionMajor",
            "versionMinor",
            "warpsPerCTA",
            "instrShape",
            "isTransposed",
            "tilesPerWarp",
            "elementBitWidth",
        ];
        check_with_blocks(encoding, &own)?;
        check_mfma_version(encoding)?;
        let warps = encoding.powers("warpsPerCTA")?;
        let rank = warps.len();
        check_matrix(encoding, "warpsPerCTA", rank)?;
        let (rows, columns) = mfma_shape(encoding)?;
        let is_transposed = encoding.boolean("isTransposed")?;
        if (rows, columns) == (64, 4) && !is_transposed {
            let message = "`isTransposed` must be true for an `instrShape` of 64 rows and 4 columns, but is false";
            return Err(encoding.fault("isTransposed", message));
        }
        let tiles = tiles_per_warp(encoding, rank)?;
        let height = match encoding.integer_or("elementBitWidth", 32)? {
            32 => 4,
            64 => 1,
            bits => {
                let message =
                    format!("`elementBitWidth` of `#ttg.amd_mfma` must be 32 or 64, but is {bits}");
                return Err(encoding.fault("elementBitWidth", message));
            }
        };
        let blocks = Blocks::of(encoding, rank)?;
        Ok(Mfma { warps, tiles, rows, columns, is_transposed, height, blocks })
    }
}

impl Parent for Mfma {
    fn rank(&self) -> usize {
        self.warps.len()
    }

    fn accumulators(&self, mut tile: Tile, lengths: &Lengths) -> Vec<AxisBases> {
        let rank = self.rank();
        let (m, n) = (rank - 2, rank - 1);
        // Lanes are along one dim first; registers and the other lanes are along the other.
        let (across, along, side) =
            if self.is_transposed { (m, n, self.rows) } else { (n, m, self.columns) };
        tile.repeat(&AxisName::REGISTER, along, self.height);
        tile.repeat(&AxisName::LANE, across, side);
        tile.repeat(&AxisName::LANE, along, MFMA_LANES / side);
        tile.repeat(
            &AxisName::REGISTER,
            along,
            self.rows * self.columns / (MFMA_LANES * self.height),
        );
        // The tiles of the whole tensor are in row-major order.
        let tiles_n = self.tiles[n].saturating_mul(self.warps[n]).saturating_mul(self.columns);
        tile.repeat(&AxisName::REGISTER, n, self.tiles[n]);
        tile.repeat(&AxisName::WARP, n, self.warps[n]);
        tile.repeat(&AxisName::REGISTER, n, lengths.length(n) / tiles_n);
        tile.repeat(&AxisName::REGISTER, m, self.tiles[m]);
        tile.repeat(&AxisName::WARP, m, self.warps[m]);
        if rank == 3 {
            tile.repeat(&AxisName::WARP, 0, self.warps[0]);
        }
        tile.fit(lengths, &self.blocks, &row_major(rank))
    }

    fn operand(
        &self,
        operand: &Operand<'_>,
        mut tile: Tile,
        lengths: &Lengths,
    ) -> Result<Vec<AxisBases>, NotationFault> {
        let rank = self.rank();
        let width = operand.width()?;
        let order = operand.order(rank);
        let (k, other) = (order[0], order[1]);
        let side = if operand.is_a { self.rows } else { self.columns };
        tile.repeat(&AxisName::REGISTER, k, width);
        tile.repeat(&AxisName::LANE, other, side);
        tile.repeat(&AxisName::LANE, k, MFMA_LANES / side);
        if side == 64 {
            // The instruction multiplies by 4 columns or rows, so it reads 16 values of K.
            tile.repeat(&AxisName::REGISTER, k, 16);
        }
        tile.repeat(&AxisName::REGISTER, k, lengths.length(k) / tile.length(k));
        tile.repeat(&AxisName::REGISTER, other, self.tiles[other]);
        tile.repeat_all(&AxisName::WARP, &self.warps, &row_major(rank));
        Ok(tile.fit(lengths, &self.blocks, &order))
    }
}

/// Returns the numbers of tiles of each dim that a warp has: those of `tilesPerWarp`, or one.
fn tiles_per_warp(encoding: &Encoding, rank: usize) -> Result<Vec<i64>, NotationFault> {
    if !encoding.has("tilesPerWarp") {
        return Ok(vec![1; rank]);
    }
    let tiles = encoding.powers("tilesPerWarp")?;
    check_count(encoding, "tilesPerWarp", tiles.len(), rank)?;
    Ok(tiles)
}

/// Checks the version of `mfma`: one number, or in older texts two.
fn check_mfma_version(encoding: &Encoding) -> Result<(), NotationFault> {
    if encoding.has("versionMajor") && encoding.has("version") {
        return Err(encoding.fault("versionMajor", "`versionMajor` is incompatible with `version`"));
    }
    let name = if encoding.has("versionMajor") { "versionMajor" } else { "version" };
    encoding.integer_or("versionMinor", 0)?;
    let version = encoding.integer(name)?;
    if version > 4 {
        let message = format!("`{name}` of `#ttg.amd_mfma` must be from 0 to 4, but is {version}");
        return Err(encoding.fault(name, message));
    }
    Ok(())
}

/// Returns the number of rows and of columns of an instruction of `mfma`. Its depth does not matter.
fn mfma_shape(encoding: &Encoding) -> Result<(i64, i64), NotationFault> {
    let shape = encoding.integers("instrShape")?;
    if let [rows, columns] | [rows, columns, _] = shape[..]
        && MFMA_SHAPES.contains(&(rows, columns))
    {
        return Ok((rows, columns));
    }
    let known = layout::joined(MFMA_SHAPES.iter().map(|(m, n)| format!("[{m}, {n}]")), ", ");
    let message =
        format!("`instrShape` of `#ttg.amd_mfma` must begin with one of {known}, but is {shape:?}");
    Err(encoding.fault("instrShape", message))
}

/// The parameters of `#ttg.amd_wmma`.
pub(super) struct Wmma {
    rank: usize,
    version: i64,
    is_transposed: bool,
    depth: i64,
    /// The basis vectors of the tiles of a block: of registers, then of warps.
    tiles: Vec<AxisBases>,
    blocks: Blocks,
}

impl Wmma {
    /// Reads the attributes.
    ///
    /// # Errors
    /// An attribute is missing, unknown or invalid.
    pub(super) fn of(encoding: &Encoding) -> Result<Wmma, NotationFault> {
        let own = [
            "version",
            "rank",
            "isTranspose",
            "isTransposed",
            "ctaLayout",
            "warpsPerCTA",
            "tilesPerWarp",
            "instrShape",
        ];
        check_with_blocks(encoding, &own)?;
        let version = encoding.integer("version")?;
        if !(1..=3).contains(&version) {
            let message =
                format!("`version` of `#ttg.amd_wmma` must be from 1 to 3, but is {version}");
            return Err(encoding.fault("version", message));
        }
        if encoding.has("isTranspose") && encoding.has("isTransposed") {
            let message = "`isTransposed` is incompatible with `isTranspose`";
            return Err(encoding.fault("isTransposed", message));
        }
        let is_transposed = encoding.flag("isTranspose")? || encoding.flag("isTransposed")?;
        let depth = wmma_depth(encoding, version)?;
        let (rank, tiles) = wmma_tiles(encoding)?;
        let blocks = Blocks::of(encoding, rank)?;
        Ok(Wmma { rank, version, is_transposed, depth, tiles, blocks })
    }

    /// Returns the number of consecutive elements along K of a lane.
    fn width(&self, operand: &Operand<'_>) -> Result<i64, NotationFault> {
        let width = operand.width()?;
        let valid: &[i64] = match self.version {
            1 => &[8, 16],
            2 => &[4, 8, 16],
            _ => return Ok(width),
        };
        if valid.contains(&width) {
            return Ok(width);
        }
        let message = format!(
            "`kWidth` of version {} of `#ttg.amd_wmma` must be one of {valid:?}, but is {width}",
            self.version
        );
        Err(operand.encoding.fault("kWidth", message))
    }
}

impl Parent for Wmma {
    fn rank(&self) -> usize {
        self.rank
    }

    fn accumulators(&self, mut tile: Tile, lengths: &Lengths) -> Vec<AxisBases> {
        let rank = self.rank;
        let (m, n) = (rank - 2, rank - 1);
        let (across, along) = if self.is_transposed { (m, n) } else { (n, m) };
        let registers = WMMA_SIDE * WMMA_SIDE / WMMA_LANES;
        tile.repeat(&AxisName::LANE, across, WMMA_SIDE);
        if self.version == 1 {
            // Both halves of the lanes alternate.
            tile.repeat(&AxisName::LANE, along, WMMA_LANES / WMMA_SIDE);
            tile.repeat(&AxisName::REGISTER, along, registers);
        } else {
            tile.repeat(&AxisName::REGISTER, along, registers);
            tile.repeat(&AxisName::LANE, along, WMMA_LANES / WMMA_SIDE);
        }
        tile.extend(&self.tiles);
        tile.fit(lengths, &self.blocks, &row_major(rank))
    }

    fn operand(
        &self,
        operand: &Operand<'_>,
        mut tile: Tile,
        lengths: &Lengths,
    ) -> Result<Vec<AxisBases>, NotationFault> {
        let width = self.width(operand)?;
        let order = operand.order(self.rank);
        let (k, other) = (order[0], order[1]);
        let halves = WMMA_LANES / WMMA_SIDE;
        tile.repeat(&AxisName::REGISTER, k, width);
        tile.repeat(&AxisName::LANE, other, WMMA_SIDE);
        if self.version == 1 {
            tile.copy(&AxisName::LANE, halves);
        } else {
            tile.repeat(&AxisName::LANE, k, halves);
        }
        tile.repeat(&AxisName::REGISTER, k, self.depth / (halves * width));
        let mut tiles = self.tiles.clone();
        tiles.iter_mut().flat_map(|axis| &mut axis.bases).for_each(|basis| basis[k] = 0);
        drop_copied_registers(&mut tiles);
        tile.extend(&tiles);
        Ok(tile.fit(lengths, &self.blocks.clone().without(k), &order))
    }
}

/// Returns the depth of an instruction of `wmma`, the extent of K.
fn wmma_depth(encoding: &Encoding, version: i64) -> Result<i64, NotationFault> {
    if !encoding.has("instrShape") {
        return if version == 3 {
            Err(encoding
                .fault("version", "`instrShape` is needed for version 3 of `#ttg.amd_wmma`"))
        } else {
            Ok(16)
        };
    }
    let depths: &[i64] = match version {
        1 => &[16],
        2 => &[16, 32],
        _ => &[4, 32, 64, 128],
    };
    let shape = encoding.integers("instrShape")?;
    match shape[..] {
        [WMMA_SIDE, WMMA_SIDE, depth] if depths.contains(&depth) => Ok(depth),
        _ => {
            let message = format!(
                "`instrShape` of version {version} of `#ttg.amd_wmma` must be [16, 16, K] with K one of {depths:?}, \
                 but is {shape:?}"
            );
            Err(encoding.fault("instrShape", message))
        }
    }
}

/// Returns the number of dims, and the tiles of a block by register and by warp: those of `ctaLayout`, or of the older
/// `warpsPerCTA` and `tilesPerWarp`.
fn wmma_tiles(encoding: &Encoding) -> Result<(usize, Vec<AxisBases>), NotationFault> {
    let axes = [AxisName::REGISTER, AxisName::WARP];
    if encoding.has("ctaLayout") {
        if let Some(older) =
            ["warpsPerCTA", "tilesPerWarp"].into_iter().find(|name| encoding.has(name))
        {
            let message = format!("`{older}` is incompatible with `ctaLayout`");
            return Err(encoding.fault(older, message));
        }
        let rank = encoding.integer_or("rank", 2)? as usize;
        check_matrix(encoding, "rank", rank)?;
        let lists = encoding.vectors_in("ctaLayout", ["register", "warp"])?;
        for vector in lists.iter().flatten() {
            check_single(encoding, "ctaLayout", vector, rank)?;
        }
        let tiles = axes.into_iter().zip(lists);
        return Ok((rank, tiles.map(|(axis, bases)| AxisBases { axis, bases }).collect()));
    }
    let warps = encoding.powers("warpsPerCTA")?;
    let rank = warps.len();
    check_matrix(encoding, "warpsPerCTA", rank)?;
    let tiles = tiles_per_warp(encoding, rank)?;
    let mut tile = Tile::new(rank, &axes);
    for dim in row_major(rank) {
        tile.repeat(&AxisName::REGISTER, dim, tiles[dim]);
        tile.repeat(&AxisName::WARP, dim, warps[dim]);
    }
    Ok((rank, tile.into_bases()))
}
