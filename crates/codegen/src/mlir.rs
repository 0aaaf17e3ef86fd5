//! `mlir`: MLIR in which ops have their custom form, if they define one.

use crate::emitter::Emitter;
use ir::print::{PrintOptions, print};

pub(crate) const EMITTER: Emitter = Emitter {
    name: "mlir",
    summary: "MLIR, with custom forms",
    passes: &[],
    options: &[],
    binary: false,
    emit: |module, cx, out| {
        let options =
            PrintOptions { generic: false, locs: cx.sources, elide_above: cx.elide_above };
        Ok(print(module, cx.registry, options, out)?)
    },
};
