//! Placements of linear maps over bits, from slots to indices: Triton's linear layouts.
//!
//! Such a map gives the index that a slot holds: each bit of a coordinate adds, by exclusive or, a basis vector to the
//! index. Its inverse is a placement: a slot of the index zero for each member of the kernel, which are the copies, and one
//! slot for each bit of the index.

use super::axis::AxisName;
use super::bits::indices_of_bits;
use super::form::{MemoryAxes, Placement};
use crate::normal::{BitDims, BitMatrix, add_tracked, reduced, transposed};
use crate::pipeline::{LayoutBuilder, LayoutFault};
use crate::space::DimId;
use crate::transform::{Freeze, Insert, Merge, Unmerge};

/// The basis vectors of one axis: the index that each bit of the coordinate adds, the lowest bit first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AxisBases {
    /// The axis.
    pub axis: AxisName,
    /// By bit of the coordinate: a component for each dim of the index.
    pub bases: Vec<Vec<i64>>,
}

impl Placement {
    /// Returns the placement of the linear map from slots to indices with these bases, for indices of these lengths.
    ///
    /// # Errors
    /// A length is not a power of two, a basis has another rank or is outside the lengths, an axis occurs twice, there are more
    /// than 62 bits, or no slot holds some index: the index.
    pub fn of_bases(lengths: &[i64], axes: &[AxisBases]) -> Result<Placement, LayoutFault> {
        let index_bits = index_bits(lengths)?;
        let images = images(lengths, axes)?;
        let matrix = slot_matrix(&images, index_bits, lengths)?;
        let sizes = axes.iter().map(|axis| 1i64 << axis.bases.len());
        let sizes: Vec<i64> = sizes.collect();
        let mut builder = LayoutBuilder::strided(&sizes, &vec![1; sizes.len()], 0)?;
        let mut dims = Vec::new();
        for (dim, axis) in builder.base_dims().to_vec().into_iter().zip(axes) {
            dims.extend(bits_of(&mut builder, dim, axis.bases.len())?);
        }
        let mut bits = BitDims { builder, dims };
        let columns = matrix.apply_over(&mut bits, 0)?;
        let mut builder = bits.builder;
        let mut first = 0;
        let mut logical = Vec::new();
        for &length in lengths {
            let next = first + length.trailing_zeros() as usize;
            logical.push(merged(&mut builder, &columns[first..next])?);
            first = next;
        }
        let copies = &columns[first..];
        if !copies.is_empty() {
            logical.push(merged(&mut builder, copies)?);
        }
        let memory = MemoryAxes::new(axes.iter().map(|axis| axis.axis.clone()));
        let function = builder.finish(&logical)?;
        Placement::new(function, memory, usize::from(!copies.is_empty()), Vec::new())
    }

    /// Returns the bases of the linear map from slots to indices, by axis; `None` if there is none: a length is not a power
    /// of two, a slot holds no index or several, the map is not linear over bits, or a value has parts.
    pub fn bases(&self) -> Option<Vec<AxisBases>> {
        let bits = self.bits().filter(|bits| bits.is_injective() && !bits.has_parts())?;
        let indices = bits.indices_of_slot_bits()?;
        let lengths = self.shape().static_lengths()?;
        Some(by_axis(bits.axes_with_bits(), indices, &lengths))
    }
}

/// Returns the bases, by axis with its number of bits, of the linear map that holds these indices in these slots; `None` if
/// a bit is not a sum of the slots, there are more than 64 bits, or a length is not a power of two. The lowest bits of a
/// slot are those of the first axis, and the lowest bits of an index are those of the first dim.
pub fn bases_of_slots(
    axes: &[(AxisName, usize)],
    slots: impl IntoIterator<Item = (u64, u64)>,
    lengths: &[i64],
) -> Option<Vec<AxisBases>> {
    index_bits(lengths).ok()?;
    let bits = axes.iter().map(|(_, bits)| bits).sum();
    let indices = indices_of_bits(slots.into_iter(), bits)?;
    Some(by_axis(axes.iter().map(|(axis, bits)| (axis, *bits)), indices, lengths))
}

/// Returns the bases of axes with their numbers of bits, from the index that each bit of a slot adds, as bits.
fn by_axis<'a>(
    axes: impl Iterator<Item = (&'a AxisName, usize)>,
    indices: Vec<u64>,
    lengths: &[i64],
) -> Vec<AxisBases> {
    let mut indices = indices.into_iter();
    axes.map(|(axis, count)| {
        let bases = indices.by_ref().take(count).map(|index| components(index, lengths));
        AxisBases { axis: axis.clone(), bases: bases.collect() }
    })
    .collect()
}

/// Returns the components of an index whose bits these are, the lowest bits those of the first dim.
pub(super) fn components(mut bits: u64, lengths: &[i64]) -> Vec<i64> {
    let parts = lengths.iter().map(|&length| {
        let own = bits % length.unsigned_abs();
        bits /= length.unsigned_abs();
        // A part of an index is below its length.
        own as i64
    });
    parts.collect()
}

/// Returns the number of bits of an index of these lengths.
fn index_bits(lengths: &[i64]) -> Result<usize, LayoutFault> {
    for (dim, &length) in lengths.iter().enumerate() {
        if length < 1 || length.count_ones() != 1 {
            let message = format!(
                "the length of dim {dim} must be a power of two for a linear map over bits, but is {length}"
            );
            return Err(LayoutFault::new(message));
        }
    }
    Ok(lengths.iter().map(|length| length.trailing_zeros() as usize).sum())
}

/// Returns the index that each bit of a slot adds, as bits: the lowest bits are those of the first dim.
fn images(lengths: &[i64], axes: &[AxisBases]) -> Result<Vec<u64>, LayoutFault> {
    let mut images = Vec::new();
    for (at, AxisBases { axis, bases }) in axes.iter().enumerate() {
        if axes[..at].iter().any(|other| other.axis == *axis) {
            return Err(LayoutFault::new(format!("axis `{axis}` has two lists of bases")));
        }
        for basis in bases {
            if basis.len() != lengths.len() {
                let message = format!(
                    "a basis of `{axis}` has {} components, but the index has {}",
                    basis.len(),
                    lengths.len()
                );
                return Err(LayoutFault::new(message));
            }
            let mut image = 0u64;
            let mut shift = 0;
            for (dim, (&component, &length)) in basis.iter().zip(lengths).enumerate() {
                if !(0..length).contains(&component) {
                    let message = format!(
                        "basis {basis:?} of `{axis}` is outside of dim {dim}, whose length is {length}"
                    );
                    return Err(LayoutFault::new(message));
                }
                image |= component.unsigned_abs() << shift;
                shift += length.trailing_zeros();
            }
            images.push(image);
        }
    }
    let most = crate::limits::INDEX_BITS as usize;
    if images.len() > most {
        let message = format!("a slot must have at most {most} bits, but has {}", images.len());
        return Err(LayoutFault::new(message));
    }
    Ok(images)
}

/// Returns the matrix from the bits of an index, then those of the copies, to the bits of a slot.
///
/// # Errors
/// No slot holds some index.
fn slot_matrix(
    images: &[u64],
    index_bits: usize,
    lengths: &[i64],
) -> Result<BitMatrix, LayoutFault> {
    // The indices found so far, each with a slot.
    let mut basis: Vec<(u64, u64)> = Vec::new();
    let mut kernel: Vec<u64> = Vec::new();
    for (bit, &image) in images.iter().enumerate() {
        kernel.extend(add_tracked(&mut basis, (image, 1 << bit)));
    }
    let mut columns = Vec::new();
    for bit in 0..index_bits {
        match reduced(&basis, (1 << bit, 0)) {
            (0, slot) => columns.push(slot),
            _ => return Err(without_slot(bit, lengths)),
        }
    }
    columns.extend(kernel);
    BitMatrix::new(transposed(&columns, images.len()), columns.len())
        .ok_or_else(|| LayoutFault::new("a map over bits must have at most 64 bits"))
}

/// Returns the fault of the index of one bit, which no slot holds.
fn without_slot(bit: usize, lengths: &[i64]) -> LayoutFault {
    let mut left = bit;
    let mut index = vec![0i64; lengths.len()];
    for (component, length) in index.iter_mut().zip(lengths) {
        let bits = length.trailing_zeros() as usize;
        if left < bits {
            *component = 1 << left;
            break;
        }
        left -= bits;
    }
    LayoutFault::new(format!("no slot holds index {index:?}"))
        .note("the bases of all axes must span all indices")
}

/// Returns the bits of a dim, the lowest first. A dim without bits is dropped.
fn bits_of(
    builder: &mut LayoutBuilder,
    dim: DimId,
    count: usize,
) -> Result<Vec<DimId>, LayoutFault> {
    if count == 0 {
        return builder.apply(Freeze { at: 0 }, &[dim]);
    }
    let mut bits = builder.apply(Unmerge { lengths: vec![2; count] }, &[dim])?;
    bits.reverse();
    Ok(bits)
}

/// Returns the dim whose bits, the lowest first, these are.
fn merged(builder: &mut LayoutBuilder, bits: &[DimId]) -> Result<DimId, LayoutFault> {
    let highest_first: Vec<DimId> = bits.iter().rev().copied().collect();
    let merged = match highest_first[..] {
        [] => builder.apply(Insert { length: 1 }, &[])?,
        _ => builder.apply(Merge, &highest_first)?,
    };
    Ok(merged[0])
}
