//! `generic`: every op in MLIR's generic form, which `mlir-opt` reads.

use crate::emitter::Emitter;
use ir::options::OptionInfo;
use ir::print::{PrintOptions, print};

const OPTIONS: &[OptionInfo] = &[OptionInfo::constant(
    "dialect",
    &["unregistered", "irdl"],
    "unregistered",
    "print the layout dialect as `layout.irdl.mlir` defines it",
)];

pub(crate) const EMITTER: Emitter = Emitter {
    name: "generic",
    summary: "MLIR in generic form, as `mlir-opt --mlir-print-op-generic` prints it",
    passes: &[],
    options: OPTIONS,
    binary: false,
    exports: false,
    emit: |module, cx, out| {
        let irdl = cx.options.get("dialect") == "irdl";
        let locs = cx.sources;
        let elide_above = cx.elide_above;
        let options = PrintOptions { generic: true, locs, elide_above, irdl };
        Ok(print(module, cx.registry, options, out)?)
    },
};
