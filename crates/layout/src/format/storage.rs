//! What a format is in memory: lengths and strides, and how the tensor's dims lie in them.
//!
//! The row of the table becomes requirements, and the solver finds the strides; nothing here
//! computes a stride or a size.

use std::fmt;

use super::legal::FormatViolation;
use super::table::{Family, Pitch};
use super::{FormatUse, Generation};
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::DimsOrder;
use crate::space::{Dim, DimId, MemDim};
use crate::space::{ElemSize, Elems};
use crate::space::{Len, MemShape, PerDim, RankError, Shape};
use crate::stride::PhysicalLayout;
use crate::stride::{Amount, Req, ReqKind, StrideReqs, Unit};
use crate::stride::{Conflict, solve};
use crate::tensor::TensorLayout;
use crate::transform::{Merge, Slice};

/// The memory of a tensor in a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Storage {
    /// The lengths of the tensor.
    pub shape: Shape,
    /// Lengths and strides of the physical dims. Where a format rounds up, the strides do and, in a split,
    /// the lengths of the vectors; the allocation is the whole array.
    pub physical: PhysicalLayout,
    /// Requirements that fix every stride: a stronger alignment contradicts them.
    pub reqs: StrideReqs,
    /// How the tensor's dims lie in the physical ones.
    pub view: StorageView,
    /// The size of an element.
    pub elem: ElemSize,
}

/// How the dims of a tensor lie in the physical dims of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorageView {
    /// Each dim is a physical one.
    Order(DimsOrder),
    /// One dim is cut into vectors: index c is lane `c mod vector` of vector `c / vector`. The other dims are the
    /// other physical ones in their order. The last vector may be filled in part.
    Split {
        /// The dim that is cut: C.
        dim: Dim,
        /// The physical dim that counts vectors.
        vectors: MemDim,
        /// The physical dim that counts within a vector: the innermost.
        lanes: MemDim,
        /// The length of a vector.
        vector: i64,
    },
}

/// Why a format has no storage for a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageError {
    /// The shape may not have the format.
    Illegal(Vec<FormatViolation>),
    /// The split of C makes one dim too many.
    Rank(RankError),
    /// The strides do not fit 64 bits, or depend on a dynamic length.
    Strides(Box<Conflict>),
    /// C is split into vectors, but this dim, which is C, is dynamic: how many values are padding is not known.
    DynamicSplit(Dim),
    /// The memory is no layout: it is too great.
    Layout(LayoutFault),
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageError::Illegal(violations) => {
                let texts: Vec<String> = violations.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join("; "))
            }
            StorageError::Rank(error) => write!(f, "the split of C makes {error}"),
            StorageError::Strides(conflict) => conflict.fmt(f),
            StorageError::DynamicSplit(dim) => {
                write!(f, "C, which is {dim}, is dynamic; a split into vectors needs its length")
            }
            StorageError::Layout(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for StorageError {}

impl FormatUse {
    /// The number of physical dims of a tensor with this many dims.
    pub fn physical_rank(self, rank: usize) -> usize {
        rank + usize::from(self.format.is_split())
    }

    /// The memory of a tensor of this shape, its index zero at offset zero. Only the outermost physical dim
    /// may be dynamic.
    ///
    /// # Errors
    /// The shape may not have the format, has 15 dims already where C is split, its C is split and dynamic, or its
    /// strides cannot be told.
    pub fn storage(self, shape: &Shape, elem: ElemSize) -> Result<Storage, StorageError> {
        let violations = self.shape_violations(shape);
        if !violations.is_empty() {
            return Err(StorageError::Illegal(violations));
        }
        let (lens, view) = self.arrange(shape)?;
        let reqs: StrideReqs = self.paddings(shape, view).collect();
        let strides = solve(&lens, elem, reqs.as_slice()).map_err(StorageError::Strides)?;
        if let StorageView::Split { dim, .. } = view
            && shape[dim].is_dynamic()
        {
            return Err(StorageError::DynamicSplit(dim));
        }
        let reqs = strides.iter().map(|(dim, &stride)| fixed(dim, stride)).collect();
        let physical = PhysicalLayout::new(lens, strides, Elems::ZERO, elem);
        let physical = physical.expect("solved strides have the rank of the shape");
        Ok(Storage { shape: shape.clone(), physical, reqs, view, elem })
    }

    /// The layout of a tensor of this shape, its index zero at offset zero.
    ///
    /// # Errors
    /// As [`storage`](Self::storage) and [`Storage::layout`].
    pub fn layout(self, shape: &Shape, elem: ElemSize) -> Result<Layout, StorageError> {
        self.storage(shape, elem)?.layout().map_err(StorageError::Layout)
    }

    /// The physical lengths without padding, and how the dims lie in them.
    fn arrange(self, shape: &Shape) -> Result<(MemShape, StorageView), StorageError> {
        let (row, rank) = (self.format.row(), shape.len());
        let order = match row.family {
            Family::RowMajor => DimsOrder::identity(rank).expect("a shape has a legal rank"),
            Family::ChannelsLast => channels_last(rank, row.channel),
            Family::Split => return split(shape, row.channel, row.vector),
        };
        let lens = order.to_memory(shape).expect("the order has the rank of the shape");
        Ok((lens, StorageView::Order(order)))
    }

    /// What the row asks of strides beyond density.
    fn paddings(self, shape: &Shape, view: StorageView) -> impl Iterator<Item = Req> {
        let aligned = |(dim, amount)| Req { dim, kind: ReqKind::Aligned(amount) };
        [self.pixel(shape, view), self.pitch(shape, view)].into_iter().flatten().map(aligned)
    }

    /// Whole vectors of C: what the stride just outside C is a multiple of, where C is innermost.
    fn pixel(self, shape: &Shape, view: StorageView) -> Option<(MemDim, Amount)> {
        let row = self.format.row();
        let StorageView::Order(order) = view else { return None };
        let channel = shape.len().checked_sub(row.channel).and_then(Dim::new)?;
        if row.vector == 1 || (row.bare_single && shape[channel].is_one()) {
            return None;
        }
        let outside = MemDim::new(order.mem_dim_of(channel)?.index().checked_sub(1)?)?;
        Some((outside, Amount::new(row.vector, Unit::Elems)?))
    }

    /// What the stride of H is a multiple of.
    fn pitch(self, shape: &Shape, view: StorageView) -> Option<(MemDim, Amount)> {
        let bytes = match self.format.row().pitch {
            Pitch::Any => return None,
            Pitch::Bytes(bytes) => bytes,
            Pitch::PerGeneration { .. } if self.gpu_fallback => return None,
            Pitch::PerGeneration { xavier, orin } => match self.generation? {
                Generation::Xavier => xavier,
                Generation::Orin => orin,
            },
        };
        let rows = shape.len().checked_sub(2).and_then(Dim::new)?;
        Some((view.mem_dim_of(rows)?, Amount::new(bytes, Unit::Bytes)?))
    }
}

impl StorageView {
    /// The physical dim of a dim; of the dim that is cut, the one that counts vectors.
    fn mem_dim_of(self, dim: Dim) -> Option<MemDim> {
        match self {
            StorageView::Order(order) => order.mem_dim_of(dim),
            // A split keeps every dim in its place and adds one innermost.
            StorageView::Split { .. } => MemDim::new(dim.index()),
        }
    }
}

impl Storage {
    /// The lengths of the physical array with its padding, whose product is the allocation: each but the outermost
    /// goes up to the next outer stride.
    pub fn array(&self) -> MemShape {
        let mut outer: Option<i64> = None;
        let padded = self.physical.strides().iter().map(|(dim, stride)| {
            let repeats = outer.replace(stride.get()).map(|outer| outer / stride.get());
            repeats.and_then(Len::new).unwrap_or(self.physical.shape()[dim])
        });
        MemShape::new(padded).expect("the strides have a legal rank")
    }

    /// The same memory with index zero at this offset of its buffer.
    #[must_use]
    pub fn with_offset(self, offset: Elems) -> Storage {
        let (shape, strides) = (self.physical.shape().clone(), self.physical.strides().clone());
        let physical = PhysicalLayout::new(shape, strides, offset, self.elem);
        Storage { physical: physical.expect("storage has one rank"), ..self }
    }

    /// The layout of the tensor where each dim is a physical one: its strides, and the requirements that fix
    /// them; nothing for a split.
    pub fn tensor_layout(&self) -> Option<TensorLayout> {
        let StorageView::Order(order) = self.view else { return None };
        let strides = order.to_logical(self.physical.strides()).ok()?;
        let layout = TensorLayout::new(self.shape.clone(), order, self.elem).ok()?;
        let layout = layout.with_strides(strides).ok()?;
        Some(layout.with_offset(self.physical.offset()).with_reqs(self.reqs.clone()))
    }

    /// The same as a pipeline: dims of memory in another order, or vectors and lanes merged and cut to C.
    ///
    /// # Errors
    /// There are 2^63 slots or more.
    pub fn layout(&self) -> Result<Layout, LayoutFault> {
        let mut builder = LayoutBuilder::new(self.physical.clone());
        let base = builder.base_dims().iter().copied();
        let base: PerDim<MemDim, DimId> = PerDim::new(base).expect("memory has at most 15 dims");
        let split = match self.view {
            StorageView::Order(_) => None,
            StorageView::Split { dim, vectors, lanes, .. } => {
                let whole = builder.apply(Merge, &[base[vectors], base[lanes]])?;
                let end = self.shape[dim].get().expect("a split C has a length");
                Some((dim, builder.apply(Slice { begin: 0, end }, &whole)?[0]))
            }
        };
        let plain = |dim| base[self.view.mem_dim_of(dim).expect("storage has one rank")];
        let top =
            |dim| split.filter(|&(cut, _)| cut == dim).map_or_else(|| plain(dim), |cut| cut.1);
        let logical_dims: Vec<DimId> = self.shape.dims().map(top).collect();
        builder.finish(&logical_dims)
    }
}

fn fixed(dim: MemDim, stride: Elems) -> Req {
    let amount = Amount::new(stride.get(), Unit::Elems).expect("solved strides are above zero");
    Req { dim, kind: ReqKind::Fixed(amount) }
}

/// The order with C, counted from the end, innermost, and the other dims as they are.
fn channels_last(rank: usize, channel: usize) -> DimsOrder {
    let channel = rank.checked_sub(channel).expect("the rank was checked");
    let others = Dim::all(rank).filter(|dim| dim.index() != channel);
    let results: Vec<Dim> = others.chain(Dim::new(channel)).collect();
    DimsOrder::from_permutation(&results).expect("each dim stands once")
}

/// Whole vectors of C in its place, the values of a vector innermost.
fn split(
    shape: &Shape,
    channel: usize,
    vector: i64,
) -> Result<(MemShape, StorageView), StorageError> {
    let channel = shape.len().checked_sub(channel).expect("the rank was checked");
    let len = |index: usize, len: Len| if index == channel { vectors_of(len, vector) } else { len };
    let lens = shape.iter().map(|(dim, &old)| len(dim.index(), old));
    let lanes = Len::new(vector).expect("a vector has values");
    let lens = MemShape::new(lens.chain([lanes])).map_err(StorageError::Rank)?;
    let at = |index: usize| MemDim::new(index).expect("the rank was checked");
    let (vectors, lanes) = (at(channel), at(shape.len()));
    let dim = Dim::new(channel).expect("C is a dim of the shape");
    Ok((lens, StorageView::Split { dim, vectors, lanes, vector }))
}

/// The vectors that hold this many values; a dynamic number of values needs a dynamic number of vectors.
fn vectors_of(len: Len, vector: i64) -> Len {
    // Lengths are above zero and far from the limit of 128 bits.
    let vectors = len.get().map(|len| (len - 1) / vector + 1);
    vectors.and_then(Len::new).unwrap_or(Len::DYNAMIC)
}
