//! Copies seen from their target: the layout that tells, of each slot of the target's buffer, which element of the
//! source belongs there.
//!
//! ```text
//! slot of the target --its strides undone--> physical index --its transforms undone--> logical index
//!     --the source's transforms and strides--> offset in the source
//! ```
//!
//! It is a [`Layout`] over the source's memory with one logical dim, the slots of the target's allocation. A slot that
//! holds no element, a gap or padding, is not valid, nor is one whose element the source does not store. So whatever
//! is done with a layout, evaluating it or writing it down as code, is done with a copy, too.
//!
//! Each transform is undone by transforms: a `merge` by an `unmerge`, a `slice` by a `pad`, and so on. The strides are
//! undone by digits, from the innermost dim outwards: a dim's indices and the slots below its stride are merged, and
//! slots between the end of a row and the next stride are a pad.

use std::fmt;

use crate::pipeline::{Layout, LayoutBuilder, LayoutFault, Stage};
use crate::space::{Dim, DimId, MemDim};
use crate::stride::AddressError;
use crate::transform::{Freeze, Insert, Merge, Pad, Transform, Unmerge, Xor};

/// Why it cannot be told what belongs into the slots of a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyMapFault {
    /// The lengths of source and target differ.
    Shapes,
    /// A length is dynamic, so that there is no end of slots.
    Dynamic(Dim),
    /// No index of the target has memory.
    Empty,
    /// Several indices of the target share a slot: by the transform of this name, or by the stride of a dim.
    Shared(&'static str),
    /// The same, of a dim of the target's memory and its stride.
    SharedDim(MemDim),
    /// A transform, by its name, whose inverse is not known.
    Irreversible(&'static str),
    /// An index of the target leaves the length of the dim that it reaches in this transform, to come back later.
    Astray(&'static str),
    /// The stride of a dim of the target's memory is below 0.
    Backwards(MemDim),
    /// The stride of a dim is less than what the dims inside it take.
    NotNested {
        /// The dim of the target's memory.
        dim: MemDim,
        /// Its stride in elements.
        stride: i64,
        /// The slots that the dims of lesser strides take.
        inside: i64,
    },
    /// The target begins before its buffer does: its least offset.
    Before(i64),
    /// The target's allocation cannot be told.
    Allocation(AddressError),
    /// Both together are no layout: a number does not fit.
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

impl Layout {
    /// What belongs into each slot of a target: a layout over this layout's memory whose one logical dim counts
    /// the slots of the target's buffer, from 0 to its allocation. A slot is valid where it holds an element of the
    /// target and this layout stores that element.
    ///
    /// # Errors
    /// The lengths differ or are dynamic; the target has no memory, begins before its buffer, or has slots with several
    /// indices; its strides, those of dims of length 1 aside, are not nested; or one of its transforms is not undone.
    pub fn copy_map_to(&self, target: &Layout) -> Result<Layout, CopyMapFault> {
        if self.shape() != target.shape() {
            return Err(CopyMapFault::Shapes);
        }
        if let Some((dim, _)) = target.shape().iter().find(|(_, len)| len.is_dynamic()) {
            return Err(CopyMapFault::Dynamic(dim));
        }
        if target.is_empty() {
            return Err(CopyMapFault::Empty);
        }
        let mut undo = Undo { target, builder: LayoutBuilder::from_layout(self), dims: Vec::new() };
        undo.dims.resize(target.dims_len(), None);
        let logical_dims: Vec<DimId> = undo.builder.base_dims().to_vec();
        for (top, dim) in target.logical_dims().iter().zip(logical_dims) {
            undo.dims[top.number()] = Some(dim);
        }
        let stages: Vec<&Stage> = target.stages().collect();
        for stage in stages.into_iter().rev() {
            undo.stage(stage)?;
        }
        let slot = undo.memory()?;
        Ok(undo.builder.finish(&[slot])?)
    }
}

/// The way from the user to memory, in transforms that lead from memory to the user.
struct Undo<'a> {
    target: &'a Layout,
    builder: LayoutBuilder,
    /// For each dim of the target that was reached: the one with the same index.
    dims: Vec<Option<DimId>>,
}

impl Undo<'_> {
    fn dim(&self, of: DimId) -> DimId {
        self.dims[of.number()].expect("a transform's results are reached before it is undone")
    }

    /// The length of a dim of the new layout.
    fn len(&self, dim: DimId) -> i64 {
        self.builder.length(dim).get().expect("dynamic targets were refused")
    }

    /// Puts a transform with one result over dims.
    fn one(
        &mut self,
        transform: impl Into<Transform>,
        lower: &[DimId],
    ) -> Result<DimId, CopyMapFault> {
        let upper = self.builder.apply(transform, lower)?;
        Ok(*upper.first().expect("the transform has one result"))
    }

    /// The same index within a greater length or a lesser one, moved by `low`; indices with no counterpart are
    /// not valid.
    fn moved(&mut self, dim: DimId, low: i64, length: i64) -> Result<DimId, CopyMapFault> {
        if low == 0 && self.len(dim) == length {
            return Ok(dim);
        }
        // Lengths are above 0, and offsets of layouts fit 64 bits.
        let high = i128::from(length) - i128::from(self.len(dim)) - i128::from(low);
        let high = i64::try_from(high).map_err(|_| CopyMapFault::Before(low))?;
        self.one(Pad { low, high }, &[dim])
    }

    /// Finds the dims below a transform of the target from those above it.
    fn stage(&mut self, stage: &Stage) -> Result<(), CopyMapFault> {
        let upper: Vec<DimId> = stage.upper().iter().map(|&dim| self.dim(dim)).collect();
        let name = stage.transform().name();
        let lengths: Vec<i64> = stage.lower().iter().map(|&dim| self.static_len(dim)).collect();
        for (&dim, &length) in stage.lower().iter().zip(&lengths) {
            let range = self.target.ranges[dim.number()];
            if range.low < 0 || range.high >= length {
                return Err(CopyMapFault::Astray(name));
            }
        }
        let lower = match stage.transform() {
            Transform::PassThrough(_) => upper,
            Transform::Pad(pad) => vec![self.moved(upper[0], negated(pad.low)?, lengths[0])?],
            Transform::Slice(slice) => vec![self.moved(upper[0], slice.begin, lengths[0])?],
            Transform::Offset(offset) => vec![self.moved(upper[0], offset.by, lengths[0])?],
            Transform::Merge(_) => {
                self.builder.apply(Unmerge { lengths: lengths.clone() }, &upper)?
            }
            Transform::Unmerge(_) => {
                let merged = self.one(Merge, &upper)?;
                vec![self.moved(merged, 0, lengths[0])?]
            }
            Transform::Xor(_) => self.builder.apply(Xor, &upper)?,
            Transform::Freeze(freeze) => {
                let one = self.one(Insert { length: 1 }, &[])?;
                vec![self.moved(one, freeze.at, lengths[0])?]
            }
            Transform::Insert(_) | Transform::Replicate(_) => {
                for dim in upper {
                    self.drop_single(dim, CopyMapFault::Shared(name))?;
                }
                Vec::new()
            }
            Transform::Embed(_) | Transform::Modulo(_) => {
                return Err(CopyMapFault::Irreversible(name));
            }
        };
        for (dim, found) in stage.lower().iter().zip(lower) {
            self.dims[dim.number()] = Some(found);
        }
        Ok(())
    }

    fn static_len(&self, dim: DimId) -> i64 {
        self.target.length(dim).get().unwrap_or(i64::MAX)
    }

    /// Drops a dim of length 1, whose index is 0; another is at fault.
    fn drop_single(&mut self, dim: DimId, fault: CopyMapFault) -> Result<(), CopyMapFault> {
        if self.len(dim) != 1 {
            return Err(fault);
        }
        self.builder.apply(Freeze { at: 0 }, &[dim])?;
        Ok(())
    }

    /// The dim that counts the slots of the target's buffer.
    fn memory(&mut self) -> Result<DimId, CopyMapFault> {
        let allocation = self.target.allocation().map_err(CopyMapFault::Allocation)?.get();
        let offset = self.target.physical().offset().get();
        if offset < 0 {
            return Err(CopyMapFault::Before(offset));
        }
        // The slots below a stride; none yet stands for one.
        let mut inside: Option<DimId> = None;
        for (dim, stride, memory) in self.dims_inside_out()? {
            let taken = inside.map_or(1, |inside| self.len(inside));
            if taken > stride {
                return Err(CopyMapFault::NotNested { dim, stride, inside: taken });
            }
            inside = Some(match (inside, stride) {
                (None, 1) => memory,
                (found, _) => {
                    let block = self.block(found, 0, stride)?;
                    self.one(Merge, &[memory, block])?
                }
            });
        }
        self.block(inside, offset, allocation)
    }

    /// A block of slots, or else one slot, within more of them.
    fn block(
        &mut self,
        block: Option<DimId>,
        low: i64,
        length: i64,
    ) -> Result<DimId, CopyMapFault> {
        let block = match block {
            Some(block) => block,
            None => self.one(Insert { length: 1 }, &[])?,
        };
        self.moved(block, low, length)
    }

    /// The dims of the target's memory that are longer than 1, by their strides, the least first.
    fn dims_inside_out(&mut self) -> Result<Vec<(MemDim, i64, DimId)>, CopyMapFault> {
        let target = self.target;
        let mut dims = Vec::new();
        for ((dim, stride), &hidden) in target.physical().strides().iter().zip(target.base_dims()) {
            let memory = self.dim(hidden);
            if target.mem_shape()[dim].is_one() {
                self.drop_single(memory, CopyMapFault::SharedDim(dim))?;
                continue;
            }
            match stride.get() {
                ..0 => return Err(CopyMapFault::Backwards(dim)),
                0 => return Err(CopyMapFault::SharedDim(dim)),
                stride => dims.push((dim, stride, memory)),
            }
        }
        dims.sort_by_key(|&(dim, stride, _)| (stride, std::cmp::Reverse(dim)));
        Ok(dims)
    }
}

fn negated(number: i64) -> Result<i64, CopyMapFault> {
    number.checked_neg().ok_or(CopyMapFault::Before(number))
}

#[cfg(test)]
mod tests;
