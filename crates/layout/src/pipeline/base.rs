//! The bases that a layout is built on: memory with given, packed or aligned strides.

use super::builder::LayoutBuilder;
use super::fault::LayoutFault;
use crate::space::{Elems, MemShape, MemStrides, RankError};
use crate::stride::PhysicalLayout;

impl LayoutBuilder {
    /// Begins with row-major memory of these lengths.
    ///
    /// # Errors
    /// A length is below 1, there are more than 15, or there are 2^63 elements or more.
    pub fn packed(lengths: &[i64]) -> Result<LayoutBuilder, LayoutFault> {
        LayoutBuilder::aligned(lengths, 1)
    }

    /// Begins with row-major memory whose second-innermost stride is a multiple of `align` elements.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), and the alignment is below 1.
    pub fn aligned(lengths: &[i64], align: i64) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        if align < 1 {
            let message = format!("an alignment of {align} elements");
            return Err(LayoutFault::new(message)
                .note("an alignment is 1 element or more")
                .of("align"));
        }
        // A shape that is too large for any alignment is refused as packed.
        aligned_strides(lengths, 1)?;
        let strides = aligned_strides(lengths, align)?;
        build(shape, &strides, 0).map_err(fault)
    }

    /// Begins with memory of these strides, in elements, whose index zero is at `offset`.
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
            return Err(LayoutFault::new(message).note("each length has one stride").of("strides"));
        }
        build(shape, strides, offset).map_err(fault)
    }
}

fn build(shape: MemShape, strides: &[i64], offset: i64) -> Result<LayoutBuilder, RankError> {
    let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)))?;
    let memory = PhysicalLayout::new(shape, strides, Elems::new(offset), None)?;
    Ok(LayoutBuilder::new(memory))
}

fn fault(error: RankError) -> LayoutFault {
    LayoutFault::new(error.to_string())
}

fn mem_shape(lengths: &[i64]) -> Result<MemShape, LayoutFault> {
    if let Some((at, length)) = lengths.iter().enumerate().find(|&(_, &length)| length < 1) {
        let message = format!("m{at} has length {length}, but has 1 or more");
        return Err(LayoutFault::new(message).of("lengths"));
    }
    MemShape::of_static(lengths).map_err(fault)
}

/// Returns row-major strides, the second-innermost one rounded up to a multiple of `align`.
fn aligned_strides(lengths: &[i64], align: i64) -> Result<Vec<i64>, LayoutFault> {
    let mut strides = vec![1; lengths.len()];
    for inner in (1..lengths.len()).rev() {
        // The product of two numbers below 2^63, rounded up by less than 2^63.
        let mut stride = i128::from(strides[inner]) * i128::from(lengths[inner]);
        if inner + 1 == lengths.len() {
            let align = i128::from(align);
            stride = (stride + align - 1) / align * align;
        }
        strides[inner - 1] = i64::try_from(stride).map_err(|_| {
            let dim = inner - 1;
            let message = format!(
                "the least stride of m{dim} is {stride} elements, which does not fit 64 bits"
            );
            LayoutFault::new(message).note("strides and offsets are below 2^63")
        })?;
    }
    Ok(strides)
}
