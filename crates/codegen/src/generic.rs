//! `generic`: every op in MLIR's generic form, which `mlir-opt` reads.

use crate::Emitter;
use ir::print::{PrintOptions, module_to_string};

pub(crate) const EMITTER: Emitter = Emitter {
    name: "generic",
    summary: "MLIR in generic form, as `mlir-opt --mlir-print-op-generic` prints it",
    passes: &[],
    emit: |module, cx| {
        let options = PrintOptions { generic: true, locs: cx.sources };
        Ok(module_to_string(module, cx.registry, options).into_bytes())
    },
};
