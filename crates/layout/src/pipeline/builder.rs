//! Builds a [`Layout`] from memory to the user, and checks what its valid indices reach.

use super::fault::LayoutFault;
use super::layout::{DimId, Layout, Stage};
use crate::domain::{IntervalDomain, Range};
use crate::space::{Bits, ElemSize, Elems, Len, MemDim, MemShape, MemStrides, Shape};
use crate::stride::{Amount, PhysicalLayout, Req, ReqKind, Unit, solve};
use crate::transform::Transform;

/// Builds a [`Layout`] from memory to the user.
#[derive(Clone, Debug)]
pub struct LayoutBuilder {
    physical: PhysicalLayout,
    base: Vec<DimId>,
    /// The dims that the user of the builder begins with: those of the base, or a layout's logical dims.
    start: Vec<DimId>,
    stages: Vec<Stage>,
    lengths: Vec<Len>,
    /// By dim: `true` if a stage or the user takes it.
    taken: Vec<bool>,
    /// The transforms of the layout that this one stands on.
    inherited: usize,
}

impl LayoutBuilder {
    /// Strided memory, its dims major to minor. Strides may be zero or negative.
    pub fn new(physical: PhysicalLayout) -> LayoutBuilder {
        let rank = physical.shape().len();
        let base: Vec<DimId> = (1..=rank as u32).map(DimId).collect();
        // The buffer itself is no dim that could be taken.
        let lengths = std::iter::once(Len::DYNAMIC).chain(physical.shape().values().copied());
        LayoutBuilder {
            lengths: lengths.collect(),
            taken: (0..=rank).map(|dim| dim == DimId::BUFFER.number()).collect(),
            start: base.clone(),
            base,
            physical,
            stages: Vec::new(),
            inherited: 0,
        }
    }

    /// A layout, whose logical dims are the ones to go on from.
    pub fn from_layout(layout: &Layout) -> LayoutBuilder {
        let mut builder = LayoutBuilder::new(layout.physical.clone());
        builder.lengths.clone_from(&layout.lengths);
        builder.stages.clone_from(&layout.stages);
        builder.taken = vec![true; layout.lengths.len()];
        for &top in &layout.logical_dims {
            builder.taken[top.number()] = false;
        }
        builder.start.clone_from(&layout.logical_dims);
        builder.inherited = layout.stages.len();
        builder
    }

    /// Row-major memory of these lengths.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15, or there are 2^63 elements or more.
    pub fn packed(lengths: &[i64]) -> Result<LayoutBuilder, LayoutFault> {
        LayoutBuilder::aligned(lengths, 1)
    }

    /// Row-major memory whose second-innermost stride is a multiple of `align` elements.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), and the alignment is below 1.
    pub fn aligned(lengths: &[i64], align: i64) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        let Some(amount) = Amount::new(align, Unit::Elems) else {
            let message = format!("an alignment of {align} elements");
            return Err(LayoutFault::new(message).note("an alignment is 1 element or more"));
        };
        let row = lengths.len().checked_sub(2).and_then(MemDim::new);
        let req = row.map(|dim| Req { dim, kind: ReqKind::Aligned(amount) });
        let reqs: Vec<Req> = req.into_iter().collect();
        let bit = ElemSize::new(Bits::new(1)).expect("elements of one bit exist");
        let strides = solve(&shape, bit, &reqs).map_err(|conflict| {
            LayoutFault::new(conflict.to_string()).note("strides and offsets are below 2^63")
        })?;
        Ok(LayoutBuilder::new(built(shape, strides, 0)?))
    }

    /// Memory with these strides, in elements, whose index zero is at `offset`.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15, or another number of strides.
    pub fn strided(
        lengths: &[i64],
        strides: &[i64],
        offset: i64,
    ) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        if strides.len() != lengths.len() {
            let message = format!("{} lengths and {} strides", lengths.len(), strides.len());
            return Err(LayoutFault::new(message).note("each length has one stride"));
        }
        let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)));
        let strides = strides.expect("as many strides as lengths");
        Ok(LayoutBuilder::new(built(shape, strides, offset)?))
    }

    /// The dims to go on from: those of memory, or the logical dims of the layout that this one stands on.
    pub fn base_dims(&self) -> &[DimId] {
        &self.start
    }

    /// The length of a dim.
    pub fn length(&self, dim: DimId) -> Len {
        self.lengths[dim.number()]
    }

    /// Puts a transform over dims, which then are taken, and returns its upper dims.
    ///
    /// # Errors
    /// The transform cannot stand over dims of these lengths, or a dim is taken already.
    pub fn apply(
        &mut self,
        transform: impl Into<Transform>,
        lower: &[DimId],
    ) -> Result<Vec<DimId>, LayoutFault> {
        let transform = transform.into();
        let place = self.stages.len() - self.inherited;
        let at = |fault| LayoutFault::of(fault, place);
        let lengths: Vec<Len> = lower.iter().map(|&dim| self.length(dim)).collect();
        let uppers = transform.upper(&lengths).map_err(at)?;
        for &dim in lower {
            self.take(dim).map_err(|fault| LayoutFault { stage: Some(place), ..fault })?;
        }
        let upper: Vec<DimId> = (0..uppers.len()).map(|k| self.next_dim(k)).collect();
        let fixed = |lens: &[Len]| lens.iter().map(|len| len.get().unwrap_or(i64::MAX)).collect();
        self.stages.push(Stage {
            lower_lengths: fixed(&lengths),
            upper_lengths: fixed(&uppers),
            transform,
            lower: lower.to_vec(),
            upper: upper.clone(),
        });
        self.taken.resize(self.lengths.len() + uppers.len(), false);
        self.lengths.extend(uppers);
        Ok(upper)
    }

    fn next_dim(&self, ahead: usize) -> DimId {
        DimId(u32::try_from(self.lengths.len() + ahead).expect("a text has fewer dims than bytes"))
    }

    fn take(&mut self, dim: DimId) -> Result<(), LayoutFault> {
        if std::mem::replace(&mut self.taken[dim.number()], true) {
            let message = "a dim is used a second time, but each is used exactly once";
            return Err(LayoutFault { dim: Some(dim), ..LayoutFault::new(message) });
        }
        Ok(())
    }

    /// The layout whose logical dims are `logical_dims`.
    ///
    /// # Errors
    /// A dim is used twice or not at all, there are more than 15 logical dims, counts or offsets do
    /// not fit 64 bits, or a valid index leaves what it reaches: the upper lengths of a `merge` or `xor`, or
    /// the length of a dim of memory.
    pub fn finish(mut self, logical_dims: &[DimId]) -> Result<Layout, LayoutFault> {
        for &dim in logical_dims {
            self.take(dim)?;
        }
        if let Some(left) = (1..self.taken.len()).find(|&dim| !self.taken[dim]) {
            let message = "a dim is not used, but each is used exactly once";
            let dim = Some(DimId(left as u32));
            let fault = LayoutFault { dim, ..LayoutFault::new(message) };
            return Err(fault.note("`freeze` drops a dim, and `yield` gives it to the user"));
        }
        let shape = Shape::new(logical_dims.iter().map(|&dim| self.length(dim)));
        let shape = shape.map_err(|error| LayoutFault::new(error.to_string()))?;
        counted(self.physical.shape().values().copied(), "memory")
            .map_err(|fault| LayoutFault { dim: self.base.first().copied(), ..fault })?;
        counted(shape.values().copied(), "the logical shape")?;
        let inherited = self.inherited;
        let layout = self.bounded(shape, logical_dims)?;
        let layout = layout.check().map_err(|fault| LayoutFault {
            stage: fault.stage.and_then(|stage| stage.checked_sub(inherited)),
            ..fault
        })?;
        layout.fits()?;
        Ok(layout)
    }

    /// The layout with bounds for each dim, not yet compared with what they must keep to.
    fn bounded(self, shape: Shape, logical_dims: &[DimId]) -> Result<Layout, LayoutFault> {
        let mut layout = Layout {
            shape,
            physical: self.physical,
            base: self.base,
            logical_dims: logical_dims.to_vec(),
            stages: self.stages,
            ranges: vec![Range::only(0); self.lengths.len()],
            lengths: self.lengths,
            empty: false,
        };
        let mut ranges = IntervalDomain::default();
        let mut bounds = layout.ranges.clone();
        for &top in logical_dims {
            let length = layout.lengths[top.number()].get().unwrap_or(i64::MAX);
            bounds[top.number()] = Range::below(length);
        }
        layout.pull(&mut bounds, &mut ranges);
        let wide = |range: &Range| range.high.checked_sub(range.low).is_none_or(|d| d == i64::MAX);
        if !ranges.empty && (ranges.overflow || bounds.iter().any(wide)) {
            return Err(LayoutFault::new("an index on the way to memory leaves 64 bits"));
        }
        (layout.ranges, layout.empty) = (bounds, ranges.empty);
        Ok(layout)
    }
}

fn mem_shape(lengths: &[i64]) -> Result<MemShape, LayoutFault> {
    if let Some((at, length)) = lengths.iter().enumerate().find(|&(_, &length)| length < 1) {
        let message = format!("m{at} has length {length}, but has 1 or more");
        return Err(LayoutFault::new(message));
    }
    MemShape::of_static(lengths).map_err(|error| LayoutFault::new(error.to_string()))
}

fn built(shape: MemShape, strides: MemStrides, offset: i64) -> Result<PhysicalLayout, LayoutFault> {
    PhysicalLayout::new(shape, strides, Elems::new(offset), None)
        .map_err(|error| LayoutFault::new(error.to_string()))
}

/// An error unless the product of the static lengths is below 2^63.
fn counted(lengths: impl Iterator<Item = Len>, what: &str) -> Result<(), LayoutFault> {
    let known: Vec<i64> = lengths.filter_map(Len::get).collect();
    match known.iter().try_fold(1i64, |product, &length| product.checked_mul(length)) {
        Some(_) => Ok(()),
        None => {
            let shown: Vec<String> = known.iter().map(i64::to_string).collect();
            let message = format!("{what} of {} has 2^63 elements or more", shown.join(" x "));
            Err(LayoutFault::new(message).note("element counts are below 2^63"))
        }
    }
}

#[cfg(test)]
mod tests;
