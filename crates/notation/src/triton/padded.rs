//! `#ttg.padded_shared`: shared memory with padding after each interval of elements.
//!
//! An offset without padding is a permutation of the bits of the index. Each bit of it passes a number of intervals that is
//! a power of two, so the offset with padding is a sum of bits times strides.

use layout::transform::{Insert, Merge};
use layout::{AxisName, DimId, LayoutBuilder, LayoutFault, MemoryAxes, NotationFault, Placement};

use super::attribute::Encoding;
use super::cga::{MovedBits, order_of};
use super::lengths::Lengths;
use super::tile::Tile;
use crate::suffix::fault_at;

/// Reads `#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [64, 64]}>`, or with `offset` and `block` in place of both.
///
/// # Errors
/// An attribute is missing, unknown or invalid, or the bases are not a permutation of the bits of the index.
pub(super) fn placement(
    encoding: &Encoding,
    lengths: &Lengths,
) -> Result<Placement, NotationFault> {
    check_paddings(encoding)?;
    let has_bases = encoding.has("offset") || encoding.has("block");
    let (offsets, blocks) = match has_bases {
        true => explicit(encoding, lengths)?,
        false => (ordered(encoding, lengths)?, Vec::new()),
    };
    let strides: Option<Vec<i64>> = (0..offsets.len()).map(|bit| stride(encoding, bit)).collect();
    let Some(strides) = strides else {
        let message = "the offsets of `#ttg.padded_shared` do not fit 64 bits";
        return Err(NotationFault::new(encoding.at.clone(), message));
    };
    placed(lengths, &offsets, &strides, &blocks)
        .map_err(|fault| fault_at(encoding.at.clone(), fault))
}

fn check_paddings(encoding: &Encoding) -> Result<(), NotationFault> {
    if encoding.paddings.is_empty() {
        let message = "`#ttg.padded_shared` needs an interval and a padding such as `[32:+4]`";
        return Err(NotationFault::new(encoding.at.clone(), message));
    }
    for (number, (interval, padding, at)) in encoding.paddings.iter().enumerate() {
        for (name, value) in [("an interval", *interval), ("a padding", *padding)] {
            if value.count_ones() != 1 {
                let message = format!("{name} must be a power of two, but is {value}");
                return Err(NotationFault::new(at.clone(), message));
            }
        }
        if encoding.paddings[..number].iter().any(|(other, ..)| other == interval) {
            let message = format!("the interval {interval} has two paddings");
            return Err(NotationFault::new(at.clone(), message));
        }
    }
    Ok(())
}

/// Returns the stride of a bit of the offset without padding; `None` if it does not fit 64 bits.
fn stride(encoding: &Encoding, bit: usize) -> Option<i64> {
    let distance = 1i64.checked_shl(u32::try_from(bit).ok()?).filter(|distance| *distance > 0)?;
    encoding.paddings.iter().try_fold(distance, |stride, (interval, padding, _)| {
        stride.checked_add((distance / interval).checked_mul(*padding)?)
    })
}

/// Reads the order of dims and the shape.
fn ordered(encoding: &Encoding, lengths: &Lengths) -> Result<Vec<Vec<i64>>, NotationFault> {
    encoding.check_attributes(&["order", "shape", "offset", "block"])?;
    let shape = encoding.powers("shape")?;
    let order = order_of(encoding, "order", shape.len())?;
    if shape != lengths.values() {
        let message = format!("`shape` is {shape:?}, but the tensor is {:?}", lengths.values());
        return Err(encoding.fault("shape", message));
    }
    let mut tile = Tile::in_memory(shape.len());
    tile.repeat_all(&AxisName::MEMORY, &shape, &order);
    Ok(tile.into_bases().into_iter().flat_map(|axis| axis.bases).collect())
}

/// The basis vectors of the offset and of the block.
type Bases = (Vec<Vec<i64>>, Vec<Vec<i64>>);

/// Reads the basis of each bit of the offset and of the block. The former are not zero, and together they are the bits of
/// the index.
fn explicit(encoding: &Encoding, lengths: &Lengths) -> Result<Bases, NotationFault> {
    encoding.check_attributes(&["offset", "block"])?;
    let mut moved = MovedBits::new(lengths.rank());
    let mut read = [Vec::new(), Vec::new()];
    for (name, bases) in ["offset", "block"].into_iter().zip(&mut read) {
        *bases = encoding.vectors(name)?;
        for basis in bases {
            moved.add(encoding, name, basis)?;
            let Some(dim) = basis.iter().position(|part| *part != 0) else {
                if name == "offset" {
                    return Err(encoding.fault(name, "a basis of `offset` must not be zero"));
                }
                continue;
            };
            let (part, length) = (basis[dim], lengths.length(dim));
            if part >= length {
                let message = format!(
                    "a basis of `{name}` moves dim {dim} by {part}, but its length is {length}"
                );
                return Err(encoding.fault(name, message));
            }
        }
    }
    if let Some((dim, missing)) = moved.missing(&lengths.values()) {
        let message = format!("no basis moves dim {dim} by {missing}");
        return Err(NotationFault::new(encoding.at.clone(), message));
    }
    let [offsets, blocks] = read;
    Ok((offsets, blocks))
}

/// Returns the placement of bits of an offset with strides, and of blocks.
fn placed(
    lengths: &Lengths,
    offsets: &[Vec<i64>],
    strides: &[i64],
    blocks: &[Vec<i64>],
) -> Result<Placement, LayoutFault> {
    let block_strides = (0..blocks.len()).map(|bit| 1i64 << bit.min(62));
    let strides: Vec<i64> = strides.iter().copied().chain(block_strides).collect();
    let mut builder = LayoutBuilder::strided(&vec![2; strides.len()], &strides, 0)?;
    let memory: Vec<(DimId, &Vec<i64>)> =
        builder.base_dims().iter().copied().zip(offsets.iter().chain(blocks)).collect();
    let mut logical = Vec::new();
    for dim in 0..lengths.rank() {
        let mut own: Vec<(i64, DimId)> =
            memory.iter().map(|(id, basis)| (basis[dim], *id)).filter(|own| own.0 != 0).collect();
        own.sort_by_key(|(part, _)| std::cmp::Reverse(*part));
        let bits: Vec<DimId> = own.into_iter().map(|(_, id)| id).collect();
        logical.extend(match bits[..] {
            [] => builder.apply(Insert { length: 1 }, &[])?,
            _ => builder.apply(Merge, &bits)?,
        });
    }
    let is_copy = |(_, basis): &&(DimId, &Vec<i64>)| basis.iter().all(|part| *part == 0);
    let copies: Vec<DimId> = memory.iter().filter(is_copy).map(|(id, _)| *id).collect();
    logical.extend(&copies);
    let axes = offsets.iter().map(|_| AxisName::MEMORY);
    let mut axes = MemoryAxes::new(axes.chain(blocks.iter().map(|_| AxisName::BLOCK)));
    if offsets.is_empty() {
        axes = axes.with_offset(AxisName::MEMORY, 0);
    }
    Placement::new(builder.finish(&logical)?, axes, copies.len(), Vec::new())
}
