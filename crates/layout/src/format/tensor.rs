//! The layout of a tensor that has a format. For other tensors, `TensorLayout` has this role.
//!
//! The row of the table is translated to requirements, and the solver computes the strides. No code here computes a
//! stride or a size.

use super::array::{ArrayDim, ArrayDims, order_of};
use super::usage::FormatUse;
use super::violation::FormatViolation;
use crate::messages::joined;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{
    Dim, DimId, DimsOrder, ElemSize, Elems, MemDim, MemStrides, PerDim, RankError, Shape,
};
use crate::stride::{Amount, Req, ReqKind, StrideReqs, Unit};
use crate::stride::{BufferError, PhysicalLayout, Violation, check, solve};
use crate::tensor::TensorLayout;
use crate::transform::{Merge, Slice};

/// The layout of a tensor in a format, with further requirements on its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatLayout {
    /// The format.
    pub format: FormatUse,
    /// The lengths, by logical dimension.
    pub shape: Shape,
    /// The size of an element.
    pub elem: ElemSize,
    /// The offset of index zero in the buffer.
    pub offset: Elems,
    /// The requirements on the strides in addition to the format, by physical dimension of the format.
    pub reqs: StrideReqs,
}

/// The reason why a tensor cannot be stored in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StorageError {
    /// The shape violates rules of the format.
    Illegal(Vec<FormatViolation>),
    /// The split of dims exceeds the maximum rank.
    Rank(RankError),
    /// The strides do not fit 64 bits, or depend on a dynamic length.
    Strides(BufferError),
    /// C, which is this dim, is split into vectors but has a dynamic length, so the number of padding values is
    /// unknown.
    DynamicSplit(Dim),
    /// The format interleaves blocks of a matrix, so the physical dims of a logical dim are not nested.
    Interleaved(FormatUse),
    /// The memory is too large to form a layout.
    Layout(LayoutFault),
}

impl_error!(StorageError {
    Self::Illegal(violations) => "{}" (joined(violations, "; ")),
    Self::Rank(error) => "the split of C into vectors results in {error}",
    Self::Strides(error) => "{error}",
    Self::DynamicSplit(dim) =>
        "the length of C ({dim}) must be static to be split into vectors, but is dynamic",
    Self::Interleaved(format) => "format `{format}` interleaves blocks, which dims of memory cannot describe",
    Self::Layout(fault) => "{fault}",
});

/// The memory of a tensor in a format.
struct Storage {
    array: ArrayDims,
    /// The memory, in which the strides include all rounding of the format, and a split also the lengths of the
    /// vectors. The allocation is the whole array.
    physical: PhysicalLayout,
}

impl FormatLayout {
    /// Returns a layout with offset 0 and no requirements beyond the format.
    pub fn new(format: FormatUse, shape: Shape, elem: ElemSize) -> FormatLayout {
        FormatLayout { format, shape, elem, offset: Elems::ZERO, reqs: StrideReqs::any() }
    }

    /// Returns the lengths and strides of the physical dims.
    ///
    /// # Errors
    /// The shape violates rules of the format. Or C is split, and the rank is already 15 or C is dynamic. Or the
    /// strides depend on a dynamic length: only the outermost physical dim can be dynamic.
    pub fn physical(&self) -> Result<PhysicalLayout, StorageError> {
        Ok(self.storage()?.physical)
    }

    /// Returns the order of the dims in memory; `None` if C is split.
    pub fn order(&self) -> Option<DimsOrder> {
        order_of(&self.format.format.row().array_dims(self.shape.len()).ok()?)
    }

    /// Returns the logical dim that each physical dim holds, major to minor. A split C occurs twice: the outer one is
    /// its vectors, the inner one their lanes.
    ///
    /// # Errors
    /// The split of C exceeds the maximum rank, or the format interleaves blocks of a dim.
    pub fn memory_dims(&self) -> Result<PerDim<MemDim, Dim>, StorageError> {
        let row = self.format.format.row();
        if row.blocks().next().is_some() {
            return Err(StorageError::Interleaved(self.format));
        }
        let array = row.array_dims(self.shape.len());
        Ok(array.map_err(StorageError::Rank)?.map(|_, content| content.dim()))
    }

    /// Returns the same layout as a pipeline of transforms. Each logical dim is a physical one; if C is split, it is
    /// its vectors and lanes, merged and sliced to its length.
    ///
    /// # Errors
    /// As [`physical`](Self::physical), or there are 2^63 slots or more.
    pub fn layout(&self) -> Result<Layout, StorageError> {
        self.storage()?.layout(&self.shape).map_err(StorageError::Layout)
    }

    /// Returns the additional requirements that the strides of the format violate.
    ///
    /// # Errors
    /// As [`physical`](Self::physical).
    pub fn violations(&self) -> Result<Vec<Violation>, StorageError> {
        let physical = self.physical()?;
        Ok(check(physical.shape(), self.elem, self.reqs.as_slice(), physical.strides()))
    }

    /// Returns the same layout as an order with strides, and requirements that fix these strides; `None` if C is split.
    ///
    /// # Errors
    /// As [`physical`](Self::physical).
    pub fn ordered(&self) -> Result<Option<TensorLayout>, StorageError> {
        let Storage { array, physical } = self.storage()?;
        let ordered = order_of(&array).and_then(|order| {
            let strides = order.to_logical(physical.strides()).ok()?;
            let layout = TensorLayout::new(self.shape.clone(), order, self.elem).ok()?;
            let layout = layout.with_strides(strides).ok()?;
            Some(layout.with_offset(self.offset).with_reqs(fixed(physical.strides())))
        });
        Ok(ordered)
    }

    fn storage(&self) -> Result<Storage, StorageError> {
        let violations = self.format.shape_violations(&self.shape, self.elem);
        if !violations.is_empty() {
            return Err(StorageError::Illegal(violations));
        }
        let array = self.format.format.row().array_dims(self.shape.len());
        let array = array.map_err(StorageError::Rank)?;
        let lens = array.map(|_, content| self.format.length(*content, &self.shape, self.elem));
        let reqs: StrideReqs = self.format.paddings(&self.shape, &array).collect();
        let strides = solve(&lens, self.elem, reqs.as_slice()).map_err(StorageError::Strides)?;
        if let Some(dim) = self.dynamic_split(&array) {
            return Err(StorageError::DynamicSplit(dim));
        }
        let physical = PhysicalLayout::new(lens, strides, self.offset, self.elem);
        let physical = physical.expect("solved strides have the rank of the shape");
        Ok(Storage { array, physical })
    }

    /// Returns the dim that is split and dynamic; `None` if there is none.
    fn dynamic_split(&self, array: &ArrayDims) -> Option<Dim> {
        let split = array.values().filter(|content| matches!(content, ArrayDim::Lanes(_)));
        split.map(|content| content.dim()).find(|&dim| self.shape[dim].is_dynamic())
    }
}

impl FormatUse {
    /// Returns the layout of a tensor of this shape, with offset 0.
    ///
    /// # Errors
    /// As [`FormatLayout::layout`].
    pub fn layout(self, shape: &Shape, elem: ElemSize) -> Result<Layout, StorageError> {
        FormatLayout::new(self, shape.clone(), elem).layout()
    }
}

impl Storage {
    fn layout(self, shape: &Shape) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::new(self.physical);
        let base = builder.base_dims().iter().copied();
        let base: PerDim<MemDim, DimId> = PerDim::new(base).expect("memory has at most 15 dims");
        let mut logical_dims = Vec::with_capacity(shape.len());
        for (dim, len) in shape.iter() {
            let parts = self.array.iter().filter(|(_, content)| content.dim() == dim);
            let mut parts: Vec<_> =
                parts.map(|(at, content)| (content.significance(), base[at])).collect();
            parts.sort_by_key(|&(significance, _)| significance);
            let parts: Vec<DimId> = parts.into_iter().map(|(_, part)| part).collect();
            let [whole] = parts[..] else {
                let merged = builder.apply(Merge, &parts)?;
                let end = len.get().expect("a split into vectors needs its length");
                logical_dims.extend(builder.apply(Slice { begin: 0, end }, &merged)?);
                continue;
            };
            logical_dims.push(whole);
        }
        builder.finish(&logical_dims)
    }
}

/// Returns requirements that only these strides satisfy, so that a stronger alignment contradicts them.
pub(super) fn fixed(strides: &MemStrides) -> StrideReqs {
    let fixed = strides.iter().map(|(dim, stride)| {
        let amount = Amount::new(stride.get(), Unit::Elems);
        Req { dim, kind: ReqKind::Fixed(amount.expect("solved strides are above zero")) }
    });
    fixed.collect()
}
