//! `vk-glsl`: functions that read and write the described tensors of a module by their logical index, as GLSL.
//!
//! The emitter `glsl` writes the same functions if the passes of the user describe tensors.

use crate::emitter::{EmitContext, EmitError, Emitter};
use crate::glsl::accessors;
use crate::source::shader;
use crate::vk::{self, selected};
use ir::Verified;
use ir::options::OptionInfo;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "vk-glsl",
    summary: "accessors of Vulkan tensors by logical index as GLSL, to be included in a shader",
    passes: vk::PASSES,
    options: &[OptionInfo::constant("of", &[], "", selected::SUMMARY)],
    binary: false,
    exports: false,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    vk::refuse_symbols(module, cx, "GLSL")?;
    vk::warn_if_none(module, cx);
    let accessors = accessors::accessors(module, cx, &[])?;
    let text = &accessors.text;
    let target = vk::target_words(cx.target);
    let extensions = accessors.extension_lines();
    let comment = format!(
        "Accessors of tensors, written by layoutc{target}. For GLSL 4.60, GLSL ES 3.20, and later."
    );
    Ok(shader::write_guarded(out, (&comment, "LAYOUTC_VK_GLSL"), &extensions, text)?)
}
