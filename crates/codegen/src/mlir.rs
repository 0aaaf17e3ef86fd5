//! `mlir`: MLIR with the custom forms of the ops that have one.

use crate::Emitter;
use ir::print::{PrintOptions, module_to_string};

pub(crate) const EMITTER: Emitter = Emitter {
    name: "mlir",
    summary: "MLIR, with custom forms",
    passes: &[],
    emit: |module, cx| {
        let options = PrintOptions { generic: false, locs: cx.sources };
        Ok(module_to_string(module, cx.registry, options).into_bytes())
    },
};
