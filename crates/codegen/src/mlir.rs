//! `mlir`: MLIR in which ops have their custom form, if they define one.

use crate::emitter::Emitter;
use ir::print::{PrintOptions, print};

pub(crate) const EMITTER: Emitter =
    Emitter::text("mlir", "MLIR, with custom forms", &[], |module, cx, out| {
        let locs = cx.sources;
        let elide_above = cx.elide_above;
        let options = PrintOptions { locs, elide_above, ..PrintOptions::default() };
        Ok(print(module, cx.registry, options, out)?)
    });
