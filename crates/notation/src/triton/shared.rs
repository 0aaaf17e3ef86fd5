//! Encodings in shared memory whose offsets are exclusive ors of bits of the index. The axis is `m`, in elements.

use layout::{AxisBases, AxisName, NotationFault};

use super::attribute::Encoding;
use super::cga::{Blocks, CGA_LAYOUT, check_with_blocks, order_of};
use super::lengths::{Lengths, row_major};
use super::tile::Tile;

/// The bits of a vector that is moved as a whole by `#ttg.nvmma_shared`.
const VECTOR_BITS: i64 = 128;

/// The number of rows of a core matrix of `#ttg.nvmma_shared`.
const CORE_ROWS: i64 = 8;

/// The maximum extent of a dim of a copy by the tensor memory accelerator, whose boxes are in memory one after the other.
const MOST_BOX: i64 = 256;

/// Reads `#ttg.swizzled_shared`: rows whose vectors are permuted by the number of the row.
///
/// # Errors
/// An attribute is missing, unknown or invalid, or the number of dims differs.
pub(super) fn swizzled(
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Vec<AxisBases>, NotationFault> {
    check_with_blocks(encoding, &["vec", "perPhase", "maxPhase", "order"])?;
    let rank = encoding.integers("order")?.len();
    lengths.check_rank("`#ttg.swizzled_shared`", rank)?;
    let order = order_of(encoding, "order", rank)?;
    let [vector, per_phase, phases] =
        ["vec", "perPhase", "maxPhase"].map(|name| encoding.power(name));
    let (vector, per_phase, phases) = (vector?, per_phase?, phases?);
    let blocks = Blocks::of(encoding, rank)?;
    let part = blocks.part(lengths);
    let mut tile = Tile::in_memory(rank);
    if let [columns, rows, ..] = order[..] {
        let width = part.length(columns);
        tile.repeat(&AxisName::MEMORY, columns, width);
        let shift = |row: i64| vector.saturating_mul((row / per_phase) % phases) % width;
        tile.repeat_shifted(&AxisName::MEMORY, rows, part.length(rows), (columns, shift));
    }
    tile.grow_to(&part.bits, &order);
    Ok(tile.fit(lengths, &blocks, &order))
}

/// Reads `#ttg.shared_linear`: the basis of each bit of an offset.
///
/// # Errors
/// An attribute is missing, unknown or invalid, or the bases are not those of a tensor of these lengths.
pub(super) fn linear(
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Vec<AxisBases>, NotationFault> {
    encoding.check(&["offset", "block", "alignment"])?;
    if encoding.has("alignment") {
        encoding.power("alignment")?;
    }
    let offsets = encoding.vectors("offset")?;
    let blocks = if encoding.has("block") { encoding.vectors("block")? } else { Vec::new() };
    let moving = offsets.iter().chain(&blocks).filter(|basis| basis.iter().any(|part| *part != 0));
    let (moving, bits) = (moving.count(), lengths.bits.iter().sum::<u32>());
    if moving != bits as usize {
        let message = format!(
            "`#ttg.shared_linear` must have {bits} bases that are not zero, as the tensor has 2^{bits} elements, \
             but has {moving}"
        );
        return Err(NotationFault::new(encoding.at.clone(), message));
    }
    Ok(memory_axes(offsets, blocks))
}

/// Returns the axes of shared memory: that of blocks only if there are several.
pub(super) fn memory_axes(offsets: Vec<Vec<i64>>, blocks: Vec<Vec<i64>>) -> Vec<AxisBases> {
    let mut axes = Vec::new();
    if !blocks.is_empty() {
        axes.push(AxisBases { axis: AxisName::BLOCK, bases: blocks });
    }
    axes.push(AxisBases { axis: AxisName::MEMORY, bases: offsets });
    axes
}

/// The parameters of `#ttg.nvmma_shared`.
struct Nvmma {
    swizzle: i64,
    is_transposed: bool,
    element_bits: i64,
    is_padded: bool,
}

/// Reads `#ttg.nvmma_shared`: core matrices of 8 rows, as tensor cores of NVIDIA read them.
///
/// # Errors
/// An attribute is missing, unknown or invalid, or the tensor is smaller than a core matrix.
pub(super) fn nvmma(
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Vec<AxisBases>, NotationFault> {
    let own = ["swizzlingByteWidth", "transposed", "elementBitWidth", "fp4Padded", "rank"];
    check_with_blocks(encoding, &own)?;
    let rank = match encoding.has(CGA_LAYOUT) && !encoding.has("rank") {
        true => encoding.vectors(CGA_LAYOUT)?.first().map_or(2, Vec::len),
        false => encoding.integer_or("rank", 2)? as usize,
    };
    lengths.check_rank("`#ttg.nvmma_shared`", rank)?;
    let read = Nvmma::of(encoding, rank)?;
    let blocks = Blocks::of(encoding, rank)?;
    let part = blocks.part(lengths);
    let box_lengths = read.box_lengths(encoding, &part)?;
    let mut tile = Tile::in_memory(rank);
    let order = read.order(rank);
    if read.swizzle == 0 {
        tile.repeat_all(&AxisName::MEMORY, &box_lengths, &order);
    } else {
        let bases = read.core_matrices(encoding, &box_lengths)?;
        let bases = bases.into_iter().map(|flat| vector_of(flat, &box_lengths, &order));
        tile.extend(&[AxisBases { axis: AxisName::MEMORY, bases: bases.collect() }]);
    }
    // Boxes follow each other along the first dim first; without swizzling, along the slowest dim of a box first.
    let order: Vec<usize> =
        if read.swizzle == 0 { order.into_iter().rev().collect() } else { (0..rank).collect() };
    tile.grow_to(&part.bits, &order);
    Ok(tile.fit(lengths, &blocks, &order))
}

/// Returns the index in a box whose dims, the fastest first, are in `order`.
fn vector_of(mut flat: i64, lengths: &[i64], order: &[usize]) -> Vec<i64> {
    let mut vector = vec![0; lengths.len()];
    for &dim in order {
        vector[dim] = flat % lengths[dim];
        flat /= lengths[dim];
    }
    vector
}

impl Nvmma {
    fn of(encoding: &Encoding, rank: usize) -> Result<Nvmma, NotationFault> {
        let swizzle = encoding.integer("swizzlingByteWidth")?;
        if ![0, 32, 64, 128].contains(&swizzle) {
            let message =
                format!("`swizzlingByteWidth` must be 0, 32, 64 or 128, but is {swizzle}");
            return Err(encoding.fault("swizzlingByteWidth", message));
        }
        let element_bits = encoding.power("elementBitWidth")?;
        if !(8..=VECTOR_BITS).contains(&element_bits) {
            let message =
                format!("`elementBitWidth` must be from 8 to {VECTOR_BITS}, but is {element_bits}");
            return Err(encoding.fault("elementBitWidth", message));
        }
        let is_transposed = encoding.flag("transposed")?;
        let is_padded = encoding.flag("fp4Padded")?;
        if is_padded && element_bits != 8 {
            let message =
                format!("`fp4Padded` needs an `elementBitWidth` of 8, but it is {element_bits}");
            return Err(encoding.fault("fp4Padded", message));
        }
        if swizzle != 0 && rank < 2 {
            let message = format!(
                "a `swizzlingByteWidth` of {swizzle} needs at least 2 dims, but there are {rank}"
            );
            return Err(encoding.fault("swizzlingByteWidth", message));
        }
        if swizzle == 0 && is_transposed && rank > 2 {
            let message =
                format!("`transposed` without swizzling must have at most 2 dims, but has {rank}");
            return Err(encoding.fault("transposed", message));
        }
        Ok(Nvmma { swizzle, is_transposed, element_bits, is_padded })
    }

    /// Returns the lengths of a box in memory: the part of the tensor that one copy can move.
    fn box_lengths(&self, encoding: &Encoding, part: &Lengths) -> Result<Vec<i64>, NotationFault> {
        let mut lengths = part.values();
        let dim = if self.is_transposed { 0 } else { lengths.len().saturating_sub(1) };
        let packing = if self.is_padded { 2 } else { 1 };
        for (at, length) in lengths.iter_mut().enumerate() {
            let stored = if at == dim { length.saturating_mul(packing) } else { *length };
            *length = stored.min(MOST_BOX);
        }
        let Some(row) = lengths.get_mut(dim) else { return Ok(lengths) };
        if self.swizzle != 0 {
            let least = 8 * self.swizzle / self.element_bits;
            if *row < least {
                let message = format!(
                    "dim {dim} of a block must have at least {} elements for a `swizzlingByteWidth` of {}, but has {}",
                    least / packing,
                    self.swizzle,
                    part.length(dim)
                );
                return Err(encoding.fault("swizzlingByteWidth", message));
            }
            *row = least;
        }
        *row /= packing;
        Ok(lengths)
    }

    /// Returns the order of the dims of a box in memory, the fastest first.
    fn order(&self, rank: usize) -> Vec<usize> {
        let mut order = row_major(rank);
        if self.is_transposed {
            order.rotate_right(1);
        }
        order
    }

    /// Returns the numbers, in the order of a box, of the elements that each bit of an offset adds: core matrices one below
    /// the other, then side by side. A box is a matrix, whose columns are the last dim, or all but it if it is transposed.
    fn core_matrices(
        &self,
        encoding: &Encoding,
        box_lengths: &[i64],
    ) -> Result<Vec<i64>, NotationFault> {
        let last = box_lengths.last().copied().unwrap_or(1);
        let outer = box_lengths.iter().rev().skip(1);
        let outer = outer.fold(1i64, |count, length| count.saturating_mul(*length));
        let (rows, columns) = if self.is_transposed { (last, outer) } else { (outer, last) };
        if rows < CORE_ROWS || rows.checked_mul(columns).is_none() {
            let message = format!(
                "a block must have at least {CORE_ROWS} rows for a `swizzlingByteWidth` of {}, but has {rows}",
                self.swizzle
            );
            return Err(encoding.fault("swizzlingByteWidth", message));
        }
        let mut tile = Tile::in_memory(2);
        let width = 8 * self.swizzle / self.element_bits;
        if self.is_padded {
            // Of each 16 elements, the last 8 are padding, which repeats the first.
            tile.repeat(&AxisName::MEMORY, 1, 8);
            tile.copy(&AxisName::MEMORY, 2);
            tile.repeat(&AxisName::MEMORY, 1, width / 16);
        } else {
            tile.repeat(&AxisName::MEMORY, 1, width);
        }
        // The vectors of a row are permuted by its phase.
        let vector = VECTOR_BITS / self.element_bits / if self.is_padded { 2 } else { 1 };
        let (per_phase, phases) = (128 / self.swizzle, self.swizzle / 16);
        let shift = |row: i64| vector * ((row / per_phase) % phases);
        tile.repeat_shifted(&AxisName::MEMORY, 0, CORE_ROWS, (1, shift));
        tile.grow_to(&[rows.ilog2(), columns.ilog2()], &[0, 1]);
        let bases = tile.into_bases().into_iter().flat_map(|axis| axis.bases);
        Ok(bases.map(|basis| basis[0] * columns + basis[1]).collect())
    }
}
