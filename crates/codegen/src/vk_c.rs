//! `vk-c`: the Vulkan tensor descriptions of a module as a C header.
//!
//! ```c
//! static const int64_t x_vk_dims[2] = {4, 5};
//! static const VkTensorDescriptionARM x_vk = {
//!     .sType = VK_STRUCTURE_TYPE_TENSOR_DESCRIPTION_ARM,
//!     ...
//! ```
//!
//! A tensor with a rolling backing, or one that aliases an image, has the structures of its [`creation`] as well.
//! A function with a memory plan has constants for its arena, and its tensors are bound there at their offsets.
//! Each description has constants for its memory, and functions that [`create`] the tensor. A tensor with [`symbols`] has a
//! function that fills its description instead.
//!
//! The header is valid C99 and C++20. The usage is a literal: the 64-bit usage bits of Vulkan are `const` objects,
//! which are not constant expressions in ISO C.

pub(crate) mod create;
pub(crate) mod creation;
mod strided;
mod symbols;

use crate::arena;
use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::identifiers::{Reserved, UniqueNames, fingerprint, identifiers};
use crate::named_constant::NamedConstant;
use crate::vk::{self, NamedTensor, SizedDescription};
use ir::Verified;
use ir::layout::joined;
use ir::target::Target;
use ir::vulkan::{Description, STRUCTURE_TYPE};
use std::io;

pub(crate) const EMITTER: Emitter =
    Emitter::text("vk-c", "Vulkan tensor descriptions as a C header", vk::PASSES, emit);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let of_symbols = symbols::functions(module, cx)?;
    if of_symbols.is_empty() {
        vk::warn_if_none(module, cx);
    }
    let tensors = vk::tensors_if_any(module, cx, "C")?;
    let names = identifiers(tensors.iter().map(|it| it.symbol), &Reserved::c(), &ENDINGS);
    let named = NamedTensor::all(&tensors, &names, &ENDINGS);
    let mut body = of_symbols;
    if !named.is_empty() {
        let declarations: String = named.iter().map(declaration).collect();
        let functions = create::functions(named.iter());
        let structure = creation::rolling_structure(&tensors);
        let arenas = arenas(module, cx, &named);
        body +=
            &format!("{structure}{arenas}{WARNINGS_PUSH}{declarations}{WARNINGS_POP}{functions}");
    }
    let version = tensors.iter().map(header_version).max().unwrap_or(OLDEST_HEADER);
    let header = Header { content: "tensor descriptions", guard: "LAYOUTC_VK", version, body };
    Ok(header.write(cx.target, out)?)
}

/// Returns the sizes and the alignments of arenas, in which tensors are bound at their offsets.
fn arenas(module: &Verified, cx: &EmitContext<'_>, named: &[NamedTensor<'_>]) -> String {
    let constants = named.iter().flat_map(|tensor| &tensor.constants);
    let mut names = UniqueNames::new(constants.map(|constant| constant.name.clone()));
    let arenas = arena::arenas(module, cx.registry, &mut names);
    let arenas: String = arenas.iter().map(NamedConstant::in_c).collect();
    if arenas.is_empty() { arenas } else { format!("\n{arenas}") }
}

/// A header for Vulkan.
pub(crate) struct Header {
    /// The content, for the first line.
    pub(crate) content: &'static str,
    /// The start of the name of the include guard.
    pub(crate) guard: &'static str,
    /// The least version of Vulkan's headers.
    pub(crate) version: u32,
    /// The text between the includes and the end.
    pub(crate) body: String,
}

impl Header {
    pub(crate) fn write(&self, target: Option<&Target>, out: &mut dyn io::Write) -> io::Result<()> {
        let Header { content, version, body, .. } = self;
        let target = vk::target_words(target);
        let guard = format!("{}_{:016X}_H", self.guard, fingerprint(body));
        write!(
            out,
            "/* Vulkan {content}, written by layoutc{target}. For C99 and C++20, and later. */\n\
             #ifndef {guard}\n\
             #define {guard}\n\n\
             #include <stddef.h>\n\
             #include <stdint.h>\n\
             #include <vulkan/vulkan.h>\n\n\
             #if VK_HEADER_VERSION < {version}\n\
             #error \"needs Vulkan headers of version 1.4.{version} or newer\"\n\
             #endif\n\
             {body}\n\
             #endif\n"
        )
    }
}

/// The suffixes of the names of a description's arrays and functions.
pub(crate) const ENDINGS: [&str; 7] =
    ["_dims", "_strides", "_create", "_requirements", "_rolling", "_image", "_matches_image"];

/// The pragmas that disable the warning about unused descriptions: the includer of the header need not use all of them.
pub(crate) const WARNINGS_PUSH: &str = "
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored \"-Wunused-const-variable\"
#endif
";

pub(crate) const WARNINGS_POP: &str = "
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
";

pub(crate) fn declaration(named: &NamedTensor<'_>) -> String {
    let NamedTensor { name, tensor, constants } = named;
    let symbol = named.symbol();
    let facts: String = tensor.facts().iter().map(|line| format!("\n * {line}")).collect();
    let Description { tiling, memory, .. } = &tensor.description;
    let count = memory.dims().len();
    let dims = array(&format!("{name}_dims"), &memory.dims());
    let strides_name = format!("{name}_strides");
    let strides = memory.strides().map(|strides| array(&strides_name, &strides));
    let strides_name = strides.as_ref().map_or("NULL", |_| strides_name.as_str());
    let usage = match tensor.description.usage_mask() {
        0 => "0".to_owned(),
        mask => format!("{mask:#x} /* {} */", tensor.usage_names()),
    };
    let fields = [
        format!(".sType = {}", STRUCTURE_TYPE.vk_name),
        ".pNext = NULL".to_owned(),
        format!(".tiling = {}", tiling.vk_name),
        format!(".format = {}", memory.format().name),
        format!(".dimensionCount = {count}"),
        format!(".pDimensions = {name}_dims"),
        format!(".pStrides = {strides_name}"),
        format!(".usage = {usage}"),
    ];
    let strides = strides.unwrap_or_default();
    let fields = fields.join(",\n    ");
    let constants: String = constants.iter().map(NamedConstant::in_c).collect();
    let rolling = tensor.wraps().map(|wraps| creation::rolling(name, &symbol, wraps));
    let image = tensor.image().map(|it| creation::image(name, &symbol, it));
    let rolling = rolling.unwrap_or_default();
    let image = image.unwrap_or_default();
    format!(
        "\n/* `@{symbol}`{facts} */\n{dims}{strides}\
         static const VkTensorDescriptionARM {name} = {{\n    {fields}\n}};\n{constants}{rolling}{image}"
    )
}

fn array(name: &str, values: &[i64]) -> String {
    let items = joined(values.iter().map(|&value| literal(value)), ", ");
    format!("static const int64_t {name}[{}] = {{{items}}};\n", values.len())
}

/// Returns an integer in C. `INT64_MIN` is an expression, because a literal has no sign in C.
fn literal(value: i64) -> String {
    match value {
        i64::MIN => format!("({} - 1)", -i64::MAX),
        _ => value.to_string(),
    }
}

/// The first header version with `VK_ARM_tensors`.
pub(crate) const OLDEST_HEADER: u32 = 317;

/// Returns the first header version with all names of a description. Enumerators from 1000000000 encode the number of
/// their extension.
pub(crate) fn header_version(tensor: &SizedDescription<'_>) -> u32 {
    let Description { tiling, memory, .. } = &tensor.description;
    let image = tensor.image().map_or(0, |image| image.format.value);
    let since = [tiling.value, memory.format().value, image].map(|value| match value {
        1_000_460_001..=1_000_460_003 => 343, // VK_ARM_tensors revision 2
        1_000_565_000..=1_000_565_999 => 355, // VK_ARM_tensor_controls
        1_000_609_000..=1_000_609_999 => 325, // VK_ARM_format_pack
        _ => OLDEST_HEADER,
    });
    since.into_iter().fold(OLDEST_HEADER, u32::max)
}

#[cfg(test)]
mod tests;
