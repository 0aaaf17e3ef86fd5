//! `vk-json`: the Vulkan tensor descriptions of a module as JSON, with Vulkan's own names.
//!
//! ```json
//! {"target": "emulation", "tensors": [{"name": "x", "format": "VK_FORMAT_R16_SFLOAT", "pDimensions": [4, 5], ...}]}
//! ```
//!
//! `pStrides` is in bytes, and null for a packed tensor and for tilings other than LINEAR. `size_bytes` is exact:
//! that of a packed tensor where there are no strides, which is the least for an opaque tiling. Facts that a
//! hand-written description lacks are null.

use crate::{EmitContext, EmitError, Emitter, json};
use ir::attrs::AttrKind;
use ir::diag::{Diag, code};
use ir::print::type_to_string;
use ir::vulkan::{DESCRIPTION_OP, Description, Field, STRUCTURE_TYPE};
use ir::{Module, Op, Verified};
use serde_json::{Value, json};
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vk-json",
    summary: "Vulkan tensor descriptions as JSON",
    passes: &["resolve-strides", "lower-to-vulkan", "verify-vulkan"],
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let name = module.ctx.find_name(DESCRIPTION_OP);
    let ops = module.walk().filter(|&op| Some(module.op_name(op)) == name);
    let tensors = ops.map(|op| tensor(module, op)).collect::<Result<Vec<Value>, Diag>>()?;
    let target = cx.target.map(|target| target.name);
    let text = json::to_text(&json!({"target": target, "tensors": tensors}));
    Ok(out.write_all(text.as_bytes())?)
}

fn tensor(module: &Module, op: Op) -> Result<Value, Diag> {
    let description = Description::read(module, op);
    let fault = |text: String| {
        let symbol = module.symbol(op).unwrap_or("<unnamed>");
        let message = format!("`@{symbol}` cannot be written as JSON: {text}");
        Diag::error(code::VULKAN_RULE, module.span(op), message)
    };
    let tiling = name_of(&description.tiling, "tiling", |row| row.vk_name).map_err(fault)?;
    let format = name_of(&description.format, "format", |row| row.name).map_err(fault)?;
    let usage = description.usage.iter().map(|bit| name_of(bit, "usage", |row| row.vk_name));
    let usage = usage.collect::<Result<Vec<&str>, String>>().map_err(fault)?;
    let layout = description.layout().map_err(fault)?;
    let size = layout.size_in_bytes().map_err(|error| fault(error.to_string()))?;
    let ints = |key| module.attr(op, key).and_then(|attr| module.ctx.as_int_list(attr));
    let elem = module.attr(op, "element_type").and_then(|attr| module.ctx.as_type(attr));
    Ok(json!({
        "name": subject(module, op),
        "function": module.str_attr(op, "function"),
        "element_type": elem.map(|ty| type_to_string(module, ty)),
        "logical_shape": ints("logical_shape"),
        "dim_order": ints("dim_order"),
        "sType": STRUCTURE_TYPE.vk_name,
        "pNext": null,
        "tiling": tiling,
        "format": format,
        "dimensionCount": description.dims.as_ref().map(Vec::len),
        "pDimensions": description.dims,
        "pStrides": description.strides,
        "usage": usage,
        "packed": layout.is_packed(),
        "size_bytes": size.get(),
    }))
}

fn name_of<T: Copy>(
    field: &Field<T>,
    what: &str,
    name: impl Fn(T) -> &'static str,
) -> Result<&'static str, String> {
    match field {
        Field::Known(known) => Ok(name(*known)),
        Field::Unknown(text) => Err(format!("`{what}` is \"{text}\", which is not registered")),
    }
}

/// Whom a description describes, without a sigil: the symbol or value, else the description itself.
fn subject(module: &Module, op: Op) -> Option<String> {
    let of = module.attr(op, "of").and_then(|of| match module.ctx.attr_kind(of) {
        AttrKind::Symbol { root, nested } => Some((*root, nested.last().copied())),
        _ => None,
    });
    let symbol = of.map(|(root, last)| module.ctx.text(last.unwrap_or(root)).to_owned());
    let value = || module.str_attr(op, "of").map(str::to_owned);
    symbol.or_else(value).or_else(|| module.symbol(op).map(str::to_owned))
}

#[cfg(test)]
mod tests;
