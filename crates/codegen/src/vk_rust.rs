//! `vk-rust`: the Vulkan tensor descriptions of a module as Rust without dependencies on other crates.
//!
//! ```text
//! pub const fn x_vk() -> VkTensorDescriptionARM {
//!     const DIMS: &[i64; 2] = &[4, 5];
//!     ...
//! ```
//!
//! A tensor with a rolling backing, or one that aliases an image, has the structures of its [`creation`] as well.
//!
//! Each description is a function: the structure has pointers, so it is not `Sync` and cannot be a `static`. The
//! pointees have static lifetime. The file can be a module, a crate, or included in another file. Only the functions that
//! [`create`] tensors contain `unsafe`, and only with a feature.

mod create;
mod creation;

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::identifiers::{Reserved, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::{self, NamedTensor};
use ir::Verified;
use ir::vulkan::{Description, STRUCTURE_TYPE};
use std::io;

pub(crate) const EMITTER: Emitter =
    Emitter::text("vk-rust", "Vulkan tensor descriptions as Rust", vk::PASSES, emit);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let tensors = vk::tensors(module, cx, "Rust")?;
    let symbols = tensors.iter().map(|tensor| tensor.symbol);
    let names = identifiers(symbols, &Reserved::rust(), &create::ENDINGS);
    let named = NamedTensor::all(&tensors, &names, &create::ENDINGS);
    let mut body: String = named.iter().map(function).collect();
    if !tensors.is_empty() {
        body += &create::module(&named);
    }
    let structures = creation::structures(&tensors);
    let target = vk::target_words(cx.target);
    let head =
        format!("// Vulkan tensor descriptions, written by layoutc{target}. Rust 1.77 or newer.\n");
    Ok(out.write_all([&head, STRUCTURE, &structures, &body].concat().as_bytes())?)
}

const STRUCTURE: &str = "
/// `VkTensorDescriptionARM` of `vulkan_core.h`.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct VkTensorDescriptionARM {
    /// `VkStructureType`
    pub s_type: i32,
    /// null, or the next structure of the chain
    pub p_next: *const core::ffi::c_void,
    /// `VkTensorTilingARM`
    pub tiling: i32,
    /// `VkFormat`
    pub format: i32,
    /// number of dimensions
    pub dimension_count: u32,
    /// length of each dimension in elements, outermost first
    pub p_dimensions: *const i64,
    /// stride of each dimension in bytes, or null
    pub p_strides: *const i64,
    /// `VkTensorUsageFlagsARM`
    pub usage: u64,
}

#[cfg(target_pointer_width = \"64\")]
const _: () = {
    assert!(core::mem::size_of::<VkTensorDescriptionARM>() == 56);
    assert!(core::mem::align_of::<VkTensorDescriptionARM>() == 8);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, s_type) == 0);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, p_next) == 8);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, tiling) == 16);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, format) == 20);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, dimension_count) == 24);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, p_dimensions) == 32);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, p_strides) == 40);
    assert!(core::mem::offset_of!(VkTensorDescriptionARM, usage) == 48);
};
";

fn function(named: &NamedTensor<'_>) -> String {
    let NamedTensor { name, tensor, constants } = named;
    let symbol = named.symbol();
    let facts: String = tensor.facts().iter().map(|line| format!("/// {line}\n")).collect();
    let Description { tiling, memory, .. } = &tensor.description;
    let count = memory.dims().len();
    let format = memory.format();
    let dims = array("DIMS", &memory.dims());
    let strides = memory.strides().map(|strides| array("STRIDES", &strides));
    let pointer = strides.as_ref().map_or("core::ptr::null()", |_| "STRIDES.as_ptr()");
    let usage = match tensor.description.usage_mask() {
        0 => "0,".to_owned(),
        mask => format!("{mask:#x}, // {}", tensor.usage_names()),
    };
    let fields = [
        format!("s_type: {}, // {}", STRUCTURE_TYPE.value, STRUCTURE_TYPE.vk_name),
        "p_next: core::ptr::null(),".to_owned(),
        format!("tiling: {}, // {}", tiling.value, tiling.vk_name),
        format!("format: {}, // {}", format.value, format.name),
        format!("dimension_count: {count},"),
        "p_dimensions: DIMS.as_ptr(),".to_owned(),
        format!("p_strides: {pointer},"),
        format!("usage: {usage}"),
    ];
    let strides = strides.unwrap_or_default();
    let fields = fields.join("\n        ");
    let rolling = tensor.wraps().map(|wraps| creation::rolling(name, &symbol, wraps));
    let image = tensor.image().map(|it| creation::image(name, &symbol, it));
    let matches = creation::matches_image(named);
    let constants: String = constants.iter().map(NamedConstant::in_rust).collect();
    let more = [rolling, image, matches].into_iter().flatten().collect::<String>();
    format!(
        "\n/// `@{symbol}`\n///\n{facts}#[allow(dead_code, non_snake_case)]\n\
         pub const fn {name}() -> VkTensorDescriptionARM {{\n{dims}{strides}    \
         VkTensorDescriptionARM {{\n        {fields}\n    }}\n}}\n{constants}{more}"
    )
}

fn array(name: &str, values: &[i64]) -> String {
    format!("    const {name}: &[i64; {}] = &{values:?};\n", values.len())
}

#[cfg(test)]
mod tests;
