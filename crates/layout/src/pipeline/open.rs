//! Open descriptors: transforms above memory with lengths that the shape of a tensor determines.
//!
//! An open length is written `?`. [`OpenDescriptor::layout`] fills the open lengths with the least ones for which every
//! logical dim is at least as long as the shape requires. Where a dim is then longer, as a merge with a block of 16 is for 20
//! channels, the elements beyond the shape are storage padding.

use super::base::MemoryForm;
use super::builder::LayoutBuilder;
use super::fault::LayoutFault;
use super::layout::Layout;
use crate::space::{DimId, Len, RankError};
use crate::transform::{OpenDims, Slice, Transform};

/// A descriptor whose memory may have open lengths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenDescriptor {
    form: MemoryForm,
    memory_rank: usize,
    /// By dim, numbered as in a [`LayoutBuilder`]; `None` for an open length.
    lengths: Vec<Option<i64>>,
    stages: Vec<OpenStage>,
    /// The logical dims. Until they are known, the dims of memory.
    logical_dims: Vec<DimId>,
}

/// A transform with its dims.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpenStage {
    /// The transform.
    pub transform: Transform,
    /// The dims nearer to memory.
    pub operands: Vec<DimId>,
    /// The dims nearer to the user.
    pub results: Vec<DimId>,
}

impl OpenDescriptor {
    /// The number that denotes an open length in a list of integers, as for dynamic lengths in MLIR.
    pub const OPEN: i64 = i64::MIN;

    /// Starts from memory of these lengths, of which some may be [`OPEN`](Self::OPEN).
    ///
    /// # Errors
    /// The memory is malformed whatever the open lengths are, as in [`MemoryForm::builder`].
    pub fn new(form: MemoryForm, lengths: &[i64]) -> Result<OpenDescriptor, LayoutFault> {
        let least: Vec<i64> =
            lengths.iter().map(|&length| if length == Self::OPEN { 1 } else { length }).collect();
        let logical_dims = form.builder(&least)?.base_dims().to_vec();
        let open = lengths.iter().map(|&length| (length != Self::OPEN).then_some(length));
        Ok(OpenDescriptor {
            form,
            memory_rank: lengths.len(),
            lengths: [None].into_iter().chain(open).collect(),
            stages: Vec::new(),
            logical_dims,
        })
    }

    /// Returns the strides of the memory.
    pub fn form(&self) -> &MemoryForm {
        &self.form
    }

    /// Returns the lengths of the memory; `None` for an open one.
    pub fn memory_lengths(&self) -> &[Option<i64>] {
        &self.lengths[1..=self.memory_rank]
    }

    /// Returns the dims of the memory.
    pub fn memory_dims(&self) -> impl Iterator<Item = DimId> {
        (1..=self.memory_rank).map(DimId::new)
    }

    /// Returns the transforms from memory to the user.
    pub fn stages(&self) -> &[OpenStage] {
        &self.stages
    }

    /// Returns the logical dims; the dims of memory before [`finish`](Self::finish) was called.
    pub fn logical_dims(&self) -> &[DimId] {
        &self.logical_dims
    }

    /// Returns `true` if a length of the memory is open.
    pub fn is_open(&self) -> bool {
        self.memory_lengths().contains(&None)
    }

    /// Returns the length of a dim; `None` if it is open.
    pub fn length(&self, dim: DimId) -> Option<i64> {
        self.lengths[dim.number()]
    }

    /// Applies a transform to dims and returns its result dims.
    ///
    /// # Errors
    /// The transform does not fit dims of these lengths, or does not support dims of open length.
    pub fn apply(
        &mut self,
        transform: Transform,
        operands: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let lengths: Vec<Option<i64>> = operands.iter().map(|&dim| self.length(dim)).collect();
        let fixed: Option<Vec<Len>> =
            lengths.iter().map(|length| length.and_then(Len::new)).collect();
        let results = match fixed {
            Some(fixed) => {
                transform.result_lengths(&fixed)?.into_iter().map(|len| len.get()).collect()
            }
            None => transform.open_result_lengths(&lengths)?,
        };
        let first = self.lengths.len();
        let results_dims: Vec<DimId> = (first..first + results.len()).map(DimId::new).collect();
        self.lengths.extend(results);
        let operands = operands.to_vec();
        self.stages.push(OpenStage { transform, operands, results: results_dims.clone() });
        Ok(results_dims)
    }

    /// Sets the logical dims.
    pub fn finish(&mut self, logical_dims: &[DimId]) {
        self.logical_dims = logical_dims.to_vec();
    }

    /// Returns the layout of a tensor of this shape.
    ///
    /// # Errors
    /// The shape has another rank or another length than a dim of fixed length, no open lengths give the shape, or the
    /// layout is malformed as in [`LayoutBuilder::finish`].
    pub fn layout(&self, shape: &[i64]) -> Result<Layout, LayoutFault> {
        let needed = self.needed_lengths(shape)?;
        let memory: Vec<i64> = (1..=self.memory_rank).map(|dim| needed[dim]).collect();
        let mut builder = self.form.builder(&memory)?;
        for stage in &self.stages {
            builder.apply(stage.transform.clone(), &stage.operands)?;
            self.check_exact(stage, &builder, &needed)?;
        }
        let mut dims = Vec::with_capacity(shape.len());
        for (&dim, &length) in self.logical_dims.iter().zip(shape) {
            let is_padded = builder.length(dim).get() != Some(length);
            dims.push(match is_padded {
                true => builder.apply(Slice { begin: 0, end: length }, &[dim])?[0],
                false => dim,
            });
        }
        builder.finish(&dims)
    }

    /// Returns the length that each dim must have at least for a shape, by dim. The buffer has 0.
    fn needed_lengths(&self, shape: &[i64]) -> Result<Vec<i64>, LayoutFault> {
        RankError::unless_equal(shape.len(), self.logical_dims.len())?;
        let mut needed: Vec<i64> = self.lengths.iter().map(|length| length.unwrap_or(0)).collect();
        for (at, (&dim, &length)) in self.logical_dims.iter().zip(shape).enumerate() {
            match self.length(dim) {
                Some(own) if own != length => {
                    let message = format!(
                        "the length of d{at} must be {own}, as in the descriptor, but is {length}"
                    );
                    return Err(LayoutFault::new(message));
                }
                _ => needed[dim.number()] = length,
            }
        }
        for stage in self.stages.iter().rev() {
            let operands: Vec<Option<i64>> =
                stage.operands.iter().map(|&dim| self.length(dim)).collect();
            if !operands.contains(&None) {
                continue;
            }
            let results: Vec<i64> = stage.results.iter().map(|dim| needed[dim.number()]).collect();
            let least = stage.transform.least_operand_lengths(&operands, &results);
            let least = least.ok_or_else(|| {
                let message = format!(
                    "`{}` of a dim of any length has no result of length {}",
                    stage.transform.syntax(),
                    results[0]
                );
                LayoutFault::new(message)
            })?;
            for (dim, length) in stage.operands.iter().zip(least) {
                needed[dim.number()] = length;
            }
        }
        Ok(needed)
    }

    /// Checks that the results of a transform that must not be padded have exactly the lengths that the shape determines.
    fn check_exact(
        &self,
        stage: &OpenStage,
        builder: &LayoutBuilder,
        needed: &[i64],
    ) -> Result<(), LayoutFault> {
        if stage.transform.open_dims() != OpenDims::Exact {
            return Ok(());
        }
        let padded = stage.results.iter().find_map(|&dim| {
            let needed = needed[dim.number()];
            let length = builder.length(dim).get().filter(|&length| length != needed)?;
            self.length(dim).is_none().then_some((length, needed))
        });
        match padded {
            Some((length, needed)) => {
                let message = format!(
                    "`{}` must have a result of length {needed}, but has one of {length}, because the dim below is padded",
                    stage.transform.syntax()
                );
                Err(LayoutFault::new(message))
            }
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space::{Elems, LogicalIndex};
    use crate::transform::{CyclicShift, Merge, Pad, PassThrough, Xor};

    fn packed(lengths: &[i64]) -> (OpenDescriptor, Vec<DimId>) {
        let open = OpenDescriptor::new(MemoryForm::Aligned(1), lengths).unwrap();
        let dims = open.memory_dims().collect();
        (open, dims)
    }

    fn offset(layout: &Layout, index: &[i64]) -> Option<i64> {
        let index = LogicalIndex::new(index.iter().copied()).unwrap();
        layout.offset_of(&index).unwrap().map(Elems::get)
    }

    /// Returns the descriptor `(a, b)` with `a` merged of an open dim and 4, and `b` fixed or open.
    fn blocked(inner: i64) -> OpenDescriptor {
        let (mut open, dims) = packed(&[OpenDescriptor::OPEN, inner, 4]);
        let a = open.apply(Merge.into(), &[dims[0], dims[2]]).unwrap();
        let b = open.apply(PassThrough.into(), &[dims[1]]).unwrap();
        open.finish(&[a[0], b[0]]);
        open
    }

    #[test]
    fn open_lengths_are_the_least_that_hold_the_shape() {
        for a in 1..=9 {
            for b in 1..=3 {
                let layout = blocked(OpenDescriptor::OPEN).layout(&[a, b]).unwrap();
                let blocks = (a + 3) / 4;
                assert_eq!(layout.allocation(), Ok(Elems::new(blocks * b * 4)));
                for (x, y) in (0..a).flat_map(|x| (0..b).map(move |y| (x, y))) {
                    assert_eq!(offset(&layout, &[x, y]), Some((x / 4 * b + y) * 4 + x % 4));
                }
                assert!(layout.check_storage().is_ok());
            }
        }
    }

    #[test]
    fn fixed_lengths_must_be_those_of_the_shape() {
        let fault = blocked(3).layout(&[5, 2]).unwrap_err();
        assert_eq!(fault.message, "the length of d1 must be 3, as in the descriptor, but is 2");
        assert!(blocked(3).layout(&[5, 3]).is_ok());
        assert!(blocked(3).layout(&[5]).is_err());
    }

    #[test]
    fn exact_transforms_refuse_a_padded_dim() {
        let transforms: [Transform; 2] =
            [Pad { low: 1, high: 2 }.into(), CyclicShift { by: 1 }.into()];
        for transform in transforms {
            let (mut open, dims) = packed(&[OpenDescriptor::OPEN, 4]);
            let merged = open.apply(Merge.into(), &dims).unwrap();
            let last = open.apply(transform.clone(), &merged).unwrap();
            open.finish(&last);
            let fits: Vec<i64> =
                (1..=12).filter(|&length| open.layout(&[length]).is_ok()).collect();
            let expected = match transform {
                Transform::Pad(_) => vec![7, 11],
                _ => vec![4, 8, 12],
            };
            assert_eq!(fits, expected);
        }
    }

    #[test]
    fn virtual_padding_and_shared_slots_cannot_store_a_tensor() {
        let (mut open, dims) = packed(&[OpenDescriptor::OPEN]);
        let padded = open.apply(Pad { low: 0, high: 1 }.into(), &dims).unwrap();
        open.finish(&padded);
        assert!(open.layout(&[3]).unwrap().check_storage().is_err());
        let form = MemoryForm::Strided(vec![1, 1], 0);
        let mut open = OpenDescriptor::new(form, &[OpenDescriptor::OPEN, 4]).unwrap();
        let dims: Vec<DimId> = open.memory_dims().collect();
        let swizzled = open.apply(Xor.into(), &dims).unwrap();
        open.finish(&swizzled);
        assert!(open.layout(&[1, 4]).unwrap().check_storage().is_ok());
        assert!(open.layout(&[2, 4]).unwrap().check_storage().is_err());
    }
}
