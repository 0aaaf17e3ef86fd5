//! From a layout to the numbers of a description: physical order, bytes, no more dims than allowed.

use super::merge::{MemoryDim, Unfit, merge};
use ir::diag::{Code, code};
use ir::encoding;
use ir::layout::{
    Bits, Bytes, ElemSize, Elems, Len, MemShape, MemStrides, PhysicalLayout, TensorLayout,
};
use ir::target::{Limits, Target};
use ir::vulkan::Format;

/// Why a tensor has no description.
pub(super) struct Fault {
    pub(super) code: Code,
    text: String,
}

impl Fault {
    pub(super) fn new(code: Code, text: impl Into<String>) -> Fault {
        Fault { code, text: text.into() }
    }

    /// The sentence about the tensor of this name.
    pub(super) fn message(&self, name: &str) -> String {
        format!("{name} has no Vulkan description: {}", self.text)
    }
}

impl From<encoding::Fault> for Fault {
    fn from(fault: encoding::Fault) -> Fault {
        Fault::new(fault.code, fault.message)
    }
}

/// The numbers of a description, outermost dim first.
pub(super) struct Form {
    /// Lengths in elements of the format.
    pub(super) dims: Vec<i64>,
    /// Strides in bytes; none when packed.
    pub(super) strides: Option<Vec<i64>>,
    /// The byte of the buffer at which the description's memory begins.
    pub(super) offset: i64,
    /// The tensor has more dims than a device must allow; says how many.
    pub(super) warning: Option<String>,
}

/// The limits to keep to, and the target they are of; without one they are only assumed.
pub(super) struct Bound<'a> {
    pub(super) target: Option<&'a Target>,
    pub(super) limits: Limits,
}

/// The form of a layout whose strides are known.
pub(super) fn form(
    layout: &TensorLayout,
    bound: Bound<'_>,
    format: &Format,
) -> Result<Form, Fault> {
    if let Some(dim) = layout.shape().first_dynamic() {
        let text = format!("the length of {dim} is dynamic, but Vulkan takes known lengths only");
        return Err(Fault::new(code::SHAPE, text));
    }
    let physical = layout
        .physical()
        .ok_or_else(|| Fault::new(code::NOT_RESOLVED, "its strides are not resolved"))?;
    let whole = at_least_one_dim(whole_bytes(physical)?)?;
    debug_assert_eq!(elem(&whole).bytes().map(Bytes::get), i64::try_from(format.bytes).ok());
    let (merged, warning) = fit(whole, &bound)?;
    let offset = in_bytes(merged.offset(), elem(&merged))?;
    if offset < 0 {
        let text =
            format!("its first element is at byte {offset} of its buffer, which is before it");
        return Err(Fault::new(code::SHAPE, text));
    }
    let strides: Result<Vec<i64>, Fault> =
        merged.strides().values().map(|&stride| in_bytes(stride, elem(&merged))).collect();
    let strides = strides?;
    Ok(Form {
        dims: lengths(&merged),
        strides: (!merged.is_packed()).then_some(strides),
        offset,
        warning,
    })
}

fn lengths(layout: &PhysicalLayout) -> Vec<i64> {
    let known = |len: &Len| len.get().expect("dynamic lengths were refused");
    layout.shape().values().map(known).collect()
}

/// The size of a tensor's elements, which its type tells.
fn elem(layout: &PhysicalLayout) -> ElemSize {
    layout.elem().expect("a tensor's layout is read with its element")
}

fn in_bytes(elems: Elems, elem: ElemSize) -> Result<i64, Fault> {
    let bytes = elems.to_bits(elem).and_then(Bits::to_bytes);
    let text = || format!("{elems} of {elem} do not fit 64 bits as bytes");
    bytes.map(Bytes::get).ok_or_else(|| Fault::new(code::SHAPE, text()))
}

/// The same memory as elements of whole bytes: rows of 1- or 4-bit elements become rows of bytes.
fn whole_bytes(layout: PhysicalLayout) -> Result<PhysicalLayout, Fault> {
    let elem = elem(&layout);
    if elem.bytes().is_some() {
        return Ok(layout);
    }
    let byte = ElemSize::new(Bits::new(8)).expect("a byte has a size");
    let whole = |what: &str, elems: Elems| {
        let bytes = elems.to_bits(elem).and_then(Bits::to_bytes);
        let text = || format!("{what} is {elems} of {elem}, which is no whole number of bytes");
        bytes.map(Bytes::get).ok_or_else(|| Fault::new(code::VULKAN_FORMAT, text()))
    };
    let mut lens = lengths(&layout);
    let given: Vec<Elems> = layout.strides().values().copied().collect();
    let (Some(length), Some((inner, outer))) = (lens.last_mut(), given.split_last()) else {
        let text = format!("a tensor of rank 0 is {elem}, which is no whole byte");
        return Err(Fault::new(code::VULKAN_FORMAT, text));
    };
    *length = whole("the innermost length", Elems::new(*length))?;
    if *inner != Elems::new(1) {
        let text = format!("its elements of {elem} lie {inner} apart, so that they fill no bytes");
        return Err(Fault::new(code::VULKAN_FORMAT, text));
    }
    let outer = outer.iter().map(|&stride| whole("a stride", stride));
    let mut strides = outer.collect::<Result<Vec<i64>, Fault>>()?;
    strides.push(1);
    let offset = whole("the offset", layout.offset())?;
    build(&lens, &strides, Elems::new(offset), byte)
}

fn build(
    lens: &[i64],
    strides: &[i64],
    offset: Elems,
    elem: ElemSize,
) -> Result<PhysicalLayout, Fault> {
    let shape = MemShape::of_static(lens);
    let strides = MemStrides::new(strides.iter().map(|&stride| Elems::new(stride)));
    let layout = shape.and_then(|shape| PhysicalLayout::new(shape, strides?, offset, elem));
    layout.map_err(|error| Fault::new(code::SHAPE, error.to_string()))
}

/// Vulkan has no rank 0: a scalar is one element in one dim.
fn at_least_one_dim(layout: PhysicalLayout) -> Result<PhysicalLayout, Fault> {
    if layout.shape().is_empty() {
        return build(&[1], &[1], layout.offset(), elem(&layout));
    }
    Ok(layout)
}

/// Merges neighbouring dense dims until the target allows as many as are left. A layout that stays above what
/// is only assumed is left as it is, with a warning.
fn fit(
    layout: PhysicalLayout,
    bound: &Bound<'_>,
) -> Result<(PhysicalLayout, Option<String>), Fault> {
    let most = bound.limits.max_dimension_count as usize;
    let longest = bound.limits.max_per_dimension_elements;
    let strides = layout.strides().values().map(|stride| stride.get());
    let dims = lengths(&layout).into_iter().zip(strides);
    let dims: Vec<MemoryDim> = dims.map(|(length, stride)| MemoryDim { length, stride }).collect();
    let unfit = match merge(&dims, most, longest) {
        Ok(merged) => {
            let (lens, strides): (Vec<i64>, Vec<i64>) =
                merged.iter().map(|dim| (dim.length, dim.stride)).unzip();
            return Ok((build(&lens, &strides, layout.offset(), elem(&layout))?, None));
        }
        Err(unfit) => unfit,
    };
    let (rank, why) = (dims.len(), too_many(&unfit, most, longest));
    match bound.target {
        Some(target) => {
            let text = format!(
                "it has {rank} physical dims and target `{}` allows {most}; {why}",
                target.name
            );
            Err(Fault::new(code::VULKAN_RANK, text))
        }
        None => {
            let text = format!(
                "has {rank} physical dims, but devices need not allow more than {most}; {why}"
            );
            Ok((layout, Some(text)))
        }
    }
}

fn too_many(unfit: &Unfit, most: usize, longest: u64) -> String {
    match unfit {
        Unfit::Dims(left) => format!("merging neighbouring dense dims leaves {left}"),
        Unfit::Length(length) => format!(
            "merging neighbouring dense dims to {most} makes one of {length} elements, but \
             maxPerDimensionTensorElements is {longest}"
        ),
    }
}
