//! `layoutc explain`: the reasons for a layout, or the page of a code or a pass.
//!
//! `options` reads the command line into an [`ExplainRequest`]. `pages` returns the page of a code or a pass. To
//! explain a layout, the session compiles the file with a [`passes::Provenance`]; [`compiler::explain`] then returns the
//! known decisions about a symbol as [`compiler::Explanation`]s. The session prints these in the form of diagnostics, on
//! standard output.

mod options;
mod pages;

pub(crate) use options::{ExplainRequest, command, parse};
pub(crate) use pages::page;

use crate::compile::QUERIES;
use crate::driver::Driver;
use codegen::Emitter;
use ir::Module;
use ir::target::TARGET_ATTR;
use ir::views::COPY_OP;

/// The pass that chooses layouts by the rules of a target.
const ASSIGN: &str = "assign-layouts";

/// The passes of which [`runs`] selects those for a module.
const PASSES: &[&str] = &[ASSIGN, "resolve-strides", PLAN];

/// The pass that plans the kernels of copies.
const PLAN: &str = "lower-addressing";

/// Returns the emitter of explanations. A driver without `assign-layouts` does not run it.
pub(crate) fn emitter(driver: &Driver) -> Emitter {
    let is_known = driver.passes.iter().any(|pass| pass.name == ASSIGN);
    Emitter { passes: &PASSES[usize::from(!is_known)..], ..QUERIES }
}

/// Returns `true` if a pass of the emitter runs on a module. If a target is selected, its rules choose layouts first. If
/// there are copies, their kernels are planned.
pub(crate) fn runs(pass: &str, module: &Module, has_target: bool) -> bool {
    match pass {
        ASSIGN => has_target || module.attr(module.root(), TARGET_ATTR).is_some(),
        PLAN => module.walk().any(|op| module.name(op) == COPY_OP),
        _ => true,
    }
}
