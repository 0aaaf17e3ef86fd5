//! The printer of modules: in custom form where an op has one, or entirely in MLIR's generic form.
//!
//! The parser reads the printed text back to an equal module. In reading order: `printer` has the state, and `names`
//! chooses the names of values and blocks. `types`, `attrs`, `dense` and `locs` write the parts of ops. `aliases` and
//! `orders` write the definitions of aliases. `ops` writes the generic form; `custom`, `syntax` (with `form_op` and
//! `form_attrs`), `control`, `parallel` and `variable` write custom forms. `module` writes the whole module.

mod aliases;
mod attrs;
mod axes;
mod control;
mod custom;
mod dense;
mod form_attrs;
mod form_op;
mod form_symbols;
mod locs;
mod module;
mod names;
mod ops;
mod orders;
mod parallel;
mod printer;
mod syntax;
mod types;
mod variable;

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
/// Writing to `out` fails.
pub fn print(
    module: &Module,
    registry: &Registry,
    options: PrintOptions<'_>,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let orders = OrderAliases::from_module(module, options.locs.is_some());
    let mut printer = Printer::new(module, Some(registry), options);
    printer.sink = Some(out);
    printer.orders = Some(&orders);
    printer.module()?;
    printer.flush()
}

/// Prints a module in custom form to a string.
pub fn module_to_string(module: &Module, registry: &Registry, options: PrintOptions<'_>) -> String {
    let mut bytes = Vec::new();
    print(module, registry, options, &mut bytes).expect("writing to a vector cannot fail");
    String::from_utf8(bytes).expect("the printer writes UTF-8")
}

/// The maximum length of a text in a message, in bytes. Aliases can make the attributes of a short file exponentially
/// long.
const MESSAGE_TEXT: usize = 400;

/// Returns a type as text for messages, without aliases; a truncated text ends in `...`.
pub fn type_to_string(module: &Module, ty: Type) -> String {
    text_up_to(MESSAGE_TEXT, module, |printer| printer.ty(ty))
}

/// Returns an attribute as text for messages, without aliases; a truncated text ends in `...`.
pub fn attr_to_string(module: &Module, attr: Attr) -> String {
    text_up_to(MESSAGE_TEXT, module, |printer| printer.attr(attr))
}

/// Returns the whole text of a type, without aliases. It can be exponentially longer than the file of the module.
pub fn whole_type(module: &Module, ty: Type) -> String {
    text_up_to(usize::MAX, module, |printer| printer.ty(ty))
}

/// Returns the whole text of an attribute, without aliases. It can be exponentially longer than the file of the module.
pub fn whole_attr(module: &Module, attr: Attr) -> String {
    text_up_to(usize::MAX, module, |printer| printer.attr(attr))
}

/// Returns the text that `write` writes, truncated after a number of bytes.
fn text_up_to(longest: usize, module: &Module, write: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut printer = Printer::new(module, None, PrintOptions::default());
    printer.longest = longest;
    write(&mut printer);
    printer.out
}
