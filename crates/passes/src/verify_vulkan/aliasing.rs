//! The conditions under which a tensor and the image that it aliases interpret their memory in the same way.
//!
//! They are those of the section "Memory Aliasing" of the specification, `resources-memory-aliasing`, which have no ids.
//! Two follow from the addresses that it defines for linear images: the stride between texels is the size of a texel, and
//! `depthPitch` is defined only for 3D images. That the lengths are those of the image is implicit in "necessary to
//! represent the image".

use super::rule::{Breach, RuleContext, breach, when};
use ir::vulkan::{AliasedImage, TENSOR_ALIASING};

/// The image of a description, and its number of dims.
struct Aliasing<'a> {
    image: &'a AliasedImage,
    image_dims: usize,
    dims: &'a [i64],
}

fn aliasing<'a>(cx: &'a RuleContext<'_>) -> Option<Aliasing<'a>> {
    let image = cx.written.image.as_ref()?;
    Some(Aliasing { image, image_dims: image.extent.len(), dims: cx.dims() })
}

fn has_usage(image: &AliasedImage) -> bool {
    image.usage.iter().any(|bit| bit.name == TENSOR_ALIASING)
}

pub(super) fn linear_usage(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, .. }) = aliasing(cx) else { return Vec::new() };
    when(image.tiling.name == "LINEAR" && has_usage(image), || {
        "an image with tiling LINEAR is incompatible with usage TENSOR_ALIASING".to_owned()
    })
}

pub(super) fn components(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, .. }) = aliasing(cx) else { return Vec::new() };
    let length = cx.innermost();
    let count = image.format.components;
    when(length != i64::from(count), || {
        format!(
            "the innermost length must be {count}, the number of components of {}, but is {length}",
            image.format.name
        )
    })
}

pub(super) fn dimension_count(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image_dims, dims, .. }) = aliasing(cx) else { return Vec::new() };
    let count = dims.len();
    let least = image_dims + 1;
    when(count < least, || {
        format!(
            "there are {count} dims, but an image with {image_dims} dims needs at least {least}"
        )
    })
}

/// Checks the lengths of the dims that represent the image. A linear image may be longer than the tensor.
pub(super) fn extent(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, dims, .. }) = aliasing(cx) else { return Vec::new() };
    let names = ["width", "height", "depth"].into_iter().zip(&image.extent);
    let lengths = dims.iter().enumerate().rev().skip(1);
    lengths
        .zip(names)
        .filter(|((_, length), (_, extent))| {
            length != extent && !(image.tiling.name == "LINEAR" && **length < **extent)
        })
        .map(|((at, length), (name, extent))| {
            format!("pDimensions[{at}] is {length}, but the {name} of the image is {extent}")
        })
        .map(breach)
        .collect()
}

pub(super) fn format(cx: &RuleContext<'_>) -> Vec<Breach> {
    let (Some(Aliasing { image, .. }), Some(format)) = (aliasing(cx), cx.written.format.known())
    else {
        return Vec::new();
    };
    let name = image.format.name;
    let Some(component) = image.format.component() else {
        let text = format!("the components of {name} are not compatible with formats of tensors");
        return vec![breach(text)];
    };
    when(format.components == 1 && format.component() != Some(component), || {
        format!("{} is not compatible with a component of {name}", format.name)
    })
}

pub(super) fn outer_dimensions(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image_dims, dims, .. }) = aliasing(cx) else { return Vec::new() };
    let outer = dims.len().saturating_sub(image_dims + 1);
    let wrong = dims.iter().enumerate().take(outer).filter(|&(_, &length)| length != 1);
    wrong.map(|(at, length)| {
        format!(
            "pDimensions[{at}] is {length}, but must be 1: the image has {image_dims} dims and components"
        )
    }).map(breach).collect()
}

/// Returns the strides in bytes, also of a packed tensor; empty if these do not fit 64 bits or a length is below 1, which
/// violates other rules.
fn strides_in_bytes(cx: &RuleContext<'_>) -> Vec<i64> {
    match &cx.written.strides {
        Some(strides) => strides.clone(),
        None => cx.written.memory().map_or_else(
            |_| Vec::new(),
            |memory| memory.layout_in_bytes().strides().values().map(|it| it.get()).collect(),
        ),
    }
}

pub(super) fn strides(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, image_dims, dims }) = aliasing(cx) else { return Vec::new() };
    if cx.tiling() != "LINEAR" || image.tiling.name != "LINEAR" {
        return Vec::new();
    }
    let strides = strides_in_bytes(cx);
    let wrong = image.strides(dims.len()).into_iter().filter_map(|required| {
        let at = dims.len().checked_sub(required.from_end)?;
        let bytes = required.bytes;
        let source = required.property();
        let stride = *strides.get(at)?;
        (stride != bytes)
            .then(|| format!("pStrides[{at}] must be {bytes} bytes, {source}, but is {stride}"))
    });
    let undefined = (dims.len() > 3 && image_dims < 3 && image.depth_pitch.is_none()).then(|| {
        format!(
            "pStrides[{}] must be depthPitch, which Vulkan defines only for 3D images; use a tensor with {} dims",
            dims.len() - 4,
            image_dims + 1
        )
    });
    wrong.chain(undefined).map(breach).collect()
}

pub(super) fn tiling(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, .. }) = aliasing(cx) else { return Vec::new() };
    let tensor = cx.tiling();
    let image = image.tiling.name;
    let same = tensor == image && ["LINEAR", "OPTIMAL"].contains(&tensor);
    when(!same, || {
        format!(
            "tensor and image must both have tiling LINEAR or both OPTIMAL, but have {tensor} and {image}"
        )
    })
}

pub(super) fn usage(cx: &RuleContext<'_>) -> Vec<Breach> {
    let Some(Aliasing { image, .. }) = aliasing(cx) else { return Vec::new() };
    if cx.tiling() != "OPTIMAL" || image.tiling.name != "OPTIMAL" {
        return Vec::new();
    }
    let missing = [
        (cx.usage("IMAGE_ALIASING"), "the usage of the tensor must have IMAGE_ALIASING"),
        (has_usage(image), "the usage of the image must have TENSOR_ALIASING"),
    ];
    let missing = missing.into_iter().filter(|(has, _)| !has);
    missing.map(|(_, text)| breach(format!("{text}, because its tiling is OPTIMAL"))).collect()
}
