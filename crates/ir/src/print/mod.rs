//! Prints modules: in custom form where an op has one, or all in MLIR's generic form.
//!
//! The printed text parses to the same module. In reading order: `printer` has the state, `names` chooses the names of
//! values and blocks, `types`, `attrs`, `dense` and `locs` write what ops carry, `aliases` and `orders` what the text defines once;
//! `ops` writes the generic form, `custom`, `syntax` (with `form_op` and `form_attrs`), `control` and `parallel` the custom ones, `module` the whole.

mod aliases;
mod attrs;
mod control;
mod custom;
mod dense;
mod form_attrs;
mod form_op;
mod locs;
mod module;
mod names;
mod ops;
mod orders;
mod parallel;
mod printer;
mod syntax;
mod types;

pub use names::ValueNames;
pub use printer::PrintOptions;

use crate::data::ids::{Attr, Type};
use crate::data::module::Module;
use crate::registry::Registry;
use orders::OrderAliases;
use printer::Printer;
use std::io;

/// Prints a module with a line break at its end.
///
/// # Errors
/// `out` fails.
pub fn print(
    module: &Module,
    registry: &Registry,
    options: PrintOptions<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let orders = OrderAliases::of(module, options.locs.is_some());
    let mut printer = Printer::new(module, Some(registry), options);
    printer.sink = Some(out);
    printer.orders = Some(&orders);
    printer.module()?;
    printer.flush()
}

/// Prints a module in custom form to a string.
pub fn module_to_string(module: &Module, registry: &Registry, options: PrintOptions<'_>) -> String {
    let mut bytes = Vec::new();
    print(module, registry, options, &mut bytes).expect("a vector takes all that is written");
    String::from_utf8(bytes).expect("the printer writes UTF-8")
}

/// The length of texts in messages: aliases can make a short file's attributes exponentially long.
const MESSAGE_TEXT: usize = 400;

/// Returns a type as text for messages, without aliases; a long one ends in `...`.
pub fn type_to_string(module: &Module, ty: Type) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.longest = MESSAGE_TEXT;
    printer.ty(ty);
    printer.out
}

/// Returns an attribute as text for messages, without aliases; a long one ends in `...`.
pub fn attr_to_string(module: &Module, attr: Attr) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.longest = MESSAGE_TEXT;
    printer.attr(attr);
    printer.out
}

/// Returns the whole text of a type, without aliases.
pub(crate) fn whole_type(module: &Module, ty: Type) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.ty(ty);
    printer.out
}

/// Returns the whole text of an attribute, without aliases.
pub(crate) fn whole_attr(module: &Module, attr: Attr) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.attr(attr);
    printer.out
}
