//! Encodings onto registers, lanes, warps and blocks.

use layout::{AxisName, NotationFault};

use super::amd::{Mfma, Wmma};
use super::attribute::Encoding;
use super::cga::{ATTRIBUTES, Blocks, check_count, check_single, order_of};
use super::lengths::{Lengths, bit_length, row_major};
use super::nvidia::NvidiaMma;
use super::operand::Operand;
use super::tile::{SlotBases, Tile};
use crate::grammar::{check_rank, unknown};

/// The names of all encodings of this file, and of those in shared memory.
const NAMES: [&str; 11] = [
    "blocked",
    "linear",
    "slice",
    "dot_op",
    "nvidia_mma",
    "amd_mfma",
    "amd_wmma",
    "swizzled_shared",
    "nvmma_shared",
    "padded_shared",
    "shared_linear",
];

/// Returns the bases of an encoding onto registers, lanes, warps and blocks.
///
/// # Errors
/// The encoding is unknown or in shared memory, an attribute is missing, unknown or invalid, or the lengths do not fit it.
pub(super) fn bases(encoding: &Encoding, lengths: &Lengths) -> Result<SlotBases, NotationFault> {
    match encoding.name.as_str() {
        "blocked" => Blocked::of(encoding)?.bases(encoding, lengths),
        "linear" => linear(encoding, lengths),
        "slice" => slice(encoding, lengths),
        "dot_op" => operand(encoding, lengths),
        "nvidia_mma" => NvidiaMma::of(encoding)?.accumulators(encoding, lengths),
        "amd_mfma" => Mfma::of(encoding)?.accumulators(encoding, lengths),
        "amd_wmma" => Wmma::of(encoding)?.accumulators(encoding, lengths),
        name if NAMES.contains(&name) => {
            let message = format!("expected an encoding onto registers, found `#ttg.{name}`");
            Err(NotationFault::new(encoding.at.clone(), message))
        }
        name => {
            let at = encoding.at.start..encoding.at.start + "#ttg.".len() + name.len();
            Err(unknown("encoding of TritonGPU", name, at, NAMES))
        }
    }
}

/// The parameters of `#ttg.blocked`.
struct Blocked {
    elements: Vec<i64>,
    lanes: Vec<i64>,
    warps: Vec<i64>,
    order: Vec<usize>,
    blocks: Blocks,
}

impl Blocked {
    fn of(encoding: &Encoding) -> Result<Blocked, NotationFault> {
        let [cga, a, b, c] = ATTRIBUTES;
        let own = ["sizePerThread", "threadsPerWarp", "warpsPerCTA"];
        encoding.check(&[own[0], own[1], own[2], "order", cga, a, b, c])?;
        let [elements, lanes, warps] = own.map(|name| encoding.powers(name));
        let (elements, lanes, warps) = (elements?, lanes?, warps?);
        let rank = elements.len();
        check_rank(rank, encoding.at(own[0]))?;
        check_count(encoding, own[1], lanes.len(), rank)?;
        check_count(encoding, own[2], warps.len(), rank)?;
        let order = order_of(encoding, "order", rank)?;
        let blocks = Blocks::of(encoding, rank)?;
        Ok(Blocked { elements, lanes, warps, order, blocks })
    }

    fn bases(&self, encoding: &Encoding, lengths: &Lengths) -> Result<SlotBases, NotationFault> {
        lengths.check_rank("`#ttg.blocked`", self.order.len())?;
        let mut tile = Tile::on_registers(self.order.len(), encoding.at.clone())?;
        tile.repeat_all(&AxisName::REGISTER, &self.elements, &self.order);
        tile.repeat_all(&AxisName::LANE, &self.lanes, &self.order);
        tile.repeat_all(&AxisName::WARP, &self.warps, &self.order);
        // Registers beyond the tensor are not used, but lanes and warps beyond it hold copies.
        let tile = tile.without_outer_registers(&self.blocks.part(lengths).bits);
        Ok(tile.fit(lengths, &self.blocks, &self.order))
    }

    /// Returns the bases of an operand of a dot without tensor cores: each lane has all elements along K.
    fn operand(
        &self,
        operand: &Operand<'_>,
        lengths: &Lengths,
    ) -> Result<SlotBases, NotationFault> {
        let rank = self.order.len();
        lengths.check_rank("the parent `#ttg.blocked`", rank)?;
        if rank < 2 {
            let message =
                format!("the parent of `#ttg.dot_op` must have at least 2 dims, but has {rank}");
            return Err(operand.encoding.fault("parent", message));
        }
        if operand.encoding.integer_or("kWidth", 0)? != 0 {
            let message = "`kWidth` is incompatible with the parent `#ttg.blocked`";
            return Err(operand.encoding.fault("kWidth", message));
        }
        let k = operand.order(rank)[0];
        let mut tile = Tile::on_registers(rank, operand.encoding.at.clone())?;
        let mut elements = self.elements.clone();
        elements[k] = lengths.length(k);
        tile.repeat_all(&AxisName::REGISTER, &elements, &self.order);
        Operand::repeat_across(&mut tile, &AxisName::LANE, (&self.lanes, &self.order), k);
        Operand::repeat_across(&mut tile, &AxisName::WARP, (&self.warps, &self.order), k);
        Ok(tile.fit(lengths, &self.blocks.clone().without(k), &self.order))
    }
}

fn operand(encoding: &Encoding, lengths: &Lengths) -> Result<SlotBases, NotationFault> {
    let operand = Operand::of(encoding)?;
    let parent = encoding.encoding("parent")?;
    match parent.name.as_str() {
        "blocked" => Blocked::of(parent)?.operand(&operand, lengths),
        "nvidia_mma" => NvidiaMma::of(parent)?.operand(&operand, lengths),
        "amd_mfma" => Mfma::of(parent)?.operand(&operand, lengths),
        "amd_wmma" => Wmma::of(parent)?.operand(&operand, lengths),
        name => {
            let message = format!(
                "the parent of `#ttg.dot_op` must be `#ttg.blocked`, `#ttg.nvidia_mma`, `#ttg.amd_mfma` or \
                 `#ttg.amd_wmma`, but is `#ttg.{name}`"
            );
            Err(NotationFault::new(parent.at.clone(), message))
        }
    }
}

/// Reads the parent of a slice over a tensor of length 1 along the dim that the slice lacks. Registers that differ
/// in this dim alone are dropped.
fn slice(encoding: &Encoding, lengths: &Lengths) -> Result<SlotBases, NotationFault> {
    encoding.check(&["dim", "parent"])?;
    let dim = encoding.integer("dim")? as usize;
    let rank = lengths.rank();
    if rank == 0 {
        return Err(NotationFault::new(
            lengths.at.clone(),
            "a tensor of `#ttg.slice` must have at least 1 dim, but has 0",
        ));
    }
    if dim > rank {
        let message = format!(
            "`dim` must be at most {rank}, as the parent has {} dims, but is {dim}",
            rank + 1
        );
        return Err(encoding.fault("dim", message));
    }
    let mut bits = lengths.bits.clone();
    bits.insert(dim, 0);
    let at = lengths.at.clone();
    let mut bases = bases(encoding.encoding("parent")?, &Lengths { bits, at })?;
    for axis in &mut bases.axes {
        for basis in &mut axis.bases {
            basis.remove(dim);
        }
        if axis.axis == AxisName::REGISTER {
            axis.bases.retain(|basis| basis.iter().any(|part| *part != 0));
        }
    }
    Ok(bases)
}

/// Reads bases by axis. Each moves one dim or none, and those that move one are a permutation of the bits of a tile.
fn linear(encoding: &Encoding, lengths: &Lengths) -> Result<SlotBases, NotationFault> {
    let axes = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP, AxisName::BLOCK];
    encoding.check(&["register", "lane", "warp", "block"])?;
    let rank = lengths.rank();
    let mut tile = Tile::new(rank, &axes, encoding.at.clone())?;
    let mut parts = Vec::new();
    let mut seen: Vec<u64> = vec![0; rank];
    for axis in axes {
        let name = axis.as_str();
        let bases = encoding.vectors(name)?;
        for basis in &bases {
            check_single(encoding, name, basis, rank)?;
            for (dim, (seen, &part)) in seen.iter_mut().zip(basis).enumerate() {
                let own = part.unsigned_abs();
                if *seen & own != 0 {
                    let message = format!("a second basis, of `{name}`, moves dim {dim} by {part}");
                    return Err(encoding.fault(name, message));
                }
                *seen |= own;
            }
        }
        parts.push((axis, bases));
    }
    for (dim, seen) in seen.iter().enumerate() {
        if seen.count_ones() != bit_length(*seen as i64) {
            let missing = 1u64 << seen.trailing_ones();
            let message = format!("no basis of `#ttg.linear` moves dim {dim} by {missing}");
            return Err(NotationFault::new(encoding.at.clone(), message));
        }
    }
    // The order of repetition is that in which registers move the dims.
    let moved = parts[0].1.iter().filter_map(|basis| basis.iter().position(|part| *part != 0));
    let mut order: Vec<usize> = Vec::new();
    for dim in moved.chain(row_major(rank)) {
        if !order.contains(&dim) {
            order.push(dim);
        }
    }
    tile.extend(&parts);
    let tile = tile.without_outer_registers(&lengths.bits);
    Ok(tile.fit(lengths, &Blocks::one(), &order))
}
