//! `generic`: every op in MLIR's generic form, which `mlir-opt` reads.

use crate::emitter::Emitter;
use ir::print::{PrintOptions, print};

pub(crate) const EMITTER: Emitter = Emitter {
    name: "generic",
    summary: "MLIR in generic form, as `mlir-opt --mlir-print-op-generic` prints it",
    passes: &[],
    options: &[],
    binary: false,
    emit: |module, cx, out| {
        let options = PrintOptions { generic: true, locs: cx.sources, elide_above: cx.elide_above };
        Ok(print(module, cx.registry, options, out)?)
    },
};
