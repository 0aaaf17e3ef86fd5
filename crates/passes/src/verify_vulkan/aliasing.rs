//! The conditions under which a tensor and the image that it aliases interpret their memory in the same way.
//!
//! They are those of the section "Memory Aliasing" of the specification, `resources-memory-aliasing`, which have no ids.
//! Two follow from the addresses that it defines for linear images: the stride between texels is the size of a texel, and
//! `depthPitch` is defined only for 3D images. That the lengths are those of the image is implicit in "necessary to
//! represent the image".

use super::rule::{Breaches, RuleContext};
use ir::vulkan::{AliasedImage, TENSOR_ALIASING};

fn has_usage(image: &AliasedImage) -> bool {
    image.usage.iter().any(|bit| bit.name == TENSOR_ALIASING)
}

pub(super) fn linear_usage(_: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    if image.tiling.name == "LINEAR" && has_usage(image) {
        found.add("an image with tiling LINEAR is incompatible with usage TENSOR_ALIASING");
    }
}

pub(super) fn components(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let length = cx.innermost();
    let count = image.format.components;
    if length != i64::from(count) {
        found.add(format!(
            "the innermost length must be {count}, the number of components of {}, but is {length}",
            image.format.name
        ));
    }
}

pub(super) fn dimension_count(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let count = cx.dims().len();
    let image_dims = image.extent.len();
    let least = image_dims + 1;
    if count < least {
        found.add(format!(
            "there are {count} dims, but an image with {image_dims} dims needs at least {least}"
        ));
    }
}

/// Checks the lengths of the dims that represent the image. A linear image may be longer than the tensor.
pub(super) fn extent(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let names = ["width", "height", "depth"].into_iter().zip(&image.extent);
    let lengths = cx.dims().iter().enumerate().rev().skip(1);
    for ((at, length), (name, extent)) in lengths.zip(names) {
        if length != extent && !(image.tiling.name == "LINEAR" && length < extent) {
            found.add(format!(
                "pDimensions[{at}] is {length}, but the {name} of the image is {extent}"
            ));
        }
    }
}

pub(super) fn format(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let Some(format) = cx.written.format.known() else { return };
    let name = image.format.name;
    let component = image.format.component();
    if component.is_none() {
        found.add(format!("the components of {name} are not compatible with formats of tensors"));
    } else if format.components == 1 && format.component() != component {
        found.add(format!("{} is not compatible with a component of {name}", format.name));
    }
}

pub(super) fn outer_dimensions(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let image_dims = image.extent.len();
    let outer = cx.dims().len().saturating_sub(image_dims + 1);
    for (at, length) in cx.dims().iter().enumerate().take(outer).filter(|&(_, &length)| length != 1)
    {
        found.add(format!(
            "pDimensions[{at}] is {length}, but must be 1: the image has {image_dims} dims and components"
        ));
    }
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

pub(super) fn strides(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    if cx.tiling() != "LINEAR" || image.tiling.name != "LINEAR" {
        return;
    }
    let dims = cx.dims().len();
    let image_dims = image.extent.len();
    let strides = strides_in_bytes(cx);
    for required in image.strides(dims) {
        let at = dims.checked_sub(required.from_end);
        let stride = at.and_then(|at| strides.get(at)).filter(|&&stride| stride != required.bytes);
        if let (Some(at), Some(stride)) = (at, stride) {
            let source = required.property();
            let bytes = required.bytes;
            found.add(format!("pStrides[{at}] must be {bytes} bytes, {source}, but is {stride}"));
        }
    }
    if dims > 3 && image_dims < 3 && image.depth_pitch.is_none() {
        found.add(format!(
            "pStrides[{}] must be depthPitch, which Vulkan defines only for 3D images; use a tensor with {} dims",
            dims - 4,
            image_dims + 1
        ));
    }
}

pub(super) fn tiling(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    let tensor = cx.tiling();
    let image = image.tiling.name;
    if tensor != image || !["LINEAR", "OPTIMAL"].contains(&tensor) {
        found.add(format!(
            "tensor and image must both have tiling LINEAR or both OPTIMAL, but have {tensor} and {image}"
        ));
    }
}

pub(super) fn usage(cx: &RuleContext<'_>, image: &AliasedImage, found: &mut Breaches) {
    if cx.tiling() != "OPTIMAL" || image.tiling.name != "OPTIMAL" {
        return;
    }
    let because = "because its tiling is OPTIMAL";
    if !cx.usage("IMAGE_ALIASING") {
        found.add(format!("the usage of the tensor must have IMAGE_ALIASING, {because}"));
    }
    if !has_usage(image) {
        found.add(format!("the usage of the image must have TENSOR_ALIASING, {because}"));
    }
}
