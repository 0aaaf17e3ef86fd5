//! `layoutc explain`: why a layout is as it is, or the page of a code or a pass.
//!
//! `options` reads the command line into a [`ExplainRequest`]. A page is data of the code or the pass, which `pages` finds. For
//! a layout the file is compiled with a [`passes::Provenance`]; `layout` then tells what is known of a symbol, one
//! [`crate::render::Explanation`] after the other, which the session shows in the form of diagnostics, on standard output.

mod layout;
mod options;
mod pages;

pub(crate) use layout::{ExplainJob, explain};
pub(crate) use options::{ExplainRequest, parse};
pub(crate) use pages::page;

use crate::driver::Driver;
use crate::options::DriverOptions;
use codegen::Emitter;

/// The pass that chooses layouts by the rules of a target.
const ASSIGN: &str = "assign-layouts";

/// What stands in the place of an emitter: it tells which passes run where the user asks for none.
const EMITTER: Emitter = Emitter {
    name: "explain",
    summary: "why layouts are as they are",
    passes: &["resolve-strides"],
    options: &[],
    binary: false,
    emit: |_, _, _| Ok(()),
};

/// The emitter for a text: where a target is given, its rules choose layouts first.
pub(crate) fn emitter(options: &DriverOptions, driver: &Driver, text: &str, base: u32) -> Emitter {
    let is_known = driver.passes.iter().any(|pass| pass.name == ASSIGN);
    match is_known && (options.target.is_some() || layout::picks_target(driver, text, base)) {
        true => Emitter { passes: &[ASSIGN, "resolve-strides"], ..EMITTER },
        false => EMITTER,
    }
}
