//! `spirv-asm`: the module of `spirv` as text, as `spirv-as` reads it.

use crate::{Emitter, spirv};

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv-asm",
    summary: "addressing functions as a SPIR-V library, text",
    passes: spirv::PASSES,
    binary: false,
    emit: |module, _, out| Ok(out.write_all(spirv::text(&spirv::library(module)?).as_bytes())?),
};
