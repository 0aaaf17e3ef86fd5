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
//! `GL_EXT_shader_explicit_arithmetic_types_int64`, which the text enables.

use crate::emitter::{EmitContext, EmitError, Emitter, GPU_PASSES};
use crate::identifiers::{Reserved, fingerprint};
use crate::source::{LayoutConstant, SourceFunction, SourceLanguage, SourceText, shader};
use address::operation::Width;
use ir::Verified;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "glsl",
    summary: "addressing functions as GLSL, to be included in a shader",
    passes: GPU_PASSES,
    options: &[],
    binary: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    let source = SourceText::new(&Glsl, module, cx)?;
    let helpers: String = source.high_halves.iter().map(|&width| high_half(width)).collect();
    let extension = if source.has_wide_words { EXTENSION } else { "" };
    let SourceText { text, target, .. } = source;
    let guard = format!("LAYOUTC_GLSL_{:016X}", fingerprint(&text));
    write!(
        out,
        "// Addressing functions, written by layoutc{target}. For GLSL 4.50, GLSL ES 3.10, and later.\n\
         #ifndef {guard}\n\
         #define {guard}\n\
         {extension}{helpers}{text}\n\
         #endif\n"
    )?;
    Ok(())
}

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

/// The syntax of GLSL.
struct Glsl;

impl SourceLanguage for Glsl {
    fn reserved(&self) -> Reserved {
        Reserved::glsl()
    }

    fn word_type(&self, width: Width) -> &'static str {
        shader::word_type(width)
    }

    fn literal(&self, value: u64, width: Width) -> String {
        shader::literal(value, width)
    }

    fn convert(&self, width: Width, word: &str) -> String {
        format!("{}({word})", self.word_type(width))
    }

    fn function(&self, function: &SourceFunction) -> String {
        shader::function(function)
    }

    fn constant(&self, constant: &LayoutConstant) -> String {
        let width = if constant.is_wide() { Width::I64 } else { Width::I32 };
        let value = self.literal(constant.value, width);
        shader::constant(("const", self.word_type(width)), constant, &value)
    }
}

#[cfg(test)]
mod tests;
