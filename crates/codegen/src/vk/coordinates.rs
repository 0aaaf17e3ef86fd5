//! Coordinates of a described tensor: for each dim of the description, the program that computes its coordinate from a
//! logical index.
//!
//! A description has the dims of memory, in physical order. A dim of the description is one dim of memory, or several
//! adjacent ones that were merged. A logical dim that a format splits has two dims of memory: the vectors, and the lanes
//! of a vector. Elements smaller than a byte are described as bytes.
//!
//! Each coordinate is the offset of a layout over the same logical index, in which only the dims of memory that belong
//! to it have strides. The crate `address` lowers it, as it lowers every layout.

use super::SizedDescription;
use address::program::Program;
use address::{IndexType, OffsetUnit, lower};
use ir::layout::transform::Merge;
use ir::layout::{Layout, LayoutBuilder};
use std::ops::Range;

/// The coordinates of a described tensor.
pub(crate) struct TensorCoordinates {
    /// The lengths of the logical dims.
    pub(crate) lengths: Vec<i64>,
    /// The logical dim at each position of memory, outermost first.
    pub(crate) order: Vec<usize>,
    /// The coordinate of each dim of the description.
    pub(crate) coordinates: Vec<TensorCoordinate>,
    /// The number of elements in a byte if the elements are smaller than a byte; otherwise 1.
    pub(crate) elements_per_byte: i64,
}

/// The coordinate of one dim of a description.
pub(crate) enum TensorCoordinate {
    /// Always 0: the tensor has no dims.
    Zero,
    /// A component of the logical index.
    Component(usize),
    /// The offset of a program over the whole logical index. The dims that it depends on are within their lengths.
    Computed {
        /// The program, whose parameters are the components of the logical index.
        program: Box<Program>,
        /// The logical dims that the program depends on.
        dims: Vec<usize>,
    },
}

impl TensorCoordinates {
    /// Returns the coordinates of a described tensor. A description without a logical shape has the dims of the
    /// description as logical dims.
    ///
    /// # Errors
    /// The reason why a logical index has no coordinates.
    pub(crate) fn from_description(
        tensor: &SizedDescription<'_>,
    ) -> Result<TensorCoordinates, String> {
        let MemoryDims { lengths, order, memory, groups, elements_per_byte } =
            MemoryDims::from_description(tensor)?;
        let view = CoordinateView { lengths: &lengths, order: &order, memory: &memory };
        let coordinates = groups.into_iter().map(|group| view.coordinate(group));
        let coordinates = coordinates.collect::<Result<_, String>>()?;
        Ok(TensorCoordinates { lengths, order, coordinates, elements_per_byte })
    }

    /// Returns the logical dims whose components a program reads, in increasing order. Vulkan checks the bounds of all
    /// others, because each of them is a coordinate.
    pub(crate) fn computed_dims(&self) -> Vec<usize> {
        let mut dims: Vec<usize> = Vec::new();
        for coordinate in &self.coordinates {
            if let TensorCoordinate::Computed { dims: read, .. } = coordinate {
                dims.extend(read);
            }
        }
        dims.sort_unstable();
        dims.dedup();
        dims
    }
}

/// The dims of a described tensor's memory, before they are merged to those of the description.
struct MemoryDims {
    /// The lengths of the logical dims.
    lengths: Vec<i64>,
    /// The logical dim at each position of memory, outermost first.
    order: Vec<usize>,
    /// The lengths of the dims of memory.
    memory: Vec<i64>,
    /// The dims of memory that each dim of the description merges.
    groups: Vec<Range<usize>>,
    /// The number of elements in a byte if the elements are smaller than a byte; otherwise 1.
    elements_per_byte: i64,
}

impl MemoryDims {
    fn from_description(tensor: &SizedDescription<'_>) -> Result<MemoryDims, String> {
        let described = tensor.description.memory.dims();
        let elements_per_byte = tensor.elements_per_byte();
        let mut in_elements = described.clone();
        if let Some(last) = in_elements.last_mut() {
            let length = last.checked_mul(elements_per_byte);
            *last = length.ok_or("the number of elements exceeds 64 bits")?;
        }
        let known = &tensor.description.tensor;
        let lengths = match (&known.logical_shape, &known.dim_order) {
            (Some(lengths), _) => lengths.clone(),
            (None, None) => in_elements.clone(),
            (None, Some(order)) => permuted(&in_elements, order)?,
        };
        let rank = lengths.len();
        let order = match &known.dim_order {
            Some(order) => order.iter().map(|&dim| usize::try_from(dim).unwrap_or(rank)).collect(),
            None => (0..rank).collect::<Vec<usize>>(),
        };
        let memory = memory_lengths(&lengths, &order, &in_elements)?;
        let groups = groups(&memory, &in_elements).ok_or_else(differ)?;
        Ok(MemoryDims { lengths, order, memory, groups, elements_per_byte })
    }

    /// Returns the distance of two neighbors along each dim of memory, in bits.
    fn strides_in_bits(&self, tensor: &SizedDescription<'_>) -> Option<Vec<i64>> {
        let layout = tensor.description.memory.layout_in_bytes();
        let bytes = layout.strides().values().map(|stride| stride.get());
        let mut strides = vec![0; self.memory.len()];
        for (at, (group, bytes)) in self.groups.iter().zip(bytes).enumerate() {
            // The innermost dim of a description counts bytes, of which each has several small elements.
            let is_inner = at + 1 == self.groups.len();
            let per_byte = if is_inner { self.elements_per_byte } else { 1 };
            let mut stride = bytes.checked_mul(8)? / per_byte;
            for dim in group.clone().rev() {
                strides[dim] = stride;
                stride = stride.checked_mul(self.memory[dim])?;
            }
        }
        Some(strides)
    }
}

/// Returns the layout of a described tensor with LINEAR tiling: its offsets are the first bits of the elements, counted
/// from the first byte of the tensor.
///
/// # Errors
/// The reason why a logical index has no coordinates, or a bit that does not fit 64 bits.
pub(crate) fn layout_in_bits(tensor: &SizedDescription<'_>) -> Result<Layout, String> {
    let dims = MemoryDims::from_description(tensor)?;
    let strides = dims.strides_in_bits(tensor).ok_or("its size in bits exceeds 64 bits")?;
    let view = CoordinateView { lengths: &dims.lengths, order: &dims.order, memory: &dims.memory };
    view.strided(&strides).map_err(|fault| fault.to_string())
}

impl SizedDescription<'_> {
    /// Returns the number of elements in a byte; 1 if the element type is unknown or not smaller than a byte.
    fn elements_per_byte(&self) -> i64 {
        match self.element_bits {
            Some(bits) if (1..8).contains(&bits) => 8 / bits,
            _ => 1,
        }
    }
}

fn differ() -> String {
    "its dims differ from those of its logical shape".to_owned()
}

/// Returns the logical lengths of a description that has only a dim order.
fn permuted(dims: &[i64], order: &[i64]) -> Result<Vec<i64>, String> {
    let mut lengths = vec![None; order.len()];
    for (&dim, &length) in order.iter().zip(dims) {
        let place = usize::try_from(dim).ok().and_then(|dim| lengths.get_mut(dim));
        *place.ok_or_else(differ)? = Some(length);
    }
    let lengths: Option<Vec<i64>> = lengths.into_iter().collect();
    lengths.filter(|lengths| lengths.len() == dims.len()).ok_or_else(differ)
}

/// Returns the length of each dim of memory. The number of lanes of a split dim is the one for which the dims of memory
/// can be merged to those of the description.
fn memory_lengths(lengths: &[i64], order: &[usize], described: &[i64]) -> Result<Vec<i64>, String> {
    let memory = order.iter().map(|&dim| lengths.get(dim).copied().filter(|&length| length >= 1));
    let mut memory: Vec<i64> = memory.collect::<Option<_>>().ok_or_else(differ)?;
    let Some((dim, [vectors, lanes])) = split_dim(lengths.len(), order)? else { return Ok(memory) };
    let mut set_lanes = |count: i64| {
        (memory[vectors], memory[lanes]) = ((lengths[dim] - 1) / count + 1, count);
        memory.clone()
    };
    if order.len() == described.len() {
        let memory = set_lanes(described[lanes].max(1));
        return if memory == described { Ok(memory) } else { Err(differ()) };
    }
    let mut found = (1..=MOST_LANES)
        .filter(|&count| described.iter().any(|dim| dim % count == 0))
        .map(set_lanes);
    let mut found = found.by_ref().filter(|memory| groups(memory, described).is_some());
    match (found.next(), found.next()) {
        (Some(memory), None) => Ok(memory),
        (None, _) => Err(differ()),
        _ => Err("its merged dims do not determine the number of lanes".to_owned()),
    }
}

/// The greatest number of lanes of a format.
const MOST_LANES: i64 = 64;

/// Returns the logical dim with two dims of memory, and the positions of its vectors and lanes; `None` if every logical
/// dim has one dim of memory.
fn split_dim(rank: usize, order: &[usize]) -> Result<Option<(usize, [usize; 2])>, String> {
    let mut split = None;
    for dim in 0..rank {
        let places: Vec<usize> = (0..order.len()).filter(|&at| order[at] == dim).collect();
        match places[..] {
            [_] => {}
            [vectors, lanes] if split.is_none() => split = Some((dim, [vectors, lanes])),
            _ => return Err(differ()),
        }
    }
    Ok(split)
}

/// Returns the dims of memory that each dim of the description merges; `None` if no adjacent dims have its length.
fn groups(memory: &[i64], described: &[i64]) -> Option<Vec<Range<usize>>> {
    let mut groups = Vec::with_capacity(described.len());
    let mut next = 0;
    for (at, &length) in described.iter().enumerate() {
        let start = next;
        let mut product = 1i64;
        let left = described.len() - at - 1;
        while next < memory.len() {
            let longer = product.checked_mul(memory[next])?;
            // A dim of length 1 belongs to the dims before it, unless a dim of the description is left for it.
            let is_needed = product == length && memory.len() - next <= left && next > start;
            if longer > length || is_needed {
                break;
            }
            (product, next) = (longer, next + 1);
        }
        if product != length {
            return None;
        }
        groups.push(start..next);
    }
    (next == memory.len()).then_some(groups)
}

/// The map from a logical index to the dims of memory.
struct CoordinateView<'a> {
    lengths: &'a [i64],
    order: &'a [usize],
    memory: &'a [i64],
}

impl CoordinateView<'_> {
    fn coordinate(&self, group: Range<usize>) -> Result<TensorCoordinate, String> {
        if group.is_empty() {
            return Ok(TensorCoordinate::Zero);
        }
        if group.len() == 1
            && (self.order.iter().filter(|&&it| it == self.order[group.start]).count() == 1)
        {
            return Ok(TensorCoordinate::Component(self.order[group.start]));
        }
        let layout = self.layout(&group).map_err(|fault| fault.to_string())?;
        let program = lower(&layout, OffsetUnit::Element, IndexType::I32);
        let program = Box::new(program.map_err(|fault| fault.to_string())?);
        let dims = self.order[group].to_vec();
        Ok(TensorCoordinate::Computed { program, dims })
    }

    /// Returns the layout whose offsets are the coordinates of a group of dims of memory.
    fn layout(&self, group: &Range<usize>) -> Result<Layout, ir::layout::LayoutFault> {
        let mut strides = vec![0; self.memory.len()];
        let mut stride = 1;
        for at in group.clone().rev() {
            strides[at] = stride;
            stride *= self.memory[at];
        }
        self.strided(&strides)
    }

    /// Returns the layout with these strides of the dims of memory.
    fn strided(&self, strides: &[i64]) -> Result<Layout, ir::layout::LayoutFault> {
        let mut builder = LayoutBuilder::strided(self.memory, strides, 0)?;
        let base = builder.base_dims().to_vec();
        let mut index = Vec::with_capacity(self.lengths.len());
        for dim in 0..self.lengths.len() {
            let of = (0..base.len()).filter(|&at| self.order[at] == dim).map(|at| base[at]);
            let of: Vec<_> = of.collect();
            match of[..] {
                [whole] => index.push(whole),
                _ => index.extend(builder.apply(Merge, &of)?),
            }
        }
        builder.finish(&index)
    }
}

#[cfg(test)]
mod tests;
