//! Lowers strides in elements to the memory of a description: whole bytes, and at most the allowed number of dims.

use super::error::{invalid, out_of_range};
use super::merge::{MergeError, merge};
use ir::diag::code;
use ir::encoding::Fault;
use ir::layout::{Bits, Bytes, ElemSize, Elems, MemShape, MemStrides, PhysicalLayout, Shape};
use ir::target::{DeviceLimits, Target};
use ir::vulkan::{DescribedMemory, DescriptionError, VkFormat};

/// The memory of a description, and the properties that it cannot express.
pub(super) struct LoweredMemory {
    pub(super) memory: DescribedMemory,
    /// The index at which each dim wraps; `None` if none wraps.
    pub(super) wraps: Option<Vec<u32>>,
    /// The first byte of the memory in its buffer.
    pub(super) offset: Bytes,
    /// A warning if the tensor has more dims than devices must allow.
    pub(super) warning: Option<String>,
}

/// The limits to satisfy, and their target; without a target they are the assumed minimum.
pub(super) struct LimitsOf<'a> {
    pub(super) target: Option<&'a Target>,
    pub(super) limits: DeviceLimits,
}

/// Lowers the memory of a tensor with these logical lengths, and with the wraps of its dims.
pub(super) fn lower(
    shape: &Shape,
    (memory, wraps): (PhysicalLayout, Option<Vec<u32>>),
    limits: &LimitsOf<'_>,
    format: &'static VkFormat,
) -> Result<LoweredMemory, Fault> {
    if let Some(dim) = shape.first_dynamic() {
        let text = format!("the length of {dim} must be static for Vulkan, but is dynamic");
        return Err(Fault::new(code::SHAPE, text));
    }
    let lengths_in_elements = lengths(&memory);
    let whole = at_least_one_dim(whole_bytes(memory)?)?;
    let wraps =
        wraps.map(|wraps| wraps_in_bytes(wraps, &lengths_in_elements, &whole)).transpose()?;
    let (merged, warning) = fit(whole, limits)?;
    let offset = in_bytes(merged.offset(), elem(&merged))?;
    if offset < Bytes::ZERO {
        let text =
            format!("its first element is at byte {offset:#}, before the start of its buffer");
        return Err(Fault::new(code::SHAPE, text));
    }
    let memory = DescribedMemory::of_layout(format, &merged).map_err(invalid)?;
    Ok(LoweredMemory { memory, wraps, offset, warning })
}

/// Returns the size of a tensor's elements. Layouts of types always have one.
fn elem(layout: &PhysicalLayout) -> ElemSize {
    layout.elem().expect("a tensor's layout is read with its element")
}

fn in_bytes(amount: Elems, elem: ElemSize) -> Result<Bytes, Fault> {
    amount.to_bytes(elem).ok_or_else(|| invalid(DescriptionError::Bytes { amount, elem }))
}

/// Returns a number of elements as whole bytes. `what` names it in the error.
fn whole(what: &str, amount: Elems, elem: ElemSize) -> Result<i64, Fault> {
    let bytes = amount.to_bytes(elem).map(Bytes::get);
    bytes.ok_or_else(|| {
        let text = format!("{what} is {amount} of {elem}, which is not a whole number of bytes");
        Fault::new(code::VULKAN_FORMAT, text)
    })
}

/// Returns the same memory with elements of whole bytes: rows of 1- or 4-bit elements become rows of bytes.
fn whole_bytes(layout: PhysicalLayout) -> Result<PhysicalLayout, Fault> {
    let elem = elem(&layout);
    if elem.bytes().is_some() {
        return Ok(layout);
    }
    let mut lengths = lengths(&layout);
    let strides: Vec<Elems> = layout.strides().values().copied().collect();
    let (Some(length), Some((inner, outer))) = (lengths.last_mut(), strides.split_last()) else {
        let text = format!("a tensor of rank 0 is {elem}, which is not a whole byte");
        return Err(Fault::new(code::VULKAN_FORMAT, text));
    };
    *length = whole("the innermost length", Elems::new(*length), elem)?;
    if *inner != Elems::new(1) {
        let text =
            format!("its elements of {elem} have a stride of {inner}, so they do not fill bytes");
        return Err(Fault::new(code::VULKAN_FORMAT, text));
    }
    let outer = outer.iter().map(|&stride| whole("a stride", stride, elem));
    let mut strides = outer.collect::<Result<Vec<i64>, Fault>>()?;
    strides.push(1);
    let offset = Elems::new(whole("the offset", layout.offset(), elem)?);
    let byte = ElemSize::new(Bits::new(8)).expect("a byte has a size");
    build(&lengths, &strides, offset, byte)
}

/// Returns the wraps of dims of which the innermost may have been packed to bytes. A dim that does not wrap has its new
/// length.
fn wraps_in_bytes(
    mut wraps: Vec<u32>,
    lengths_in_elements: &[i64],
    whole: &PhysicalLayout,
) -> Result<Vec<u32>, Fault> {
    for ((wrap, &before), after) in wraps.iter_mut().zip(lengths_in_elements).zip(lengths(whole)) {
        if before == after {
            continue;
        }
        if i64::from(*wrap) != before {
            let text = format!(
                "its innermost dim wraps at {wrap} of its elements, which are smaller than a byte"
            );
            return Err(Fault::new(code::VULKAN_FORMAT, text));
        }
        *wrap = u32::try_from(after).expect("bytes are fewer than elements, whose number fits");
    }
    Ok(wraps)
}

fn lengths(layout: &PhysicalLayout) -> Vec<i64> {
    layout.shape().values().map(|len| len.get().expect("dynamic lengths were refused")).collect()
}

fn build(
    lengths: &[i64],
    strides: &[i64],
    offset: Elems,
    elem: ElemSize,
) -> Result<PhysicalLayout, Fault> {
    let shape = MemShape::of_static(lengths);
    let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)));
    let layout = shape.and_then(|shape| PhysicalLayout::new(shape, strides?, offset, elem));
    layout.map_err(out_of_range)
}

/// Returns the layout with at least one dim. Vulkan has no rank 0, so a scalar is described as one dim of length 1.
fn at_least_one_dim(layout: PhysicalLayout) -> Result<PhysicalLayout, Fault> {
    if layout.shape().is_empty() {
        return build(&[1], &[1], layout.offset(), elem(&layout));
    }
    Ok(layout)
}

/// Merges adjacent dense dims until the target allows their number. If the limit is only assumed and cannot be
/// satisfied, the layout is kept, with a warning.
fn fit(
    layout: PhysicalLayout,
    limits: &LimitsOf<'_>,
) -> Result<(PhysicalLayout, Option<String>), Fault> {
    let most = limits.limits.max_dimension_count as usize;
    let longest = limits.limits.max_per_dimension_elements;
    if layout.shape().len() <= most {
        return Ok((layout, None));
    }
    let why = match merge(&layout, most, longest) {
        Ok(merged) => return Ok((merged, None)),
        Err(MergeError::Dims(left)) => format!("merging adjacent dense dims leaves {left}"),
        Err(MergeError::Length(length)) => format!(
            "merging adjacent dense dims to {most} creates a dim of {length} elements, but \
             maxPerDimensionTensorElements is {longest}"
        ),
    };
    let rank = layout.shape().len();
    let Some(target) = limits.target else {
        let text =
            format!("has {rank} physical dims, but devices need not allow more than {most}; {why}");
        return Ok((layout, Some(text)));
    };
    let name = &target.name;
    let text = format!("it has {rank} physical dims, but target `{name}` allows {most}; {why}");
    Err(Fault::new(code::VULKAN_RANK, text))
}
