//! Copy maps: a copy as a map from each slot of the target's buffer to the source's offset of the same element.
//!
//! ```text
//! slot of the target --inverse strides--> physical index --inverse transforms--> logical index
//!     --transforms and strides of the source--> offset in the source
//! ```
//!
//! A copy map is a [`Layout`] over the source's memory with one logical dim: the slots of the target's allocation. A
//! slot that holds no element, because of a gap or padding, is invalid. So is a slot whose element the source does not
//! store. A copy is therefore evaluated and lowered like any layout.
//!
//! Each transform of the target is inverted by a chain of transforms. The strides are inverted by digits, from the
//! innermost dim outwards: the indices of a dim and the slots below its stride are merged. The slots between the end of
//! a row and the next stride become virtual padding.

use std::fmt;

use crate::domain::Range;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault, Stage};
use crate::space::{Dim, DimId, MemDim, dims_by_falling_strides};
use crate::stride::AddressError;
use crate::transform::{
    Freeze, Insert, Merge, Pad, Transform, TransformFault, UndoContext, UndoFault, Unmerge,
};

/// The reason why there is no copy map to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyMapFault {
    /// The shapes of source and target differ.
    Shapes,
    /// A length is dynamic, so the number of slots is unknown.
    Dynamic(Dim),
    /// No index of the target is valid.
    Empty,
    /// Several indices of the target share a slot because of the transform with this name.
    Shared(&'static str),
    /// Several indices of the target share a slot because this dim of its memory has stride 0.
    SharedDim(MemDim),
    /// The transform with this name has no known inverse.
    Irreversible(&'static str),
    /// An intermediate index of the target is outside a dim below the transform with this name.
    Astray(&'static str),
    /// The stride of a dim of the target's memory is negative.
    Backwards(MemDim),
    /// The stride of a dim is less than the span of the dims inside it.
    NotNested {
        /// The dim of the target's memory.
        dim: MemDim,
        /// Its stride in elements.
        stride: i64,
        /// The number of slots that the dims of lesser strides span.
        inside: i64,
    },
    /// The least offset of the target, which is before its buffer.
    Before(i64),
    /// The allocation of the target cannot be computed.
    Allocation(AddressError),
    /// A number of the copy map does not fit 64 bits.
    Layout(LayoutFault),
}

impl fmt::Display for CopyMapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyMapFault::Shapes => f.write_str("the source and the target have different shapes"),
            CopyMapFault::Dynamic(dim) => {
                write!(f, "the length of {dim} is dynamic, so the number of slots is unknown")
            }
            CopyMapFault::Empty => f.write_str("no index of the target is valid"),
            CopyMapFault::Shared(name) => {
                write!(f, "several indices of the target share a slot because of its `{name}`")
            }
            CopyMapFault::SharedDim(dim) => {
                write!(
                    f,
                    "several indices of the target share a slot because its {dim} has stride 0"
                )
            }
            CopyMapFault::Irreversible(name) => {
                write!(f, "the target has a `{name}`, which has no known inverse")
            }
            CopyMapFault::Astray(name) => {
                write!(f, "an index of the target is outside a dim below its `{name}`")
            }
            CopyMapFault::Backwards(dim) => write!(f, "{dim} of the target has a negative stride"),
            CopyMapFault::NotNested { dim, stride, inside } => write!(
                f,
                "{dim} of the target has stride {stride}, but the dims inside it span {inside} slots"
            ),
            CopyMapFault::Before(offset) => {
                write!(f, "the target starts {} slots before its buffer", offset.unsigned_abs())
            }
            CopyMapFault::Allocation(error) => error.fmt(f),
            CopyMapFault::Layout(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for CopyMapFault {}

impl From<LayoutFault> for CopyMapFault {
    fn from(fault: LayoutFault) -> CopyMapFault {
        CopyMapFault::Layout(fault)
    }
}

impl From<TransformFault> for CopyMapFault {
    fn from(fault: TransformFault) -> CopyMapFault {
        CopyMapFault::Layout(fault.into())
    }
}

impl Layout {
    /// Returns the copy map from this layout to a target. It is a layout over the memory of this one, whose only
    /// logical dim is the slots of the target's buffer, from 0 to its allocation. A slot is valid if it holds an
    /// element of the target that this layout stores.
    ///
    /// # Errors
    /// The shapes differ or have a dynamic length. Or the target has no valid index, starts before its buffer, or has
    /// slots with several indices. Or its strides are not nested, dims of length 1 aside, or one of its transforms is
    /// irreversible.
    pub fn copy_map_to(&self, target: &Layout) -> Result<Layout, CopyMapFault> {
        if self.shape() != target.shape() {
            return Err(CopyMapFault::Shapes);
        }
        if let Some(dim) = target.shape().first_dynamic() {
            return Err(CopyMapFault::Dynamic(dim));
        }
        if target.is_empty() {
            return Err(CopyMapFault::Empty);
        }
        let mut map = CopyMap::new(self, target);
        for stage in target.stages().rev() {
            map.undo_stage(stage)?;
        }
        let slot = map.undo_memory()?;
        Ok(map.builder.finish(&[slot])?)
    }
}

/// A copy map under construction: the map from the target's logical index to its memory, as transforms from memory to
/// the user.
struct CopyMap<'a> {
    target: &'a Layout,
    builder: LayoutBuilder,
    /// By dim of the target: the dim of the copy map with the same index; `None` if it is not built yet.
    dims: Vec<Option<DimId>>,
}

impl CopyMap<'_> {
    fn new<'a>(source: &Layout, target: &'a Layout) -> CopyMap<'a> {
        let builder = LayoutBuilder::from_layout(source);
        let mut dims = vec![None; target.dims_len()];
        for (of, &dim) in target.logical_dims().iter().zip(builder.base_dims()) {
            dims[of.number()] = Some(dim);
        }
        CopyMap { target, builder, dims }
    }

    /// Returns the dim of the copy map with the index of a dim of the target.
    fn dim(&self, of: DimId) -> DimId {
        self.dims[of.number()].expect("the results of a transform are reached before it is undone")
    }

    /// Returns the length of a dim of the copy map.
    fn length(&self, dim: DimId) -> i64 {
        self.builder.length(dim).get().expect("dynamic targets were refused")
    }

    /// Applies a transform with one result to dims.
    fn one(
        &mut self,
        transform: impl Into<Transform>,
        lower: &[DimId],
    ) -> Result<DimId, TransformFault> {
        let upper = self.apply(transform, lower)?;
        Ok(*upper.first().expect("the transform has one result"))
    }

    /// Builds the dims below a stage of the target from those above it.
    fn undo_stage(&mut self, stage: &Stage) -> Result<(), CopyMapFault> {
        let name = stage.transform().name();
        let lengths = stage.lengths();
        for (dim, &length) in stage.lower().iter().zip(lengths.lower) {
            if !self.target.ranges[dim.number()].within(Range::below(length)) {
                return Err(CopyMapFault::Astray(name));
            }
        }
        let upper: Vec<DimId> = stage.upper().iter().map(|&dim| self.dim(dim)).collect();
        let lower = stage.transform().undo(lengths, &upper, self);
        let lower = lower.map_err(|fault| match fault {
            UndoFault::Irreversible => CopyMapFault::Irreversible(name),
            UndoFault::Shared => CopyMapFault::Shared(name),
            UndoFault::Unfit(fault) => fault.into(),
        })?;
        for (dim, found) in stage.lower().iter().zip(lower) {
            self.dims[dim.number()] = Some(found);
        }
        Ok(())
    }

    /// Builds the dim of the slots of the target's buffer.
    fn undo_memory(&mut self) -> Result<DimId, CopyMapFault> {
        let allocation = self.target.allocation().map_err(CopyMapFault::Allocation)?.get();
        let offset = self.target.physical().offset().get();
        if offset < 0 {
            return Err(CopyMapFault::Before(offset));
        }
        let dims = self.dims_inside_out()?;
        // The slots below a stride; `None` for a single slot.
        let mut inside: Option<DimId> = None;
        for (dim, stride, memory) in dims {
            let taken = inside.map_or(1, |inside| self.length(inside));
            if taken > stride {
                return Err(CopyMapFault::NotNested { dim, stride, inside: taken });
            }
            inside = Some(match (inside, stride) {
                (None, 1) => memory,
                (block, _) => self.repeat(memory, block, stride)?,
            });
        }
        Ok(self.block(inside, offset, allocation)?)
    }

    /// Returns the slots of a dim of memory: one block of slots per stride.
    fn repeat(
        &mut self,
        memory: DimId,
        block: Option<DimId>,
        stride: i64,
    ) -> Result<DimId, TransformFault> {
        let block = self.block(block, 0, stride)?;
        self.merge(&[memory, block])
    }

    /// Extends a block to `length` slots, so that it starts at `low`. `None` is a block of one slot.
    fn block(
        &mut self,
        block: Option<DimId>,
        low: i64,
        length: i64,
    ) -> Result<DimId, TransformFault> {
        let block = match block {
            Some(block) => block,
            None => self.single()?,
        };
        self.shift(block, low, length)
    }

    /// Drops the dims of length 1 of the target's memory. Returns the others with their strides, the least first.
    fn dims_inside_out(&mut self) -> Result<Vec<(MemDim, i64, DimId)>, CopyMapFault> {
        let target = self.target;
        let (shape, strides) = (target.mem_shape(), target.physical().strides());
        for (dim, stride) in strides.iter() {
            match stride.get() {
                _ if shape[dim].is_one() => {
                    self.drop_single(self.dim(target.base_dims()[dim.index()]))?;
                }
                ..0 => return Err(CopyMapFault::Backwards(dim)),
                0 => return Err(CopyMapFault::SharedDim(dim)),
                _ => {}
            }
        }
        let outside_in = dims_by_falling_strides(shape, &strides.map(|_, stride| Some(*stride)));
        let dims = outside_in.into_iter().rev().filter(|&dim| !shape[dim].is_one());
        Ok(dims
            .map(|dim| (dim, strides[dim].get(), self.dim(target.base_dims()[dim.index()])))
            .collect())
    }
}

impl UndoContext for CopyMap<'_> {
    type Transform = Transform;

    fn apply(
        &mut self,
        transform: impl Into<Transform>,
        dims: &[DimId],
    ) -> Result<Vec<DimId>, TransformFault> {
        let fault = |fault: LayoutFault| TransformFault {
            message: fault.message,
            note: fault.notes.join("; "),
            part: fault.part,
        };
        self.builder.apply(transform, dims).map_err(fault)
    }

    fn merge(&mut self, dims: &[DimId]) -> Result<DimId, TransformFault> {
        self.one(Merge, dims)
    }

    fn unmerge(&mut self, dim: DimId, lengths: &[i64]) -> Result<Vec<DimId>, TransformFault> {
        self.apply(Unmerge { lengths: lengths.to_vec() }, &[dim])
    }

    fn shift(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, TransformFault> {
        if low == 0 && self.length(dim) == length {
            return Ok(dim);
        }
        // A number that does not fit 64 bits yields a length that the transform rejects.
        let high = i128::from(length) - i128::from(self.length(dim)) - i128::from(low);
        let high = i64::try_from(high).unwrap_or(i64::MIN);
        self.one(Pad { low, high }, &[dim])
    }

    fn single(&mut self) -> Result<DimId, TransformFault> {
        self.one(Insert { length: 1 }, &[])
    }

    fn drop_single(&mut self, dim: DimId) -> Result<(), TransformFault> {
        self.apply(Freeze { at: 0 }, &[dim])?;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
