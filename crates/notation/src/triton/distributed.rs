//! Encodings onto registers, lanes, warps and blocks.

use layout::{AxisBases, AxisName, NotationFault};

use super::amd::{Mfma, Wmma};
use super::attribute::Encoding;
use super::cga::{Blocks, MovedBits, check_count, check_with_blocks, order_of};
use super::lengths::{Lengths, row_major};
use super::nvidia::NvidiaMma;
use super::operand::{Operand, Parent};
use super::tile::{Tile, drop_copied_registers};
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
pub(super) fn bases(
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Vec<AxisBases>, NotationFault> {
    if let Some(parent) = parent_of(encoding)? {
        let rank = parent.rank();
        lengths.check_rank(&format!("`#ttg.{}`", encoding.name), rank)?;
        return Ok(parent.accumulators(Tile::on_registers(rank), lengths));
    }
    match encoding.name.as_str() {
        "linear" => linear(encoding, lengths),
        "slice" => slice(encoding, lengths),
        "dot_op" => operand(encoding, lengths),
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

/// Returns an encoding that can be the parent of an operand of a dot; `None` for other encodings.
///
/// # Errors
/// An attribute is missing, unknown or invalid.
fn parent_of(encoding: &Encoding) -> Result<Option<Box<dyn Parent>>, NotationFault> {
    Ok(Some(match encoding.name.as_str() {
        "blocked" => Box::new(Blocked::of(encoding)?),
        "nvidia_mma" => Box::new(NvidiaMma::of(encoding)?),
        "amd_mfma" => Box::new(Mfma::of(encoding)?),
        "amd_wmma" => Box::new(Wmma::of(encoding)?),
        _ => return Ok(None),
    }))
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
        let own = ["sizePerThread", "threadsPerWarp", "warpsPerCTA"];
        check_with_blocks(encoding, &[&own[..], &["order"]].concat())?;
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
}

impl Parent for Blocked {
    fn rank(&self) -> usize {
        self.order.len()
    }

    fn accumulators(&self, mut tile: Tile, lengths: &Lengths) -> Vec<AxisBases> {
        tile.repeat_all(&AxisName::REGISTER, &self.elements, &self.order);
        tile.repeat_all(&AxisName::LANE, &self.lanes, &self.order);
        tile.repeat_all(&AxisName::WARP, &self.warps, &self.order);
        // Registers beyond the tensor are not used, but lanes and warps beyond it hold copies.
        let tile = tile.without_outer_registers(&self.blocks.part(lengths).bits);
        tile.fit(lengths, &self.blocks, &self.order)
    }

    fn operand(
        &self,
        operand: &Operand<'_>,
        mut tile: Tile,
        lengths: &Lengths,
    ) -> Result<Vec<AxisBases>, NotationFault> {
        let rank = self.rank();
        if rank < 2 {
            let message =
                format!("the parent of `#ttg.dot_op` must have at least 2 dims, but has {rank}");
            return Err(operand.encoding.fault("parent", message));
        }
        if operand.encoding.integer_or("kWidth", 0)? != 0 {
            let message = "`kWidth` is incompatible with the parent `#ttg.blocked`";
            return Err(operand.encoding.fault("kWidth", message));
        }
        // Without tensor cores, each lane has all elements along K.
        let k = operand.order(rank)[0];
        let mut elements = self.elements.clone();
        elements[k] = lengths.length(k);
        tile.repeat_all(&AxisName::REGISTER, &elements, &self.order);
        Operand::repeat_across(&mut tile, &AxisName::LANE, (&self.lanes, &self.order), k);
        Operand::repeat_across(&mut tile, &AxisName::WARP, (&self.warps, &self.order), k);
        Ok(tile.fit(lengths, &self.blocks.clone().without(k), &self.order))
    }
}

fn operand(encoding: &Encoding, lengths: &Lengths) -> Result<Vec<AxisBases>, NotationFault> {
    let operand = Operand::of(encoding)?;
    let parent = encoding.encoding("parent")?;
    let name = &parent.name;
    let read = parent_of(parent)?.ok_or_else(|| {
        let message = format!(
            "the parent of `#ttg.dot_op` must be `#ttg.blocked`, `#ttg.nvidia_mma`, `#ttg.amd_mfma` or \
             `#ttg.amd_wmma`, but is `#ttg.{name}`"
        );
        NotationFault::new(parent.at.clone(), message)
    })?;
    let rank = read.rank();
    lengths.check_rank(&format!("the parent `#ttg.{name}`"), rank)?;
    read.operand(&operand, Tile::on_registers(rank), lengths)
}

/// Reads the parent of a slice over a tensor of length 1 along the dim that the slice lacks. Registers that differ
/// in this dim alone are dropped.
fn slice(encoding: &Encoding, lengths: &Lengths) -> Result<Vec<AxisBases>, NotationFault> {
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
    let parent = encoding.encoding("parent")?;
    check_rank(rank + 1, parent.at.clone())?;
    let mut bases = bases(parent, &Lengths { bits, at })?;
    for basis in bases.iter_mut().flat_map(|axis| &mut axis.bases) {
        basis.remove(dim);
    }
    drop_copied_registers(&mut bases);
    Ok(bases)
}

/// Reads bases by axis. Each moves one dim or none, and those that move one are a permutation of the bits of a tile.
fn linear(encoding: &Encoding, lengths: &Lengths) -> Result<Vec<AxisBases>, NotationFault> {
    let axes = [AxisName::REGISTER, AxisName::LANE, AxisName::WARP, AxisName::BLOCK];
    encoding.check(&["register", "lane", "warp", "block"])?;
    let rank = lengths.rank();
    let mut tile = Tile::new(rank, &axes);
    let mut parts = Vec::new();
    let mut moved = MovedBits::new(rank);
    for axis in axes {
        let name = axis.as_str();
        let bases = encoding.vectors(name)?;
        bases.iter().try_for_each(|basis| moved.add(encoding, name, basis))?;
        parts.push(AxisBases { axis, bases });
    }
    if let Some((dim, missing)) = moved.missing(&moved.lengths()) {
        let message = format!("no basis of `#ttg.linear` moves dim {dim} by {missing}");
        return Err(NotationFault::new(encoding.at.clone(), message));
    }
    // The order of repetition is that in which registers move the dims.
    let registers = parts[0].bases.iter();
    let moved = registers.filter_map(|basis| basis.iter().position(|part| *part != 0));
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
