//! The bases of layouts: memory with given, packed or aligned strides.

use super::builder::LayoutBuilder;
use super::fault::LayoutFault;
use super::layout::Layout;
use crate::space::{Elems, MemShape, MemStrides};
use crate::stride::PhysicalLayout;

/// The strides of the memory of a descriptor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MemoryForm {
    /// Row major, with a second-innermost stride that is a multiple of this number of elements. It is 1 for packed memory.
    Aligned(i64),
    /// A stride for each dim, in elements, and the offset of index zero.
    Strided(Vec<i64>, i64),
}

impl MemoryForm {
    /// Returns the builder of a layout above memory of these lengths.
    ///
    /// # Errors
    /// A length or the alignment is below 1, there are more than 64 lengths, or another number of strides, or there are
    /// 2^63 elements or more.
    pub fn builder(&self, lengths: &[i64]) -> Result<LayoutBuilder, LayoutFault> {
        match self {
            MemoryForm::Aligned(align) => LayoutBuilder::aligned(lengths, *align),
            MemoryForm::Strided(strides, offset) => {
                LayoutBuilder::strided(lengths, strides, *offset)
            }
        }
    }
}

impl Layout {
    /// Returns the layout of these lengths that is row major and has no gaps.
    ///
    /// # Errors
    /// As [`LayoutBuilder::packed`].
    pub fn row_major(lengths: &[i64]) -> Result<Layout, LayoutFault> {
        let builder = LayoutBuilder::packed(lengths)?;
        let dims = builder.base_dims().to_vec();
        builder.finish(&dims)
    }
}

impl LayoutBuilder {
    /// Starts from row-major memory of these lengths.
    ///
    /// # Errors
    /// A length is below 1, there are more than 64 lengths, or there are 2^63 elements or more.
    pub fn packed(lengths: &[i64]) -> Result<LayoutBuilder, LayoutFault> {
        LayoutBuilder::aligned(lengths, 1)
    }

    /// Starts from row-major memory whose second-innermost stride is a multiple of `align` elements.
    ///
    /// # Errors
    /// As [`packed`](Self::packed), or the alignment is below 1.
    pub fn aligned(lengths: &[i64], align: i64) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        if align < 1 {
            let message = format!("the alignment must be at least 1 element, but is {align}");
            return Err(LayoutFault::new(message).at_attribute("align"));
        }
        // A shape that is too large for any alignment gets the message of packed memory.
        aligned_strides(lengths, 1)?;
        let strides = aligned_strides(lengths, align)?;
        build(shape, &strides, 0)
    }

    /// Starts from memory with these strides, in elements. Index zero is at `offset`.
    ///
    /// # Errors
    /// A length is below 1, there are more than 64 lengths, or the number of strides differs.
    pub fn strided(
        lengths: &[i64],
        strides: &[i64],
        offset: i64,
    ) -> Result<LayoutBuilder, LayoutFault> {
        let shape = mem_shape(lengths)?;
        if strides.len() != lengths.len() {
            let message = format!(
                "expected one stride for each length, found strides {strides:?} for lengths {lengths:?}"
            );
            return Err(LayoutFault::new(message).at_attribute("strides"));
        }
        build(shape, strides, offset)
    }
}

fn build(shape: MemShape, strides: &[i64], offset: i64) -> Result<LayoutBuilder, LayoutFault> {
    let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)))?;
    let memory = PhysicalLayout::new(shape, strides, Elems::new(offset), None)?;
    Ok(LayoutBuilder::new(memory))
}

fn mem_shape(lengths: &[i64]) -> Result<MemShape, LayoutFault> {
    if let Some((at, length)) = lengths.iter().enumerate().find(|&(_, &length)| length < 1) {
        let message = format!("the length of m{at} must be at least 1, but is {length}");
        return Err(LayoutFault::new(message).at_attribute("lengths"));
    }
    Ok(MemShape::of_static(lengths)?)
}

/// Returns row-major strides, with the second-innermost one rounded up to a multiple of `align`.
fn aligned_strides(lengths: &[i64], align: i64) -> Result<Vec<i64>, LayoutFault> {
    let mut strides = vec![1; lengths.len()];
    for inner in (1..lengths.len()).rev() {
        // A product of two numbers below 2^63, rounded up by less than 2^63, fits 128 bits.
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
            LayoutFault::new(message).note("strides and offsets must be below 2^63")
        })?;
    }
    Ok(strides)
}
