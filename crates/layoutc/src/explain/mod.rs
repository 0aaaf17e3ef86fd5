//! `layoutc explain`: the reasons for a layout, or the page of a code or a pass.
//!
//! `options` reads the command line into an [`ExplainRequest`]. `pages` returns the page of a code or a pass. To
//! explain a layout, the session compiles the file with a [`passes::Provenance`]; `layout` then returns the known
//! decisions about a symbol as [`crate::render::Explanation`]s. The session prints these in the form of diagnostics, on
//! standard output.

mod layout;
mod options;
mod pages;

pub(crate) use layout::{ExplainJob, explain};
pub(crate) use options::{ExplainRequest, command, parse};
pub(crate) use pages::page;

use crate::compile::QUERIES;
use crate::driver::Driver;
use crate::options::DriverOptions;
use codegen::Emitter;
use ir::views::COPY_OP;

/// The pass that chooses layouts by the rules of a target.
const ASSIGN: &str = "assign-layouts";

/// Returns the emitter for a text. If a target is selected, its rules choose layouts first. If the text has copies, their
/// kernels are planned.
pub(crate) fn emitter(options: &DriverOptions, driver: &Driver, text: &str, base: u32) -> Emitter {
    let is_known = driver.passes.iter().any(|pass| pass.name == ASSIGN);
    let assigns =
        is_known && (options.target.is_some() || layout::picks_target(driver, text, base));
    let passes: &[&str] = match (assigns, text.contains(COPY_OP)) {
        (true, true) => &[ASSIGN, "resolve-strides", "lower-addressing"],
        (true, false) => &[ASSIGN, "resolve-strides"],
        (false, true) => &["resolve-strides", "lower-addressing"],
        (false, false) => QUERIES.passes,
    };
    Emitter { passes, ..QUERIES }
}
