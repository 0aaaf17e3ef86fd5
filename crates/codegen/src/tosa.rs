//! `tosa`: a module of TOSA for tools without layouts, such as `tosa-opt` and ARM's converter to SPIR-V.
//!
//! The output is in generic form, which every version of these tools reads: the custom forms of TOSA differ between
//! versions. It has no attribute, type or op of layoutc: every value is row major. `check` reports the parts of a module
//! that TOSA cannot express; `plain` removes those that have no effect on the computation, and `mentions` finds others.

mod check;
mod mentions;
mod plain;

use crate::emitter::{EmitContext, EmitError, Emitter};
use check::first_fault;
use ir::Verified;
use ir::print::{PrintOptions, print};
use plain::plain;
use std::io;

pub(crate) const EMITTER: Emitter = Emitter {
    name: "tosa",
    summary: "TOSA without layouts, in generic form, as `tosa-opt` and ARM's converter read it",
    passes: &["assign-layouts", "materialize-layouts"],
    options: &[],
    binary: false,
    exports: true,
    emit,
};

fn emit(module: &Verified, cx: &EmitContext<'_>, out: &mut dyn io::Write) -> Result<(), EmitError> {
    if let Some(fault) = first_fault(module, cx.registry) {
        return Err(fault.into());
    }
    if cx.registry.ops_with(module, |def| def.function.is_some()).next().is_none() {
        cx.warn_nothing_emitted(
            module,
            "functions",
            "add a function of TOSA, such as `func.func @main`",
        );
    }
    let plain = plain(module, cx.registry);
    if let Some(fault) = mentions::fault(&plain) {
        return Err(fault.into());
    }
    let locs = cx.sources;
    let elide_above = cx.elide_above;
    let options = PrintOptions { generic: true, locs, elide_above, irdl: false };
    Ok(print(&plain, cx.registry, options, out)?)
}
