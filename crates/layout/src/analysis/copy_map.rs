//! Copy maps: a copy seen from its target, the map from each slot of the target's buffer to the element of the source
//! that belongs there.
//!
//! ```text
//! slot of the target --its strides undone--> physical index --its transforms undone--> logical index
//!     --the source's transforms and strides--> offset in the source
//! ```
//!
//! It is a [`Layout`] over the source's memory with one logical dim, the slots of the target's allocation. A slot that
//! holds no element, a gap or padding, is not valid, and neither is one whose element the source does not store. So a
//! copy is evaluated and lowered as any layout is.
//!
//! Each transform undoes itself by a chain of transforms. The strides are undone by digits, from the innermost dim
//! outwards: the indices of a dim and the slots below its stride are merged, and slots between the end of a row and the
//! next stride are virtual padding.

use std::fmt;

use crate::domain::Range;
use crate::pipeline::{Layout, LayoutBuilder, LayoutFault, Stage};
use crate::space::{Dim, DimId, MemDim, dims_by_falling_strides};
use crate::stride::AddressError;
use crate::transform::{
    Freeze, Insert, Merge, Pad, Transform, TransformFault, UndoContext, UndoFault, Unmerge,
};

/// Why there is no copy map to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyMapFault {
    /// The lengths of source and target differ.
    Shapes,
    /// A length is dynamic, so the number of slots is unknown.
    Dynamic(Dim),
    /// No index of the target is valid.
    Empty,
    /// Several indices of the target share a slot, by the transform of this name.
    Shared(&'static str),
    /// Several indices of the target share a slot, by stride 0 of this dim of its memory.
    SharedDim(MemDim),
    /// The transform of this name has no inverse that is known.
    Irreversible(&'static str),
    /// An index of the target leaves the dim below the transform of this name, to come back later.
    Astray(&'static str),
    /// The stride of a dim of the target's memory is below 0.
    Backwards(MemDim),
    /// The stride of a dim is less than the slots of the dims inside it.
    NotNested {
        /// The dim of the target's memory.
        dim: MemDim,
        /// Its stride in elements.
        stride: i64,
        /// The number of slots of the dims of lesser strides.
        inside: i64,
    },
    /// The target begins before its buffer: its least offset.
    Before(i64),
    /// The target's allocation is unknown.
    Allocation(AddressError),
    /// The copy map is no layout: a number does not fit 64 bits.
    Layout(LayoutFault),
}

impl fmt::Display for CopyMapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CopyMapFault::Shapes => f.write_str("source and target have different lengths"),
            CopyMapFault::Dynamic(dim) => {
                write!(f, "{dim} is dynamic, so that the number of slots is not known")
            }
            CopyMapFault::Empty => f.write_str("no index of the target has memory"),
            CopyMapFault::Shared(name) => {
                write!(f, "several indices of the target share a slot, by its `{name}`")
            }
            CopyMapFault::SharedDim(dim) => {
                write!(f, "several indices of the target share a slot, as its {dim} has stride 0")
            }
            CopyMapFault::Irreversible(name) => {
                write!(f, "the target has a `{name}`, which is not undone")
            }
            CopyMapFault::Astray(name) => {
                write!(f, "an index of the target leaves the length of a dim below its `{name}`")
            }
            CopyMapFault::Backwards(dim) => write!(f, "{dim} of the target has a stride below 0"),
            CopyMapFault::NotNested { dim, stride, inside } => write!(
                f,
                "{dim} of the target has stride {stride}, but the dims inside it take {inside}"
            ),
            CopyMapFault::Before(offset) => {
                write!(f, "the target begins {} slots before its buffer", offset.unsigned_abs())
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
    /// Returns the copy map from this layout to a target: a layout over the memory of this one whose one logical dim
    /// counts the slots of the target's buffer, from 0 to its allocation. A slot is valid if it holds an element of
    /// the target that this layout stores.
    ///
    /// # Errors
    /// The lengths differ or are dynamic; the target has no memory, begins before its buffer, or has slots with several
    /// indices; its strides, those of dims of length 1 aside, are not nested; or a transform of it is irreversible.
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

/// A copy map as far as it is built: the way from the logical index of the target to its memory, as transforms that
/// lead from memory to the user.
struct CopyMap<'a> {
    target: &'a Layout,
    builder: LayoutBuilder,
    /// By dim of the target: the dim of the copy map with the same index; `None` if it is not reached yet.
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

    /// Returns the dim with the index of a dim of the target.
    fn dim(&self, of: DimId) -> DimId {
        self.dims[of.number()].expect("the results of a transform are reached before it is undone")
    }

    /// Returns the length of a dim of the copy map.
    fn length(&self, dim: DimId) -> i64 {
        self.builder.length(dim).get().expect("dynamic targets were refused")
    }

    /// Puts a transform with one result over dims.
    fn one(
        &mut self,
        transform: impl Into<Transform>,
        lower: &[DimId],
    ) -> Result<DimId, TransformFault> {
        let upper = self.apply(transform, lower)?;
        Ok(*upper.first().expect("the transform has one result"))
    }

    /// Finds the dims below a stage of the target, from those above it.
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

    /// Returns the dim that counts the slots of the target's buffer.
    fn undo_memory(&mut self) -> Result<DimId, CopyMapFault> {
        let allocation = self.target.allocation().map_err(CopyMapFault::Allocation)?.get();
        let offset = self.target.physical().offset().get();
        if offset < 0 {
            return Err(CopyMapFault::Before(offset));
        }
        let dims = self.dims_inside_out()?;
        // The slots below a stride; `None` while that is one slot.
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

    /// Returns the slots of a dim of memory: a block of slots within each stride.
    fn repeat(
        &mut self,
        memory: DimId,
        block: Option<DimId>,
        stride: i64,
    ) -> Result<DimId, TransformFault> {
        let block = self.block(block, 0, stride)?;
        self.merge(&[memory, block])
    }

    /// Returns more slots, of which the block begins at `low`. No block is one slot.
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

    /// Drops the dims of the target's memory of length 1, and returns the others with their strides, the least first.
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
        // A number beyond 64 bits gives no length that the transform accepts.
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
