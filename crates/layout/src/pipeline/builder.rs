//! The builder of a [`Layout`], which applies transforms one over another, from memory to the user.

use super::fault::LayoutFault;
use super::layout::Layout;
use super::search::CheckBudget;
use super::stage::Stage;
use crate::domain::{IntervalDomain, Range};
use crate::messages::joined;
use crate::space::{DimId, Len, Shape, checked_product};
use crate::stride::PhysicalLayout;
use crate::transform::Transform;

/// A builder of a [`Layout`], from memory to the user.
#[derive(Clone, Debug)]
pub struct LayoutBuilder {
    physical: PhysicalLayout,
    base: Vec<DimId>,
    /// The dims that the first transforms apply to: those of memory, or the logical dims of another layout.
    start: Vec<DimId>,
    stages: Vec<Stage>,
    lengths: Vec<Len>,
    /// By dim: `true` if a stage uses it, or it is a logical dim.
    used: Vec<bool>,
    /// The number of stages inherited from the layout that this one extends.
    inherited: usize,
}

impl LayoutBuilder {
    /// Starts from strided memory, whose dims are major to minor. Strides may be zero or negative.
    pub fn new(physical: PhysicalLayout) -> LayoutBuilder {
        let rank = physical.shape().len();
        let base: Vec<DimId> = (1..=rank).map(DimId::new).collect();
        // No transform can use the buffer as a dim.
        let lengths = std::iter::once(Len::DYNAMIC).chain(physical.shape().values().copied());
        LayoutBuilder {
            lengths: lengths.collect(),
            used: (0..=rank).map(|dim| dim == DimId::BUFFER.number()).collect(),
            start: base.clone(),
            base,
            physical,
            stages: Vec::new(),
            inherited: 0,
        }
    }

    /// Starts from the logical dims of a layout.
    pub fn from_layout(layout: &Layout) -> LayoutBuilder {
        let mut builder = LayoutBuilder::new(layout.physical.clone());
        builder.lengths.clone_from(&layout.lengths);
        builder.stages.clone_from(&layout.stages);
        builder.used = vec![true; layout.lengths.len()];
        for &dim in &layout.logical_dims {
            builder.used[dim.number()] = false;
        }
        builder.start.clone_from(&layout.logical_dims);
        builder.inherited = layout.stages.len();
        builder
    }

    /// Returns the dims that the builder starts from: those of memory, or the logical dims of the layout that this one
    /// extends.
    pub fn base_dims(&self) -> &[DimId] {
        &self.start
    }

    /// Returns the length of a dim.
    pub fn length(&self, dim: DimId) -> Len {
        self.lengths[dim.number()]
    }

    /// Applies a transform to dims, marks them as used, and returns its result dims.
    ///
    /// # Errors
    /// The transform does not fit dims of these lengths, or a dim is already used.
    pub fn apply(
        &mut self,
        transform: impl Into<Transform>,
        operands: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let place = Some(self.stages.len() - self.inherited);
        let results = self.apply_in_place(transform.into(), operands);
        results.map_err(|fault| LayoutFault { stage: place, ..fault })
    }

    /// Applies the transforms of a layout to dims that take the place of its memory, and returns its logical dims.
    ///
    /// # Errors
    /// As [`apply`](Self::apply).
    pub(crate) fn append(
        &mut self,
        layout: &Layout,
        memory: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        // The dims of the layout that have no new number yet are never operands.
        let mut dims = vec![DimId::BUFFER; layout.dims_len()];
        for (base, &dim) in layout.base_dims().iter().zip(memory) {
            dims[base.number()] = dim;
        }
        for stage in layout.stages() {
            let operands: Vec<DimId> =
                stage.operands().iter().map(|dim| dims[dim.number()]).collect();
            let results = self.apply(stage.transform().clone(), &operands)?;
            for (old, new) in stage.results().iter().zip(results) {
                dims[old.number()] = new;
            }
        }
        Ok(layout.logical_dims().iter().map(|dim| dims[dim.number()]).collect())
    }

    fn apply_in_place(
        &mut self,
        transform: Transform,
        operands: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let operand_lengths: Vec<Len> = operands.iter().map(|&dim| self.length(dim)).collect();
        let result_lengths = transform.result_lengths(&operand_lengths)?;
        for &dim in operands {
            self.use_once(dim)?;
        }
        let numbers = self.lengths.len()..self.lengths.len() + result_lengths.len();
        let results: Vec<DimId> = numbers.map(DimId::new).collect();
        self.stages.push(Stage {
            operand_lengths: static_lengths(&operand_lengths),
            result_lengths: static_lengths(&result_lengths),
            transform,
            operands: operands.to_vec(),
            results: results.clone(),
        });
        self.lengths.extend(result_lengths);
        self.used.resize(self.lengths.len(), false);
        Ok(results)
    }

    fn use_once(&mut self, dim: DimId) -> Result<(), LayoutFault> {
        if std::mem::replace(&mut self.used[dim.number()], true) {
            let message = "a dim is used twice, but must be used exactly once";
            return Err(LayoutFault { dim: Some(dim), ..LayoutFault::new(message) });
        }
        Ok(())
    }

    /// Returns the layout with these logical dims.
    ///
    /// # Errors
    /// A dim is used twice or is unused, there are more than 64 logical dims, or counts or offsets do not fit 64 bits.
    /// Or a valid index is outside the dim that it reaches: the result dim of a bounded transform, or a dim of memory.
    pub fn finish(self, logical_dims: &[DimId]) -> Result<Layout, LayoutFault> {
        self.finish_within(logical_dims, &mut CheckBudget::default())
    }

    /// Returns the same layout as [`finish`](Self::finish), checked within a budget that several layouts may share.
    ///
    /// # Errors
    /// As [`finish`](Self::finish), or the budget is exhausted before a bound is decided.
    pub fn finish_within(
        mut self,
        logical_dims: &[DimId],
        budget: &mut CheckBudget,
    ) -> Result<Layout, LayoutFault> {
        for &dim in logical_dims {
            self.use_once(dim)?;
        }
        if let Some(unused) = (1..self.used.len()).find(|&dim| !self.used[dim]) {
            let message = "a dim is unused, but must be used exactly once";
            let dim = Some(DimId::new(unused));
            let fault = LayoutFault { dim, ..LayoutFault::new(message) };
            return Err(fault.note("use `freeze` to drop it, or make it a logical dim"));
        }
        let shape = Shape::new(logical_dims.iter().map(|&dim| self.length(dim)))?;
        check_count(self.physical.shape().values(), "memory")
            .map_err(|fault| LayoutFault { dim: self.base.first().copied(), ..fault })?;
        check_count(shape.values(), "the logical shape")?;
        let inherited = self.inherited;
        let layout = self.with_ranges(shape, logical_dims)?;
        let layout = layout.check_bounds(budget).map_err(|fault| LayoutFault {
            stage: fault.stage.and_then(|stage| stage.checked_sub(inherited)),
            ..fault
        })?;
        layout.check_offsets()?;
        Ok(layout)
    }

    /// Returns the layout with the ranges of its dims. The bounds are not yet checked.
    fn with_ranges(self, shape: Shape, logical_dims: &[DimId]) -> Result<Layout, LayoutFault> {
        let mut layout = Layout {
            shape,
            physical: self.physical,
            base: self.base,
            logical_dims: logical_dims.to_vec(),
            stages: self.stages,
            ranges: Vec::new(),
            lengths: self.lengths,
            is_empty: false,
        };
        let mut domain = IntervalDomain::default();
        let mut ranges = vec![Range::only(0); layout.lengths.len()];
        for &dim in logical_dims {
            let length = layout.lengths[dim.number()].get().unwrap_or(i64::MAX);
            ranges[dim.number()] = Range::below(length);
        }
        layout.fill_values(&mut ranges, &mut domain);
        if !domain.is_empty
            && (domain.overflow
                || ranges
                    .iter()
                    .any(|range| range.high.checked_sub(range.low).is_none_or(|d| d == i64::MAX)))
        {
            return Err(LayoutFault::new("an intermediate index does not fit 64 bits"));
        }
        (layout.ranges, layout.is_empty) = (ranges, domain.is_empty);
        Ok(layout)
    }
}

/// Returns lengths as numbers. A dynamic length counts as `i64::MAX`.
fn static_lengths(lengths: &[Len]) -> Vec<i64> {
    lengths.iter().map(|len| len.get().unwrap_or(i64::MAX)).collect()
}

/// Returns an error unless the product of the static lengths is below 2^63.
fn check_count<'a>(lengths: impl Iterator<Item = &'a Len>, of: &str) -> Result<(), LayoutFault> {
    let known: Vec<i64> = lengths.filter_map(|len| len.get()).collect();
    if checked_product(known.iter().copied()).is_some() {
        return Ok(());
    }
    let shown = joined(&known, " x ");
    let message = format!("{of} of {shown} must have less than 2^63 elements");
    Err(LayoutFault::new(message).note("element counts must be below 2^63"))
}
