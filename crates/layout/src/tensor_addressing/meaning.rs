//! The layout of a tensor layout and a tensor view: the function of the specification, as transforms.

use super::data::{MAX_NV_DIMS, NvClampMode, NvTensorAddressing, NvTensorDim, NvTensorView};
use super::refusal::{NvTensorReason, NvTensorRefusal};
use crate::pipeline::{Layout, LayoutBuilder};
use crate::space::{DimId, ElemSize, Len, checked_product};
use crate::stride::PhysicalLayout;
use crate::transform::{Embed, Freeze, Insert, Merge, Modulo, Offset, Pad, Slice, Unmerge};

impl NvTensorAddressing {
    /// Returns the layout that loads elements in the same order, with these logical lengths. The element of the matrix is
    /// the row-major number of the logical index. The clip region of the view is not part of the layout.
    ///
    /// # Errors
    /// The state breaks a rule of the specification, or an index leaves the region. Or the clamp mode has no transform.
    pub fn layout(
        &self,
        lengths: &[i64],
        elem: Option<ElemSize>,
    ) -> Result<Layout, NvTensorRefusal> {
        self.check()?;
        let mut builder = LayoutBuilder::new(self.memory(elem)?);
        let mut region = Vec::new();
        for (dim, memory) in self.layout.dims.iter().zip(builder.base_dims().to_vec()) {
            region.push(coordinate(&mut builder, memory, dim, self.layout.clamp)?);
        }
        let mut whole = match &self.view {
            None => builder.apply(Merge, &region)?[0],
            Some(view) => viewed(&mut builder, &region, view)?,
        };
        let count = checked_product(lengths.iter().copied());
        let count =
            count.ok_or_else(|| invalid("the logical shape must have less than 2^63 elements"))?;
        match builder.length(whole).get() {
            Some(length) if length > count => {
                whole = builder.apply(Slice { begin: 0, end: count }, &[whole])?[0];
            }
            Some(length) if length == count => {}
            _ => return Err(invalid("the view must have a digit for each index")),
        }
        let dims = match lengths {
            [] => {
                builder.apply(Freeze { at: 0 }, &[whole])?;
                Vec::new()
            }
            lengths => builder.apply(Unmerge { lengths: lengths.to_vec() }, &[whole])?,
        };
        Ok(builder.finish(&dims)?)
    }

    /// Checks the rules of the specification that the layout depends on.
    ///
    /// # Errors
    /// A rule is violated.
    pub fn check(&self) -> Result<(), NvTensorRefusal> {
        let dims = &self.layout.dims;
        if dims.is_empty() || dims.len() > MAX_NV_DIMS {
            return Err(invalid("a tensor layout must have 1 to 5 dims"));
        }
        if dims.iter().any(|dim| dim.block_size == 0 || dim.dimension == 0 || dim.span == 0) {
            return Err(invalid("a block size, a dimension and a span must be at least 1"));
        }
        if let Some(dim) = self.layout.overlapping_dim() {
            let least = i64::from(dims[dim + 1].stride) * i64::from(dims[dim + 1].blocks());
            let stride = i64::from(dims[dim].stride);
            return Err(NvTensorReason::Overlap(stride, least).into());
        }
        let Some(view) = &self.view else { return Ok(()) };
        let rank = view.dims.as_ref().map_or(dims.len(), Vec::len);
        let mut seen: Vec<u32> = view.permutation.clone();
        seen.sort_unstable();
        if rank == 0 || rank > MAX_NV_DIMS || !seen.into_iter().eq((0..).take(rank)) {
            return Err(invalid(
                "a tensor view must have 1 to 5 dims, each once in its permutation",
            ));
        }
        if view.dims.iter().flatten().any(|dim| dim.dimension == 0) {
            return Err(invalid("a dimension of a view must be at least 1"));
        }
        Ok(())
    }

    /// Returns the memory: a dim of blocks for each dim.
    fn memory(&self, elem: Option<ElemSize>) -> Result<PhysicalLayout, NvTensorRefusal> {
        let dims = self.layout.dims.iter();
        let dims = dims.map(|dim| Some((Len::new(dim.blocks().into())?, dim.stride.into())));
        let dims: Option<Vec<(Len, i64)>> = dims.collect();
        let dims = dims.ok_or_else(|| invalid("a dimension must be at least 1"))?;
        let memory = PhysicalLayout::from_dims(dims, self.element_offset.into(), elem);
        memory.map_err(|error| invalid(&error.to_string()))
    }
}

fn invalid(rule: &str) -> NvTensorRefusal {
    NvTensorRefusal::from(NvTensorReason::Invalid(rule.to_owned()))
}

/// Returns the dim of the coordinates of the region.
fn coordinate(
    builder: &mut LayoutBuilder,
    memory: DimId,
    dim: &NvTensorDim,
    clamp: NvClampMode,
) -> Result<DimId, NvTensorRefusal> {
    let mut found = memory;
    let dimension = i64::from(dim.dimension);
    let span = i64::from(dim.span);
    let block = i64::from(dim.block_size);
    let offset = i64::from(dim.offset);
    if block > 1 {
        let inside = builder.apply(Insert { length: block }, &[])?[0];
        found = builder.apply(Merge, &[found, inside])?[0];
        if builder.length(found).get() != Some(dimension) {
            found = builder.apply(Slice { begin: 0, end: dimension }, &[found])?[0];
        }
    }
    let is_inside = offset >= 0 && offset + span <= dimension;
    if offset == 0 && span == dimension {
        return Ok(found);
    }
    if is_inside {
        return Ok(builder.apply(Slice { begin: offset, end: offset + span }, &[found])?[0]);
    }
    match clamp {
        NvClampMode::Undefined => Err(invalid("the region must be inside the dimensions")),
        NvClampMode::Constant => {
            let pad = Pad { low: -offset, high: offset + span - dimension };
            Ok(builder.apply(pad, &[found])?[0])
        }
        NvClampMode::Repeat => {
            let wrapped = Modulo { modulus: dimension, length: span };
            let wrapped = builder.apply(wrapped, &[found])?[0];
            Ok(builder.apply(Offset { by: offset.rem_euclid(dimension) }, &[wrapped])?[0])
        }
        mode => Err(NvTensorReason::ClampMode(mode).into()),
    }
}

/// Returns the dim of the element numbers of a view over the coordinates of the region.
fn viewed(
    builder: &mut LayoutBuilder,
    region: &[DimId],
    view: &NvTensorView,
) -> Result<DimId, NvTensorRefusal> {
    let digits = match &view.dims {
        None => region.to_vec(),
        Some(dims) => {
            let lengths = dims.iter().map(|dim| dim.dimension.into()).collect();
            let strides = dims.iter().map(|dim| dim.stride.into()).collect();
            let whole = builder.apply(Merge, region)?[0];
            builder.apply(Embed { lengths, strides }, &[whole])?
        }
    };
    let digits: Vec<DimId> = view.permutation.iter().map(|&dim| digits[dim as usize]).collect();
    Ok(builder.apply(Merge, &digits)?[0])
}
