//! A coordinate that moves: a step is added to a logical index, and only the stages that depend on it are evaluated
//! again.

use crate::domain::Concrete;
use crate::pipeline::{Evaluator, Layout, LayoutBuilder, LayoutFault};
use crate::space::{DimId, Elems, LogicalIndex, RankError};
use crate::stride::AddressError;
use crate::transform::{Move, Pad};

/// A logical index, with the index of each dim between it and memory.
///
/// The index may be outside the logical lengths, where it is invalid, and return.
#[derive(Clone, Debug)]
pub struct Coordinate<'a> {
    evaluator: Evaluator<'a>,
    index: LogicalIndex,
    /// By stage: `true` if its predicate holds.
    holds: Vec<bool>,
    offset: Option<Elems>,
}

impl Layout {
    /// Returns a coordinate at a logical index.
    ///
    /// # Errors
    /// The index has another rank, or an intermediate index does not fit 64 bits.
    pub fn coordinate(&self, index: LogicalIndex) -> Result<Coordinate<'_>, AddressError> {
        RankError::unless_equal(self.shape().len(), index.len())?;
        let mut coordinate = Coordinate {
            evaluator: self.evaluator(),
            index,
            holds: vec![true; self.stages.len()],
            offset: None,
        };
        coordinate.update(|_| true)?;
        Ok(coordinate)
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
        let before = self.clone();
        self.index = index;
        let result = self.update(|has_moved| has_moved);
        if result.is_err() {
            *self = before;
        }
        result.map(|()| self.offset)
    }

    /// Evaluates the stages for which `wanted` returns `true`. Its argument is `true` if an result dim of the stage has
    /// moved.
    fn update(&mut self, wanted: impl Fn(bool) -> bool) -> Result<(), AddressError> {
        let layout = self.evaluator.layout;
        let mut steps = vec![0i64; layout.dims_len()];
        let index = self.index.clone();
        for (&dim, &component) in layout.logical_dims.iter().zip(index.values()) {
            self.assign(dim, component, &mut steps)?;
        }
        for stage in layout.stage_numbers().rev() {
            let has_moved = layout.stages[stage].results.iter().any(|dim| steps[dim.number()] != 0);
            if wanted(has_moved) {
                self.evaluate(stage, has_moved, &mut steps)?;
            }
        }
        let inside = layout.shape().check_index(&self.index).is_ok();
        let is_invalid = !inside || self.holds.contains(&false);
        self.offset = self.evaluator.offset(Concrete { is_invalid, overflow: false })?;
        Ok(())
    }

    /// Sets the index of a dim and records its step.
    fn assign(&mut self, dim: DimId, new: i64, steps: &mut [i64]) -> Result<(), AddressError> {
        let value = &mut self.evaluator.values[dim.number()];
        steps[dim.number()] = new.checked_sub(*value).ok_or(AddressError::Overflow)?;
        *value = new;
        Ok(())
    }

    /// Evaluates one stage. If its result dims have moved, it uses the transform's shorter algorithm where there is one.
    fn evaluate(
        &mut self,
        number: usize,
        has_moved: bool,
        steps: &mut [i64],
    ) -> Result<(), AddressError> {
        let stage = &self.evaluator.layout.stages[number];
        let values = &self.evaluator.values;
        let results: Vec<i64> = stage.results.iter().map(|dim| values[dim.number()]).collect();
        let by: Vec<i64> = stage.results.iter().map(|dim| steps[dim.number()]).collect();
        let old: Vec<i64> = stage.operands.iter().map(|dim| values[dim.number()]).collect();
        let short = has_moved
            .then(|| stage.transform.advance(stage.lengths(), Move { operands: &old, step: &by }));
        let operands = match short.flatten() {
            Some(operands) => operands,
            None => {
                let mut operands = Vec::new();
                let mut numbers = Concrete::default();
                stage.transform.operand_index(
                    stage.lengths(),
                    &results,
                    &mut numbers,
                    &mut operands,
                );
                if numbers.overflow {
                    return Err(AddressError::Overflow);
                }
                self.holds[number] = !numbers.is_invalid;
                operands
            }
        };
        for (&dim, new) in stage.operands.iter().zip(operands) {
            self.assign(dim, new, steps)?;
        }
        Ok(())
    }
}
