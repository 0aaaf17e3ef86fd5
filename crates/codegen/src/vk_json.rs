//! `vk-json`: the Vulkan tensor descriptions of a module as JSON, with the field names of Vulkan.
//!
//! ```json
//! {"target": "emulation", "tensors": [{"name": "x", "format": "VK_FORMAT_R16_SFLOAT", "pDimensions": [4, 5], ...}]}
//! ```
//!
//! `pStrides` is in bytes. It is null for a packed tensor and for tilings other than LINEAR. `size_bytes` is the exact
//! size for LINEAR tiling. For other tilings, which are opaque, it is the size of the packed tensor, a lower bound.
//! Attributes that a description lacks are null.

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::json;
use crate::vk::{self, SizedDescription};
use ir::Verified;
use ir::vulkan::{Description, STRUCTURE_TYPE};
use serde_json::{Value, json};
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vk-json",
    summary: "Vulkan tensor descriptions as JSON",
    passes: vk::PASSES,
    options: &[],
    binary: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let tensors = vk::tensors(module, cx, "JSON")?;
    let tensors: Vec<Value> = tensors.iter().map(object).collect();
    let target = cx.target.map(|target| &*target.name);
    let text = json::to_text(&json!({"target": target, "tensors": tensors}));
    Ok(out.write_all(text.as_bytes())?)
}

fn object(tensor: &SizedDescription<'_>) -> Value {
    let Description { tensor: of, tiling, memory, usage, .. } = &tensor.description;
    let (dims, usage) = (memory.dims(), usage.iter().map(|row| row.vk_name));
    json!({
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
    })
}

#[cfg(test)]
mod tests;
