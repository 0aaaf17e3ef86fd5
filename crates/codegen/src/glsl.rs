//! `glsl`: the addressing functions of a module as GLSL, to be included in a shader.
//!
//! ```text
//! const uint X_SIZE_BYTES = 40u;
//!
//! uint offset_x(uint d0, uint d1)
//! {
//!     uint d0_offset = d0 * 5u;
//!     uint offset = d0_offset + d1;
//!     return offset;
//! }
//! ```
//!
//! The text has no `#version`; it is valid in GLSL 4.50 and GLSL ES 3.10, and later. A function with a validity returns
//! it and stores the offset in an `out` parameter. Only 64-bit functions need an extension,
//! `GL_EXT_shader_explicit_arithmetic_types_int64`, which the text enables. If the module describes tensors for Vulkan, the
//! text also has their [`accessors`], which need `GL_ARM_tensors`. A reorder between placements in a subgroup is a function
//! over [`shuffles`], which needs `GL_KHR_shader_subgroup_shuffle`.

pub(crate) mod accessors;
mod language;

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::shuffles::{self, ShuffleLanguage};
use crate::source::{SourceLanguage, SourceText, shader};
use address::arith;
use address::operation::Width;
use ir::Verified;
use language::Glsl;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter::text(
    "glsl",
    "addressing functions as GLSL, to be included in a shader",
    GPU_PASSES,
    emit,
);

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let functions = arith::functions(module, cx.registry)?;
    let has_tensors = cx.registry.ops_with(module, |def| def.describes_tensor).next().is_some();
    let has_moves = shuffles::has_moves(module, cx);
    let has_more = has_tensors || has_moves;
    let source = SourceText::of_functions(&Glsl, module, cx, &functions, has_more);
    let names = (&Glsl.reserved(), &source.names[..]);
    let moves = shuffles::functions(&SHUFFLES, module, cx, names);
    let accessors = accessors::accessors(module, cx, &source.names)?;
    let helpers: String = source.high_halves.iter().map(|&width| high_half(width)).collect();
    let wide = if source.has_wide_words { EXTENSION } else { "" };
    let shuffle = if moves.is_empty() { "" } else { SHUFFLE_EXTENSION };
    let extension = format!("{wide}{shuffle}{}", accessors.extension_lines());
    let SourceText { text, target, .. } = source;
    let text = text + &moves + &accessors.text;
    let comment = format!(
        "Addressing functions, written by layoutc{target}. For GLSL 4.50, GLSL ES 3.10, and later."
    );
    Ok(shader::write_guarded(out, (&comment, "LAYOUTC_GLSL"), &(extension + &helpers), &text)?)
}

/// The syntax of shuffles in GLSL.
const SHUFFLES: ShuffleLanguage = ShuffleLanguage {
    word: |bits, is_float| match bits {
        32 if is_float => "float",
        ..=32 => "uint",
        _ => "uvec2",
    },
    input: "in ",
    output: "out ",
    specifiers: "",
    count_bits: "bitCount",
    shuffle: "subgroupShuffle",
};

const SHUFFLE_EXTENSION: &str = "#extension GL_KHR_shader_subgroup_shuffle : require\n";

const EXTENSION: &str = "#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require\n";

/// Returns the helper for the high half of a product.
fn high_half(width: Width) -> String {
    match width {
        Width::I64 => shader::high_half_64("ul"),
        _ => "
#ifndef LAYOUTC_MUL_HIGH_32
#define LAYOUTC_MUL_HIGH_32
// The high 32 bits of a 64-bit product.
uint layoutc_mul_high(uint a, uint b)
{
    uint high, low;
    umulExtended(a, b, high, low);
    return high;
}
#endif
"
        .to_owned(),
    }
}

#[cfg(test)]
mod tests;
