//! Evaluation of a layout over any abstract domain, and concrete evaluation of many indices.

use super::layout::Layout;
use crate::domain::{Algebra, Concrete};
use crate::space::{DimId, Elems, LogicalIndex};
use crate::stride::AddressError;

impl Layout {
    /// Computes the values of all dims except the buffer from those of the logical dims.
    pub(crate) fn fill_values<A: Algebra>(&self, values: &mut [A::Value], algebra: &mut A) {
        self.fill_values_through(self.stage_numbers().rev(), values, algebra);
    }

    /// Computes the values of the operand dims of some stages. The stages are given from the user to memory.
    pub(crate) fn fill_values_through<A: Algebra>(
        &self,
        stages: impl Iterator<Item = usize>,
        values: &mut [A::Value],
        algebra: &mut A,
    ) {
        let mut results = Vec::new();
        let mut operands = Vec::new();
        for stage in stages {
            let stage = &self.stages[stage];
            results.clear();
            results.extend(stage.results.iter().map(|dim| values[dim.number()].clone()));
            operands.clear();
            stage.transform.operand_index(stage.lengths(), &results, algebra, &mut operands);
            for (dim, value) in stage.operands.iter().zip(operands.drain(..)) {
                values[dim.number()] = value;
            }
        }
    }

    /// Returns the values of all dims except the buffer, computed from those of the logical dims.
    pub(crate) fn values_over<A: Algebra>(
        &self,
        index: &[A::Value],
        algebra: &mut A,
    ) -> Vec<A::Value> {
        let mut values = vec![algebra.linear(0, &[]); self.lengths.len()];
        for (dim, value) in self.logical_dims.iter().zip(index) {
            values[dim.number()] = value.clone();
        }
        self.fill_values(&mut values, algebra);
        values
    }

    /// Returns the offset in elements, computed from the values of the logical dims. The predicates are added to the
    /// algebra.
    pub fn offset_over<A: Algebra>(&self, index: &[A::Value], algebra: &mut A) -> A::Value {
        let values = self.values_over(index, algebra);
        let physical: Vec<A::Value> =
            self.base.iter().map(|dim| values[dim.number()].clone()).collect();
        self.physical.offset_over(&physical, algebra)
    }

    /// Returns an evaluator of many indices.
    pub fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { layout: self, values: vec![0; self.lengths.len()], physical: Vec::new() }
    }

    /// Returns the offset of the element at a logical index; `None` if the index is invalid: a component is outside its
    /// length, or a predicate does not hold.
    ///
    /// # Errors
    /// The index has another rank, the offset does not fit 64 bits, or it depends on declared values of a table.
    pub fn offset_of(&self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        self.evaluator().offset_of(index)
    }
}

/// An evaluator of many indices of one layout, which does not allocate per index.
#[derive(Clone, Debug)]
pub struct Evaluator<'a> {
    pub(crate) layout: &'a Layout,
    /// The index of each dim in the last evaluation.
    pub(crate) values: Vec<i64>,
    physical: Vec<i64>,
}

#[cfg(debug_assertions)]
thread_local! {
    static EVALUATIONS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

impl Evaluator<'_> {
    /// Returns the number of indices that this thread has evaluated, for tests of the work of a search.
    #[cfg(debug_assertions)]
    pub fn evaluations() -> u64 {
        EVALUATIONS.get()
    }

    /// Returns the offset at a logical index, as [`Layout::offset_of`] does.
    ///
    /// # Errors
    /// As [`Layout::offset_of`].
    pub fn offset_of(&mut self, index: &LogicalIndex) -> Result<Option<Elems>, AddressError> {
        match self.layout.shape.check_index(index) {
            Err(AddressError::OutOfRange { .. }) => return Ok(None),
            checked => checked?,
        }
        self.offset_of_inside(index.values().copied())
    }

    /// Returns the offset at an index that is inside the logical lengths.
    pub(crate) fn offset_of_inside(
        &mut self,
        index: impl Iterator<Item = i64>,
    ) -> Result<Option<Elems>, AddressError> {
        #[cfg(debug_assertions)]
        EVALUATIONS.set(EVALUATIONS.get() + 1);
        let mut numbers = Concrete::default();
        self.fill(index, &mut numbers);
        self.offset(numbers)
    }

    /// Computes the index of each dim.
    pub(crate) fn fill(&mut self, index: impl Iterator<Item = i64>, numbers: &mut Concrete) {
        for (dim, component) in self.layout.logical_dims.iter().zip(index) {
            self.values[dim.number()] = component;
        }
        self.layout.fill_values(&mut self.values, numbers);
    }

    /// Returns the offset at the current physical index.
    pub(crate) fn offset(&mut self, mut numbers: Concrete) -> Result<Option<Elems>, AddressError> {
        if numbers.is_unknown {
            return Err(AddressError::Declared);
        }
        if numbers.is_invalid {
            return Ok(None);
        }
        self.physical.clear();
        self.physical.extend(self.layout.base.iter().map(|dim| self.values[dim.number()]));
        let offset = self.layout.physical.offset_over(&self.physical, &mut numbers);
        self.values[DimId::BUFFER.number()] = offset;
        if numbers.overflow { Err(AddressError::Overflow) } else { Ok(Some(Elems::new(offset))) }
    }
}
