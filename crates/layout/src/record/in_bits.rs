//! Layouts in units of bits, made from the layouts of records and of fields.
//!
//! The memory of several layouts is one memory with the dims of all of them, whose strides are scaled to bits. Their
//! transforms stay, so evaluation, inverses and addressing programs are those of any other layout.

use crate::pipeline::{Layout, LayoutBuilder, LayoutFault};
use crate::space::{Bits, DimId, ElemSize, Len};
use crate::stride::PhysicalLayout;
use crate::transform::{Merge, Replicate, Slice, Transform};

/// A layout with the number of bits from one of its slots to the next.
pub(super) type Scaled<'a> = (&'a Layout, Bits);

/// A builder above the memory of several layouts, with the logical dims of each layout.
pub(super) struct BitsBuilder {
    builder: LayoutBuilder,
    dims: Vec<Vec<DimId>>,
}

impl BitsBuilder {
    /// Starts from layouts, whose offsets add up from this bit.
    ///
    /// # Errors
    /// A stride or the offset does not fit 64 bits, or there are more than 64 dims of memory.
    pub(super) fn new(parts: &[Scaled<'_>], at: Bits) -> Result<BitsBuilder, LayoutFault> {
        let mut memory: Vec<(Len, i64)> = Vec::new();
        let mut offset = at.get();
        for &(layout, unit) in parts {
            let physical = layout.physical();
            let lengths = physical.shape().values().copied();
            for (length, stride) in lengths.zip(physical.strides().values()) {
                memory.push((length, in_bits(stride.get(), unit)?));
            }
            let begin = in_bits(physical.offset().get(), unit)?;
            offset = offset.checked_add(begin).ok_or_else(|| {
                let message = format!("bit {offset} plus {begin} does not fit 64 bits");
                LayoutFault::new(message)
            })?;
        }
        let physical = PhysicalLayout::from_dims(memory, offset, ElemSize::new(Bits::new(1)))?;
        let mut builder = LayoutBuilder::new(physical);
        let mut bases = builder.base_dims().to_vec();
        let mut dims = Vec::new();
        for &(layout, _) in parts {
            let rest = bases.split_off(layout.base_dims().len());
            dims.push(builder.append(layout, &bases)?);
            bases = rest;
        }
        Ok(BitsBuilder { builder, dims })
    }

    /// Returns the layout with the logical dims of all layouts, in their order, whose offsets add up from this bit.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub(super) fn joined(parts: &[Scaled<'_>], at: Bits) -> Result<Layout, LayoutFault> {
        let BitsBuilder { builder, dims } = BitsBuilder::new(parts, at)?;
        builder.finish(&dims.concat())
    }

    /// Returns a logical dim of one of the layouts.
    pub(super) fn dim(&self, part: usize, dim: usize) -> DimId {
        self.dims[part][dim]
    }

    /// Merges two dims, the first the slower.
    ///
    /// # Errors
    /// As [`LayoutBuilder::apply`].
    pub(super) fn merge(&mut self, outer: DimId, inner: DimId) -> Result<DimId, LayoutFault> {
        self.apply(Merge, &[outer, inner])
    }

    /// Returns a dim of this length, of which `per` neighbouring indices share an index of `dim`.
    ///
    /// # Errors
    /// As [`LayoutBuilder::apply`].
    pub(super) fn coarse(
        &mut self,
        dim: DimId,
        per: i64,
        length: i64,
    ) -> Result<DimId, LayoutFault> {
        if per == 1 {
            return Ok(dim);
        }
        let shared = self.apply(Replicate { lengths: vec![per] }, &[])?;
        let fine = self.merge(dim, shared)?;
        if self.builder.length(fine).get() == Some(length) {
            return Ok(fine);
        }
        self.apply(Slice { begin: 0, end: length }, &[fine])
    }

    /// Returns the layout with these logical dims.
    ///
    /// # Errors
    /// As [`LayoutBuilder::finish`].
    pub(super) fn finish(self, dims: &[DimId]) -> Result<Layout, LayoutFault> {
        self.builder.finish(dims)
    }

    /// Applies a transform with one result.
    fn apply(
        &mut self,
        transform: impl Into<Transform>,
        dims: &[DimId],
    ) -> Result<DimId, LayoutFault> {
        let results = self.builder.apply(transform, dims)?;
        results.first().copied().ok_or_else(|| LayoutFault::new("a transform has no result"))
    }
}

/// Returns this many units in bits.
///
/// # Errors
/// The product does not fit 64 bits.
fn in_bits(count: i64, unit: Bits) -> Result<i64, LayoutFault> {
    unit.checked_mul(count)
        .map(Bits::get)
        .ok_or_else(|| LayoutFault::new(format!("{count} times {unit} does not fit 64 bits")))
}
