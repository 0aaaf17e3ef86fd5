//! `spirv-asm`: the SPIR-V module of `spirv` as text that `spirv-as` accepts.

use crate::emitter::Emitter;
use crate::spirv;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "spirv-asm",
    summary: "addressing functions as a SPIR-V library, or reorders as kernels, as text",
    passes: crate::emitter::GPU_PASSES,
    options: spirv::OPTIONS,
    binary: false,
    exports: false,
    emit: |module, cx, out| Ok(out.write_all(spirv::text(&spirv::module(module, cx)?).as_bytes())?),
};
