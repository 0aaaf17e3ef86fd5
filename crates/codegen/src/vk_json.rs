//! `vk-json`: the Vulkan tensor descriptions of a module as JSON, with the field names of Vulkan.
//!
//! ```json
//! {"target": "emulation", "tensors": [{"name": "x", "format": "VK_FORMAT_R16_SFLOAT", "pDimensions": [4, 5], ...}]}
//! ```
//!
//! `pStrides` is in bytes. It is null for a packed tensor and for tilings other than LINEAR. `size_bytes` is the exact
//! size for LINEAR tiling. For other tilings, which are opaque, it is the size of the packed tensor, a lower bound.
//! Attributes that a description lacks are null. `image` is present for a tensor that aliases an image, and `rolling` for
//! one with a rolling backing, whose `size_bytes` is that of its window.

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::json;
use crate::vk::{self, SizedDescription};
use ir::Verified;
use ir::vulkan::{
    ALIASING_LAYOUT, AliasedImage, Description, MAX_WRAPS, ROLLING_STRUCTURE_TYPE, STRUCTURE_TYPE,
};
use serde_json::{Value, json};
use std::io;

pub(crate) const EMITTER: Emitter =
    Emitter::text("vk-json", "Vulkan tensor descriptions as JSON", vk::PASSES, emit);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let tensors = vk::tensors(module, cx, "JSON")?;
    let tensors: Vec<Value> = tensors.iter().map(object).collect();
    let target = cx.target.map(|target| &*target.name);
    let text = json::to_text(&json!({"target": target, "tensors": tensors}));
    Ok(out.write_all(text.as_bytes())?)
}

fn object(tensor: &SizedDescription<'_>) -> Value {
    let Description { tensor: of, tiling, memory, usage, .. } = &tensor.description;
    let dims = memory.dims();
    let usage = usage.iter().map(|row| row.vk_name);
    let mut object = json!({
        "name": tensor.name(),
        "function": of.function,
        "element_type": tensor.element_type,
        "logical_shape": of.logical_shape,
        "dim_order": of.dim_order,
        "sType": STRUCTURE_TYPE.vk_name,
        "pNext": null,
        "tiling": tiling.vk_name,
        "format": memory.format().name,
        "dimensionCount": dims.len(),
        "pDimensions": dims,
        "pStrides": memory.strides(),
        "usage": usage.collect::<Vec<&str>>(),
        "packed": memory.is_packed(),
        "size_bytes": tensor.size_in_bytes,
    });
    let creation =
        [("image", of.image.as_ref().map(image)), ("rolling", tensor.wraps().map(rolling))];
    for (key, value) in creation {
        if let Some(value) = value
            && let Some(members) = object.as_object_mut()
        {
            members.insert(key.to_owned(), value);
        }
    }
    object
}

/// Returns the image that a tensor aliases, with the members of `VkImageCreateInfo` and `VkSubresourceLayout`.
fn image(image: &AliasedImage) -> Value {
    let [width, height, depth] = image.extent_3d();
    let layout = (image.tiling.name == "OPTIMAL").then_some(ALIASING_LAYOUT.vk_name);
    json!({
        "imageType": image.image_type().0,
        "format": image.format.name,
        "extent": {"width": width, "height": height, "depth": depth},
        "tiling": image.tiling.vk_name,
        "usage": image.usage.iter().map(|row| row.vk_name).collect::<Vec<&str>>(),
        "rowPitch": image.row_pitch,
        "depthPitch": image.depth_pitch,
        "layout": layout,
    })
}

/// Returns the `VkTensorRollingBackingCreateInfoARM` in the chain of a tensor's `VkTensorCreateInfoARM`.
fn rolling(wraps: [u32; MAX_WRAPS]) -> Value {
    json!({"sType": ROLLING_STRUCTURE_TYPE.vk_name, "pNext": null, "wraps": wraps})
}

#[cfg(test)]
mod tests;
