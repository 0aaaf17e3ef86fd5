//! Evaluation of many indices of one layout.

use super::layout::{DimId, Layout};
use crate::domain::Concrete;
use crate::space::{Elems, LogicalIndex, RankError};
use crate::stride::{AddressError, in_range};

/// Evaluates many indices of one layout, without an allocation for each.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    pub(crate) layout: &'a Layout,
    /// The index of each dim at the last evaluation.
    pub(crate) values: Vec<i64>,
    physical: Vec<i64>,
}

impl Evaluator<'_> {
    /// As [`Layout::offset_of`].
    ///
    /// # Errors
    /// As [`Layout::offset_of`].
    pub fn offset_of(&mut self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        RankError::unless_equal(self.layout.shape.len(), index.len())?;
        for (dim, &component) in index.iter() {
            let length = self.layout.shape[dim].get();
            if in_range(dim.index(), component, length).is_err() {
                return Ok(None);
            }
        }
        self.offset_of_inside(index.values().copied())
    }

    /// The offset of an index that is inside the logical lengths.
    pub(crate) fn offset_of_inside(
        &mut self,
        index: impl Iterator<Item = i64>,
    ) -> Result<Option<Elems>, AddressError> {
        for (top, component) in self.layout.logical_dims.iter().zip(index) {
            self.values[top.number()] = component;
        }
        let mut numbers = Concrete::default();
        self.layout.pull(&mut self.values, &mut numbers);
        self.offset(numbers)
    }

    /// The offset of the physical index at hand.
    pub(crate) fn offset(&mut self, mut numbers: Concrete) -> Result<Option<Elems>, AddressError> {
        if !numbers.valid {
            return Ok(None);
        }
        self.physical.clear();
        self.physical.extend(self.layout.base.iter().map(|dim| self.values[dim.number()]));
        let offset = self.layout.physical.offset_over(&self.physical, &mut numbers);
        self.values[DimId::BUFFER.number()] = offset;
        if numbers.overflow { Err(AddressError::Overflow) } else { Ok(Some(Elems::new(offset))) }
    }
}

impl Layout {
    /// An evaluator of many indices.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { layout: self, values: vec![0; self.lengths.len()], physical: Vec::new() }
    }

    /// The offset of the element at a logical index; nothing where the index is not valid: a component is
    /// outside its length, or a predicate on the way does not hold.
    ///
    /// # Errors
    /// The index has another rank, or the offset does not fit 64 bits.
    pub fn offset_of(&self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        self.evaluator().offset_of(index)
    }
}
