//! A coordinate that moves by steps, with the index of each dim, and layouts of the offsets after a step.

use crate::domain::Concrete;
use crate::pipeline::{Evaluator, Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, Elems, LogicalIndex, RankError};
use crate::stride::AddressError;
use crate::transform::Pad;

/// A logical index, with the index of each dim between it and memory.
///
/// The index may be outside the logical lengths, where it is invalid, and return.
#[derive(Clone, Debug)]
pub struct Coordinate<'a> {
    evaluator: Evaluator<'a>,
    index: LogicalIndex,
    offset: Option<Elems>,
}

impl Layout {
    /// Returns a coordinate at a logical index.
    ///
    /// # Errors
    /// The index has another rank, or an intermediate index does not fit 64 bits.
    pub fn coordinate(&self, index: LogicalIndex) -> Result<Coordinate<'_>, AddressError> {
        RankError::unless_equal(self.shape().len(), index.len())?;
        let is_invalid = self.shape().check_index(&index).is_err();
        let mut numbers = Concrete { is_invalid, ..Concrete::default() };
        let mut evaluator = self.evaluator();
        evaluator.fill(index.values().copied(), &mut numbers);
        if numbers.overflow {
            return Err(AddressError::Overflow);
        }
        let offset = evaluator.offset(numbers)?;
        Ok(Coordinate { evaluator, index, offset })
    }

    /// Returns the layout of the same lengths that has, at each index, the offset of the index plus a constant. An index
    /// whose sum with the constant is outside the lengths is invalid.
    ///
    /// # Errors
    /// The step has another rank than the layout, or moves along a dynamic dim.
    pub fn stepped(&self, step: &[i64]) -> Result<Layout, LayoutFault> {
        RankError::unless_equal(self.shape().len(), step.len())?;
        let mut builder = LayoutBuilder::from_layout(self);
        let mut dims = builder.base_dims().to_vec();
        for (dim, &by) in dims.iter_mut().zip(step).filter(|(_, by)| **by != 0) {
            let low = by.checked_neg().ok_or_else(|| {
                LayoutFault::new(format!("the step {by} must be at least -(2^63 - 1)"))
            })?;
            *dim = builder.apply(Pad { low, high: by }, &[*dim])?[0];
        }
        builder.finish(&dims)
    }
}

impl Coordinate<'_> {
    /// Returns the logical index.
    pub fn index(&self) -> &LogicalIndex {
        &self.index
    }

    /// Returns the offset of the element; `None` if the index is invalid.
    pub fn offset(&self) -> Option<Elems> {
        self.offset
    }

    /// Returns the index of a dim. That of the buffer is the offset, which is unspecified if the index is invalid.
    pub fn at(&self, dim: DimId) -> i64 {
        self.evaluator.values[dim.number()]
    }

    /// Adds a step to the logical index and returns the new offset, as [`offset`](Self::offset) does.
    ///
    /// # Errors
    /// The step has another rank, or an intermediate index does not fit 64 bits. The coordinate is then unchanged.
    pub fn step(&mut self, by: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        RankError::unless_equal(self.index.len(), by.len())?;
        let mut index = self.index.clone();
        for (dim, &step) in by.iter() {
            index[dim] = index[dim].checked_add(step).ok_or(AddressError::Overflow)?;
        }
        let moved = self.evaluator.layout.coordinate(index)?;
        *self = moved;
        Ok(self.offset)
    }
}
